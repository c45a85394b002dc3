import assert from "node:assert/strict";
import test from "node:test";
import { news, whereWeAre } from "../../static/js/lazy/parts.js";
import { act, opened } from "../../static/js/play/state.js";
import "../../static/js/lazy/people.js";
import { gameOf, later, played as after } from "./games.js";

const say = (key, slots = {}) => `${[key, ...Object.values(slots)].join(" ")}.`;

const table = () => opened(gameOf());
const said = (state, name, args = {}) => news(state, act(state, name, args, later()), name, args, say);
const bids = (...values) => values.map((value, at) => ["bid", { seat: (at + 1) % 3, value }]);

test("where we are before the first bid, while bids are made, and while the round is played", () => {
  const start = table();
  assert.deepEqual(whereWeAre(start, say), [["where_round 1 20 1.", "where_no_note.", "where_dealer Ute."], [
    "where_no_bids.",
    "says_next Kevin.",
  ], ["where_total Ute 0.", "where_total Kevin 0.", "where_total Ada 0."]]);

  const bidding = after(start, ["trump", { value: "red" }], ...bids(1));
  assert.deepEqual(whereWeAre(bidding, say).slice(0, 2), [["where_round 1 20 1.", "where_trump trump_red..",
    "where_dealer Ute."], ["says_bid Kevin 1.", "says_next Ada."]]);

  const reading = after(bidding, ...bids(1, 0, 1).slice(1));
  assert.deepEqual(whereWeAre(reading, say)[1], ["says_bid Kevin 1.", "says_bid Ada 0.", "says_bid Ute 1.",
    "says_read.", "verdict_over 2 1."]);
});

test("tricks, a correction and the end are told, the best first", () => {
  const tricks = after(table(), ...bids(1, 0, 1), ["miss", { seat: 0 }]);
  assert.deepEqual(whereWeAre(tricks, say)[1].slice(-2), ["says_bid Ute 1.", "says_took Ute 0."]);

  const closed = after(tricks, ["closeRound", {}]);
  assert.deepEqual(whereWeAre(closed, say).at(-1), ["where_total Kevin 30.", "where_total Ada 20.",
    "where_total Ute -10."]);
  assert.equal(whereWeAre(after(closed, ["openRound", { round: 1 }]), say)[0][0], "correcting_now.");

  const ended = whereWeAre(after(closed, ["endHere", {}]), say);
  assert.equal(ended[0][0], "game_over.");
  assert.match(ended[0][1], /^wins 1 30/);
});

test("what follows from a tap is announced with it", () => {
  assert.equal(said(table(), "bid", { seat: 1, value: 1 }), "says_bid Kevin 1. says_next Ada.");
  assert.equal(said(after(table(), ...bids(1, 0)), "bid", { seat: 0, value: 1 }),
    "says_bid Ute 1. says_read. verdict_over 2 1.");
  const reading = after(table(), ...bids(1, 0, 1));
  assert.equal(said(reading, "miss", { seat: 0 }), "says_took Ute 0.");
  const missed = after(reading, ["miss", { seat: 0 }]);
  assert.equal(said(missed, "miss", { seat: 0 }), "", "closing the chips says nothing");
  assert.match(said(reading, "winTrick", { seat: 0 }), /^says_won Ute\./);
  assert.match(said(missed, "closeRound"), /^where_round 2 20 2./);
});

test("of other steps only what they have changed is announced", () => {
  const bidding = after(table(), ...bids(1));
  assert.equal(said(bidding, "trump", { value: "red" }), "where_trump trump_red..");
  assert.equal(said(bidding, "undo"), "says_undone. where_no_bids. says_next Kevin.");
  assert.equal(said(bidding, "correction", { seat: 0 }), "");
  const reading = after(bidding, ...bids(1, 0, 1).slice(1));
  assert.equal(said(reading, "bomb", { by: 1 }), "verdict_over 2 0. void_count 1.");
  const closed = after(reading, ["miss", { seat: 0 }], ["closeRound", {}]);
  assert.match(said(closed, "openRound", { round: 1 }), /^correcting_now. where_round 1 20 1./);
  assert.equal(said(closed, "undo").split(" ", 2).join(" "), "says_undone. where_round");
});
