import assert from "node:assert/strict";
import test from "node:test";
import { deviceName } from "../../static/js/lazy/history.js";
import { withRound } from "../../static/js/play/game.js";
import { changes } from "../../static/js/play/resources.js";
import { act, opened } from "../../static/js/play/state.js";
import { gameOf } from "./games.js";

const played = () => withRound(gameOf(), 1, { bids: [0, 1, 0], tricks: [0, 1, 0] });
const say = (word, slots = {}) => [word, ...Object.values(slots)].join(" ");

test("what differs is told seat by seat, an empty cell and 0 apart", () => {
  const before = { bids: [1, null, 2], tricks: null, trump: null };
  const after = { bids: [1, 0, 2], tricks: [1, 0, 2], trump: "red" };
  assert.deepEqual(
    changes(before, after).map(({ key, seat, before: was, after: is }) => [key, seat, was, is]),
    [["bids", 1, null, 0], ["tricks", 0, null, 1], ["tricks", 1, null, 0], ["tricks", 2, null, 2], ["trump",
      undefined, null, "red"]],
  );
});

test("a device is this one, else its name, else its kind", () => {
  const named = (device) => deviceName(device, say);
  assert.equal(named({ name: "Anna's", kind: "iphone", you: true }), "device_you");
  assert.equal(named({ name: "Anna's", kind: "iphone", you: false }), "Anna's");
  assert.equal(named({ name: null, kind: "iphone", you: false }), "device_iphone");
  assert.equal(named(null), "device_other");
});

test("a restored round is one step, and undone with one", () => {
  const state = opened(played());
  const theirs = withRound(played(), 1, { bids: [1, 1, 0], tricks: null });
  const next = act(state, "restore", { game: theirs });
  assert.deepEqual([next.game.rounds[0].bids, next.ui.round], [[1, 1, 0], 1]);
  assert.deepEqual(act(next, "undo").game, state.game);
});
