import assert from "node:assert/strict";
import { test } from "node:test";

import { scenes } from "../../static/js/play/rehearsal.js";
import { phase } from "../../static/js/play/table.js";
import { closedRounds } from "../../static/js/play/totals.js";

test("every page of a round is rehearsed, and what stands between two rounds with and without a curve", () => {
  const states = scenes();

  assert.deepEqual(new Set(states.map(phase)), new Set(["bids", "reading", "tricks"]));
  assert.deepEqual(new Set(states.map(({ game }) => closedRounds(game).length)), new Set([0, 1, 2]));
});

test("every step of it does something", () => {
  const states = scenes();

  assert.equal(new Set(states).size, 12);
});
