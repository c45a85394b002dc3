import assert from "node:assert/strict";
import test from "node:test";
import { stepsOf } from "../../static/js/lazy/ending.js";
import { ended } from "./games.js";

const steps = (...totals) => stepsOf(ended(...totals)).map(({ rank, seats }) => [rank, ...seats]);

test("the first three ranks stand on the podium, in shared places together", () => {
  assert.deepEqual(steps(10, 40, 30, 20), [[1, 1], [2, 2], [3, 3]]);
  assert.deepEqual(steps(40, 40, 30, 20), [[1, 0, 1], [3, 2]]);
  assert.deepEqual(steps(40, 30, 30, 20), [[1, 0], [2, 1, 2]]);
  assert.deepEqual(steps(40, 40, 40, 20), [[1, 0, 1, 2]]);
  assert.deepEqual(steps(0, 0, 0), [[1, 0, 1, 2]]);
});
