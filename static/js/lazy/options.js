// The options of a game besides players and length: values, checks, and the page "What we play", which
// changes them during a game.

import { checkField, choice as chip, h, lazy, mainButton, textField, waitingButton } from "../play/dom.js";
import { bidsForbidden, runningRound, turnRound, withDeal, withHands, withRound } from "../play/game.js";
import { listed } from "../play/names.js";
import { gameBody, isSame } from "../play/resources.js";
import { AMIGO, cardsOf, chosenIn, deckOf, gameRules, isSameList, maxCards, presentIn, roundCount,
  settingsFrom } from "../play/rules.js";
import { addSteps, withPeople } from "../play/state.js";
import { cardsFor, howLong, radio, rulesOf, schedulesOf, withField } from "../play/views/start.js";

export const EXTRAS = ["dragon", "fairy", "bomb", "werewolf", "juggler", "cloud", "shapeshifter", "witch",
  "vampire"];

// How many of the special cards, in their order, were in the box of each anniversary.
export const BOXES = { 20: EXTRAS.slice(0, 6), 25: EXTRAS.slice(0, 7), 30: EXTRAS };

const boxOf = (edition) => Object.keys(BOXES).find((years) => isSame(BOXES[years], edition)) ?? null;

// Dragon and Fairy are chosen together.
const PAIR = ["dragon", "fairy"];

function withCard(edition, card) {
  const both = PAIR.includes(card) ? PAIR : [card];
  const chosen = edition.includes(card)
    ? edition.filter((each) => !both.includes(each))
    : [...edition, ...both];
  return EXTRAS.filter((each) => chosen.includes(each));
}

const evenRule = (mode, min_cards = 1, zero_always_allowed = false) => ({ mode, min_cards,
  zero_always_allowed });

export const RULES = { off: null, amigo: evenRule("last_bidder"),
  championship_2015: evenRule("last_bidder", 2), championship_2014: evenRule("last_bidder", 1, true),
  hardcore: evenRule("last_bidder", 4), canadian: evenRule("leading_dealer", 1, true),
  canadian_sole: evenRule("sole_leading_dealer") };

// "other" is a rule set by another program.
export const nameOfRule = (wanted) =>
  Object.keys(RULES).find((name) => isSame(RULES[name], wanted)) ?? "other";

const MOST_ROUNDS = 60;
const RANGE = /^(\d{1,2})(?:[-–](\d{1,2}))?$/;

function counted(from, to) {
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + step * index);
}

// Parses "1 3 5 7", "1, 3, 5" or "1-5 4-1" into a list; null if it is wrong.
export function cardsFrom(text) {
  const parts = text.split(/[\s,;.、/·]+/u).filter(Boolean).map((part) => RANGE.exec(part));
  if (!parts.length || parts.includes(null)) return null;
  return parts.flatMap(([, from, to]) => counted(Number(from), Number(to ?? from)));
}

// Returns {word, …its values}, or null if the list can be dealt to so many players. dealt, least: see
// start.js. In a running game, hands that cannot be dealt lead to a question instead.
export function problemWithCards(cards, players, start) {
  const { dealt, least = 0 } = start;
  const most = maxCards(players, start);
  if (!cards) return { word: "cards_unclear" };
  if (cards.length > MOST_ROUNDS) return { word: "rounds_too_many", most: MOST_ROUNDS };
  if (cards.length < least) return { word: "rounds_played", n: least };
  if (cards.includes(0)) return { word: "cards_too_few" };
  return !dealt && Math.max(...cards) > most ? { word: "cards_too_many", players, most } : null;
}

export const FORMULA = { base: "20", per_trick: "10", per_miss: "10", kept_zero: "20", trick_when_missed: "0",
  flat_loss: "0", zero_per_card: "0", doubled_rounds: "0" };
const RARE = ["trick_when_missed", "flat_loss", "zero_per_card", "doubled_rounds"];
const WHOLE = /^[+-]?\d{1,5}$/;
const MOST_POINTS = 1000;
const MOST_DOUBLED = 20;

// A whole number as it is typed, or null.
export function wholeIn(text) {
  const plain = text.trim().replace("−", "-");
  return WHOLE.test(plain) ? Number(plain) : null;
}

export function formulaNumber(key, text) {
  const number = wholeIn(text);
  const [least, most] = key === "doubled_rounds" ? [0, MOST_DOUBLED] : [-MOST_POINTS, MOST_POINTS];
  return number >= least && number <= most ? number : null;
}

export function formulaFrom(typed) {
  const numbers = Object.entries(typed).map(([key, text]) => [key, formulaNumber(key, text)]);
  if (numbers.some(([, number]) => number === null)) return null;
  const usual = numbers.filter(([key]) => !RARE.includes(key));
  return Object.fromEntries(numbers.some(([key, number]) => RARE.includes(key) && number) ? numbers : usual);
}

// The four usual numbers, or all if one of the others is not 0.
export const numbersOf = (formula) =>
  Object.keys(FORMULA).filter((key) => key in formula).map((key) => formula[key]);

const DECKS = ["people", "american"];
const LETTERS = ["zn", "wj"];
const BIDS = ["open", "slips", "hidden", "secret"];

function formulaTyped({ typed, formula }) {
  const texts = Object.entries(formula ?? {}).map(([key, value]) => [key, String(value)]);
  return typed ?? { ...FORMULA, ...Object.fromEntries(texts) };
}

export const choices = { box: (start, { years }) => ({ ...start, edition: BOXES[years] ?? [] }),
  extraCard: (start, { card }) => ({ ...start, edition: withCard(start.edition, card) }),
  deck: (start, { value }) => ({ ...start, deck: value === DECKS[0] ? null : value }),
  letters: (start, { value }) => ({ ...start, letters: value === LETTERS[0] ? null : value }) };

export function chosen(start, option, { value, checked }) {
  if (option === "bids") return { ...start, bid_mode: value };
  if (option === "rule") return { ...start, even: value !== "off", rule: RULES[value] ?? start.rule };
  if (option === "foresight") return { ...start, foresight: checked };
  const formula = value === "custom" ? formulaFrom(formulaTyped(start)) : null;
  return { ...start, scoring: value, formula };
}

export function written(start, field, text) {
  if (field === "cards") return { ...start, schedule: "custom", listed: text, cards: cardsFrom(text) };
  const typed = { ...formulaTyped(start), [field]: text };
  return { ...start, typed, formula: formulaFrom(typed) };
}

// Returns the field that prevents the game from starting.
export function wrongChoice(start, players) {
  if (start.schedule === "custom" && problemWithCards(start.cards, players, start)) return "cards";
  if (start.scoring !== "custom" || start.formula) return null;
  const typed = formulaTyped(start);
  return Object.keys(typed).find((key) => formulaNumber(key, typed[key]) === null);
}

const fold = (name, title, now, ...inside) =>
  h("details", { class: `fold ${name}`, key: name },
    h("summary", {}, h("span", {}, title), h("small", {}, now)), inside);

const editionWords = ({ edition }, say) => {
  if (!edition.length) return say("classic_deck");
  const years = boxOf(edition);
  return years ? say("box", { years }) : listed(edition.map((card) => say(`extra_${card}`)));
};

function edition(start, say) {
  const years = boxOf(start.edition);
  const box = (of) => chip("box", { years: of }, years === of, say("years", { n: of }));
  const boxes = [chip("box", { years: 0 }, !start.edition.length, say("classic_deck")),
    Object.keys(BOXES).map(box)];
  const cards = EXTRAS.map((card) =>
    chip("extraCard", { card }, start.edition.includes(card), say(`extra_${card}`))
  );
  return fold("edition", say("extra_cards"), editionWords(start, say), h("div", { class: "choices" }, boxes),
    h("div", { class: "choices singles" }, cards),
    h("p", { class: "hint" }, say("deck_size", { n: deckOf(start) }),
      start.edition.length > 0 && ` ${say("deck_means")}`));
}

export function ruleWhy(start, say) {
  if (start.bid_mode !== "open") return say("even_needs_turns");
  const name = start.even ? nameOfRule(start.rule) : "off";
  const words = { label: say(`rule_${name}`), value: say(`rule_${name}_why`) };
  return ["off", "amigo"].includes(name) ? null : say("labelled", words);
}

const radios = (option, names, now, say) =>
  names.map((name) =>
    radio(option, name, name === now, say(`${option}_${name}`), say(`${option}_${name}_why`))
  );

// The bid mode of a round cannot change once someone has bid.
const bids = ({ bid_mode: now, hasBids }, say) =>
  fold("bids", say("bids_how"), say(`bids_${now}`),
    hasBids ? h("p", { class: "hint" }, say("bids_later")) : radios("bids", BIDS, now, say));

const ruleWords = ({ even, rule }, say) => say(`rule_${even ? nameOfRule(rule) : "off"}`);

function rule(start, say) {
  if (start.bid_mode !== "open") return null;
  const now = start.even ? nameOfRule(start.rule ?? AMIGO) : "off";
  const names = now === "other" ? [...Object.keys(RULES), "other"] : Object.keys(RULES);
  return fold("rule", say("plus_minus"), ruleWords(start, say), radios("rule", names, now, say));
}

function number(name, start, say) {
  const text = formulaTyped(start)[name];
  return textField(say(`formula_${name}`), { inputmode: "numeric", value: text, maxlength: "5",
    "aria-invalid": String(formulaNumber(name, text) === null),
    data: { written: name, key: `formula-${name}` } });
}

const formula = (start, say) =>
  start.scoring === "custom" &&
  [h("div", { class: "formula" }, Object.keys(FORMULA).map((name) => number(name, start, say))),
    !start.formula && h("p", { class: "problem", role: "alert" }, say("formula_unclear"))];

const scoring = (start, say) =>
  fold("scoring", say("scoring"), say(`scoring_${start.scoring}`),
    radios("scoring", [...Object.keys(gameRules(start).scorings), "custom"], start.scoring, say),
    formula(start, say), start.scoring !== "classic" && h("p", { class: "hint" }, say("scored_apart")));

function deck(start, say) {
  const [own, letters] = [start.deck ?? DECKS[0], start.letters ?? LETTERS[0]];
  const chips = (name, values, now) =>
    h("div", { class: "choices" }, values.map((value) =>
      chip(name, { value }, now === value, say(`${name}_${value}`))
    ));
  return fold("deck", say("deck"), `${say(`deck_${own}`)} · ${say(`letters_${letters}`)}`,
    chips("deck", DECKS, own), h("p", { class: "hint" }, say("letters")), chips("letters", LETTERS, letters));
}

function foresight(start, players, say) {
  if (start.dealt?.length) return null;
  const hand = cardsFor(start, players)?.[0] ?? 1;
  const why = hand !== 1
    ? say("foresight_greyed", { n: hand })
    : start.edition.length > 0 && say("foresight_extras");
  return checkField({ checked: start.foresight && !why, disabled: Boolean(why),
    data: { option: "foresight", key: "foresight" } }, h("b", {}, say("with_foresight")),
    h("small", {}, why || say("foresight_why")));
}

export function options(start, players, say) {
  const { extras } = gameRules(start);
  return h("div", { class: "folds" }, bids(start, say), extras && edition(start, say), rule(start, say),
    scoring(start, say), extras && [deck(start, say), foresight(start, players, say)]);
}

// What differs from plain Wizard, for the line that contains all options.
export function chosenWords(start, say) {
  const words = [start.bid_mode !== "open" && say(`bids_${start.bid_mode}`),
    start.edition.length > 0 && editionWords(start, say),
    start.bid_mode === "open" && start.even && nameOfRule(start.rule) !== "amigo" && ruleWords(start, say),
    start.foresight && !start.edition.length && say("with_foresight"),
    start.scoring !== "classic" && say(`scoring_${start.scoring}`),
    gameRules(start).extras && start.deck && say(`deck_${start.deck}`)].filter(Boolean);
  return words.length > 0 && h("small", {}, words.join(" · "));
}

// Below the sheet, so that nobody mistakes these points for the usual ones.
export function scoredHow({ scoring: name, formula: own }, say) {
  const numbers = own ? ` (${numbersOf(own).join(" / ")})` : "";
  return h("p", { class: "hint scored" }, say(`scoring_${name}`) + numbers);
}

export function ownRounds(start, players, say) {
  const isChosen = start.schedule === "custom";
  const text = start.listed ?? start.cards?.join(" ") ?? "";
  const problem = text && isChosen ? problemWithCards(start.cards, players, start) : null;
  const long = isChosen && start.cards && !problem && howLong(cardsFor(start, players), players, say);
  return h("div", { class: "own-rounds" },
    radio("schedule", "custom", isChosen, say("own_choice"), null, long),
    isChosen &&
      textField(say("cards_per_round"), { inputmode: "text", value: text, placeholder: "1 3 5 7",
        maxlength: "200", "aria-invalid": String(Boolean(problem)),
        data: { written: "cards", key: "own-cards" } },
        problem && h("span", { class: "problem", role: "alert" }, say(problem.word, problem))));
}

// --- What we play: options of a running game. Rounds already dealt keep their cards.

// All hands that a game has, or had before it was ended.
const handsOf = (game) => game.cards.slice(0, Math.max(roundCount(game), turnRound(game) - 1));

// The current options, as a start page has them.
export function chosenNow({ game, ui }) {
  const turn = turnRound(game);
  const [dealt, cards] = [game.cards.slice(0, turn - 1), handsOf(game)];
  const running = Math.min(runningRound(game), roundCount(game));
  const about = { seats: presentIn(game, turn).map((seat) => game.players[seat].name), dealt,
    least: Math.max(dealt.length, running), hasBids: turn > runningRound(game) };
  if (ui.chosen) return { ...ui.chosen, ...about };
  const schedule = schedulesOf(about, about.seats.length).find((id) =>
    isSameList(cardsFor({ schedule: id, dealt }, about.seats.length), cards)
  );
  return { ...chosenIn(game), ...about, cards, schedule: schedule ?? "custom" };
}

// By name if that schedule has these hands, else as a custom list.
function withLength(game, schedule, cards) {
  if (isSameList(handsOf(game), cards)) return game;
  const { planned: _planned, ...rest } = { ...game, finished: false, ended_after: null, schedule, cards };
  return isSameList(cardsOf(rest), cards) ? rest : withHands({ ...rest, schedule: "custom" });
}

// Bids already made stay valid, whatever changes.
function acceptEven(game, { accepted }, at) {
  return bidsForbidden(game, at + 1)
    ? withRound(game, at + 1, { accepted: [...accepted, "bids_even"] })
    : game;
}

// Returns the changed game, and the hands that can no longer be dealt.
export function playedSo(state) {
  const { game } = state;
  const start = chosenNow(state);
  const { dealt, seats: { length: players } } = start;
  const hands = cardsFor(start, players) ?? handsOf(game);
  const most = maxCards(players, start);
  const fitting = hands.filter((hand, at) => at < dealt.length || hand <= most);
  const { schedule: _, cards: __, foresight: first, ...chosen } = settingsFrom(start, hands);
  const foresight = dealt.length ? game.foresight : first;
  const wanted = withLength({ ...game, ...chosen, foresight }, start.schedule, fitting);
  const left = [...hands];
  for (const hand of handsOf(wanted)) left.splice(left.indexOf(hand), 1);
  return { game: withDeal(wanted.rounds.reduce(acceptEven, wanted), game), left, most };
}

const choose = (state, chosen) => ({ ...state.ui, chosen });

const move = ([name, change]) => [name, (state, args) => choose(state, change(chosenNow(state), args))];

addSteps({ playSo: (state) => withPeople(state, playedSo(state).game) }, {
  choose: (state, args) => choose(state, args.chosen),
  ...Object.fromEntries(Object.entries(choices).map(move)),
});

const page = (state, say) => {
  const start = chosenNow(state);
  const oninput = ({ target }) => lazy.act("choose", { chosen: withField(start, target) });
  return h("div", { class: "table settings" },
    h("p", { class: "hint" }, say("settings_why", { round: start.dealt.length + 1 })),
    h("div", { class: "options-part", oninput }, rulesOf(start, say)));
};

function playButton(state, { game, left }, say) {
  const start = chosenNow(state);
  const { round } = state.ui;
  if (wrongChoice(start, start.seats.length)) return waitingButton(say("play_so"));
  if (!isSame(gameBody(game), gameBody(state.game))) {
    return mainButton("playSo", {}, say(left.length ? "play_without" : "play_so"));
  }
  const back = round === null ? say("back_to_end") : say("back_to_round", { round });
  return mainButton("panel", { name: "settings" }, back);
}

function footer(state, say, saved) {
  const next = playedSo(state);
  const { left, most } = next;
  const asked = left.length > 0 && say("hands_left_out", { most, cards: left.join(" ") });
  return [h("p", { class: "balance" }, asked && h("span", { class: "problem", role: "alert" }, asked), saved),
    playButton(state, next, say)];
}

export const settings = { title: "settings", page, footer };
