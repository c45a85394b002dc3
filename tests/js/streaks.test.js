import assert from "node:assert/strict";
import test from "node:test";
import { tickFor } from "../../static/js/play/device.js";
import { emptyRound } from "../../static/js/play/game.js";
import { streaks, worthAWord } from "../../static/js/play/rules.js";

const players = ["Ute", "Kevin", "Ada"].map((name) => ({ id: name, name }));
const round = (bids, tricks) => ({ ...emptyRound(3), bids, tricks });
const game = (...rounds) => ({ players, rounds });

test("a streak counts bids met in a row and ends with a miss", () => {
  const rounds = [round([0, 0, 1], [0, 0, 1]), round([1, 1, 1], [1, 0, 1]), round([2, 0, 1], [2, 0, 1])];
  assert.deepEqual(streaks(game(...rounds)), [3, 1, 3]);
  assert.deepEqual(worthAWord(game(...rounds)).map(({ seat }) => seat), [0, 2]);
});

test("what is booked ticks once, a refused bid twice, the rest not at all", () => {
  const calm = { ui: { ask: null } };
  for (const action of ["bid", "bidAnyway", "give", "winTrick", "closeRound"]) assert.equal(typeof tickFor(action, calm), "number", action);
  assert.equal(tickFor("bid", { ui: { ask: { seat: 0, value: 1 } } }).length, 3);
  for (const action of ["panel", "undo", "openSeat", "miss"]) assert.equal(tickFor(action, calm), null, action);
});

test("an absence neither ends a streak nor adds to it, and who left is not named", () => {
  const met = (bid) => round([0, bid, 0], [1, bid, 0]);
  const late = { ...game(met(null), met(0), met(1), met(0)), joined: [{ seat: 1, round: 2, start_total: 0 }] };
  assert.deepEqual(streaks(late), [0, 3, 4]);
  const gone = { ...game(met(0), met(0), met(0), met(null)), left: [{ seat: 1, after_round: 3 }] };
  assert.deepEqual(streaks(gone), [0, 3, 4]);
  assert.deepEqual(worthAWord(gone).map(({ seat }) => seat), [2]);
});
