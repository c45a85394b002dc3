import assert from "node:assert/strict";
import test from "node:test";
import { news } from "../../static/js/lazy/announcements.js";
import { insteadOfCard, outcomeOf } from "../../static/js/lazy/cards.js";
import { emptyRound, roundOf, trumpAtFirst, trumpOf, withPlayers } from "../../static/js/play/game.js";
import { resourcesOf } from "../../static/js/play/resources.js";
import * as table from "../../static/js/play/state.js";
import { trumpChoices } from "../../static/js/play/views/round.js";
import { gameOf as begun, people, played, vectorsOf } from "./games.js";

const SUITS = ["blue", "green", "red", "yellow"];
const ALL = ["dragon", "fairy", "bomb", "werewolf", "juggler", "cloud", "shapeshifter", "witch", "vampire"];

function gameOf(schedule, seats, edition = []) {
  return { ...begun({ players: people(...["0", "1", "2", "3", "4", "5"].slice(0, seats)), schedule }),
    edition };
}

const CLASSIC = { J: "jester", W: "wizard" };
const kindOf = (
  card,
) => (card === null ? "nothing" : /^[BGRY]\d+$/.test(card) ? "number" : (CLASSIC[card] ?? card));

for (const v of vectorsOf("wizard", "trump")) {
  test(`${v.id} says the same of trump`, () => {
    const { choices } = outcomeOf(kindOf(v.flip));
    if (v.trump === "choose") assert.deepEqual(choices, SUITS);
    else if (v.trump === null) assert.deepEqual(choices, ["none"]);
    else assert.ok(choices.includes({ B: "blue", G: "green", R: "red", Y: "yellow" }[v.trump]));
  });
}

test("each extra card says who names trump, and what it can be", () => {
  const none = ["fairy", "bomb", "witch"];
  for (const card of ALL) {
    const { choices, says } = outcomeOf(card);
    assert.deepEqual([choices, says],
      none.includes(card) ? [["none"], "turned_none"] : [SUITS, "turned_dealer"], card);
  }
});

test("Maximus prescribes trump, and a single colour has none", () => {
  assert.equal(insteadOfCard(gameOf("maximus", 4, ["bomb"]), 2), "turned_maximus");
  assert.equal(insteadOfCard(gameOf("single_colour", 4, ["bomb"]), 2), "turned_never");
});

const say = (key, slots = {}) => [key, ...Object.values(slots)].join(" ");
const first = (state) => roundOf(state.game, 1);

test("who named trump with the Werewolf is noted, said, undone, and moves with the seats", () => {
  const state = played(table.opened(gameOf("standard", 3, ["werewolf"])), ["trump", { value: "none" }], [
    "named",
    { seat: 2 },
  ]);
  assert.deepEqual([first(state).trump, first(state).named_by], ["none", 2]);
  const before = table.opened(gameOf("standard", 3, ["werewolf"]));
  assert.equal(news(before, state, "named", say), "turned_none where_named 2");
  assert.equal(first(played(state, ["undo"])).named_by, null);
  assert.equal(first(played(state, ["named", { seat: 2 }])).named_by, null);
  assert.equal(first(played(state, ["dealAgain"])).named_by, null);
  const [one, two, three] = state.game.players;
  assert.equal(roundOf(withPlayers(state.game, [three, one, two]), 1).named_by, 0);
});

test("a Vampire changes trump in mid-round; bids were made for the one before", () => {
  const state = played(table.opened(gameOf("standard", 3, ["vampire"])), ["trump", { value: "red" }], [
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
  const disabled = (game) => choices(game).map(({ attributes }) => "disabled" in attributes);
  assert.deepEqual(disabled(gameOf("last5", 3)), [true, true, true, true, false, false]);
  assert.deepEqual(disabled(gameOf("last5", 3, ["bomb"])), [false, false, false, false, false, false]);

  const round = { ...emptyRound(3), bids: [20, 0, 0], tricks: [20, 0, 0], trump: "red" };
  const game = { ...gameOf("last5", 3), rounds: [1, 2, 3, 4].map(() => emptyRound(3)).concat(round) };
  const sent = (of) => resourcesOf("g", of, new Set()).find(({ path }) => path.endsWith("/5")).body.accepted;
  assert.deepEqual(sent(game), ["no_turn_up"]);
  assert.deepEqual(sent({ ...game, edition: ["bomb"] }), []);
});
