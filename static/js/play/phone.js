// What this phone keeps: its group, its games, and the requests on their way to the server.

import { disputes, isJustFinished, patchFor, rejoin, rejoined } from "./conflicts.js";
import { database, merged } from "./database.js";
import { groups, openGames, opening } from "./groups.js";
import { nameKey, newKey } from "./names.js";
import * as outbox from "./outbox.js";
import { gameIn, gamePath, groupPath, isSame } from "./resources.js";
import { alone, remember, sender } from "./sender.js";
import { databaseId, reader } from "./server.js";
import { packState, unpackState } from "./state.js";
import { vault, withoutTowers } from "./store.js";
import { clock } from "./words.js";

const OF_THE_PHONE = ["sending", "unkept"]; // whatever game a tab shows

// onSilence(is): the database does not answer in time, or answers again.
export async function phone({ onStatus, onState, onPlayers, onQuestion, onSilence }) {
  let here = null; // the game of this page, as {group, game}
  const games = () => (here ? [here.game] : []);
  const box = withoutTowers(vault(database(), () => localStorage, { games, onRead, onSilence: hear }));
  await box.open();
  const kept = (name) => box.content().kept[name] ?? null;
  const waits = () => outbox.inOrder(box.content()).length > 0;
  const origin = databaseId(box, () => import("../lazy/resend.js"), newKey, sendAgain);
  const from = reader(box, origin);
  const { group, groupFor, hostGroup, meet, meetGroup, refreshGroup, refreshWins, useGroup, elsewhere, forget } = groups(box, from);
  let writing = 0; // taps that are drawn but not yet written
  let saved = {};
  let refusal = null; // why the server takes nothing for now, see refusals.js
  let isBehind = false; // others have written, or may have: it is asked for once nothing waits here
  let isOutdated = false; // another tab has written while this one was hidden
  let isFleeting = waits() && navigator.standalone === false; // Safari forgets pages it has not installed

  function show(word, slots = {}) {
    if (writing > 0) return;
    onStatus(word, slots);
    tell({ status: [word, slots] });
  }

  const isOf = (gid, game) => ({ path }) => path === groupPath(gid) || path.startsWith(gamePath(gid, game));
  const isHere = () => isOf(group()?.id, here?.game);

  function wordNow() {
    const told = outbox.told(box.content(), isHere());
    const refused = outbox.refusal(told);
    if (!box.isSafe() && waits()) return ["unkept"];
    if (refused) return [refused.word, refused];
    if (told.length && refusal) return ["waits", { ...refusal, time: clock(refusal.until) }];
    if (told.length) return [isFleeting ? "fleeting" : "kept", { n: outbox.pathsOf(told).size }];
    return ["saved", saved];
  }

  const showNow = () => show(...wordNow());

  function sendAgain() {
    isBehind = true;
    showNow();
    post.wake();
  }

  // Another tab of this phone, maybe with another game, has written something, or heard from the server.
  async function heard({ game, status: [word, slots] = [] }) {
    if (document.hidden) isOutdated = true;
    if (isOutdated) return;
    await box.refresh();
    if (word === "saved") saved = slots;
    if (word) refusal = word === "waits" ? slots : null;
    if (word && writing === 0) onStatus(...(OF_THE_PHONE.includes(word) ? [word] : wordNow()));
    settling.ask();
    if (game === here?.game) await showKept();
    if (game) post.wake();
  }

  const tell = tabs(heard);

  // What this phone wrote in another tab, before a tap builds on what is shown here.
  async function showKept() {
    const game = here?.game;
    const shown = box.content().games[game];
    const found = shown && (await box.game(game));
    if (found && !writing && game === here?.game && !isSame(shown, found)) onState(unpackState(found));
  }

  // One more write to the game was ours only if it followed directly on what we had seen.
  async function seeOwn(path, answer) {
    const game = path.split("/rounds/")[0];
    const seen = kept("seen") ?? {};
    const revision = answer.game_revision ?? answer.revision;
    if (!revision) return;
    if (seen[game] === undefined || seen[game] === revision - 1) await box.write({ kept: { seen: { ...seen, [game]: revision } } });
    else isBehind = true;
  }

  // A hidden page sends what it knows, unless another one knows better.
  const oneTab = alone(box.lease);
  const upToDate = (task) => (isOutdated ? Promise.reject(new Error("another tab has written")) : oneTab(task));

  const post = sender(box, upToDate, origin, {
    saved(answer, { path }) {
      refusal = null;
      seeOwn(path, answer);
      if (path === groupPath(group()?.id)) meet(answer.players);
      saved = { time: clock(answer.saved_at) };
      if (post.waits()) return show("sending");
      showNow();
      if (isBehind) look();
    },
    sending: () => refusal || show("sending"), // what was said last stays, however often it is tried again
    waiting(found) {
      refusal = found;
      remember(refusal);
      showNow();
    },
    async refused({ objections, current }, entry) {
      refusal = null;
      showNow();
      const because = (name) => objections?.some(({ problem }) => problem === name);
      if (because("name_taken")) await takeTheirNames(entry);
      if (because("game_deleted")) await learnSettings(entry);
      if (because("seats_changed") || current) await takeSeats(entry, current);
    },
    async conflict(answer, entry, etag) {
      refusal = null;
      await box.write(settling.patchFor(answer, entry, etag));
      showNow();
      settling.ask();
    },
  });

  const settling = disputes(box, {
    clock,
    current: () => here?.game,
    onQuestion: (question) => onQuestion(question && { ...question, settle: (isMine) => settle(question.key, isMine) }),
    onState(id, state) {
      if (id === here?.game) onState(state);
      tell({ game: id });
    },
  });

  async function settle(key, isMine) {
    await settling.decide(key, isMine);
    settling.ask();
    showNow();
    post.wake();
  }

  // Another phone has changed the seats.
  async function takeSeats({ path }, current) {
    await settling.takeSeats(path, current);
    settling.ask();
    showNow();
    post.wake();
  }

  // Another phone has deleted the game that is written to here.
  async function learnSettings({ path }) {
    const own = path.split("/rounds/")[0];
    const found = await from.settings(own);
    if (found) await settling.take(own, found);
  }

  // The state is drawn already; it is "on this phone" once the database says so.
  function keep(state) {
    onStatus("writing");
    writing += 1;
    write(state, here);
  }

  async function write(state, place) {
    if (isJustFinished(box.content(), state)) navigator.storage?.persist?.().catch(() => null);
    isFleeting = false;
    forget(state.game.id);
    await box.write(patchFor(box.content(), place, state, new Date().toISOString()));
    writing -= 1;
    tell({ game: state.game.id });
    settling.ask();
    showNow();
    post.wakeSoon();
  }

  // Another phone has added a player of this name meanwhile: it is the same person.
  async function takeTheirNames({ path, body }) {
    await refreshGroup();
    const known = (player) => group().players.find(({ name }) => nameKey(name) === nameKey(player.name)) ?? player;
    const players = body.players.map(known);
    if (players.every(({ id }, seat) => id === body.players[seat].id)) return;
    onPlayers(gameIn(path), body.players, players);
    post.wake(); // what was tapped meanwhile may have been sent, and refused, once more
  }

  function open(gid, game) {
    here = { group: gid, game };
    box.write(merged({ kept: { current: here } }, opening(box.content(), game)));
  }

  // For another time: Scorepad does not return to it by itself, the start page lists it.
  function putAside() {
    here = null;
    box.write({ kept: { current: null } });
  }

  // The state on this phone, at once; the server's where there is none.
  async function load(gid, game) {
    const stored = await box.game(game);
    const state = stored ? unpackState(stored) : await from.state(gid, game);
    if (!state) return null; // the game that was open stays so
    open(gid, game);
    meetGroup(gid);
    settling.ask();
    saved = { time: clock() };
    showNow();
    return state;
  }

  // What moved on without this phone, unless something of it is half done here.
  async function look() {
    if (!here || document.hidden) return;
    const { group: gid, game } = here;
    const isIdle = () => here?.game === game && !writing && !outbox.inOrder(box.content()).some(isHere()) && !box.content().games[game]?.ui.draft;
    isBehind = !isIdle();
    const fresh = !isBehind && (await from.state(gid, game, isIdle));
    if (fresh) onState(fresh);
  }

  async function running() {
    const current = kept("current");
    const game = current && (await box.game(current.game))?.game;
    if (game && !game.finished && !game.deleted) return current;
    return box.isRead() ? null : from.running();
  }

  // The database kept silent until now.
  function onRead(take, stored) {
    rejoin(box, take, (content, state, found) => packState(rejoined(content, unpackState(state), found && unpackState(found))), stored);
    const now = box.content().games[here?.game];
    if (now) onState(unpackState(now));
  }

  function hear(isSilent) {
    onSilence(isSilent);
    if (!isSilent) wake();
  }

  // The game first: what is known of it is not yet on a page that lay frozen, and a tap would overwrite it.
  async function wake() {
    if (document.hidden) return void post.wake(true); // it may be gone in a moment
    await showKept();
    await box.heal();
    isOutdated = false;
    showNow();
    post.wake(true);
    look();
  }

  const refusalOf = (line) => outbox.refusal(outbox.inOrder(box.content()).filter(isOf(line.group, line.game)));
  const listed = () => openGames(box.content().kept, group()?.id, elsewhere()).map((line) => ({ ...line, refused: refusalOf(line) }));

  const isStored = (path) => Boolean(box.content().known[path]?.etag);

  return { group, groupFor, hostGroup, isSilent: box.isSilent, isStored, keep, listed, load, meet, open, putAside, refreshGroup, refreshWins, running, states: from.states, useGroup, wake };
}

// --- Other tabs of this phone hear what this one wrote.

const NAME = "scorepad";

export function tabs(onNews) {
  if (!("BroadcastChannel" in globalThis)) return () => {};
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", ({ data }) => onNews(data));
  return (news) => channel.postMessage(news);
}
