// What this phone stores: its group, its games, and the requests to send. What differs between games is in
// their kind: `wizard` (wizard.js) or `towers` (towers/kind.js).

import { database, merged } from "./database.js";
import { framed } from "./dom.js";
import { groups, keptLine, lineKey, openGames, opening } from "./groups.js";
import { clock, nameKey } from "./names.js";
import * as outbox from "./outbox.js";
import { groupPath, isSame, roundIn } from "./resources.js";
import { alone, remember, sender, serverFor } from "./sender.js";
import { renamed } from "./state.js";
import { roomOf, storeOn } from "./store.js";

const withoutUndo = ({ game, ui }) => ({ game, ui }); // undo steps are long

// onSilence(is): the database does not respond in time, or responds again.
export async function phone(kind, { onStatus, onState, onQuestion, onSilence }) {
  let here = null; // the game of this page, as {group, game}
  const box = roomOf(kind,
    storeOn(database(), () => localStorage, { onRead, onSilence: hear, rest: framed }));
  await box.heal();
  const { keys } = kind;
  const waits = () => outbox.inOrder(box.content()).length > 0;
  const from = serverFor(box, kind, sendAgain);
  const own = groups(box, from, kind);
  const { group, meet, meetGroup, refreshGroup, elsewhere, forget } = own;
  let writing = 0; // taps that are drawn but not yet written
  let saved = {};
  let refusal = null; // why the server accepts nothing for now, see sender.js
  let isBehind = false; // other devices may have written: asks the server once nothing waits here
  let isOutdated = false; // another tab has written while this one was hidden
  let isFleeting = waits() && navigator.standalone === false; // Safari deletes data of uninstalled pages

  function show(word, slots = {}) {
    if (writing > 0) return;
    onStatus(word, slots);
    tell(null);
  }

  const isOf = (gid, game) => ({ path }) =>
    path === groupPath(gid) || path.startsWith(kind.pathOf(gid, game));
  const isHere = () => isOf(group()?.id, here?.game);

  function mustConfirm() {
    const { games } = box.content();
    const shown = games[here?.game]?.game;
    return Boolean(shown && kind.holdsBack?.(box.content(), here.group, shown));
  }

  function wordNow() {
    const told = outbox.told(box.content(), isHere());
    const refused = outbox.refusal(told);
    if (!box.isSafe() && waits()) return ["unkept"];
    if (refused) return [refused.word, refused];
    if (told.length && refusal) return ["waits", { ...refusal, time: clock(refusal.until) }];
    const n = new Set(told.map(({ path }) => path)).size + Number(mustConfirm());
    return n ? [isFleeting ? "fleeting" : "kept", { n }] : ["saved", saved];
  }

  const showNow = () => show(...wordNow());

  function sendAgain() {
    isBehind = true;
    goOn();
  }

  // Another tab of this phone, perhaps with another game, has written or received something.
  async function heard(game) {
    if (document.hidden) isOutdated = true;
    if (isOutdated) return;
    await box.refresh();
    if (!waits()) saved = { time: clock() };
    if (writing === 0) onStatus(...wordNow());
    ask();
    if (game === here?.game) await showKept();
    if (game) post.wake();
  }

  // Tells other tabs that this one has written, and in which game a tap was.
  const channel = globalThis.BroadcastChannel && new BroadcastChannel("scorepad");
  channel?.addEventListener("message", ({ data }) => heard(data));
  const tell = (game) => channel?.postMessage(game);

  // Reads what another tab wrote before a tap builds on the shown state.
  async function showKept() {
    const game = here?.game;
    const shown = box.content().games[game];
    const found = shown && (await box.game(game));
    if (found && !writing && game === here?.game && !isSame(withoutUndo(shown), withoutUndo(found))) {
      onState(found);
    }
  }

  // Another revision of the game is ours only if it directly follows the one we knew.
  async function seeOwn(path, answer) {
    const game = path.split("/rounds/")[0];
    const seen = box.content().kept[keys.seen] ?? {};
    const revision = answer.game_revision ?? answer.revision;
    const isNext = (seen[game] ?? revision - 1) === revision - 1;
    if (revision && isNext) await box.write({ kept: { [keys.seen]: { ...seen, [game]: revision } } });
    else if (revision) isBehind = true;
  }

  // A hidden page sends what it has, unless another page is newer.
  async function upToDate(task) {
    if (isOutdated) throw new Error("another tab has written");
    await alone(task);
  }

  const post = sender(box, upToDate, from, {
    saved(answer, { path }) {
      refusal = null;
      seeOwn(path, answer);
      if (path === groupPath(group()?.id)) meet(answer.players);
      saved = { time: clock(answer.saved_at) };
      if (post.waits()) return show("sending");
      showNow();
      if (isBehind) look();
    },
    sending: () => refusal || show("sending"), // what was reported last stays during retries
    waiting(found) {
      refusal = found;
      remember(refusal);
      showNow();
    },
    async refused(answer, entry) {
      refusal = null;
      showNow();
      if (answer.objections?.some(({ problem }) => problem === "name_taken")) await takeTheirNames(entry);
      if (await conflicts.refused(answer, entry)) goOn();
    },
    async conflict(answer, entry, etag) {
      refusal = null;
      await box.write(conflicts.patchFor(answer, entry, etag));
      goOn();
    },
  });

  const conflicts = kind.conflicts(box, { ask: from.ask, onState(id, state) {
    if (id === here?.game) onState(state);
    tell(id);
  } });

  // Asks about one conflict at a time; those of the game on the page come first.
  async function ask() {
    const entry = outbox.question(box.content(), here?.game);
    if (!entry) return onQuestion(null);
    const { key, path, theirs: { body: theirs, by, at } } = entry;
    const mine = outbox.lastBody(box.content(), path);
    const id = kind.idIn(path);
    const { game } = box.content().games[id] ?? (await box.game(id));
    return onQuestion({ key, number: roundIn(path), game, theirs, mine, by, time: clock(at),
      elsewhere: id !== here?.game, settle: (isMine) => decided(key, isMine) });
  }

  async function decided(key, isMine) {
    await box.refresh();
    const entry = box.content().waiting[key];
    if (entry?.theirs) await conflicts.decide(entry, isMine); // else another tab of this phone was faster
    goOn();
  }

  function goOn() {
    ask();
    showNow();
    post.wake();
  }

  // The state is drawn; it is "on this phone" once the database confirms it.
  function keep(state) {
    onStatus("writing");
    writing += 1;
    write(state, here);
  }

  async function write(state, place) {
    const before = box.content().games[state.game.id];
    if (kind.isOver(state) && !(before && kind.isOver(before))) {
      navigator.storage?.persist?.().catch(() => null);
    }
    isFleeting = false;
    forget(state.game.id);
    const line = keptLine(kind, place.group, state, new Date().toISOString());
    await box.write({ ...kind.requestsFor(box.content(), place.group, state),
      games: { [state.game.id]: state }, kept: { ...line, [keys.current]: place } });
    writing -= 1;
    tell(state.game.id);
    ask();
    showNow();
    post.wakeSoon();
  }

  // Another phone has added a player of this name meanwhile: it is the same person.
  async function takeTheirNames({ path, body }) {
    await refreshGroup();
    const known = (player) =>
      group().players.find(({ name }) => nameKey(name) === nameKey(player.name)) ?? player;
    const players = body.players.map(known);
    const isKnown = players.every(({ id }, seat) => id === body.players[seat].id);
    if (isKnown || kind.idIn(path) !== here?.game) return;
    const next = renamed(box.content().games[here.game], body.players, players);
    onState(next);
    keep(next);
  }

  function open(gid, game) {
    here = { group: gid, game };
    box.write(merged({ kept: { [keys.current]: here } }, opening(kind, box.content(), game)));
  }

  // Paused: Scorepad does not return to it by itself; the start page lists it.
  function putAside() {
    here = null;
    box.write({ kept: { [keys.current]: null } });
  }

  function drop(id) {
    here = null;
    box.write({ kept: { [keys.current]: null, [lineKey(kind, id)]: null }, games: { [id]: null } });
  }

  // The state on this phone at once, or else the server's.
  async function load(gid, game) {
    const state = (await box.game(game)) ?? await from.state(gid, game);
    if (!state) return null; // the open game stays open
    open(gid, game);
    meetGroup(gid);
    ask();
    saved = { time: clock() };
    showNow();
    return state;
  }

  // Loads what changed elsewhere, unless something is half entered here.
  async function look() {
    if (!here || document.hidden) return;
    const { group: gid, game } = here;
    const isIdle = () =>
      here?.game === game && !writing && !outbox.inOrder(box.content()).some(isHere()) &&
      !["entered", "chosen", "ask"].some((name) => box.content().games[game]?.ui[name]);
    isBehind = !isIdle();
    const fresh = !isBehind && (await from.state(gid, game, isIdle));
    if (fresh) onState(fresh);
  }

  async function running() {
    const last = box.content().kept[keys.current];
    const found = last && (await box.game(last.game));
    if (found && !kind.isOver(found) && !found.game.deleted) return last;
    return box.isRead() ? null : from.running();
  }

  // The database was silent until now: what waits there is older than what was tapped since.
  // tapped: the games tapped in; stored: the games in the database.
  function onRead(tapped, stored) {
    const content = box.content();
    const joined = (id) => [id, kind.rejoined(content, content.games[id], stored[id])];
    if (tapped.length) box.write({ games: Object.fromEntries(tapped.map(joined)) });
    const now = box.content().games[here?.game];
    if (now) onState(now);
  }

  function hear(isSilent) {
    onSilence(isSilent);
    if (!isSilent) wake();
  }

  // The game first: a page that was frozen does not show what is known of it, and a tap would overwrite that.
  async function wake() {
    if (document.hidden) return void post.wake(true); // it may be closed soon
    await showKept();
    await box.heal();
    isOutdated = false;
    showNow();
    post.wake(true);
    look();
  }

  const listed = () =>
    openGames(kind, box.content().kept, group()?.id, elsewhere()).map((line) => {
      const own = outbox.inOrder(box.content()).filter(isOf(line.group, line.game));
      return { ...line, refused: outbox.refusal(own) };
    });

  const isStored = (path) => Boolean(box.content().known[path]?.etag);

  return { ...own, isSilent: box.isSilent, isStored, drop, keep, listed, load, open, putAside, running, wake,
    states: from.states };
}
