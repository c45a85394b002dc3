import assert from "node:assert/strict";
import test from "node:test";
import { awardsOf, worthTelling } from "../../static/js/lazy/ending.js";
import { emptyRound } from "../../static/js/play/game.js";
import { gameOf as begun, people, read } from "./games.js";

const VECTORS = read("awards");

function gameOf(seats, rounds, more = {}) {
  const game = begun({ players: people(...Array(seats).keys()) });
  return { ...game, ...more, rounds: rounds.map((round) => ({ ...emptyRound(seats), ...round })) };
}
const same = (times, bids, tricks) => Array.from({ length: times }, () => ({ bids, tricks }));
const told = (game) => Object.fromEntries(awardsOf(game).map(({ award, seats }) => [award, seats]));

test("the phone gives the awards that the server gives", () => {
  assert.ok(VECTORS.length > 10);
  for (const { players, rounds, awards, left = [] } of VECTORS) assert.deepEqual(awardsOf(gameOf(players, rounds, { left })), awards);
});

test("a latecomer's empty rounds are no zeros and end nothing", () => {
  const late = [...same(3, [0, null, 2, 1], [0, null, 0, 0]), ...same(3, [0, 0, 2, 1], [0, 0, 0, 0])];
  const joined = [{ seat: 1, round: 4, start_total: 0 }];
  assert.deepEqual(told(gameOf(4, late, { joined })).reliable_zero, [0]);
  assert.deepEqual(told(gameOf(4, late, { joined })).so_close, [3]);
});

test("few are told, those first that honour somebody new, and nobody more than twice", () => {
  const prize = (award, ...seats) => ({ award, seats, value: 3 });
  const names = (prizes) => worthTelling(prizes).map(({ award }) => award);
  assert.deepEqual(names([prize("a", 0), prize("b", 0), prize("c", 0), prize("d", 1)]), ["a", "b", "d"]);
  assert.deepEqual(names([prize("a", 0), prize("b", 0), prize("c", 1), prize("d", 2), prize("e", 3), prize("f", 4)]), ["a", "c", "d", "e"]);
  assert.deepEqual(names([prize("a", 0), prize("b", 0, 1)]), ["a", "b"]);
  assert.deepEqual(names([]), []);
});
