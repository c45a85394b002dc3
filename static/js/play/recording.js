// What a tap writes, as one patch: the state, the requests that follow from it, and the line of
// the game among those that are open.

import * as chance from "./chance.js";
import * as outbox from "./outbox.js";
import { applied, merged } from "./patches.js";
import * as reseating from "./reseating.js";
import { gamePath, resourcesOf } from "./resources.js";
import { kept as keptLine } from "./running.js";
import { movedBody, seatingOf } from "./seating.js";
import { packState } from "./shelf.js";

// What the server has, or will have, of the rounds of a game whose seats change with this tap.
function reseatedAt(content, group, game) {
  const before = content.games[game.id]?.game;
  if (!before || seatingOf(before) === seatingOf(game)) return {};
  const change = (body) => movedBody(body, before.players, game);
  return reseating.reseated(content, `${gamePath(group, game.id)}/rounds/`, change, before.players);
}

// What must be sent, so that the server will hold this game.
export function editsFor(content, group, game) {
  const sent = new Set(Object.keys(outbox.lastBodies(content)));
  return outbox.edits(content, resourcesOf(group, game, sent), chance.key);
}

// here: the place of the game, as {group, game}; at: the moment.
export function patchFor(content, here, state, at) {
  const { game } = state;
  const reseated = reseatedAt(content, here.group, game);
  const edits = editsFor(applied(content, reseated), here.group, game);
  const lines = keptLine(content.kept, here.group, game, at);
  const current = content.kept.current?.game === game.id ? {} : { current: here };
  return { ...merged(reseated, edits), games: { [game.id]: packState(state) }, kept: { ...lines, ...current } };
}

export const isJustFinished = (content, { game }) => game.finished && !content.games[game.id]?.game.finished;
