import assert from "node:assert/strict";
import test from "node:test";
import { namesOf, stepsOf } from "../../static/js/lazy/ending.js";
import { newGame } from "../../static/js/play/game.js";

function ended(...totals) {
  const players = totals.map((_, seat) => ({ id: String(seat), name: `P${seat}` }));
  const game = newGame({ id: "g", players, firstDealer: 0, schedule: "standard", evenBidRule: null, startedAt: null });
  return { ...game, adjustments: totals.map((points, seat) => ({ seat, points, reason: "", round: null })) };
}
const steps = (...totals) => stepsOf(ended(...totals)).map(({ rank, seats }) => [rank, ...seats]);

test("the first three ranks stand on the podium, in shared places together", () => {
  assert.deepEqual(steps(10, 40, 30, 20), [[1, 1], [2, 2], [3, 3]]);
  assert.deepEqual(steps(40, 40, 30, 20), [[1, 0, 1], [3, 2]]);
  assert.deepEqual(steps(40, 30, 30, 20), [[1, 0], [2, 1, 2]]);
  assert.deepEqual(steps(40, 40, 40, 20), [[1, 0, 1, 2]]);
  assert.deepEqual(steps(0, 0, 0), [[1, 0, 1, 2]]);
});

test("names are joined as the language does", () => {
  const plain = (text) => text.replace(/[\u2068\u2069]/g, "");
  assert.equal(plain(namesOf(ended(1, 2, 3), [0, 1, 2], "en")), "P0, P1, and P2");
  assert.equal(plain(namesOf(ended(1, 2, 3), [0, 1], "de")), "P0 und P1");
});
