import assert from "node:assert/strict";
import test from "node:test";
import { roundOf } from "../../static/js/play/game.js";
import * as table from "../../static/js/play/state.js";
import { gameOf, later, people, played } from "./games.js";

const fourPlayers = (changes = {}) =>
  table.opened({ ...gameOf({ players: people("Ute", "Kevin", "Ada", "Tom") }), ...changes });

const bids = (state, ...values) => {
  const order = [1, 2, 3, 0].map((seat) => (seat + (state.ui.round - 1)) % 4);
  return played(state, ...values.map((value, index) => ["bid", { seat: order[index], value }]));
};

const withEvenRule = { even_bid_rule: { mode: "last_bidder", min_cards: 1, zero_always_allowed: false } };

test("the last bid turns the page into the reading page, which is deaf for a moment", () => {
  let state = bids(fourPlayers(), 0, 1, 0);
  const tap = later();
  state = table.act(state, "bid", { seat: 0, value: 0 }, tap);
  assert.equal(table.phase(state), "reading");
  const doubled = table.act(state, "miss", { seat: 0 }, tap + table.QUIET_MS - 1);
  assert.equal(doubled, state);
  assert.notEqual(table.act(state, "miss", { seat: 0 }, tap + table.QUIET_MS), state);
});

test("the one who missed gets the rest", () => {
  const state = played(bids(fourPlayers(), 1, 1, 0, 0), ["miss", { seat: 2 }]);
  assert.deepEqual(table.currentTricks(state), [0, 1, 0, 0]);
  assert.equal(table.missingTricks(state), 0);
});

test("with two who missed the second gets the rest once the first is told", () => {
  let state = bids(fourPlayers(), 1, 1, 0, 1);
  state = played(state, ["miss", { seat: 0 }], ["miss", { seat: 1 }]);
  assert.equal(table.missingTricks(state), null);
  state = played(state, ["give", { seat: 1, value: 0 }]);
  assert.deepEqual(table.currentTricks(state), [0, 0, 1, 0]);
});

test("a round whose tricks all fell ends with them, on another phone and after a look at an earlier round", () => {
  const counted = played(bids(fourPlayers(), 1, 0, 0, 0), ["winTrick", { seat: 3 }]);
  const second = bids(played(counted, ["closeRound"]), 1, 0, 0, 0);
  const fell = played(second, ["winTrick", { seat: 2 }], ["winTrick", { seat: 2 }]);
  const lookedBack = played(fell, ["openRound", { round: 1 }], ["back"]);

  for (const state of [table.opened(fell.game), lookedBack]) {
    assert.equal(table.phase(state), "tricks");
    assert.deepEqual(table.currentTricks(state), [0, 0, 2, 0]);
    assert.deepEqual(played(state, ["closeRound"]).game.rounds[1].tricks, [0, 0, 2, 0]);
  }
});

test("a bid forbidden by ±1 is asked about and booked only with its acceptance", () => {
  let state = bids(fourPlayers(withEvenRule), 0, 0, 0);
  state = played(state, ["bid", { seat: 0, value: 1 }]);
  assert.deepEqual(state.ui.ask, { seat: 0, value: 1 });
  assert.equal(roundOf(state.game, 1).bids[0], null);
  state = played(state, ["bidAnyway"]);
  assert.deepEqual(roundOf(state.game, 1).accepted, ["bids_even"]);
  assert.equal(table.phase(state), "reading");
});

test("changing an earlier bid checks the dealer's again", () => {
  let state = bids(fourPlayers(withEvenRule), 0, 0, 0, 0);
  assert.equal(table.phase(state), "reading");
  state = played(state, ["changeBids"], ["bid", { seat: 1, value: 1 }]);
  assert.equal(state.ui.open, 0);
  assert.deepEqual(state.ui.ask, { seat: 0, value: 0 });
});

test("undo walks back through every step and redo forward again", () => {
  const start = fourPlayers();
  const end = played(bids(start, 1, 0, 0, 0), ["miss", { seat: 1 }], ["give", { seat: 1, value: 0 }], ["miss", { seat: 0 }], ["closeRound"]);
  let state = end;
  for (let steps = end.past.length; steps > 0; steps -= 1) state = played(state, ["undo"]);
  assert.deepEqual(state.game, start.game);
  while (state.future.length) state = played(state, ["redo"]);
  assert.deepEqual(state.game, end.game);
});

test("dealing again clears the round and can be undone", () => {
  const before = bids(fourPlayers(), 1, 0);
  const cleared = played(before, ["dealAgain"]);
  assert.deepEqual(roundOf(cleared.game, 1).bids, [null, null, null, null]);
  assert.deepEqual(played(cleared, ["undo"]).game, before.game);
});

test("the last round finishes the game; correcting opens it again", () => {
  let state = fourPlayers({ cards: [1] });
  state = played(bids(state, 1, 0, 0, 0), ["closeRound"]);
  assert.equal(table.phase(state), "end");
  assert.equal(state.game.finished, true);
  state = played(state, ["reopen"]);
  assert.equal(state.game.finished, false);
  assert.equal(table.phase(state), "tricks");
  assert.equal(table.phase(table.opened(state.game)), "tricks");
});

test("tricks that do not add up wait until the table says it was so", () => {
  let state = played(bids(fourPlayers(), 1, 1, 0, 0), ["miss", { seat: 1 }], ["give", { seat: 1, value: 1 }]);
  assert.equal(table.missingTricks(state), -1);
  state = played(state, ["closeRound", { accept: true }]);
  assert.deepEqual(roundOf(state.game, 1).accepted, ["tricks_sum"]);
});

test("a clock that is set back does not prolong the quiet moment after the last bid", () => {
  const state = bids(fourPlayers(), 1, 0, 0, 0);
  const before = state.ui.quietUntil - 86_400_000;
  assert.notEqual(table.act(state, "miss", { seat: 0 }, before), state);
});
