// The options of a game besides players and length: values, checks, and the page "What we play", which
// changes them during a game.

import { checkField, choice, h, lazy, mainButton, textField, waitingButton } from "../play/dom.js";
import { bidsForbidden, runningRound, turnRound, withDeal, withHands, withRound } from "../play/game.js";
import { listed, signed } from "../play/names.js";
import { gameBody, isSame } from "../play/resources.js";
import { cardsOf, chosenIn, deckOf, gameRules, isSameList, maxCards, presentIn, roundCount,
  settingsFrom } from "../play/rules.js";
import { addSteps, withPeople } from "../play/state.js";
import { cardsFor, howLong, radio, rulesOf, saidIn, schedulesOf, withOption } from "../play/views/start.js";

export const EXTRAS = ["dragon", "fairy", "bomb", "werewolf", "juggler", "cloud", "shapeshifter", "witch",
  "vampire"];

// How many of the special cards, in their order, were in the box of each anniversary.
export const BOXES = { 20: EXTRAS.slice(0, 6), 25: EXTRAS.slice(0, 7), 30: EXTRAS };

// Dragon and Fairy are chosen together.
const PAIR = ["dragon", "fairy"];

function withCard(edition, card) {
  const changed = PAIR.includes(card) ? PAIR : [card];
  return EXTRAS.filter((each) => edition.includes(each) !== changed.includes(each));
}

// "other" is a rule set by another program.
export function nameOfRule(wanted, of) {
  const rules = gameRules(of).even_bid_rules;
  return Object.keys(rules).find((name) => isSame(rules[name], wanted)) ?? "other";
}

const MOST_ROUNDS = 60;
const RANGE = /^([1-9]\d?)(?:[-–]([1-9]\d?))?$/;

const counted = (from, to) => from === to ? [to] : [from, ...counted(from + Math.sign(to - from), to)];

// Parses "1 3 5 7", "1, 3, 5" or "1-5 4-1" into a list; null if it is wrong.
export function cardsFrom(text) {
  const parts = text.split(/[\s,;.、/·]+/u).filter(Boolean).map((part) => RANGE.exec(part));
  if (!parts.length || parts.includes(null)) return null;
  return parts.flatMap(([, from, to]) => counted(Number(from), Number(to ?? from)));
}

// Returns {word, …its values}, or null if the list can be dealt to so many players. dealt, least: see
// start.js.
export function problemWithCards(cards, players, { dealt = [], least = 0, ...start }) {
  const most = maxCards(players, start);
  if (!cards) return { word: "cards_unclear" };
  if (cards.length > MOST_ROUNDS) return { word: "rounds_too_many", most: MOST_ROUNDS };
  if (cards.length < least) return { word: "rounds_played", n: least };
  return cards.slice(dealt.length).some((hand) => hand > most)
    ? { word: "cards_too_many", players, most }
    : null;
}

// A custom formula has four numbers, or all if one of the rare ones is not 0.
const USUAL_NUMBERS = ["base", "per_trick", "per_miss", "kept_zero"];
const RARE = { trick_when_missed: 0, flat_loss: 0, zero_per_card: 0, doubled_rounds: 0 };
const NUMBERS = [...USUAL_NUMBERS, ...Object.keys(RARE)];
const BIDS = ["open", "slips", "hidden", "secret"];

// text: null if it is no such number.
function withNumber(formula, key, text) {
  const all = { ...RARE, ...formula, [key]: text === null ? null : Number(text) };
  const names = Object.keys(RARE).some((name) => all[name] !== 0) ? NUMBERS : USUAL_NUMBERS;
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

export const numbersOf = (formula) => NUMBERS.filter((key) => key in formula).map((key) => formula[key]);

// The values that the game stores as null.
export const USUAL = { deck: "people", letters: "zn" };

// What an option changes by its value, if not just itself.
const OPTIONS = { box: (years) => ({ edition: BOXES[years] ?? [] }),
  extra: (card, { edition }) => ({ edition: withCard(edition, card) }),
  rule: (name, start) => ({ even_bid_rule: gameRules(start).even_bid_rules[name] }),
  scoring: (scoring, start) => ({ scoring,
    formula: scoring === "custom" ? gameRules(start).scorings.classic : null }),
  cards: (text) => ({ schedule: "custom", listed: text, cards: cardsFrom(text) }) };

export function chosen(start, option, value) {
  if (NUMBERS.includes(option)) return { ...start, formula: withNumber(start.formula, option, value) };
  const changes = OPTIONS[option] ?? (() => ({ [option]: value === USUAL[option] ? null : value }));
  return { ...start, ...changes(value, start) };
}

// Returns the field that prevents the game from starting.
export function wrongChoice(start, players) {
  if (start.schedule === "custom" && problemWithCards(start.cards, players, start)) return "cards";
  return NUMBERS.find((key) => start.formula?.[key] === null);
}

const fold = (name, title, now, ...inside) =>
  h("details", { class: `fold ${name}`, key: name },
    h("summary", {}, h("span", {}, title), h("small", {}, now)), inside);

const chips = (option, values, isChosen, wordOf) =>
  h("div", { class: "choices" }, values.map((value) =>
    choice("choose", { option, value }, isChosen(value), wordOf(value))
  ));

function editionWords({ edition }, say) {
  if (!edition.length) return say("classic_deck");
  const years = Object.keys(BOXES).find((each) => isSame(BOXES[each], edition));
  return years ? say("box", { years }) : listed(edition.map((card) => say(`extra_${card}`)));
}

const edition = (start, say) =>
  fold("edition", say("edition"), editionWords(start, say),
    chips("box", ["none", ...Object.keys(BOXES)], (years) => isSame(BOXES[years] ?? [], start.edition),
      (years) => (BOXES[years] ? say("years", { n: years }) : say("classic_deck"))),
    chips("extra", EXTRAS, (card) => start.edition.includes(card), (card) => say(`extra_${card}`)),
    h("p", { class: "hint" }, say("deck_size", { n: deckOf(start) }),
      start.edition.length > 0 && ` ${say("deck_means")}`));

export function ruleWhy(start, say) {
  if (start.bid_mode !== "open") return say("even_needs_turns");
  const name = nameOfRule(start.even_bid_rule, start);
  const words = { label: say(`rule_${name}`), value: say(`rule_${name}_why`) };
  return ["off", "amigo"].includes(name) ? null : say("labelled", words);
}

const radios = (option, names, now, say) =>
  names.map((name) =>
    radio(option, name, name === now, say(`${option}_${name}`), say(`${option}_${name}_why`))
  );

// The bid mode of a round cannot change once someone has bid.
const bids = ({ bid_mode: now, hasBids }, say) =>
  fold("bids", say("bid_mode"), say(`bid_mode_${now}`),
    hasBids ? h("p", { class: "hint" }, say("bids_later")) : radios("bid_mode", BIDS, now, say));

function rule(start, say) {
  if (start.bid_mode !== "open") return null;
  const now = nameOfRule(start.even_bid_rule, start);
  const names = new Set([...Object.keys(gameRules(start).even_bid_rules), now]);
  return fold("rule", say("plus_minus"), say(`rule_${now}`), radios("rule", [...names], now, say));
}

function numberField(key, value, say) {
  const bounds = key === "doubled_rounds" ? { min: 0, max: 20 } : { min: -1000, max: 1000 };
  return textField(say(`formula_${key}`), { ...bounds, type: "number", required: true, defaultValue: value,
    "aria-invalid": String(value === null), data: { option: key, key } });
}

const formula = ({ formula: numbers }, say) =>
  numbers &&
  [h("div", { class: "formula" }, NUMBERS.map((key) =>
    numberField(key, { ...RARE, ...numbers }[key], say)
  )),
    numbersOf(numbers).includes(null) && h("p", { class: "problem", role: "alert" }, say("formula_unclear"))];

const scoring = (start, say) =>
  fold("scoring", say("scoring"), say(`scoring_${start.scoring}`),
    radios("scoring", [...Object.keys(gameRules(start).scorings), "custom"], start.scoring, say),
    formula(start, say), start.scoring !== "classic" && h("p", { class: "hint" }, say("scored_apart")));

function deck(start, say) {
  const now = (option) => start[option] ?? USUAL[option];
  const of = (option, values) =>
    chips(option, values, (value) => value === now(option), (value) => say(`${option}_${value}`));
  return fold("deck", say("deck"), `${say(`deck_${now("deck")}`)} · ${say(`letters_${now("letters")}`)}`,
    of("deck", ["people", "american"]), h("p", { class: "hint" }, say("letters")),
    of("letters", ["zn", "wj"]));
}

function foresight(start, players, say) {
  if (start.dealt?.length) return null;
  const fits = (cardsFor(start, players)?.[0] ?? 1) === 1 && !start.edition.length;
  return checkField({ checked: start.foresight && fits, disabled: !fits,
    data: { option: "foresight", key: "foresight" } }, h("b", {}, say("foresight")),
    h("small", {}, say("foresight_why")));
}

export function options(start, players, say) {
  const { extras } = gameRules(start);
  return h("div", { class: "folds" }, bids(start, say), extras && edition(start, say), rule(start, say),
    scoring(start, say), extras && [deck(start, say), foresight(start, players, say)]);
}

// What differs from plain Wizard, for the line that contains all options.
export function chosenWords(start, say) {
  const rule = nameOfRule(start.even_bid_rule, start);
  const words = [start.bid_mode !== "open" && say(`bid_mode_${start.bid_mode}`),
    start.edition.length > 0 && editionWords(start, say),
    start.bid_mode === "open" && !["off", "amigo"].includes(rule) && say(`rule_${rule}`),
    start.foresight && !start.edition.length && say("foresight"),
    start.scoring !== "classic" && say(`scoring_${start.scoring}`),
    gameRules(start).extras && start.deck && say(`deck_${start.deck}`)].filter(Boolean);
  return words.length > 0 && h("small", {}, words.join(" · "));
}

// Below the sheet, so that no one mistakes these points for the usual ones.
export function scoredHow({ scoring: name, formula: own }, say) {
  const numbers = own ? ` (${numbersOf(own).map(signed).join(" / ")})` : "";
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
      textField(say("cards_per_round"), { value: text, placeholder: "1 3 5 7", maxlength: "200",
        "aria-invalid": String(Boolean(problem)), data: { option: "cards", key: "cards" } },
        problem && h("span", { class: "problem", role: "alert" }, say(problem.word, problem))));
}

// --- What we play: options of a running game. Rounds already dealt keep their cards.

// All hands that a game has, or had before it was ended.
const handsOf = (game) => game.cards.slice(0, Math.max(roundCount(game), turnRound(game) - 1));

// The current options, as a start page has them.
export function chosenNow({ game, ui }) {
  const turn = turnRound(game);
  const running = runningRound(game);
  const [dealt, cards] = [game.cards.slice(0, turn - 1), handsOf(game)];
  const about = { seats: presentIn(game, turn).map((seat) => game.players[seat].name), dealt,
    least: Math.max(dealt.length, Math.min(running, roundCount(game))), hasBids: turn > running };
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

export function playedSo(state) {
  const { game } = state;
  const start = chosenNow(state);
  const hands = cardsFor(start, start.seats.length) ?? handsOf(game);
  const { schedule: _, cards: __, ...settings } = settingsFrom(start, hands);
  const foresight = start.dealt.length ? game.foresight : settings.foresight;
  const wanted = withLength({ ...game, ...settings, foresight }, start.schedule, hands);
  return withDeal(wanted.rounds.reduce(acceptEven, wanted), game);
}

addSteps({ playSo: (state) => withPeople(state, playedSo(state)) }, {
  choose: (state, args) => ({ ...state.ui, chosen: withOption(chosenNow(state), args) }),
});

const page = (state, say) => {
  const start = chosenNow(state);
  const oninput = ({ target }) => lazy.act("choose", saidIn(target));
  return h("div", { class: "table settings" },
    h("p", { class: "hint" }, say("settings_why", { round: start.dealt.length + 1 })),
    h("div", { class: "options-part", oninput }, rulesOf(start, say)));
};

function playButton(state, say) {
  const start = chosenNow(state);
  const { round } = state.ui;
  if (wrongChoice(start, start.seats.length)) return waitingButton(say("play_so"));
  if (!isSame(gameBody(playedSo(state)), gameBody(state.game))) {
    return mainButton("playSo", {}, say("play_so"));
  }
  const back = round === null ? say("back_to_end") : say("back_to_round", { round });
  return mainButton("panel", { name: "settings" }, back);
}

const footer = (state, say, saved) => [h("p", { class: "balance" }, saved), playButton(state, say)];

export const settings = { title: "settings", page, footer };
