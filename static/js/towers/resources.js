// How a game on the phone becomes the resource of the JSON API, and back.

import { groupPath } from "../play/resources.js";
import { BASE_GAME } from "./rules.js";

export const gamePath = (group, game) => `${groupPath(group)}/towers/${game}`;
export const idIn = (path) => path.split("/towers/")[1].split("/")[0];

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
