import assert from "node:assert/strict";
import test from "node:test";
import { bidInHand, handOf, hasBid, missing, secretTricks } from "../../static/js/lazy/sealed_bids.js";
import { emptyRound, roundOf } from "../../static/js/play/game.js";
import { resourcesOf } from "../../static/js/play/resources.js";
import { totalsOf } from "../../static/js/play/rules.js";
import * as table from "../../static/js/play/state.js";
import { packState } from "../../static/js/play/state.js";
import "../../static/js/lazy/cards.js";
import { gameOf } from "./games.js";

let now = 0;

// In round two, of two cards; Kevin deals, so Ada bids first.
function inRoundTwo(mode) {
  const first = { ...emptyRound(3), bids: [1, 0, 0], tricks: [1, 0, 0] };
  return table.opened({ ...gameOf({ schedule: "first5", bid_mode: mode }), rounds: [first] });
}

function played(state, ...steps) {
  for (const [action, args] of steps) state = table.act(state, action, args ?? {}, now += 10_007);
  return state;
}

const round = (state) => roundOf(state.game, 2);
const bidsOnThePhone = (seat, value) => [["hand", { seat }], ["take"], ["seal", { seat, value }], ["cover"]];
const passedRound = (state, ...bids) =>
  played(state, ...bids.flatMap(([seat, value]) => bidsOnThePhone(seat, value)));
const sent = (state) => JSON.stringify(resourcesOf("group", state.game, new Set()));

test("while the phone goes round nothing of it is a bid, and nothing is sent", () => {
  const before = inRoundTwo("hidden");
  const state = passedRound(before, [2, 1], [0, 2]);
  assert.equal(table.phase(state), "sealed");
  assert.deepEqual(round(state).bids, [null, null, null]);
  assert.deepEqual([0, 1, 2].filter((seat) => hasBid(state, seat)), [0, 2]);
  assert.deepEqual(missing(state), [1]);
  assert.equal(sent(state), sent(before));
});

test("two phones that differ in a bid alone keep texts of one length", () => {
  const lengths = [0, 1, 2].map((value) => {
    now = 0;
    return JSON.stringify(packState(passedRound(inRoundTwo("hidden"), [2, value]))).length;
  });
  assert.equal(new Set(lengths).size, 1);
});

test("what is tapped is seen until it is covered, and by nobody who takes the phone again", () => {
  const tapped = played(inRoundTwo("hidden"), ["hand", { seat: 2 }], ["take"], ["seal", { seat: 2,
    value: 1 }]);
  assert.equal(bidInHand(tapped), 1);
  const covered = played(tapped, ["cover"]);
  assert.equal(bidInHand(covered), null);
  assert.equal(handOf(covered).seat, 0); // the next one who has not bid
  assert.equal(bidInHand(played(covered, ["hand", { seat: 2 }], ["take"])), null);
});

test("undo and redo show no hand", () => {
  const twice = played(inRoundTwo("hidden"), ["hand", { seat: 2 }], ["take"], ["seal", { seat: 2, value: 1 }],
    ["seal", { seat: 2, value: 2 }]);
  const undone = played(twice, ["undo"]);
  assert.equal(handOf(undone), null);
  assert.equal(handOf(played(undone, ["redo"])), null);
});

test("hidden bids are shown together, and only then sent", () => {
  const state = passedRound(inRoundTwo("hidden"), [2, 1], [0, 2], [1, 0]);
  assert.equal(table.phase(state), "sealed");
  const shown = played(state, ["reveal"]);
  assert.equal(table.phase(shown), "reading");
  assert.deepEqual(round(shown).bids, [2, 0, 1]);
  assert.match(sent(shown), /"bids":\[2,0,1\]/u);
  assert.doesNotMatch(sent(shown), /sealed|late_/u);
});

test("a bid may be changed until the reveal", () => {
  const state = passedRound(inRoundTwo("hidden"), [2, 1], [0, 2], [2, 0], [1, 0]);
  assert.deepEqual(round(played(state, ["reveal"])).bids, [2, 0, 0]);
});

test("whoever has not bid at the reveal does it late, in the open, and nothing is sent before", () => {
  const state = played(passedRound(inRoundTwo("hidden"), [2, 1], [0, 2]), ["reveal"]);
  assert.equal(table.phase(state), "bids");
  assert.deepEqual(round(state).late_bids, [1]);
  assert.equal(state.ui.open, 1);
  assert.match(sent(state), /"bids":\[null,null,null\]/u);
  const whole = played(state, ["bid", { seat: 1, value: 1 }]);
  assert.equal(table.phase(whole), "reading");
  assert.match(sent(whole), /"bids":\[2,1,1\].*"late_bids":\[1\]/u);
});

test("secret bids are shown with the tricks, the last one's being the rest", () => {
  let state = passedRound(inRoundTwo("secret"), [2, 1], [0, 2], [1, 0]);
  state = played(state, ["took", { seat: 2, value: 1 }], ["took", { seat: 0, value: 1 }]);
  assert.deepEqual(secretTricks(state), [1, 0, 1]);
  assert.equal(table.phase(state), "sealed");
  const shown = played(state, ["reveal"]);
  assert.equal(table.phase(shown), "tricks");
  assert.match(sent(shown), /"bids":\[null,null,null\]/u); // not before the tricks
  const [, , told] = resourcesOf("group", played(shown, ["cloud", { seat: 1, by: 1 }]).game, new Set());
  assert.deepEqual([told.body.bids, told.body.bid_changes], [[null, null, null], []]);
  const closed = played(shown, ["closeRound"]);
  assert.deepEqual(closed.game.rounds[1].bids, [2, 0, 1]);
  assert.deepEqual(closed.game.rounds[1].tricks, [1, 0, 1]);
  assert.deepEqual(totalsOf(closed.game), [20, 40, 50]);
});

test("covered bids follow their people to other seats", () => {
  const state = passedRound(inRoundTwo("hidden"), [2, 1], [0, 2]);
  const moved = played(state, ["moveUp", { seat: 2 }]); // Ute, Ada, Kevin
  assert.deepEqual([0, 1, 2].filter((seat) => hasBid(moved, seat)), [0, 1]);
});
