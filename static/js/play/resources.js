// Converts a game on the phone into resources of the JSON API and back, and compares two versions.

import { bidsComplete, bidsForbidden, blankGame, emptyRound, hasBegun, isSealed, movedRound, put, roundOf,
  sameSeats, trumpAtFirst, withHands, withRound } from "./game.js";

const PER_SEAT = ["bids", "tricks"];
const SILENT = ["started_at", "seating", "late_bids", "dealt_again"];

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (!value || typeof value !== "object") return value;
  const said = Object.keys(value).filter((key) => value[key] !== null); // null equals a missing key
  return Object.fromEntries(said.sort().map((key) => [key, sorted(value[key])]));
}

export const isSame = (one, other) =>
  JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null));

export const changes = (before, after) =>
  Object.keys(after).flatMap((key) => {
    const [was, is] = [before[key], after[key]];
    if (SILENT.includes(key) || isSame(was, is)) return [];
    if (!PER_SEAT.includes(key)) return [{ key, before: was, after: is }];
    const seats = Array.from(was ?? is, (_, seat) => seat);
    return seats.map((seat) => ({ key, seat, before: was?.[seat] ?? null, after: is?.[seat] ?? null }))
      .filter((change) => change.before !== change.after);
  });

export const groupPath = (group) => `/api/groups/${group}`;
export const gamePath = (group, game, folder = "games") => `${groupPath(group)}/${folder}/${game}`;
export const roundPath = (group, game, number) => `${gamePath(group, game)}/rounds/${number}`;

export function gameBody(game) {
  const { id: _id, rounds: _rounds, deleted_by: _by, tournament: _of, cards, planned, ...body } = game;
  return game.schedule === "custom" ? { ...body, cards: planned ?? cards } : body;
}

const rareIn = ({ late_bids: late, totals }) => ({ ...(late?.length && { late_bids: late }),
  ...(totals && { totals }) });

// Once seats have changed, every round contains its seating.
export function roundBody({ seating }, { sealed: _sealed, late_bids, dealt_again: again, totals, ...round }) {
  return { ...round, ...rareIn({ late_bids, totals }), ...(again && { dealt_again: true }),
    ...(seating && { seating }) };
}

// Bids that are not made in turn are sent together once they are revealed: secret ones with the tricks.
function toldRound(game, number) {
  const round = roundOf(game, number);
  const { bid_mode: mode = "open" } = game;
  // Leader, dealer or deck may have changed since: bids and trump of a closed round stay.
  const isOld = { bids_even: bidsForbidden(game, number),
    no_turn_up: trumpAtFirst(game, number) === "none" && ![null, "none"].includes(round.trump) };
  const more = Object.keys(isOld).filter((problem) => isOld[problem] && !round.accepted.includes(problem));
  const accepted = round.tricks ? [...round.accepted, ...more] : round.accepted;
  const isTold = mode === "open" || round.unwritten ||
    (bidsComplete(game, number) && (mode !== "secret" || round.tricks));
  return isTold
    ? { ...round, accepted }
    : { ...round, bids: round.bids.map(() => null), bid_changes: [], late_bids: [], dealt_again: false };
}

const isTouched = (round) =>
  Boolean(round) &&
  Object.entries(emptyRound(round.bids.length)).some(([key, empty]) => !isSame(round[key], empty));

// Whether a person must confirm bids that ±1 forbids, before they are sent.
export const isInQuestion = (game, number) => !game.rounds[number - 1]?.tricks && bidsForbidden(game, number);

// Everything of this game that the server should have, in the order in which it must arrive. A round removed
// by undo is sent empty.
export function resourcesOf(group, game, sentPaths) {
  const start = roundPath(group, game.id, "");
  const isBeyond = (path) => path.startsWith(start) && roundIn(path) > game.cards.length;
  const empty = roundBody(game, emptyRound(game.players.length));
  const beyond = [...sentPaths].filter(isBeyond).map((path) => ({ path, body: empty }));
  const rounds = game.cards.flatMap((_, index) => {
    const path = roundPath(group, game.id, index + 1);
    const wanted = isTouched(game.rounds[index]) || sentPaths.has(path);
    return wanted && !isInQuestion(game, index + 1)
      ? [{ path, body: roundBody(game, toldRound(game, index + 1)) }]
      : [];
  });
  const settings = { path: gamePath(group, game.id), body: gameBody(game) };
  // A game is finished after its last round has arrived, and shortened once later rounds are empty.
  if (game.finished && sentPaths.has(settings.path)) return [...beyond, ...rounds, settings];
  return [...beyond, settings, ...rounds];
}

const pick = (from, like) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, from[key] ?? like[key]]));

// Bids that are hidden, or revealed but not complete, are on this phone only: another version of their round
// keeps them.
export function withCovered(game, mine) {
  if (!mine || !sameSeats(game.players, mine.players)) return game;
  const isOurs = (round, number) =>
    hasBegun(round) && [roundOf(game, number), toldRound(mine, number)].every((one) => isSealed(game, one));
  return mine.rounds.slice(0, game.cards.length).reduce((now, round, index) => {
    const { sealed, bids, bid_changes, late_bids, dealt_again } = round;
    return isOurs(round, index + 1)
      ? withRound(now, index + 1, { sealed, bids, bid_changes, late_bids, dealt_again })
      : now;
  }, game);
}

export const roundFrom = (answer) => ({ ...pick(answer, emptyRound(answer.bids.length)), ...rareIn(answer) });

export function gameFrom(answer) {
  const game = pick(answer, blankGame(answer));
  const found = [];
  for (const round of answer.rounds) found[round.number - 1] = roundFrom(round);
  const rounds = Array.from(found, (round) => round ?? emptyRound(game.players.length));
  for (const rare of ["game", "planned", "deleted_by", "tournament"]) {
    if (answer[rare]) game[rare] = answer[rare];
  }
  return { ...withHands(game), rounds };
}

export const roundIn = (path) => Number(path.split("/rounds/")[1] ?? 0);
export const groupIn = (path) => path.split("/groups/")[1].split("/")[0];
export const idBelow = (folder) => (path) => path.split(`/${folder}/`)[1]?.split("/")[0] ?? null;
export const gameIn = idBelow("games");

// A resource in a response, as the phone would send it.
export const bodyFrom = (path, answer) =>
  roundIn(path) ? roundBody(answer, roundFrom(answer)) : gameBody(gameFrom({ ...answer, rounds: [] }));

export function withTheirs(game, path, current) {
  const number = roundIn(path);
  if (!number) {
    const theirs = gameFrom({ tournament: game.tournament, ...current, id: game.id, rounds: [] });
    return { ...theirs, rounds: game.rounds.map((round) => movedRound(round, game.players, theirs.players)) };
  }
  const { rounds } = withRound(game, number, {}); // undo may have removed the round here
  return withCovered({ ...game, rounds: put(rounds, number - 1, roundFrom(current)) }, game);
}

export function bodyAt(game, path) {
  const number = roundIn(path);
  return number ? roundBody(game, toldRound(game, number)) : gameBody(game);
}
