import assert from "node:assert/strict";
import test from "node:test";
import * as tricks from "../../static/js/judge/case.js";
import { completed, held, played, SUITS } from "../../static/js/judge/case.js";
import { read, vectorsOf } from "./games.js";

const { verdicts, rulings, objections } = read("judge");
const ofType = (type) => vectorsOf("wizard", type);
const lying = (names) => names.map(played);
const suitOf = (letter) => SUITS[letter] ?? null;

for (const v of ofType("trick")) {
  test(`${v.id}: ${v.note}`, () => {
    const cards = lying(v.cards);
    assert.equal(tricks.outcomeOf(cards, suitOf(v.trump)).winner, v.winner);
    assert.equal(tricks.suitLed(cards), suitOf(v.leadSuit));
  });
}

for (const v of ofType("special_trick")) {
  test(`${v.id}: ${v.note}`, () => {
    const outcome = tricks.outcomeOf(lying(v.cards), suitOf(v.trump));
    assert.equal(outcome.winner, v.winner);
    assert.equal(outcome.place, v.nextLeader);
    assert.equal(outcome.isVoid, v.voidTrick);
    assert.equal(outcome.changesBid, v.bidAdjustPlayer);
    assert.equal(outcome.hasJuggler, v.jugglerPass);
  });
}

for (const v of ofType("legal_plays")) {
  test(`${v.id}: ${v.note}`, () => {
    const { legal } = tricks.rulingOn(lying(v.played), v.hand.map(held));
    assert.deepEqual(v.hand.filter((_, at) => legal[at]).sort(), [...v.legal].sort());
    assert.deepEqual(v.hand.filter((_, at) => !legal[at]).sort(), [...v.illegal].sort());
  });
}

for (const v of ofType("all_jesters_possible")) {
  test(`${v.id} is ${v.possible}`, () =>
    assert.equal(tricks.allJestersPossible(v.players, v.flipIsJester), v.possible));
}

for (const v of verdicts) {
  test(`${v.cards.join(" ")} with trump ${v.trump} at ${v.seats} seats: ${v.said[0]}`, () => {
    const { place, said } = tricks.verdictOn(lying(v.cards), suitOf(v.trump), v.seats);
    assert.deepEqual([place, said], [v.place, v.said]);
  });
}

for (const v of rulings) {
  test(`after ${v.played.join(" ")} a hand of ${v.hand.join(" ")}: ${v.rule}`, () => {
    const { rule, suit, legal } = tricks.rulingOn(lying(v.played), v.hand.map(held));
    assert.deepEqual([rule, suit, legal], [v.rule, suitOf(v.suit), v.legal]);
  });
}

for (const v of objections) {
  test(`${v.played.join(" ")} and ${v.hand.join(" ")}: ${v.problems.length} objections`, () => {
    const found = tricks.objectionsTo(lying(v.played), v.hand.map(held), { seats: v.seats,
      asksToPlay: v.asks });
    assert.deepEqual(found.map(({ problem, card, most }) => [problem, card?.own ?? null, most]), v.problems);
  });
}

test("what is no card is told from what is one", () => {
  const none = ["", "B0", "B14", "b7", "Z", "WE", "SHDR", "VAVAW", "VASHW", "J7", "C9", "J7W", "B٧", "B07",
    "__proto__"];
  assert.deepEqual(none.filter(played), []);
  assert.deepEqual(["J7", "C9", "SH", "VA", "B7", "WI"].map((name) => held(name).own), ["J7", "C9", "SH",
    "VA", "B7", "WI"]);
});

test("a Vampire that copies a Shapeshifter is what its player declares", () => {
  assert.deepEqual([completed("J7", "R"), completed("VASH", "W"), completed("VA", "SH"),
    completed("VAC9", "B")], ["J7R", "VAW", "VASH", "VAC9B"]);
});
