// How a game on the phone becomes the resource of the JSON API, and back.

import { rejoin } from "../play/conflicts.js";
import { database, merged } from "../play/database.js";
import { groups } from "../play/groups.js";
import { nameKey, newKey, newUuid } from "../play/names.js";
import * as outbox from "../play/outbox.js";
import { tabs } from "../play/phone.js";
import { groupPath, isSame } from "../play/resources.js";
import { alone, remember, sender } from "../play/sender.js";
import { databaseId } from "../play/server.js";
import { isOfTowers, showingOnly, vault } from "../play/store.js";
import { clock } from "../play/words.js";
import { BASE_GAME, opened, phase } from "./state.js";

export const gamePath = (group, game) => `${groupPath(group)}/towers/${game}`;
const idIn = (path) => path.split("/towers/")[1].split("/")[0];

const KEYS = {
  id: null, players: [], colours: [], start: 0, teams: false, master: false, tracks_turns: false, spells: BASE_GAME, events: [],
  final: null, last_turn: null, rounds: null, finished: false, started_at: null, counts: true, deleted: false,
  place: null, remark: null, minutes: null,
};

// What is at its default may be left out, and a result alone stands there without events.
export function bodyOf(game) {
  const { id: _id, deleted_by: _by, final, ...body } = game;
  return final ? { ...body, final } : body;
}

const known = (answer) => Object.fromEntries(Object.entries(KEYS).map(([key, usual]) => [key, answer[key] ?? usual]));
export const gameFrom = (answer) => ({ ...known(answer), ...(answer.deleted_by && { deleted_by: answer.deleted_by }) });

const told = (body) => JSON.stringify({ ...known(body), id: null, started_at: null });

// Does it mean the same, however it is written?
export const isSameGame = (one, other) => told(one) === told(other);

export const newGame = ({ id, players, startedAt, ...chosen }) => ({ ...gameFrom({ players, ...chosen }), id, started_at: startedAt });

// --- Games that are open, one line each, and what the phone forgets of those long ago.

const KEY = "open.";
const MOST_LISTED = 5;
const MOST_KEPT = 20;

function lineOf(group, state, at) {
  const { id, players, deleted } = state.game;
  const isOpen = !deleted && phase(state) !== "end";
  return { [KEY + id]: isOpen ? { group, game: id, names: players.map(({ name }) => name), at } : null };
}

const onPhone = (kept) => Object.entries(kept).flatMap(([key, line]) => (key.startsWith(KEY) ? [line] : []));

// documents: the games of the group as the server tells them.
export function linesOf(kept, group, documents) {
  const over = new Set(documents.filter(({ finished }) => finished).map(({ id }) => id));
  const own = onPhone(kept).filter(({ game }) => !over.has(game));
  const known = new Set(own.map(({ game }) => game));
  const others = documents
    .filter(({ id, finished }) => !finished && !known.has(id))
    .map(({ id, players, played_on: at }) => ({ group, game: id, names: players.map(({ name }) => name), at }));
  return [...own, ...others].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MOST_LISTED);
}

// A patch: of a table that was set up and never begun, which nobody else knows, nothing stays.
const dropped = ({ kept }, id) => ({
  kept: { current: null, [KEY + id]: null, visited: (kept.visited ?? []).filter((other) => other !== id) },
  games: { [id]: null },
});

// A patch: the game that is opened comes first, and what is too long ago goes, unless it waits to be sent.
export function pruned({ kept, waiting, known }, here) {
  const visited = [here.game, ...(kept.visited ?? []).filter((id) => id !== here.game)];
  const isNeeded = (id) => KEY + id in kept || Object.values(waiting).some(({ path }) => path.includes(id));
  const old = visited.slice(MOST_KEPT).filter((id) => !isNeeded(id));
  const paths = Object.keys(known).filter((path) => old.some((id) => path.includes(id)));
  const gone = (keys) => Object.fromEntries(keys.map((key) => [key, null]));
  return { kept: { current: here, visited: visited.filter((id) => !old.includes(id)) }, games: gone(old), known: gone(paths) };
}

// --- What the phone keeps of Wandering Towers, in the database of Wizard: the group is both games', the
// rest goes by names of its own.

const PREFIX = "towers.";

const isShared = (key) => key === "group" || key.startsWith("group.");
const inside = (key) => (isShared(key) ? key : PREFIX + key);

const keptHere = (kept) =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([key, value]) => {
      if (isShared(key)) return [[key, value]];
      return key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), value]] : [];
    }),
  );

const renamed = ({ kept = {}, ...tables }) => ({
  ...tables,
  kept: Object.fromEntries(Object.entries(kept).map(([key, value]) => [inside(key), value])),
});

const isGroup = (path) => /^\/api\/groups\/[^/]+$/.test(path);

// box: a vault().
export function towersRoom(box) {
  const own = showingOnly(box, (path) => isOfTowers(path) || isGroup(path));
  const content = () => {
    const all = own.content();
    return { ...all, kept: keptHere(all.kept) };
  };
  return { ...own, content, write: (patch) => box.write(renamed(patch)), learn: (patch) => box.learn(renamed(patch)) };
}

// --- What the server has of the group and of a game.

// ask: see ../play/databaseid.js.
function reader({ ask }) {
  let documents = []; // games of the group as the server last told them

  async function group(id) {
    const answer = (await ask(`/api/groups/${id}`))?.answer ?? null;
    documents = (answer?.documents ?? []).filter(({ game }) => game === "towers" && answer.may_score !== false);
    return answer;
  }

  // The game of this device that is running, as the server knows it.
  async function running() {
    const { group: gid, game, word } = (await ask("/api/running"))?.answer ?? {};
    return word === "towers" ? { group: gid, game } : null;
  }

  return { group, running, game: ask, documents: () => documents };
}

// --- What this phone keeps of Wandering Towers, and what it sends: the outbox, the sender and the
// database are those of Wizard's page, over a room of their own.

const withoutUndo = ({ game, ui }) => ({ game, ui }); // long, and no other where these are the same

// onSilence(is): the database does not answer in time, or answers again.
export async function phone({ onStatus, onState, onPlayers, onQuestion, onSilence }) {
  let here = null; // the game of this page, as {group, game}
  const games = () => (here ? [here.game] : []);
  const box = towersRoom(vault(database(), () => localStorage, { games, onRead, onSilence: hear }));
  await box.open();
  const kept = (name) => box.content().kept[name] ?? null;
  const waits = () => outbox.inOrder(box.content()).length > 0;
  const origin = databaseId(box, () => import("../lazy/resend.js"), newKey, sendAgain);
  const from = reader(origin);
  const { group, groupFor, hostGroup, meet, meetGroup, refreshGroup, useGroup } = groups(box, from);
  let writing = 0; // taps that are drawn but not yet written
  let saved = {};
  let refusal = null; // why the server takes nothing for now, see refusals.js
  let isOutdated = false; // another tab has written while this one was hidden
  const isFleeting = waits() && navigator.standalone === false; // Safari forgets pages it has not installed

  const isOf = (gid, game) => ({ path }) => path === groupPath(gid) || path.startsWith(gamePath(gid, game));
  const isHere = () => isOf(group()?.id, here?.game);

  function sendAgain() {
    showNow();
    post.wake();
  }

  function show(word, slots = {}) {
    if (writing > 0) return;
    onStatus(word, slots);
    tell({ status: [word, slots] });
  }

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

  // Another tab of this phone has written something, or heard from the server.
  async function heard({ game, status: [word, slots] = [] }) {
    if (document.hidden) isOutdated = true;
    if (isOutdated) return;
    await box.refresh();
    if (word === "saved") saved = slots;
    if (word) refusal = word === "waits" ? slots : null;
    if (word && writing === 0) onStatus(...wordNow());
    ask();
    if (game === here?.game) await showKept();
    if (game) post.wake();
  }

  const tell = tabs(heard);

  // What this phone wrote in another tab, before a tap builds on what is shown here.
  async function showKept() {
    const game = here?.game;
    const shown = box.content().games[game];
    const found = shown && (await box.game(game));
    if (found && !writing && game === here?.game && !isSame(withoutUndo(shown), withoutUndo(found))) onState(found);
  }

  // A hidden page sends what it knows, unless another one knows better.
  const oneTab = alone(box.lease);
  const upToDate = (task) => (isOutdated ? Promise.reject(new Error("another tab has written")) : oneTab(task));

  const post = sender(box, upToDate, origin, {
    saved(answer, { path }) {
      refusal = null;
      if (path === groupPath(group()?.id)) meet(answer.players);
      saved = { time: clock(answer.saved_at) };
      if (post.waits()) show("sending");
      else showNow();
    },
    sending: () => refusal || show("sending"), // what was said last stays, however often it is tried again
    waiting(found) {
      refusal = found;
      remember(refusal);
      showNow();
    },
    async refused({ objections }, entry) {
      refusal = null;
      showNow();
      if (objections?.some(({ problem }) => problem === "name_taken")) await takeTheirNames(entry);
    },
    async conflict(answer, entry, etag) {
      refusal = null;
      await box.write(patchFor(answer, entry, etag));
      showNow();
      ask();
    },
  });

  // Another phone was faster: where both mean the same there is nothing to ask.
  function patchFor({ current: found, changed_by: by, changed_at: at }, entry, etag) {
    if (!found) return outbox.forgotten(entry);
    const theirs = { etag, body: bodyOf(gameFrom(found)), by, at };
    const mine = JSON.parse(outbox.lastBodies(box.content())[entry.path]);
    return isSameGame(mine, theirs.body) ? outbox.settled(box.content(), entry.path, theirs) : outbox.disputed(entry, theirs);
  }

  function ask() {
    const entry = outbox.question(box.content(), here?.game);
    onQuestion(entry && { by: entry.theirs.by, time: clock(entry.theirs.at), names: entry.body.players.map(({ name }) => name), settle: (isMine) => settle(entry, isMine) });
  }

  async function settle(entry, isMine) {
    if (isMine) await box.write(outbox.insist(box.content(), entry, newKey()));
    else await take(entry);
    ask();
    showNow();
    post.wake();
  }

  async function take({ path, theirs, ...entry }) {
    const id = idIn(path);
    const state = opened({ ...gameFrom(theirs.body), id });
    await box.write(merged(outbox.yielded(box.content(), { path, theirs, ...entry }, newUuid()), { games: { [id]: state } }));
    if (id === here?.game) onState(state);
    tell({ game: id });
  }

  // Another phone has added a player of this name meanwhile: it is the same person.
  async function takeTheirNames({ path, body }) {
    await refreshGroup();
    const known = (player) => group().players.find(({ name }) => nameKey(name) === nameKey(player.name)) ?? player;
    onPlayers(idIn(path), body.players, body.players.map(known));
    post.wake();
  }

  // The state is drawn already; it is "on this phone" once the database says so.
  function keep(state) {
    onStatus("writing");
    writing += 1;
    write(state, here);
  }

  // A table that is being set up is nobody's business yet.
  function requestsFor({ group: gid }, state) {
    if (!state.ui.hasBegun) return {};
    return outbox.edits(box.content(), [{ path: gamePath(gid, state.game.id), body: bodyOf(state.game) }], newKey);
  }

  async function write(state, place) {
    await box.write(merged(requestsFor(place, state), { games: { [state.game.id]: state }, kept: { current: place, ...lineOf(place.group, state, new Date().toISOString()) } }));
    writing -= 1;
    tell({ game: state.game.id });
    showNow();
    post.wakeSoon();
  }

  function open(gid, game) {
    here = { group: gid, game };
    box.write(pruned(box.content(), here));
  }

  function putAside() {
    here = null;
    box.write({ kept: { current: null } });
  }

  function drop(id) {
    here = null;
    box.write(dropped(box.content(), id));
  }

  function learn(path, { answer, etag }) {
    const game = { ...gameFrom(answer), id: idIn(path) };
    const state = opened(game);
    // Not awaited: a tap that fell before this is drawn would be drawn away.
    box.learn(merged(outbox.learnt(path, bodyOf(game), etag), { games: { [game.id]: state } }));
    return state;
  }

  async function fromServer(path) {
    const found = await from.game(path);
    return found && learn(path, found);
  }

  async function load(gid, id) {
    const state = (await box.game(id)) ?? (await fromServer(gamePath(gid, id)));
    if (!state) return null;
    open(gid, id);
    meetGroup(gid);
    saved = { time: clock() };
    ask();
    showNow();
    return state;
  }

  // What moved on without this phone, unless something of it waits here.
  async function look() {
    if (!here || document.hidden) return;
    const { group: gid, game } = here;
    const path = gamePath(gid, game);
    const isIdle = () => here?.game === game && !writing && !outbox.inOrder(box.content()).some(isHere());
    const mine = isIdle() && (await box.game(game))?.game;
    const found = mine && (await from.game(path));
    if (found && isIdle() && !isSameGame(mine, found.answer)) onState(learn(path, found));
  }

  async function running() {
    const current = kept("current");
    const state = current && (await box.game(current.game));
    if (state && phase(state) !== "end" && !state.game.deleted) return current;
    return box.isRead() ? null : from.running();
  }

  // What was tapped before, where the server does not have it yet.
  function rejoined(content, state) {
    const waits = outbox.inOrder(content).findLast(({ path }) => isOfTowers(path) && !path.includes("/history/") && idIn(path) === state.game.id);
    return waits && !isSameGame(waits.body, state.game) ? opened({ ...gameFrom(waits.body), id: state.game.id }) : state;
  }

  // The database kept silent until now.
  function onRead(take, stored) {
    rejoin(box, take, rejoined, stored);
    const now = box.content().games[here?.game];
    if (now) onState(now);
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
  const listed = () => linesOf(box.content().kept, group()?.id, from.documents()).map((line) => ({ ...line, refused: refusalOf(line) }));
  return { drop, group, groupFor, hostGroup, isSilent: box.isSilent, keep, listed, load, meet, open, putAside, refreshGroup, running, useGroup, wake };
}
