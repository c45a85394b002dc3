import assert from "node:assert/strict";
import test from "node:test";
import * as tricks from "../../static/js/judge/case.js";
import { act, answerTo, cardOf, cardsOf, completed, fromQuery, nameOf, SUITS,
  withDeck } from "../../static/js/judge/case.js";
import { judgeLink, rulesLink } from "../../static/js/lazy/parts.js";
import { chosenBy, formulaIn, keepWay } from "../../static/js/pages/rules.js";
import { newGame } from "../../static/js/play/game.js";
import { opened } from "../../static/js/play/state.js";
import { read, say, vectorsOf } from "./games.js";

const { verdicts, rulings, objections } = read("judge");
const ofType = (type) => vectorsOf("wizard", type);
const lying = (names) => names.map(cardOf);
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
    const { legal } = tricks.rulingOn(lying(v.played), v.hand.map(cardOf));
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
    const { rule, suit, legal } = tricks.rulingOn(lying(v.played), v.hand.map(cardOf));
    assert.deepEqual([rule, suit, legal], [v.rule, suitOf(v.suit), v.legal]);
  });
}

for (const v of objections) {
  test(`${v.played.join(" ")} and ${v.hand.join(" ")}: ${v.problems.length} objections`, () => {
    const found = tricks.objectionsTo(lying(v.played), v.hand.map(cardOf), { seats: v.seats,
      asksToPlay: v.asks });
    assert.deepEqual(found.map(({ problem, card, most }) => [problem, card?.own ?? null, most]), v.problems);
  });
}

test("a Vampire that copies a Shapeshifter is what its player declares", () => {
  assert.deepEqual([completed("J7", "R"), completed("VASH", "W"), completed("VA", "SH"),
    completed("VAC9", "B")], ["J7R", "VAW", "VASH", "VAC9B"]);
});

const from = (query) => fromQuery(new URLSearchParams(query), ["3", "4", "5", "6"]);
const tapped = (query, ...steps) =>
  steps.reduce((state, [name, value]) => act(state, name, value), from(query));
const add = (...names) => names.map((name) => ["add", name]);

test("cards are tapped in their order", () => {
  const state = tapped("", ["trump", "red"], ...add("B7", "R1", "B13"));
  assert.deepEqual(answerTo(state, (word) => word), { look: "answer", place: 1,
    lines: ["takes", "highest_trump"] });
});

test("special cards ask what was announced, declared or copied", () => {
  const state = tapped("trump=none", ...add("J7", "R", "SH", "J", "VA", "C9", "Y"));
  assert.deepEqual(state.played, ["J7R", "SHJ", "VAC9Y"]);
  assert.equal(tapped("", ...add("VA", "SH")).begun, "VASH");
  assert.deepEqual(tapped("", ...add("VA", "SH", "W")).played, ["VAW"]);
  assert.equal(tapped("", ...add("VA"), ["ask", "play"]).begun, "");
});

test("what cannot be is refused with its reason, and changes nothing", () => {
  const before = tapped("trump=red&seats=3", ...add("W", "W", "W"));
  const after = act(before, "add", "B1");
  assert.deepEqual([after.played, after.problem.problem, after.problem.most], [before.played,
    "too_many_played", 3]);
  assert.equal(act(after, "drop", "played-0").problem, null);
  assert.equal(tapped("", ...add("B7", "B7")).problem.problem, "card_twice");
});

test("an address says what the table plays, and wrong values of it are left out", () => {
  const { trump, seats, deck, letters } = from("trump=red&seats=4&deck=american&letters=wj");
  assert.deepEqual([trump, seats, deck, letters], ["red", "4", "american", "wj"]);
  assert.deepEqual(from("trump=purple&seats=9&played=B7&begun=J7&__proto__=x"), from(""));
});

test("cards are called as on the deck on the table", () => {
  const [card] = cardsOf(tapped("", ...add("R13")), "played");
  assert.equal(nameOf(card, withDeck(say, "american")), "american_number american_suit_red A");
  assert.equal(nameOf(card, withDeck(say, "")), "number_red 13");
  assert.equal(withDeck(say, "american")("suit_blue"), "american_suit_blue");
});

const game = {
  ...newGame({ id: "g", players: Array(4).fill({}), first_dealer: 0, schedule: "quick",
    even_bid_rule: { mode: "last_bidder", min_cards: 2, zero_always_allowed: false } }),
  edition: ["dragon", "fairy"],
};

test("the links of a game say what its table plays and lead back", () => {
  const links = { rules: "/rules/de", judge: "/judge/de", back: "#a/b" };
  assert.equal(rulesLink(links, game),
    "/rules/de?schedule=quick&even=last_bidder&least=2&bids=open&scoring=classic&edition=dragon%2Cfairy#a/b");
  const american = { ...game, deck: "american", letters: "wj", scoring: "custom",
    formula: { base: 30, per_trick: 5, per_miss: 10, kept_zero: 50 } };
  assert.match(rulesLink(links, american),
    /scoring=custom&formula=30%2C5%2C10%2C50&deck=american&letters=wj&edition/);
  assert.equal(judgeLink(links, opened(american)), "/judge/de?seats=4&deck=american&letters=wj#a/b");
  assert.equal(judgeLink(links, opened(game)), "/judge/de?seats=4&letters=zn#a/b");
});

test("the rules page finds what was chosen in its own address", () => {
  const chosen = chosenBy("?schedule=quick&edition=dragon,fairy&even=last_bidder&least=2");
  for (const rule of ["schedule=quick", "edition=dragon", "edition=fairy", "least=2"]) {
    assert.ok(chosen.has(rule), rule);
  }
  assert.ok(!chosen.has("edition=bomb"));
  assert.deepEqual(formulaIn("?scoring=custom&formula=30,5,-2,50"), ["30", "5", "\u22122", "50"]);
  for (const wrong of ["", "?formula=1,2,3", "?formula=1,2,3,<b>"]) assert.equal(formulaIn(wrong), null);
});

test("the way back is kept while chapters are looked up, and nothing else is taken for one", () => {
  const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const links = [{ hash: "" }];
  const page = { querySelectorAll: () => links };
  const kept = new Map();
  const memory = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  keepWay(page, `#${id}/${id}`, memory);
  assert.equal(links[0].hash, `#${id}/${id}`);
  keepWay(page, "#points", memory);
  assert.equal(links[0].hash, `#${id}/${id}`);
  keepWay(page, "#//evil.example", null);
  assert.equal(links[0].hash, "");
});
