import assert from "node:assert/strict";
import test from "node:test";
import { risesOf, titleFor, winsAfter } from "../../static/js/lazy/ending.js";
import { newGame } from "../../static/js/play/game.js";

const TITLES = [[0, "Apprentice"], [1, "Adept"], [3, "Conjurer"]];
const say = (key, { level, title }) => `${key} ${level} ${title}`;

function ended(...totals) {
  const players = totals.map((_, seat) => ({ id: String(seat), name: `P${seat}` }));
  const game = newGame({ id: "g", players, firstDealer: 0, schedule: "standard", evenBidRule: null, startedAt: null });
  return { ...game, finished: true, adjustments: totals.map((points, seat) => ({ seat, points, reason: "", round: null })) };
}

test("a title lasts until enough wins bring the next one", () => {
  assert.deepEqual([0, 1, 2, 3, 99].map((wins) => titleFor(wins, TITLES)), ["Apprentice", "Adept", "Adept", "Conjurer", "Conjurer"]);
});

test("whoever wins has one win more than before, shared or not", () => {
  assert.deepEqual(winsAfter(ended(40, 10, 40), { wins: { 0: 2, 1: 5 }, counted: [] }), [3, 5, 1]);
});

test("the winner's level is told, and whether the title is new", () => {
  const after = (wins) => risesOf(ended(40, 10, 20), { wins: { 0: wins }, counted: [] }, TITLES, say);
  assert.deepEqual(after(0), { 0: { text: "level 2 Adept", isNew: true } });
  assert.deepEqual(after(1), { 0: { text: "level 3 Adept", isNew: false } });
  assert.deepEqual(after(2), { 0: { text: "level 4 Conjurer", isNew: true } });
});
