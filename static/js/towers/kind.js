// Wandering Towers as the phone stores and sends it: the kind of game for play/phone.js.

import { keysWith, merged } from "../play/database.js";
import { newKey, newUuid } from "../play/names.js";
import * as outbox from "../play/outbox.js";
import * as resources from "../play/resources.js";
import { agreed, BASE_GAME, opened, phase, UNUSUAL } from "./state.js";

export const gamePath = (group, game) => resources.gamePath(group, game, "towers");
const idIn = resources.idBelow("towers");

const KEYS = { id: null, players: [], colours: [], start: 0, teams: false, master: false, tracks_turns: false,
  spells: BASE_GAME, events: [], final: null, last_turn: null, rounds: null, finished: false,
  started_at: null, counts: true, deleted: false, place: null, remark: null, minutes: null,
  deleted_by: null };

// Defaults may be missing, and a result may come without events.
export function bodyOf(game) {
  const { id: _id, deleted_by: _by, final, ...body } = game;
  return final ? { ...body, final } : body;
}

export const gameFrom = (answer) =>
  Object.fromEntries(Object.entries(KEYS).map(([key, usual]) => [key, answer[key] ?? usual]));

const told = (body) => JSON.stringify({ ...gameFrom(body), id: null, started_at: null, deleted_by: null });

export const isSameGame = (one, other) => told(one) === told(other);

// Another phone was faster: there is no question if both mean the same.
function conflicts(box, { onState }) {
  function patchFor({ current: found, changed_by: by, changed_at: at }, entry, etag) {
    if (!found) return { ...outbox.marked(entry), known: { [entry.path]: null } };
    const theirs = { etag, body: bodyOf(gameFrom(found)), by, at };
    const mine = outbox.lastBody(box.content(), entry.path);
    if (isSameGame(mine, theirs.body)) return outbox.settled(box.content(), entry.path, theirs);
    return outbox.marked(entry, { theirs });
  }

  async function decide(entry, isMine) {
    if (isMine) return void (await box.write(outbox.insist(entry, newKey())));
    const id = idIn(entry.path);
    const state = opened({ ...gameFrom(entry.theirs.body), id });
    await box.write(merged(outbox.yielded(box.content(), entry, newUuid()), { games: { [id]: state } }));
    onState(id, state);
  }

  // It was tapped before the rules objected. Returns whether the game should be sent again.
  async function refused({ objections }, { path, body }) {
    if (!objections?.some(({ problem }) => UNUSUAL.includes(problem))) return false;
    await box.write(outbox.edits(box.content(), [{ path, body: agreed(body) }], newKey));
    return true;
  }

  return { patchFor, decide, refused };
}

// A table that is being set up is not sent.
function requestsFor(content, group, { game, ui }) {
  if (!ui.hasBegun) return {};
  return outbox.edits(content, [{ path: gamePath(group, game.id), body: bodyOf(game) }], newKey);
}

// Earlier taps that the server does not have yet.
function rejoined(content, state) {
  const isOf = ({ path }) => idIn(path) === state.game.id && !path.includes("/history/");
  const waits = outbox.inOrder(content).findLast(isOf);
  if (!waits || isSameGame(waits.body, state.game)) return state;
  return opened({ ...gameFrom(waits.body), id: state.game.id });
}

export const towers = { name: "towers", keys: keysWith("towers."), idIn, pathOf: gamePath, isSameGame,
  requestsFor, conflicts, rejoined, opened: (answer) => opened({ ...gameFrom(answer), id: answer.id }),
  isOver: (state) => phase(state) === "end",
  listed: ({ documents = [] }) => documents.filter(({ game }) => game === "towers"), roundsOf: () => ({}),
  learntFrom: (gid, answer, mine) =>
    outbox.learnt(gamePath(gid, answer.id), bodyOf(mine ?? gameFrom(answer)), `"g${answer.revision}"`) };
