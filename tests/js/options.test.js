import assert from "node:assert/strict";
import test from "node:test";
import { BOXES, cardsFrom, chosen, chosenNow, playedSo, problemWithCards,
  wrongChoice } from "../../static/js/lazy/options.js";
import { mayBeRemoved } from "../../static/js/lazy/people.js";
import { newGame } from "../../static/js/play/game.js";
import { edits, next } from "../../static/js/play/outbox.js";
import { resourcesOf } from "../../static/js/play/resources.js";
import { GAMES, settingsFrom } from "../../static/js/play/rules.js";
import { act, opened } from "../../static/js/play/state.js";
import { cardsFor, emptyStart, startAgain } from "../../static/js/play/views/start.js";
import { gameOf, people, vectorsOf } from "./games.js";

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
  assert.equal(problemOf("1-9 1-9 1-9 1-9 1-9 1-9 1-9"), "rounds_too_many");
  assert.equal(problemOf("some"), "cards_unclear");
  const word = { hand_too_large: "cards_too_many", hand_too_small: "cards_unclear" };
  for (const { id, variant, cards, players, error } of vectorsOf("wizard", "schedule_invalid")) {
    if (variant === "custom") assert.equal(problemOf(cards.join(" "), players), word[error], id);
  }
});

test("a formula has four numbers, or all eight if one of the rare ones is not 0", () => {
  const four = chosen(chosen(started(), "scoring", "custom"), "kept_zero", "-5");
  assert.deepEqual(four.formula, { base: 20, per_trick: 10, per_miss: 10, kept_zero: -5 });
  const eight = chosen(four, "flat_loss", "5");
  assert.deepEqual(eight.formula, { ...four.formula, trick_when_missed: 0, flat_loss: 5, zero_per_card: 0,
    doubled_rounds: 0 });
  assert.deepEqual(chosen(eight, "flat_loss", "0").formula, four.formula);
});

test("what was typed wrong keeps the game from starting, and is where it was typed", () => {
  const custom = chosen(started(), "scoring", "custom");
  assert.equal(wrongChoice(custom, 4), undefined);
  assert.equal(wrongChoice(chosen(custom, "per_miss", null), 4), "per_miss");
  assert.equal(wrongChoice(chosen(custom, "flat_loss", null), 4), "flat_loss");
  assert.equal(wrongChoice(chosen(chosen(custom, "per_miss", null), "scoring", "junior"), 4), undefined);
  assert.equal(wrongChoice(chosen(started(), "cards", "1 16"), 4), "cards");
  assert.equal(wrongChoice(chosen(started(), "cards", "1 16"), 3), undefined);
});

test("foresight goes only where the first round has one card, and without extra cards", () => {
  const wanted = chosen(started(), "foresight", true);
  assert.equal(settingsFrom(wanted, cardsFor(wanted, 4)).foresight, true);
  const quick = { ...wanted, schedule: "quick" };
  assert.equal(settingsFrom(quick, cardsFor(quick, 4)).foresight, true);
  assert.equal(settingsFrom(quick, cardsFor(quick, 3)).foresight, false);
  const boxed = chosen(wanted, "extra", "bomb");
  assert.equal(settingsFrom(boxed, cardsFor(boxed, 4)).foresight, false);
});

// As main.js starts a game.
function gameFrom(start) {
  const { even_bid_rule, ...settings } = settingsFrom(start, cardsFor(start, 4));
  return newGame({ id: "g", players: people(...PEOPLE), first_dealer: 0, even_bid_rule, started_at: null,
    ...settings });
}

test("all that was chosen is in the game, in a rematch, and offered the next time", () => {
  const options = { box: 25, extra: "cloud", letters: "wj", deck: "american", rule: "canadian",
    scoring: "custom", cards: "1 3 16", kept_zero: "50" };
  const start = Object.entries(options).reduce((last, option) => chosen(last, ...option), started());
  const game = gameFrom(start);
  const expected = { schedule: "custom", cards: [1, 3, 16],
    even_bid_rule: GAMES.wizard.even_bid_rules.canadian, deck: "american", letters: "wj", scoring: "custom",
    formula: { base: 20, per_trick: 10, per_miss: 10, kept_zero: 50 },
    edition: ["dragon", "fairy", "bomb", "werewolf", "juggler", "shapeshifter"] };
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(game[key], value, key);
  for (const next of [startAgain(game), emptyStart(expected)]) {
    assert.deepEqual({ ...gameFrom({ ...start, ...next }), players: null }, { ...game, players: null });
  }
});

const FIVE = people("Ute", "Kevin", "Ada", "Tom", "Zoë");
const begun = (seats, schedule = "first5") => opened(gameOf({ players: FIVE.slice(0, seats), schedule }));

function played(state, rounds = 1) {
  if (!rounds) return state;
  const bid = (now, _, at) => act(now, "bid", { seat: now.ui.open, value: at ? 0 : now.ui.round });
  return played(act(state.game.players.reduce(bid, state), "closeRound", {}, Infinity), rounds - 1);
}

const choose = (state, more) => ({ ...state, ui: { ...state.ui, chosen: { ...chosenNow(state), ...more } } });
const changed = (state, more) => act(choose(state, more), "playSo");
const hands = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

test("nothing chosen changes nothing, and the length is known by its name", () => {
  for (const schedule of ["first5", "standard", "maximus", "reverse"]) {
    const state = played(begun(4, schedule));
    assert.equal(chosenNow(state).schedule, schedule);
    assert.deepEqual(playedSo(state), state.game);
  }
});

test("rounds that were dealt keep their cards, also the one that is bid in", () => {
  const state = act(played(begun(4)), "bid", { seat: 2, value: 0 });
  const { game, ui } = changed(state, { schedule: "reverse" });
  assert.deepEqual([game.schedule, game.cards.slice(0, 3)], ["custom", [1, 2, 13]]);
  assert.deepEqual([ui.round, game.rounds[1].bids], [2, [null, null, 0, null]]);
  assert.deepEqual(changed(state, { schedule: "standard" }).game.cards, hands(1, 15));
});

test("five who became four may play fifteen rounds", () => {
  const four = act(played(begun(5, "standard")), "leave", { seat: 4 });
  assert.deepEqual([four.game.cards.length, chosenNow(four).schedule], [12, "custom"]);
  const { game } = changed(four, { schedule: "standard" });
  assert.deepEqual([game.schedule, game.cards], ["custom", hands(1, 15)]);
  assert.equal(chosenNow(opened(game)).schedule, "standard");
});

test("hands too large for the deck are refused, unless they were dealt", () => {
  const wrong = (cards, players) => wrongChoice({ schedule: "custom", cards, dealt: [1, 13] }, players);
  assert.equal(wrong([1, 13, 2, 13], 5), "cards");
  assert.equal(wrong([1, 13, 2, 12], 5), undefined);
});

test("bids that were made stand when ±1 is agreed on", () => {
  const { game } = changed(played(begun(3), 2), { even_bid_rule: GAMES.wizard.even_bid_rules.amigo });
  assert.deepEqual(game.rounds.map(({ accepted }) => accepted), [["bids_even"], ["bids_even"]]);
  assert.equal(game.even_bid_rule.mode, "last_bidder");
});

test("a finished game goes on, also one that ended early, and undo ends it again", () => {
  const over = played(begun(3), 5);
  assert.ok(over.game.finished);
  const on = changed(over, { schedule: "standard" });
  assert.deepEqual([on.game.finished, on.ui.round, on.game.cards.length], [false, 6, 20]);
  assert.deepEqual(act(on, "undo").game, over.game);
  assert.ok(changed(over, { scoring: "junior" }).game.finished);
  const early = act(played(begun(3, "standard"), 2), "endHere");
  assert.deepEqual(playedSo(early), early.game);
  const { game } = changed(early, { schedule: "first5" });
  assert.deepEqual([game.finished, game.ended_after, game.cards], [false, null, hands(1, 5)]);
});

test("a player who never came is removed in round 1, and no one else", () => {
  const state = act(begun(5, "standard"), "bid", { seat: 1, value: 0 });
  assert.deepEqual([0, 1, 2, 3, 4].map((seat) => mayBeRemoved(state.game, seat)), [true, false, true, true,
    true]);
  const { game, ui } = act(state, "neverCame", { seat: 0 });
  assert.deepEqual([game.players.map(({ name }) => name), game.cards.length], [["Kevin", "Ada", "Tom", "Zoë"],
    15]);
  assert.deepEqual([game.rounds[0].bids, ui.open], [[0, null, null, null], 1]);
  assert.ok(!mayBeRemoved(played(begun(4)).game, 3));
  assert.ok(!mayBeRemoved(begun(3).game, 2));
});

test("rounds beyond a shorter game are empty before it is shorter", () => {
  const { game } = played(begun(3), 5);
  const paths = new Set([1, 2, 3, 4, 5, 6].map((n) => `/api/groups/a/games/g/rounds/${n}`)).add(
    "/api/groups/a/games/g",
  );
  const [first, ...others] = resourcesOf("a", game, paths);
  assert.deepEqual([first.path.endsWith("/rounds/6"), first.body.bids], [true, [null, null, null]]);
  assert.equal(others.at(-1).body.cards, undefined);
});

test("a longer game is not passed over by the shorter one after it", () => {
  const box = { waiting: {}, known: {} };
  for (const schedule of ["standard", "first5"]) {
    Object.assign(box.waiting, edits(box, [{ path: "/g", body: { schedule } }], () => schedule).waiting);
  }
  assert.equal(next(box).entry.body.schedule, "standard");
});
