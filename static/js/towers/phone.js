// What this phone keeps of Wandering Towers, and what it sends: the outbox, the sender and the
// database are those of Wizard's page, over a room of their own.

import { alone } from "../play/alone.js";
import { isSame } from "../play/changes.js";
import * as chance from "../play/chance.js";
import { clock } from "../play/clock.js";
import { database } from "../play/database.js";
import { databaseId } from "../play/databaseid.js";
import { groups } from "../play/groups.js";
import { nameKey } from "../play/names.js";
import * as outbox from "../play/outbox.js";
import { merged } from "../play/patches.js";
import { remember } from "../play/refusals.js";
import { rejoin } from "../play/rejoining.js";
import { groupPath } from "../play/resources.js";
import { isOfTowers } from "../play/rooms.js";
import { sender } from "../play/sender.js";
import { tabs } from "../play/tabs.js";
import { vault } from "../play/vault.js";
import { dropped, linesOf, lineOf, pruned } from "./shelf.js";
import { reader } from "./reader.js";
import { bodyOf, gameFrom, gamePath, idIn, isSameGame } from "./resources.js";
import { towersRoom } from "./room.js";
import { opened, phase } from "./table.js";

const withoutUndo = ({ game, ui }) => ({ game, ui }); // long, and no other where these are the same

// onSilence(is): the database does not answer in time, or answers again.
export async function phone({ onStatus, onState, onPlayers, onQuestion, onSilence }) {
  let here = null; // the game of this page, as {group, game}
  const games = () => (here ? [here.game] : []);
  const box = towersRoom(vault(database(), () => localStorage, { games, onRead, onSilence: hear }));
  await box.open();
  const kept = (name) => box.content().kept[name] ?? null;
  const waits = () => outbox.inOrder(box.content()).length > 0;
  const origin = databaseId(box, () => import("../anew/again.js"), chance.key, sendAgain);
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
    if (isMine) await box.write(outbox.insist(box.content(), entry, chance.key()));
    else await take(entry);
    ask();
    showNow();
    post.wake();
  }

  async function take({ path, theirs, ...entry }) {
    const id = idIn(path);
    const state = opened({ ...gameFrom(theirs.body), id });
    await box.write(merged(outbox.yielded(box.content(), { path, theirs, ...entry }, chance.uuid()), { games: { [id]: state } }));
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
    return outbox.edits(box.content(), [{ path: gamePath(gid, state.game.id), body: bodyOf(state.game) }], chance.key);
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
