import assert from "node:assert/strict";
import test from "node:test";
import { act, allJestersPossible, answerTo, cardOf, nameOf, NO_CARDS, objectionTo, rulingOn, suitLed, SUITS,
  verdictOn } from "../../static/js/judge/case.js";
import { judgeLink, rulesLink } from "../../static/js/lazy/parts.js";
import { chosenBy } from "../../static/js/pages/rules.js";
import { opened } from "../../static/js/play/state.js";
import { each, gameOf, read, say } from "./games.js";

const { verdicts, rulings, objections } = read("judge");
const lying = (names) => names.map(cardOf);
const suitOf = (letter) => SUITS[letter] ?? null;

each(["trick"], (v) => {
  const cards = lying(v.cards);
  assert.equal(verdictOn(cards, suitOf(v.trump)).place, v.winner);
  assert.equal(suitLed(cards), suitOf(v.leadSuit));
});

each(["special_trick"], (v) => {
  const { place, said } = verdictOn(lying(v.cards), suitOf(v.trump));
  const ifSaid = (word) => (said.includes(word) ? place : null);
  assert.equal(ifSaid("takes"), v.winner);
  assert.equal(place, v.nextLeader);
  assert.equal(said.includes("nobody"), v.voidTrick);
  assert.equal(ifSaid("change_bid"), v.bidAdjustPlayer);
  assert.equal(said.includes("hand_on"), v.jugglerPass);
});

each(["legal_plays"], (v) => {
  const { legal } = rulingOn(lying(v.played), v.hand.map(cardOf));
  assert.deepEqual(v.hand.filter((_, at) => legal[at]).sort(), [...v.legal].sort());
  assert.deepEqual(v.hand.filter((_, at) => !legal[at]).sort(), [...v.illegal].sort());
});

each(["all_jesters_possible"],
  (v) => assert.equal(allJestersPossible(v.players, v.flipIsJester), v.possible));

test("the judge says, rules and objects as the server does", () => {
  for (const v of verdicts) {
    const { place, said } = verdictOn(lying(v.cards), suitOf(v.trump), v.seats);
    assert.deepEqual([place, said], [v.place, v.said], `${v.cards} with trump ${v.trump}`);
  }
  for (const v of rulings) {
    const { rule, suit, legal } = rulingOn(lying(v.played), v.hand.map(cardOf));
    assert.deepEqual([rule, suit, legal], [v.rule, suitOf(v.suit), v.legal], `${v.played} and ${v.hand}`);
  }
  for (const v of objections) {
    const found = objectionTo(lying(v.played), v.hand.map(cardOf), v.seats, v.asks);
    const told = found && [found.problem, found.card?.own ?? null, found.most ?? 0];
    assert.deepEqual(told, v.problems[0], `${v.played} and ${v.hand}`);
  }
});

const about = (chosen, ...steps) =>
  steps.reduce((state, [name, value]) => act(state, name, value), { ...NO_CARDS, into: "played", ...chosen });
const add = (...names) => names.map((name) => ["add", name]);

test("special cards ask what was announced, declared or copied", () => {
  const state = about({}, ...add("J7", "R", "SH", "J", "VA", "C9", "Y"));
  assert.deepEqual(state.played, ["J7R", "SHJ", "VAC9Y"]);
  assert.equal(about({}, ...add("VA", "SH")).begun, "VASH");
  assert.equal(about({}, ...add("VA", "VA")).begun, "VA");
  assert.deepEqual(about({}, ...add("VA", "SH", "W")).played, ["VAW"]);
  assert.deepEqual(about({ ask: "play", into: "hand" }, ...add("VA")).hand, ["VA"]);
});

test("an impossible card is refused with its reason, and changes nothing", () => {
  const before = about({ seats: "3" }, ...add("W", "W", "W"));
  const after = act(before, "add", "B1");
  assert.deepEqual([after.played, after.problem], [before.played, { problem: "too_many_played", most: 3 }]);
  assert.equal(act(after, "drop", "played-0").problem, undefined);
  assert.equal(about({}, ...add("B7", "B7")).problem.problem, "card_twice");
  const fewer = { ...before, ask: "play" };
  assert.equal(answerTo(fewer, (word) => word).lines[0], "too_many_played");
});

test("cards are tapped in their order, and undo leads back card by card", () => {
  const answer = answerTo(about({ trump: "red" }, ...add("B7", "R1", "B13")), (word) => word);
  assert.deepEqual(answer, { look: "answer", marks: { played: { 1: "wins" } },
    lines: ["takes", "highest_trump"] });
  const state = about({}, ...add("B7", "R1"), ["clear"], ["undo"]);
  assert.deepEqual([state.played, act(act(state, "undo"), "undo").played], [["B7", "R1"], []]);
});

test("cards are called by their suit and number, or what is printed on them", () => {
  assert.equal(nameOf(cardOf("R13"), say), "number_red 13 A");
  assert.equal(nameOf(cardOf("VAJ7R"), say), "as_what card_VA as_what card_J7 suit_red");
});

const game = gameOf({ players: Array(4).fill({}), schedule: "quick", edition: ["dragon", "fairy"],
  even_bid_rule: { mode: "last_bidder", min_cards: 2, zero_always_allowed: false } });

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
  const isChosen = chosenBy("?schedule=quick&edition=dragon,fairy&even=last_bidder&least=2");
  for (const rule of ["schedule=quick", "edition=dragon", "edition=fairy", "least=2"]) {
    assert.ok(isChosen(rule), rule);
  }
  for (const rule of ["edition=bomb", "least=4", "deck=american"]) assert.ok(!isChosen(rule), rule);
});
