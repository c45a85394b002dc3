// Start a game: names in seat order, first dealer, number of rounds, ±1.

import { button, checkField, choice, choices, fetchLazy, h, holdingFocus, keyed, knownPlayers, lazy,
  mainButton, nameField, openGames, waitingButton, whoIsIt } from "../dom.js";
import { put, swapped } from "../game.js";
import { daysAgo } from "../groups.js";
import { isBlank, randomBelow, unsureName, wrongName } from "../names.js";
import { cardsPerRound, chosenIn, gameRules, GAMES, isSameList, maxCards, minutesFor, presentIn, roundCount,
  schedulesFor } from "../rules.js";
import { signupNote } from "./page.js";

const fewest = (start) => gameRules(start).seats[0];
const most = (start) => gameRules(start).seats[1];

// rules: those of the game that this group started last.
export const emptyStart = (rules) => ({ seats: ["", "", ""], dealer: 0, meant: [], ...chosenIn(rules),
  problem: null });

// The hands of every round; null if so many cannot play. dealt: those of a running game, which stay.
export function cardsFor({ schedule, cards, dealt = [], game }, players) {
  const hands = schedule === "custom" ? cards : cardsPerRound(schedule, players, { game });
  return hands && [...dealt, ...hands.slice(dealt.length)];
}

// A choice for another number of players becomes the whole game; a typed list stays, to be corrected.
function withPossibleRounds(start) {
  const players = seatsTaken(start);
  const isTyped = start.schedule === "custom" && lazy.parts;
  const hands = cardsFor(start, players);
  const canBeDealt = hands && Math.max(...hands) <= maxCards(players, start);
  return isTyped || canBeDealt ? start : { ...start, schedule: gameRules(start).schedule };
}

// The same players again, without those removed; the deal has moved on.
export function startAgain(game) {
  const staying = presentIn(game, roundCount(game));
  const next = staying.findIndex((seat) => seat > game.first_dealer);
  const seats = staying.map((seat) => game.players[seat].name);
  return { ...emptyStart(game), seats, dealer: Math.max(0, next) };
}

export const named = (start) => start.seats.filter((name) => !isBlank(name));

const seatsTaken = (start) => Math.max(fewest(start), named(start).length);

// One problem at a time, as {word, seat}: the sentence, and the name it is about.
export function problemOf(start) {
  const isShort = named(start).length < fewest(start);
  const missing = isShort ? { word: "names_missing", seat: start.seats.findIndex(isBlank) } : null;
  return wrongName(start.seats) ?? missing;
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

function seatRow(start, name, seat, say) {
  const problem = start.problem?.seat === seat ? say(start.problem.word) : null;
  return h("li", { class: "name-row", data: { seat: String(seat) } }, nameField(seat, name, problem, {}, say),
    button("moveUp", { seat }, { class: "small", disabled: seat === 0,
      "aria-label": say("move_up", { name }) }, "↑"),
    button("removeSeat", { seat }, { class: "small", "aria-label": say("remove_name", { name }) }, "×"),
    problem && h("p", { class: "problem", role: "alert" }, problem));
}

function dealerChoice(start, say) {
  const players = named(start);
  if (players.length < fewest(start)) return null;
  return choices(say("first_dealer"),
    players.map((name, seat) => choice("firstDealer", { seat }, start.dealer === seat, h("bdi", {}, name))),
    button("drawDealer", {}, { class: "choice draw" }, say("draw")));
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

function gameChoice(start) {
  const all = Object.entries(GAMES);
  const one = ([game, rules]) => choice("chooseGame", { game }, gameRules(start) === rules, rules.title);
  return all.length > 1 && h("div", { class: "choices" }, all.map(one));
}

export const rulesOf = (start, say) => [schedules(start, say), evenRule(start, say), moreOptions(start, say)];

function startFooter(start, say) {
  const { unsure } = start.problem ?? {};
  const answer = (name) => ["nameIs", { name }];
  if (unsure) return whoIsIt(unsure, answer(unsure.similar), answer(unsure.name), say);
  const n = named(start).length;
  const missing = fewest(start) - n;
  return missing > 0
    ? waitingButton(say("names_needed", { n: missing }))
    : mainButton("start", {}, say("start_game", { n }));
}

// --- The start page at work: typing and taps make a start, and the start a game.

function withRoom(start, seats) {
  const filled = named({ seats }).slice(0, most(start));
  const rows = Math.min(most(start), Math.max(fewest(start), filled.length + 1));
  return Array.from({ length: rows }, (_, seat) => filled[seat] ?? "");
}

// The chosen first dealer stays when seats around them change; otherwise it is the first name.
function withSeats(start, seats) {
  const before = named(start)[start.dealer];
  const dealer = start.dealer === 0 ? 0 : Math.max(0, named({ seats }).indexOf(before));
  return { ...start, seats, dealer };
}

export const ready = (start) => ({ ...start, seats: withRoom(start, start.seats) });

export const changes = {
  addKnown: (start, { name }) => ({ ...start, seats: withRoom(start, [...start.seats, name]) }),
  nameIs: ({ problem: { unsure }, ...start }, { name }) => ({ ...start,
    seats: put(start.seats, unsure.seat, name), meant: [...start.meant, name] }),
  removeSeat: (start, { seat }) =>
    withSeats(start, withRoom(start, start.seats.filter((_, other) => other !== seat))),
  moveUp: (start, { seat }) => withSeats(start, swapped(start.seats, seat, seat - 1)),
  firstDealer: (start, { seat }) => ({ ...start, dealer: seat }),
  chooseGame: ({ seats, dealer }, { game }) =>
    ready({ ...emptyStart(game === "wizard" ? null : { game }), seats, dealer }),
  drawDealer: (start) => ({ ...start, dealer: randomBelow(named(start).length) }),
  choose: withOption,
};

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

// The rounds and the first dealer are those that these players can have.
const fitted = (start) => ({ ...withPossibleRounds(start),
  dealer: Math.min(start.dealer, Math.max(0, named(start).length - 1)) });

// A page for frame(), whose draw() it calls.
export function mountStart({ draw, say, known, open, signups, start: initial, onStart }) {
  let start = fitted(ready(initial));

  const focusName = (seat) => keyed(document, `name-${seat}`)?.focus();

  function change(next) {
    start = fitted(next);
    holdingFocus(draw, (key) => keyed(document, key));
  }

  function begin() {
    const problem = problemOf(start);
    if (problem) {
      change({ ...start, problem });
      return focusName(problem.seat);
    }
    const unsure = unsureName(start.seats, known, start.meant);
    if (unsure) return change({ ...start, problem: { unsure } });
    const wrong = lazy.parts?.wrongChoice(start, seatsTaken(start));
    if (!wrong) return onStart({ ...start, seats: named(start).map((name) => name.trim()) });
    const field = keyed(document, wrong);
    // It may be folded away.
    for (const fold of document.querySelectorAll("details")) fold.open ||= fold.contains(field);
    return field.focus();
  }

  function typeName({ target }) {
    const seat = Number(target.closest("[data-seat]").dataset.seat);
    const seats = put(start.seats, seat, target.value);
    const isFull = seat < seats.length - 1 || seats.length === most(start) || isBlank(target.value);
    change({ ...start, seats: isFull ? seats : [...seats, ""], problem: null });
  }

  const about = ({ at, round, rounds }) => `${say("round_of", { round, rounds })} · ${daysAgo(at)}`;

  const namesPart = () =>
    h("div", { class: "names-part", oninput: typeName }, gameChoice(start),
      knownPlayers(known, start.seats, say), h("ol", { class: "names" }, start.seats.map((name, seat) =>
        seatRow(start, name, seat, say)
      )));

  // The toggle event does not bubble, so it is captured.
  const optionsPart = () =>
    h("div", { class: "options-part", oninput: ({ target }) => change(withOption(start, saidIn(target))),
      ontoggleCapture: () => lazy.parts ?? fetchLazy(draw) }, dealerChoice(start, say), rulesOf(start, say));

  return { phase: "start",
    main:
      () => [openGames(open, about, say), signupNote(signups, say), h("h1", {}, say("new_game")), namesPart(),
        optionsPart()], footer: () => startFooter(start, say), open() {
    draw();
    if (!known.length) focusName(start.seats.findIndex(isBlank));
    if (known.length) fetchLazy(draw); // for their options, of which some are told in its words
  }, act(action, args) {
    if (action === "start") return begin();
    change({ ...changes[action](start, args), problem: null });
    return action === "nameIs" && begin();
  } };
}
