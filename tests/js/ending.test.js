import assert from "node:assert/strict";
import test from "node:test";
import { risesOf, stepsOf, titleFor, winsAfter } from "../../static/js/lazy/ending.js";
import { ended } from "./games.js";

const steps = (...totals) => stepsOf(ended(...totals)).map(({ rank, seats }) => [rank, ...seats]);

test("the first three ranks stand on the podium, in shared places together", () => {
  assert.deepEqual(steps(10, 40, 30, 20), [[1, 1], [2, 2], [3, 3]]);
  assert.deepEqual(steps(40, 40, 30, 20), [[1, 0, 1], [3, 2]]);
  assert.deepEqual(steps(40, 30, 30, 20), [[1, 0], [2, 1, 2]]);
  assert.deepEqual(steps(40, 40, 40, 20), [[1, 0, 1, 2]]);
  assert.deepEqual(steps(0, 0, 0), [[1, 0, 1, 2]]);
});

const TITLES = [[0, "Apprentice"], [1, "Adept"], [3, "Conjurer"]];
const say = (key, { level, title }) => `${key} ${level} ${title}`;

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
