// What Wizard and its like bring to the start page (page.js): which game, number of rounds, ±1, and options
// that are loaded later.

import { button, checkField, choice, h, lazy, mainButton, waitingButton } from "../dom.js";
import { newGame } from "../game.js";
import { isBlank } from "../names.js";
import { cardsPerRound, chosenIn, gameRules, GAMES, isSameList, maxCards, minutesFor, presentIn, roundCount,
  schedulesFor, settingsFrom } from "../rules.js";
import { opened } from "../state.js";

export const FIRST = "first_dealer";

const fewest = (start) => gameRules(start).seats[0];
const most = (start) => gameRules(start).seats[1];

// rules: those of the game that this group started last.
export const emptyStart = (rules) => ({ seats: [], first: 0, meant: [], ...chosenIn(rules) });

// The seats with a name.
export const playing = ({ seats }) => [...seats.keys()].filter((seat) => !isBlank(seats[seat]));

const seatsTaken = (start) => Math.max(fewest(start), playing(start).length);

// The hands of every round; null if so many cannot play. dealt: those of a running game, which stay.
export function cardsFor({ schedule, cards, dealt = [], game }, players) {
  const hands = schedule === "custom" ? cards : cardsPerRound(schedule, players, { game });
  return hands && [...dealt, ...hands.slice(dealt.length)];
}

// There is always an empty row. A choice for another number of players becomes the whole game; a typed list
// stays, to be corrected.
export function fitted(start) {
  const seats = start.seats.slice(0, most(start));
  while (seats.length < fewest(start) || (seats.length < most(start) && !isBlank(seats.at(-1)))) {
    seats.push("");
  }
  const players = seatsTaken({ ...start, seats });
  const isTyped = start.schedule === "custom" && lazy.parts;
  const hands = cardsFor(start, players);
  const canBeDealt = hands && Math.max(...hands) <= maxCards(players, start);
  const schedule = isTyped || canBeDealt ? start.schedule : gameRules(start).schedule;
  return { ...start, seats, schedule };
}

// The same players again, without those removed; the deal has moved on.
export function startAgain(game) {
  const staying = presentIn(game, roundCount(game));
  const next = staying.findIndex((seat) => seat > game.first_dealer);
  const seats = staying.map((seat) => game.players[seat].name);
  return { ...emptyStart(game), seats, first: Math.max(0, next) };
}

// What a field of the options says; null if that is wrong.
export function saidIn({ dataset: { option }, type, checked, value, validity }) {
  if (type === "checkbox") return { option, value: checked };
  return { option, value: validity.valid ? value : null };
}

export function withOption(start, { option, value }) {
  if (option === "schedule") return { ...start, schedule: value };
  if (option !== "even") return lazy.parts.chosen(start, option, value);
  return { ...start, even_bid_rule: value ? gameRules(start).even_bid_rules.amigo : null };
}

export const withField = (start, field) => withOption(start, saidIn(field));

export const changes = { choose: withOption,
  chooseGame: ({ seats, first }, { game }) => ({ ...emptyStart(game === "wizard" ? null : { game }), seats,
    first }) };

export function problemOf(start) {
  const key = lazy.parts?.wrongChoice(start, seatsTaken(start));
  return key ? { key } : null;
}

// about: its id, players and time; rules: offered again for the next game.
export function begun(start, about) {
  const rules = settingsFrom(start, cardsFor(start, about.players.length));
  return { state: opened(newGame({ ...about, first_dealer: start.first, ...rules })), rules };
}

// --- Drawings.

export function aboveNames(start) {
  const all = Object.entries(GAMES);
  const one = ([game, rules]) => choice("chooseGame", { game }, gameRules(start) === rules, rules.title);
  return all.length > 1 && h("div", { class: "choices" }, all.map(one));
}

export const besideName = (
  { seats },
  seat,
  say,
) => [null,
  button("removeSeat", { seat }, { class: "small", "aria-label": say("remove_name", { name: seats[seat] }) },
    "×")];

export function buttons(start, say) {
  const n = playing(start).length;
  const missing = fewest(start) - n;
  return missing > 0
    ? waitingButton(say("names_needed", { n: missing }))
    : mainButton("start", {}, say("start_game", { n }));
}

// 1 2 3 … 15 is written 1–15, up and down again 1–15–1, equal hands 5 × 15, and 1 2 3 5 is 1–3 5.
function cardsLabel(cards) {
  if (cards.length > 1 && cards.every((n) => n === cards[0])) return `${cards.length} × ${cards[0]}`;
  const step = (index) => cards[index] - cards[index - 1];
  return cards.map((n, index) => {
    const isNext = Math.abs(step(index)) === 1;
    return isNext && step(index) === step(index + 1) ? "" : `${isNext ? "–" : " "}${n}`;
  }).join("").trim();
}

export const radio = (option, value, isChosen, title, why, long) =>
  h("label", { class: "schedule", key: value },
    h("input", { type: "radio", name: option, value, checked: isChosen,
      data: { option, key: `${option}-${value}` } }),
    h("span", { class: "what" }, h("b", {}, title), why && h("small", {}, why)),
    long && h("span", { class: "long" }, long));

export function howLong(cards, players, say) {
  const minutes = h("small", {}, say("about_minutes", { n: minutesFor(cards, players) }));
  return [say("rounds_count", { n: cards.length }), minutes];
}

function scheduleChoice(start, id, players, say) {
  const cards = cardsFor({ ...start, schedule: id }, players);
  const whole = id === "standard" ? null : cardsFor({ ...start, schedule: "standard" }, players);
  const isWhole = whole !== null && isSameList(cards, whole);
  const label = isWhole ? say("as_standard") : say("cards_label", { cards: cardsLabel(cards) });
  const long = howLong(cards, players, say);
  return radio("schedule", id, start.schedule === id, say(`schedule_${id}`), label, long);
}

const FEATURED = ["standard", "quick", "first5"];

// least: the rounds that a running game cannot drop. Prescribed trump starts with the first round.
export const schedulesOf = (start, players) =>
  schedulesFor(players, start).filter((id) => {
    const { dealt = [], least = 0 } = start;
    const hands = cardsPerRound(id, players, start);
    const isAnother = dealt.some((hand, at) => hand !== hands[at]);
    return hands.length >= least && !(gameRules(start).trumps[id] && isAnother);
  });

function schedules(start, say) {
  const players = seatsTaken(start);
  const all = schedulesOf(start, players);
  const row = (id) => scheduleChoice(start, id, players, say);
  const others = all.filter((id) => !FEATURED.includes(id));
  return h("fieldset", { class: "schedules" }, h("legend", {}, say("how_many_rounds")),
    FEATURED.filter((id) => all.includes(id)).map(row),
    h("details", { open: !FEATURED.includes(start.schedule) }, h("summary", {}, say("more_schedules")),
      others.map(row), lazy.parts?.ownRounds(start, players, say)));
}

// If nobody bids last, no bid can be forbidden.
function evenRule(start, say) {
  const hasTurns = start.bid_mode === "open";
  return checkField({ name: "even", checked: Boolean(start.even_bid_rule) && hasTurns, disabled: !hasTurns,
    data: { key: "even", option: "even" } }, h("b", {}, say("plus_minus")),
    h("small", {}, lazy.parts?.ruleWhy(start, say) ?? say("plus_minus_why")));
}

// All of it is loaded later: plain Wizard needs none.
const moreOptions = (start, say) =>
  h("details", { class: "more-options" },
    h("summary", {}, say("more_options"), lazy.parts?.chosenWords(start, say)),
    lazy.parts?.options(start, seatsTaken(start), say));

export const rulesOf = (start, say) => [schedules(start, say), evenRule(start, say), moreOptions(start, say)];
