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

test("a bomb takes a trick from all players", () => {
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

const stateOf = (bids, changes = {}) =>
  table.opened(withRound({ ...gameOf(), edition: TWENTY_FIVE, ...changes }, 1, { bids }));

const NONE = [null, null, null];

test("the Werewolf is there before the first bid, Bomb and Cloud after the last", () => {
  const offered = (...about) => textsIn(extras(stateOf(...about), say));
  assert.deepEqual(offered(NONE), ["extra_werewolf"]);
  assert.deepEqual(offered([null, 1, null]), []);
  assert.deepEqual(offered([1, 0, 0]), ["extra_bomb", "extra_cloud"]);
  assert.deepEqual(offered(NONE, { bid_mode: "secret" }), ["extra_bomb"]);
});

test("foresight is remembered in a first round of one card only, while bids are made", () => {
  const told = (bids, more) => foresight(stateOf(bids, { foresight: true, ...more }), say);
  assert.deepEqual(textsIn(told(NONE)), ["foresight_now"]);
  assert.ok(!told([1, 0, 0]));
  assert.ok(!told(NONE, { cards: [2, 4] }));
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
  const instead = (schedule) => insteadOfCard(tableOf(schedule, 4, ["bomb"]), 2);
  assert.deepEqual(["maximus", "single_colour"].map(instead), ["turned_maximus", "turned_never"]);
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
