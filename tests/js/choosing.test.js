import assert from "node:assert/strict";
import test from "node:test";
import { BOXES, cardsFrom, choices, chosen, formulaFrom, numberFrom, problemWithCards, RULES, written,
  wrongChoice } from "../../static/js/lazy/options.js";
import { newGame } from "../../static/js/play/game.js";
import { settingsFrom } from "../../static/js/play/rules.js";
import { cardsFor, emptyStart, startAgain } from "../../static/js/play/views/start.js";
import { people, vectorsOf } from "./games.js";

const PEOPLE = ["Ute", "Kevin", "Ada", "Tom"];
const started = (more = {}) => ({ ...emptyStart(), seats: PEOPLE, ...more });
const problemOf = (text, players = 4, edition = []) =>
  problemWithCards(cardsFrom(text), players, { edition })?.word ?? null;

test("a list of cards is read as people write it", () => {
  for (const text of ["1 3 5 7", "1, 3, 5, 7", "1,3,5,7", " 1;3 5、7 "]) {
    assert.deepEqual(cardsFrom(text), [1, 3, 5, 7], text);
  }
  assert.deepEqual(cardsFrom("1-4 3–1"), [1, 2, 3, 4, 3, 2, 1]);
  for (const text of ["", " ", "one", "1 x", "1.5x", "-3", "1-", "999"]) {
    assert.equal(cardsFrom(text), null, text);
  }
});

test("a list that overdraws the deck is named with what can be dealt", () => {
  assert.equal(problemOf("1 3 15"), null);
  assert.deepEqual(problemWithCards([1, 16], 4, {}), { word: "cards_too_many", players: 4, most: 15 });
  assert.equal(problemOf("16", 4, BOXES[25]), null);
  assert.equal(problemOf("17", 4, BOXES[25]), "cards_too_many");
  assert.equal(problemOf("0 1"), "cards_too_few");
  assert.equal(problemOf("1-9 1-9 1-9 1-9 1-9 1-9 1-9"), "rounds_too_many");
  assert.equal(problemOf("some"), "cards_unclear");
});

for (const v of vectorsOf("wizard", "schedule_invalid").filter(({ variant }) => variant === "custom")) {
  test(`${v.id} is refused before the start`, () => {
    assert.equal(problemWithCards(v.cards, v.players, {}).word,
      { hand_too_large: "cards_too_many", hand_too_small: "cards_too_few" }[v.error]);
  });
}

test("what is no whole number is no formula", () => {
  assert.equal(numberFrom(" −20 "), -20);
  for (const text of ["", "20 + t", "1e3", "1.5", "1001", "NaN", "Infinity", "٣"]) {
    assert.equal(numberFrom(text), null, text);
  }
  assert.equal(formulaFrom({ base: "20", per_trick: "ten" }), null);
  assert.deepEqual(formulaFrom({ base: "20", per_trick: "-1" }), { base: 20, per_trick: -1 });
});

test("a formula has four numbers, or all eight if one of the rare ones is not 0", () => {
  const plain = formulaFrom({ base: "20", kept_zero: "0", flat_loss: "0" });
  assert.deepEqual(plain, { base: 20, kept_zero: 0 });
  assert.deepEqual(formulaFrom({ base: "20", flat_loss: "5" }), { base: 20, flat_loss: 5 });
  for (const rounds of ["-1", "21"]) assert.equal(formulaFrom({ doubled_rounds: rounds }), null);
});

test("what was typed wrong keeps the game from starting, and is where it was typed", () => {
  const custom = chosen(started(), "scoring", { value: "custom" });
  assert.deepEqual(custom.formula, { base: 20, per_trick: 10, per_miss: 10, kept_zero: 20 });
  assert.equal(wrongChoice(custom, 4), null);
  assert.equal(wrongChoice(written(custom, "per_miss", "some"), 4), "per_miss");
  assert.equal(wrongChoice(chosen(written(custom, "per_miss", "some"), "scoring", { value: "junior" }), 4),
    null);
  assert.equal(wrongChoice(written(started(), "cards", "1 16"), 4), "cards");
  assert.equal(wrongChoice(written(started(), "cards", "1 16"), 3), null);
});

test("foresight goes only where the first round has one card, and without extra cards", () => {
  const wanted = chosen(started(), "foresight", { checked: true });
  assert.equal(settingsFrom(wanted, cardsFor(wanted, 4)).foresight, true);
  const quick = { ...wanted, schedule: "quick" };
  assert.equal(settingsFrom(quick, cardsFor(quick, 4)).foresight, true);
  assert.equal(settingsFrom(quick, cardsFor(quick, 3)).foresight, false);
  const boxed = choices.extraCard(wanted, { card: "bomb" });
  assert.equal(settingsFrom(boxed, cardsFor(boxed, 4)).foresight, false);
});

// As main.js starts a game.
function gameFrom(start) {
  const { even_bid_rule, ...settings } = settingsFrom(start, cardsFor(start, 4));
  return newGame({ id: "g", players: people(...PEOPLE), firstDealer: 0, evenBidRule: even_bid_rule,
    startedAt: null, ...settings });
}

test("all that was chosen is in the game, in a rematch, and offered the next time", () => {
  let start = choices.box(started(), { years: 25 });
  start = choices.extraCard(start, { card: "cloud" });
  start = choices.deck(choices.letters(start, { value: "wj" }), { value: "american" });
  start = chosen(chosen(start, "rule", { value: "canadian" }), "scoring", { value: "custom" });
  start = written(written(start, "cards", "1 3 16"), "kept_zero", "50");
  const game = gameFrom(start);
  const expected = { schedule: "custom", cards: [1, 3, 16], even_bid_rule: RULES.canadian, deck: "american",
    letters: "wj", scoring: "custom", formula: { base: 20, per_trick: 10, per_miss: 10, kept_zero: 50 },
    edition: ["dragon", "fairy", "bomb", "werewolf", "juggler", "shapeshifter"] };
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(game[key], value, key);
  for (const next of [startAgain(game), emptyStart(expected)]) {
    assert.deepEqual({ ...gameFrom({ ...start, ...next }), players: null }, { ...game, players: null });
  }
});
