import assert from "node:assert/strict";
import test from "node:test";
import { stepsOf } from "../../static/js/lazy/ending.js";
import { entryOf } from "../../static/js/lazy/people.js";
import { emptyRound, roundOf } from "../../static/js/play/game.js";
import { gameBody, resourcesOf, roundFrom } from "../../static/js/play/resources.js";
import { totalsOf } from "../../static/js/play/rules.js";
import * as table from "../../static/js/play/state.js";
import { totalsWithPenalties } from "../../static/js/play/views/seats.js";
import { pad, standings } from "../../static/js/play/views/standings.js";
import { elementsIn, ended, gameOf, later, people, played, textsIn } from "./games.js";

const fourPlayers = (changes = {}) =>
  table.opened({ ...gameOf({ players: people("Ute", "Kevin", "Ada", "Tom") }), ...changes });

const bids = (state, ...values) => {
  const order = [1, 2, 3, 0].map((seat) => (seat + (state.ui.round - 1)) % 4);
  return played(state, ...values.map((value, index) => ["bid", { seat: order[index], value }]));
};

const gained = ({ game }) =>
  elementsIn(standings({ game }, (name) => name)).filter(({ props }) => props.class === "gained").flatMap(
    textsIn,
  );

const withEvenRule = { even_bid_rule: { mode: "last_bidder", min_cards: 1, zero_always_allowed: false } };

test("the last bid turns the page into the reading page, which is deaf for a moment", () => {
  const tap = later();
  const state = table.act(bids(fourPlayers(), 0, 1, 0), "bid", { seat: 0, value: 0 }, tap);
  assert.equal(table.phase(state), "reading");
  const missedAt = (moment) => table.act(state, "miss", { seat: 0 }, moment);
  assert.equal(missedAt(tap + table.QUIET_MS - 1), state);
  assert.notEqual(missedAt(tap + table.QUIET_MS), state);
  assert.notEqual(missedAt(tap - 86_400_000), state, "a clock that is set back does not prolong it");
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
  const asked = bids(fourPlayers(withEvenRule), 0, 0, 0, 1);
  assert.deepEqual(asked.ui.ask, { seat: 0, value: 1 });
  assert.equal(roundOf(asked.game, 1).bids[0], null);
  const state = played(asked, ["bidAnyway"]);
  assert.deepEqual([table.phase(state), roundOf(state.game, 1).accepted], ["reading", ["bids_even"]]);

  const earlier = played(bids(fourPlayers(withEvenRule), 0, 0, 0, 0), ["changeBids"], ["bid", { seat: 1,
    value: 1 }]);
  assert.deepEqual([earlier.ui.open, earlier.ui.ask], [0, { seat: 0, value: 0 }]);
});

test("dealing again clears the round and can be undone", () => {
  const before = bids(fourPlayers(), 1, 0);
  const cleared = played(before, ["dealAgain"]);
  assert.deepEqual(roundOf(cleared.game, 1).bids, [null, null, null, null]);
  assert.deepEqual(played(cleared, ["undo"]).game, before.game);
});

test("the last round finishes the game; correcting opens it again", () => {
  const over = played(bids(fourPlayers({ cards: [1] }), 1, 0, 0, 0), ["closeRound"]);
  assert.deepEqual([table.phase(over), over.game.finished], ["end", true]);
  const again = played(over, ["reopen"]);
  assert.equal(again.game.finished, false);
  for (const state of [again, table.opened(again.game)]) assert.equal(table.phase(state), "tricks");
});

test("tricks that do not add up wait until the table confirms them", () => {
  const state = played(bids(fourPlayers(), 1, 1, 0, 0), ["miss", { seat: 1 }], ["give", { seat: 1,
    value: 1 }]);
  assert.equal(table.missingTricks(state), -1);
  const { game } = played(state, ["closeRound", { accept: true }]);
  assert.deepEqual(roundOf(game, 1).accepted, ["tricks_sum"]);
});

const inRoundTwo = () =>
  table.opened({ ...gameOf(), rounds: [{ ...emptyRound(3), bids: [1, 0, 0], tricks: [1, 0, 0] }] });

const penalty = (state, ...more) =>
  played(state, ["correction", { seat: 1 }], ["correction", { points: "-20" }], ...more, ["adjust"]);

test("a penalty is an entry of its own, counts at once, is taken away, and brought back", () => {
  const state = penalty(inRoundTwo(), ["correction", { reason: " Misplay " }]);
  assert.deepEqual(state.game.adjustments, [{ seat: 1, points: -20, reason: "Misplay", round: 2 }]);
  assert.deepEqual([totalsOf(state.game), totalsWithPenalties(state)], [[30, 0, 20], [30, 0, 20]]);
  assert.equal(state.ui.correction, null);
  assert.deepEqual(gameBody(state.game).adjustments, state.game.adjustments);
  const two = played(penalty(state), ["correction", { seat: 2 }]);
  const one = played(two, ["unadjust", { index: 0 }]);
  assert.deepEqual(one.game.adjustments.map(({ reason }) => reason), [""]);
  assert.deepEqual(played(one, ["undo"]).game.adjustments, two.game.adjustments);
});

test("the block shows it beside its round, or on a line of its own", () => {
  const written = (state) =>
    textsIn(pad(state, (key) => key)).filter((text) => ["*", "−20", "0"].includes(text));
  assert.deepEqual(written(inRoundTwo()), ["0", "0"]); // the bids
  assert.deepEqual(written(penalty(inRoundTwo())), ["*", "−20", "0", "0", "0"]);
  const earlier = penalty(played(inRoundTwo(), ["openRound", { round: 1 }]));
  assert.deepEqual(written(earlier), ["0", "−20", "0", "0"]);
});

test("points are a whole number other than 0", () => {
  const typed = (points) => entryOf(played(inRoundTwo(), ["correction", { seat: 0, points }])).points;
  assert.deepEqual(["-15", "30", "0", "", "1.5", "123456"].map(typed), [-15, 30, null, null, null, null]);
});

test("an unwritten round lets the next one begin, and its totals may be entered", () => {
  const first = played(bids(fourPlayers(), 1, 0, 0, 0), ["miss", { seat: 0 }], ["closeRound"]);
  const begun = bids(first, 1);
  const skipped = played(begun, ["notWritten"]);
  assert.equal(skipped.ui.round, 3);
  assert.deepEqual(totalsOf(skipped.game), totalsOf(first.game));
  assert.deepEqual(skipped.game.rounds[1].bids, [null, null, null, null]);
  assert.equal(table.phase(played(skipped, ["openRound", { round: 2 }])), "unwritten");
  const words = (name) => name;
  assert.match(JSON.stringify(pad(skipped, words)), /cell_unwritten/);
  assert.deepEqual(gained(skipped), ["–", "–", "–", "–"]);

  const typed = ["-10", "40", "30", "-20"].map((text, seat) => ["correction", { [`total${seat}`]: text }]);
  const known = played(skipped, ["openRound", { round: 2 }], ...typed, ["keepTotals"]);
  assert.deepEqual(totalsOf(known.game), [-10, 40, 30, -20]);
  assert.deepEqual(roundFrom(known.game.rounds[1]).totals, [-10, 40, 30, -20]);
  assert.deepEqual(gained(known), ["+10", "+10", "−30", "−40"]);

  const after = played(known, ["dealAgain"]);
  assert.deepEqual([after.ui.round, table.phase(after)], [2, "bids"]);
  assert.deepEqual(totalsOf(after.game), totalsOf(first.game));

  const written = played(bids(after, 2, 0, 0, 0), ["closeRound"]);
  const { unwritten, totals, tricks } = written.game.rounds[1];
  assert.deepEqual([unwritten, totals, tricks], [false, null, [0, 0, 2, 0]]);
  assert.equal(totalsOf(written.game)[2], totalsOf(first.game)[2] + 40);
});

test("hidden bids are dropped with an unwritten round", () => {
  const state = played(fourPlayers({ bid_mode: "hidden" }), ["notWritten"]);
  const sent = resourcesOf("g", state.game, new Set()).find(({ path }) => path.endsWith("/rounds/1"));
  assert.deepEqual([sent.body.unwritten, sent.body.dealt_again], [true, true]);
});

const steps = (...totals) => stepsOf(ended(...totals)).map(({ rank, seats }) => [rank, ...seats]);

test("the first three ranks stand on the podium, in shared places together", () => {
  assert.deepEqual(steps(10, 40, 30, 20), [[1, 1], [2, 2], [3, 3]]);
  assert.deepEqual(steps(40, 40, 30, 20), [[1, 0, 1], [3, 2]]);
  assert.deepEqual(steps(40, 30, 30, 20), [[1, 0], [2, 1, 2]]);
  assert.deepEqual(steps(40, 40, 40, 20), [[1, 0, 1, 2]]);
  assert.deepEqual(steps(0, 0, 0), [[1, 0, 1, 2]]);
});
