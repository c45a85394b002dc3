import assert from "node:assert/strict";
import test from "node:test";
import { extras, foresight, insteadOfCard, outcomeOf } from "../../static/js/lazy/cards.js";
import "../../static/js/lazy/people.js";
import { news } from "../../static/js/lazy/parts.js";
import { bidText, emptyRound, roundOf, trumpAtFirst, trumpOf, withPlayers,
  withRound } from "../../static/js/play/game.js";
import { resourcesOf } from "../../static/js/play/resources.js";
import { finalBids, totalsOf } from "../../static/js/play/rules.js";
import * as table from "../../static/js/play/state.js";
import { trumpChoices } from "../../static/js/play/views/round.js";
import { each, gameOf, people, played, say, textsIn } from "./games.js";

const TWENTY_FIVE = ["dragon", "fairy", "bomb", "werewolf", "juggler", "cloud", "shapeshifter"];

const withCards = (changes = {}) => ({ ...gameOf({ schedule: "first5" }), edition: TWENTY_FIVE, ...changes });

// In round three, of three cards, with these bids by seat.
function inRoundThree(bids, changes = {}) {
  const met = (tricks) => ({ ...emptyRound(3), bids: tricks, tricks });
  const game = { ...withCards(changes), rounds: [met([1, 0, 0]), met([1, 1, 0])] };
  return table.opened(withRound(game, 3, { bids }));
}

const round = (state) => roundOf(state.game, 3);

// --- the Bomb -------------------------------------------------------------------------

test("a bomb takes a trick away from everybody", () => {
  const state = played(inRoundThree([1, 1, 0]), ["bomb", { by: 1 }]);
  assert.equal(round(state).void_tricks, 1);
  assert.equal(table.missingTricks(state), 0);
  assert.deepEqual(played(state, ["closeRound"]).game.rounds[2].tricks, [1, 1, 0]);
});

test("who counts along is done when the bomb was the last trick", () => {
  const begun = played(inRoundThree([1, 1, 0]), ["winTrick", { seat: 0 }]);
  const state = played(begun, ["bomb", { by: 1 }]);
  assert.equal(table.phase(state), "reading");
  for (const over of [played(state, ["winTrick", { seat: 1 }]),
    played(begun, ["winTrick", { seat: 1 }], ["bomb", { by: 1 }])])
  {
    assert.deepEqual([table.phase(over), table.currentTricks(over)], ["tricks", [1, 1, 0]]);
    assert.equal(table.phase(played(over, ["bomb", { by: -1 }])), "reading");
  }
});

test("a bomb remembered late leaves the closed round as it was until its tricks add up", () => {
  let state = inRoundThree([1, 1, 1]);
  state = played(state, ["closeRound"], ["openRound", { round: 3 }], ["bomb", { by: 1 }]);
  assert.equal(state.game.rounds[2].void_tricks, 0);
  assert.equal(table.missingTricks(state), -1);
  assert.equal(round(played(state, ["undo"])).void_tricks, 0);
  assert.equal(table.missingTricks(played(state, ["undo"])), 0);
  state = played(state, ["miss", { seat: 2 }], ["closeRound"]);
  assert.equal(state.game.rounds[2].void_tricks, 1);
  assert.deepEqual(state.game.rounds[2].tricks, [1, 1, 0]);
});

// --- the Cloud ------------------------------------------------------------------------

test("a cloud moves one bid, and the moved one counts", () => {
  const state = played(inRoundThree([1, 1, 0]), ["cloud", { seat: 0, by: 1 }]);
  assert.deepEqual(finalBids(round(state)), [2, 1, 0]);
  assert.equal(bidText(round(state), 0), "1→2");
  assert.equal(bidText(round(state), 1), 1);
  assert.equal(table.missingTricks(state), 0);
  assert.deepEqual(totalsOf(played(state, ["closeRound"]).game), [30 + 30 + 40, 20 + 30 + 30, 20 + 20 + 20]);
});

test("no bid moves below nothing or above the hand", () => {
  for (const [seat, by] of [[0, "-1"], [2, 1]]) {
    const state = played(inRoundThree([0, 1, 3]), ["cloud", { seat, by }]);
    assert.deepEqual(round(state).bid_changes, []);
  }
});

test("a second cloud adds to the first, and either can be taken back", () => {
  const state = played(inRoundThree([1, 1, 0]), ["cloud", { seat: 0, by: 1 }], ["cloud", { seat: 0,
    by: "-1" }]);
  assert.equal(bidText(round(state), 0), 1);
  assert.deepEqual(finalBids(round(played(state, ["uncloud", { index: 1 }]))), [2, 1, 0]);
});

test("what no longer fits goes with the change that it stood on", () => {
  assert.deepEqual(round(played(inRoundThree([3, 0, 0]), ["cloud", { seat: 0, by: 1 }])).bid_changes, []);
  const state = played(inRoundThree([3, 0, 0]), ["cloud", { seat: 0, by: -1 }], ["cloud", { seat: 0,
    by: 1 }]);
  assert.deepEqual(round(played(state, ["uncloud", { index: 0 }])).bid_changes, []);
  const earlier = played(inRoundThree([1, 1, 0]), ["cloud", { seat: 0, by: -1 }], ["changeBids"], ["bid", {
    seat: 0,
    value: 0,
  }]);
  assert.deepEqual(round(earlier).bid_changes, []);
});

const stateOf = (bids, changes = {}) =>
  table.opened(withRound({ ...gameOf(), edition: TWENTY_FIVE, ...changes }, 1, { bids }));

test("the Werewolf is there before the first bid, Bomb and Cloud after the last", () => {
  assert.deepEqual(textsIn(extras(stateOf([null, null, null]), say)), ["extra_werewolf"]);
  assert.deepEqual(textsIn(extras(stateOf([null, 1, null]), say)), []);
  assert.deepEqual(textsIn(extras(stateOf([1, 0, 0]), say)), ["extra_bomb", "extra_cloud"]);
  assert.deepEqual(textsIn(extras(stateOf([null, null, null], { bid_mode: "secret" }), say)), ["extra_bomb"]);
});

test("foresight is remembered in a first round of one card only, while bids are made", () => {
  assert.deepEqual(textsIn(foresight(stateOf([null, null, null], { foresight: true }), say)), [
    "foresight_now",
  ]);
  assert.ok(!foresight(stateOf([1, 0, 0], { foresight: true }), say));
  assert.ok(!foresight(stateOf([null, null, null], { foresight: true, cards: [2, 4] }), say));
});

const SUITS = ["blue", "green", "red", "yellow"];
const ALL = [...TWENTY_FIVE, "witch", "vampire"];

const tableOf = (schedule, seats, edition = []) => ({
  ...gameOf({ players: people(..."0123".slice(0, seats)), schedule }),
  edition,
});

const CLASSIC = { J: "jester", W: "wizard" };
const kindOf = (
  card,
) => (card === null ? "nothing" : /^[BGRY]\d+$/.test(card) ? "number" : (CLASSIC[card] ?? card));

each(["trump"], (v) => {
  const { choices } = outcomeOf(kindOf(v.flip));
  if (v.trump === "choose") assert.deepEqual(choices, SUITS);
  else if (v.trump === null) assert.deepEqual(choices, ["none"]);
  else assert.ok(choices.includes({ B: "blue", G: "green", R: "red", Y: "yellow" }[v.trump]));
});

test("each extra card says who names trump, and what it can be", () => {
  const none = ["fairy", "bomb", "witch"];
  for (const card of ALL) {
    const { choices, says } = outcomeOf(card);
    assert.deepEqual([choices, says],
      none.includes(card) ? [["none"], "turned_none"] : [SUITS, "turned_dealer"], card);
  }
});

test("Maximus prescribes trump, and a single colour has none", () => {
  assert.equal(insteadOfCard(tableOf("maximus", 4, ["bomb"]), 2), "turned_maximus");
  assert.equal(insteadOfCard(tableOf("single_colour", 4, ["bomb"]), 2), "turned_never");
});

const first = (state) => roundOf(state.game, 1);

test("who named trump with the Werewolf is noted, said, undone, and moves with the seats", () => {
  const state = played(table.opened(tableOf("standard", 3, ["werewolf"])), ["trump", { value: "none" }], [
    "named",
    { seat: 2 },
  ]);
  assert.deepEqual([first(state).trump, first(state).named_by], ["none", 2]);
  const before = table.opened(tableOf("standard", 3, ["werewolf"]));
  assert.equal(news(before, state, "named", { seat: 2 }, say), "turned_none where_named 2");
  assert.equal(first(played(state, ["undo"])).named_by, null);
  assert.equal(first(played(state, ["named", { seat: 2 }])).named_by, null);
  assert.equal(first(played(state, ["dealAgain"])).named_by, null);
  const [one, two, three] = state.game.players;
  assert.equal(roundOf(withPlayers(state.game, [three, one, two]), 1).named_by, 0);
});

test("a Vampire changes trump in mid-round; bids were made for the one before", () => {
  const state = played(table.opened(tableOf("standard", 3, ["vampire"])), ["trump", { value: "red" }], [
    "laterTrump",
    { value: "none" },
  ]);
  assert.deepEqual([first(state).trump, first(state).later_trump, trumpOf(first(state))], ["red", "none",
    "none"]);
  assert.equal(trumpOf(first(played(state, ["undo"]))), "red");
  assert.equal(trumpOf(first(played(state, ["laterTrump", { value: "none" }]))), "red");
});

test("with all cards dealt no suit can be tapped, and one that was noted before is accepted as it is", () => {
  const names = ["blue", "green", "red", "yellow", "none", "unset"];
  const choices = (game) =>
    trumpChoices("trump", "unset", names, (word) => word, trumpAtFirst(game, 5) === "none");
  const disabled = (game) => choices(game).map(({ props }) => props.disabled);
  assert.deepEqual(disabled(tableOf("last5", 3)), [true, true, true, true, false, false]);
  assert.deepEqual(disabled(tableOf("last5", 3, ["bomb"])), [false, false, false, false, false, false]);

  const round = { ...emptyRound(3), bids: [20, 0, 0], tricks: [20, 0, 0], trump: "red" };
  const game = { ...tableOf("last5", 3), rounds: [1, 2, 3, 4].map(() => emptyRound(3)).concat(round) };
  const sent = (of) => resourcesOf("g", of, new Set()).find(({ path }) => path.endsWith("/5")).body.accepted;
  assert.deepEqual(sent(game), ["no_turn_up"]);
  assert.deepEqual(sent({ ...game, edition: ["bomb"] }), []);
});
