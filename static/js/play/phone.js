// What this phone keeps: its group, its games, and the requests on their way to the server.

import { alone } from "./alone.js";
import * as chance from "./chance.js";
import { database } from "./database.js";
import { disputes } from "./disputes.js";
import { nameKey } from "./names.js";
import * as outbox from "./outbox.js";
import { gameIn, gamePath, groupPath, resourcesOf } from "./resources.js";
import { reader } from "./reader.js";
import { sender } from "./sender.js";
import { packState, unpackState } from "./shelf.js";
import { tabs } from "./tabs.js";
import { opened } from "./table.js";
import { vault } from "./vault.js";

const clock = (iso) => {
  const time = iso ? new Date(iso) : new Date();
  return time.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
};

export async function phone({ onStatus, onState, onPlayers, onQuestion }) {
  const box = vault(database(), () => localStorage);
  await box.open();
  const kept = (name) => box.content().kept[name] ?? null;
  const group = () => kept("group");
  const waits = () => outbox.inOrder(box.content()).length > 0;
  const from = reader(box);
  let writing = 0; // taps that are drawn but not yet written
  let saved = {};

  function show(word, slots = {}) {
    if (writing > 0) return;
    onStatus(word, slots);
    tell({ status: [word, slots] });
  }

  function showNow() {
    const why = outbox.refusal(box.content());
    if (!box.isSafe()) show("unkept");
    else if (why) show("refused", { why });
    else if (waits()) show("kept");
    else show("saved", saved);
  }

  // Another tab of this phone has written something, or heard from the server.
  async function heard({ game, status }) {
    await box.refresh();
    if (status && writing === 0) onStatus(...status);
    settling.ask();
    if (game && game === kept("current")?.game) onState(unpackState(await box.game(game)));
    if (game) post.wake();
  }

  const tell = tabs(heard);

  // One more write to the game was ours only if it followed directly on what we had seen.
  async function seeOwn(path, answer) {
    const game = path.split("/rounds/")[0];
    const seen = kept("seen") ?? {};
    const revision = answer.game_revision ?? answer.revision;
    if (!revision) return;
    if (seen[game] === undefined || seen[game] === revision - 1) await box.write({ kept: { seen: { ...seen, [game]: revision } } });
  }

  const post = sender(box, alone(box.lease), {
    saved(answer, { path }) {
      seeOwn(path, answer);
      if (path === groupPath(group()?.id)) meet(answer.players);
      saved = { time: clock(answer.saved_at) };
      if (post.waits()) show("sending");
      else showNow();
    },
    sending: () => show("sending"),
    waiting: showNow,
    async refused({ objections }, entry) {
      showNow();
      const because = (name) => objections?.some(({ problem }) => problem === name);
      if (because("name_taken")) await takeTheirNames(entry);
      if (because("game_deleted")) await learnSettings(entry);
    },
    async conflict(answer, entry, etag) {
      await box.write(settling.patchFor(answer, entry, etag));
      showNow();
      settling.ask();
    },
  });

  const settling = disputes(box, {
    clock,
    current: () => kept("current")?.game,
    onQuestion: (question) => onQuestion(question && { ...question, settle: (isMine) => settle(question.key, isMine) }),
    onState(id, state) {
      if (id === kept("current")?.game) onState(state);
      tell({ game: id });
    },
  });

  async function settle(key, isMine) {
    await settling.decide(key, isMine);
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
  async function keep(state) {
    const { id } = state.game;
    const sent = new Set(Object.keys(outbox.lastBodies(box.content())));
    const edits = outbox.edits(box.content(), resourcesOf(group().id, state.game, sent), chance.key);
    onStatus("writing");
    writing += 1;
    await box.write({ ...edits, games: { [id]: packState(state) } });
    writing -= 1;
    tell({ game: id });
    settling.ask();
    showNow();
    post.wake();
  }

  function groupFor({ language }) {
    if (group()) return group();
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
    const made = { id: chance.uuid(), claim: chance.claim(), players: [] };
    const body = { claim: made.claim, time_zone, language };
    box.write({ ...outbox.edits(box.content(), [{ path: groupPath(made.id), body }], chance.key), kept: { group: made } });
    return made;
  }

  // Players of this phone's games keep their ids in the next one.
  function meet(players) {
    const known = group().players;
    const fresh = players.filter(({ id }) => !known.some((player) => player.id === id));
    if (fresh.length) box.write({ kept: { group: { ...group(), players: [...known, ...fresh] } } });
  }

  // Another phone has added a player of this name meanwhile: it is the same person.
  async function takeTheirNames({ path, body }) {
    await refreshGroup();
    const known = (player) => group().players.find(({ name }) => nameKey(name) === nameKey(player.name)) ?? player;
    const players = body.players.map(known);
    if (players.every(({ id }, seat) => id === body.players[seat].id)) return;
    onPlayers(gameIn(path), players);
    post.wake(); // what was tapped meanwhile may have been sent, and refused, once more
  }

  // From here on new games belong to this group.
  function useGroup(gid) {
    if (group()?.id !== gid) box.write({ kept: { group: { id: gid, players: [] } } });
  }

  const open = (gid, game) => box.write({ kept: { current: { group: gid, game } } });

  const waitsFor = (gid, game) =>
    outbox.inOrder(box.content()).some(({ path }) => path === groupPath(gid) || path.startsWith(gamePath(gid, game)));

  // The state on this phone; the server's where there is none, or where it moved on without us.
  async function load(gid, game) {
    const here = await box.game(game);
    open(gid, game);
    useGroup(gid);
    settling.ask();
    if (here && waitsFor(gid, game)) {
      showNow();
      return unpackState(here);
    }
    const fresh = await from.game(gid, game);
    saved = { time: clock() };
    if (fresh || here) showNow();
    return fresh ? opened(fresh) : here && unpackState(here);
  }

  async function refreshGroup() {
    const players = group() && (await from.players(group().id));
    if (players) await box.write({ kept: { group: { ...group(), players } } });
  }

  async function running() {
    const current = kept("current");
    const game = current && (await box.game(current.game))?.game;
    return game && !game.finished && !game.deleted ? current : null;
  }

  async function wake() {
    await box.heal();
    post.wake(true);
  }

  return { group, groupFor, keep, load, meet, open, refreshGroup, running, states: from.states, useGroup, wake };
}
