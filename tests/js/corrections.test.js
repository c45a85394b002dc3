import assert from "node:assert/strict";
import test from "node:test";
import { entryOf } from "../../static/js/lazy/people.js";
import { emptyRound } from "../../static/js/play/game.js";
import { gameBody } from "../../static/js/play/resources.js";
import { totalsByRound, totalsOf } from "../../static/js/play/rules.js";
import * as table from "../../static/js/play/state.js";
import { totalsWithPenalties } from "../../static/js/play/views/seats.js";
import { pad } from "../../static/js/play/views/standings.js";
import { gameOf, played } from "./games.js";

const inRoundTwo = () =>
  table.opened({ ...gameOf(), rounds: [{ ...emptyRound(3), bids: [1, 0, 0], tricks: [1, 0, 0] }] });

const penalty = (state, ...more) => played(state, ["correction", { seat: 1 }], ["correction", { points: "-20" }], ...more, ["adjust"]);

test("a penalty is an entry of its own, and counts at once", () => {
  const state = penalty(inRoundTwo(), ["correction", { reason: " Misplay " }]);
  assert.deepEqual(state.game.adjustments, [{ seat: 1, points: -20, reason: "Misplay", round: 2 }]);
  assert.deepEqual(totalsOf(state.game), [30, 0, 20]);
  assert.deepEqual(totalsWithPenalties(state), [30, 0, 20]);
  assert.equal(state.ui.correction, null);
  assert.deepEqual(gameBody(state.game).adjustments, state.game.adjustments);
});

test("one for a round that is closed moves the totals from there on", () => {
  const state = penalty(played(inRoundTwo(), ["openRound", { round: 1 }]));
  assert.deepEqual(totalsByRound(state.game), [[30, 0, 20]]);
});

const textsIn = (node) => (node.children?.length ? node.children.flatMap(textsIn) : [node.text]);

test("the block shows it beside its round, or on a line of its own", () => {
  const say = (key) => key;
  const written = (state) => textsIn(pad(state, say)).filter((text) => ["*", "−20", "0"].includes(text));
  assert.deepEqual(written(inRoundTwo()), ["0", "0"]); // the bids
  assert.deepEqual(written(penalty(inRoundTwo())), ["*", "−20", "0", "0", "0"]);
  assert.deepEqual(written(penalty(played(inRoundTwo(), ["openRound", { round: 1 }]))), ["0", "−20", "0", "0"]);
});

test("points may be typed with any minus, and nothing else", () => {
  const typed = (points) => entryOf(played(inRoundTwo(), ["correction", { seat: 0, points }])).points;
  assert.deepEqual(["−15", "-15", "+30", " 5 ", "0", "", "ten", "1.5", "123456"].map(typed), [-15, -15, 30, 5, null, null, null, null, null]);
});

test("an entry is changed where it stands, taken away, and brought back", () => {
  let state = penalty(penalty(inRoundTwo()), ["correction", { seat: 2 }]);
  state = played(state, ["amend", { index: 0 }], ["correction", { points: "-10" }], ["adjust"]);
  assert.deepEqual(state.game.adjustments.map(({ seat, points }) => [seat, points]), [[1, -10], [2, -20]]);
  state = played(state, ["unadjust", { index: 0 }]);
  assert.deepEqual(state.game.adjustments.map(({ seat }) => seat), [2]);
  assert.equal(played(state, ["undo"]).game.adjustments.length, 2);
});
