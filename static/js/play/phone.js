// What this phone keeps: its group, its games, and the requests on their way to the server.

import { alone } from "./alone.js";
import * as chance from "./chance.js";
import { database } from "./database.js";
import { nameKey } from "./names.js";
import * as outbox from "./outbox.js";
import { bodyAt, gameIn, groupPath, resourcesOf, sameContent, withTheirs } from "./resources.js";
import { merged } from "./patches.js";
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

export async function phone({ onStatus, onState, onPlayers, onConflict }) {
  const box = vault(database(), () => localStorage);
  await box.open();
  const kept = (name) => box.content().kept[name] ?? null;
  const group = () => kept("group");
  const waits = () => Boolean(outbox.head(box.content()));
  const from = reader(box);
  let writing = 0; // taps that are drawn but not yet written
  let saved = {};

  function show(word, slots = {}) {
    if (writing > 0) return;
    onStatus(word, slots);
    tell({ status: [word, slots] });
  }

  const showKept = () => show(box.isSafe() ? "kept" : "unkept");
  const showNow = () => (waits() || !box.isSafe() ? showKept() : show("saved", saved));

  // Another tab of this phone has written something, or heard from the server.
  async function heard({ game, status }) {
    await box.refresh();
    if (status && writing === 0) onStatus(...status);
    if (game && game === kept("current")?.game) onState(unpackState(await box.game(game)));
    if (game) post.wake();
  }

  const tell = tabs(heard);

  // One more write to the game was ours only if it followed directly on what we had seen.
  async function seeOwn(path, answer) {
    const game = path.split("/rounds/")[0];
    const seen = kept("seen") ?? {};
    const revision = answer.game_revision ?? answer.revision;
    if (seen[game] === undefined || seen[game] === revision - 1) await box.write({ kept: { seen: { ...seen, [game]: revision } } });
  }

  const post = sender(box, alone(box.lease), {
    saved(answer, { path }) {
      seeOwn(path, answer);
      if (path === groupPath(group()?.id)) meet(answer.players);
      saved = { time: clock(answer.saved_at) };
      if (waits()) show("sending");
      else show("saved", saved);
    },
    sending: () => show("sending"),
    waiting: showKept,
    refused(answer, entry) {
      show("refused", { why: answer.detail ?? String(answer.status) });
      if (answer.objections?.some(({ problem }) => problem === "name_taken")) takeTheirNames(entry);
    },
    async conflict(answer, entry, etag) {
      if (answer.current?.bids && sameContent(answer.current, entry.body)) {
        await box.write(outbox.acknowledged(entry, etag));
        return true;
      }
      onConflict(answer, (mine) => (mine ? insist(entry, etag) : yieldTo(answer.current, entry, etag)));
      return false;
    },
  });

  async function insist(entry, etag) {
    await box.refresh();
    await box.write(outbox.insist(box.content(), entry, etag, chance.key()));
    post.wake();
  }

  // Theirs, for this one thing only: what waits for other rounds is still ours.
  async function yieldTo(current, entry, etag) {
    await box.refresh();
    const id = gameIn(entry.path);
    const game = withTheirs(unpackState(await box.game(id)).game, entry.path, current);
    const learnt = outbox.learnt(entry.path, bodyAt(game, entry.path), etag);
    const state = opened(game);
    await box.write({ ...merged(outbox.yielded(box.content(), entry, etag), learnt), games: { [id]: packState(state) } });
    if (id === kept("current")?.game) onState(state);
    post.wake();
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

  // The state on this phone; the server's where there is none, or where it moved on without us.
  async function load(gid, game) {
    const here = await box.game(game);
    open(gid, game);
    useGroup(gid);
    if (here && waits()) {
      showKept();
      return unpackState(here);
    }
    const fresh = await from.game(gid, game);
    saved = { time: clock() };
    if (fresh || here) show("saved", saved);
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
    post.wake();
  }

  return { group, groupFor, keep, load, meet, open, refreshGroup, running, useGroup, wake };
}
