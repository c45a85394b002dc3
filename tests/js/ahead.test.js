import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { ahead } from "../../static/js/play/ahead.js";
import { newGame } from "../../static/js/play/game.js";
import { QUIET_MS, act, opened } from "../../static/js/play/table.js";

const players = ["Ute", "Kevin", "Ada"].map((name) => ({ id: name, name }));
const game = newGame({ id: "g", players, firstDealer: 0, schedule: "standard", evenBidRule: null, startedAt: null });
const bids = (state) => state.game.rounds[0]?.bids;
let state = null;
let drawn = [];
let guess = null;

beforeEach(() => {
  state = opened(game);
  drawn = [];
  guess = ahead((next) => drawn.push(next));
});

test("what is drawn while the finger is down is what the tap makes of it", () => {
  guess.pressed(state, "bid", { seat: 1, value: 1 }, 0);
  const next = guess.after(state, "bid", { seat: 1, value: 1 }, 80);

  assert.deepEqual(bids(next), [null, 1, null]);
  assert.deepEqual(drawn.map((each) => each === next), [true]);
});

test("the tap counts, not where the finger came down", () => {
  guess.pressed(state, "bid", { seat: 1, value: 1 }, 0);

  assert.deepEqual(bids(guess.after(state, "bid", { seat: 1, value: 0 }, 80)), [null, 0, null]);
});

test("what has changed under the finger is built upon", () => {
  guess.pressed(state, "bid", { seat: 1, value: 1 }, 0);
  const meanwhile = act(state, "bid", { seat: 2, value: 0 });

  assert.deepEqual(bids(guess.after(meanwhile, "bid", { seat: 1, value: 1 }, 80)), [null, 1, 0]);
});

test("a press that slid away is forgotten", () => {
  guess.pressed(state, "bid", { seat: 1, value: 1 }, 0);
  guess.pressed(state, "openSeat", { seat: 2 }, 100);
  const next = guess.after(state, "bid", { seat: 1, value: 1 }, 200);

  assert.deepEqual(bids(next), [null, 1, null]);
  assert.equal(drawn.includes(next), false);
});

test("after a long press the page is quiet as long as after a short one", () => {
  for (const seat of [1, 2]) state = act(state, "bid", { seat, value: 0 });
  guess.pressed(state, "bid", { seat: 0, value: 0 }, 0);

  assert.equal(guess.after(state, "bid", { seat: 0, value: 0 }, 2000).ui.quietUntil, 2000 + QUIET_MS);
});

test("what a quiet page does not hear is not drawn", () => {
  for (const seat of [1, 2, 0]) state = act(state, "bid", { seat, value: 0 }, 0);
  guess.pressed(state, "miss", { seat: 1 }, QUIET_MS / 2);

  assert.deepEqual(drawn, []);
});
