// The players of a game: correct the order, leave, join. The effect of a step is shown before it is done.

import { button, choice, choices, closing, h, knownPlayers, mainButton, panel, stepButtons, textField,
  waitingButton, whoIsIt } from "../play/dom.js";
import { roundOf, runningRound, turnRound, withLatecomer, withoutPlayer, withRound } from "../play/game.js";
import { gain, isBlank, unsureName, without } from "../play/names.js";
import { closedRounds, firstRoundOf, gameRules, isPresent, lastRoundOf, presentIn, roundCount, schedulesFor,
  seatsOf, totalsBefore, totalsByRound, totalsOf } from "../play/rules.js";
import { addSteps, withPeople } from "../play/state.js";
import { nameOf } from "../play/views/seats.js";

const namesIn = ({ players }) => players.map(({ name }) => name);
const isFull = (game) => game.players.length >= gameRules(game).seats[1];
const STEP = 10;

// A whole number as a field has it, or null.
const wholeIn = (text) => (/^-?\d{1,5}$/.test(text) ? Number(text) : null);

// Players who have played a round and are to play the next.
export const mayLeave = (game, seat) =>
  turnRound(game) <= roundCount(game) && isPresent(game, seat, turnRound(game)) &&
  turnRound(game) > firstRoundOf(game, seat);

export const areEnoughToLeave = (game) => presentIn(game, turnRound(game)).length > gameRules(game).seats[0];

// Players who never came: they have no entries in round 1, and the others keep the same cards.
export function mayBeRemoved(game, seat) {
  const { bids, sealed } = roundOf(game, 1);
  if (runningRound(game) > 1 || presentIn(game, 1).length <= gameRules(game).seats[0] ||
    firstRoundOf(game, seat) > 1 || bids[seat] !== null || (sealed?.[seat] ?? null) !== null) return false;
  return turnRound(game) === 1 || withoutPlayer(game, seat).cards[0] === game.cards[0];
}

// Returns the remaining hands with one more player, or nothing if that is impossible.
export function handsWithOneMore(game) {
  const round = turnRound(game);
  if (isFull(game) || round > roundCount(game)) return [];
  if (round === 1 && game.schedule !== "custom" &&
    !schedulesFor(game.players.length + 1, game).includes(game.schedule)) return [];
  const { cards, joined } = withLatecomer(game, { player: { id: null }, after: 0, startTotal: 0 });
  return joined.every(({ round: first }) => first <= cards.length) ? cards.slice(round - 1) : [];
}

const roundNow = (game) => Math.min(runningRound(game), roundCount(game));

function newcomer({ game, ui }) {
  const totals = totalsBefore(game, roundNow(game)).filter((each) => each !== null);
  return { name: "", after: game.players.length - 1, total: Math.min(...totals), ...ui.joiner };
}

function whereabouts({ game }, seat, say) {
  const running = roundNow(game);
  const [first, last] = [firstRoundOf(game, seat), lastRoundOf(game, seat)];
  if (last !== null) return say(last < running ? "left_after" : "leaves_after", { round: last });
  if (first > running) return say("comes_in", { round: first });
  return first > 1 ? say("here_since", { round: first }) : null;
}

function leaving(state, seat, say) {
  const { game } = state;
  const { name } = game.players[seat];
  if (mayBeRemoved(game, seat)) {
    return [h("p", {}, say("never_came_means", { n: roundCount(withoutPlayer(game, seat)) })),
      button("neverCame", { seat }, { class: "quiet" }, say("never_came", { name }))];
  }
  if (!mayLeave(game, seat)) return h("p", {}, say("plays_first"));
  if (!areEnoughToLeave(game)) return h("p", {}, say("too_few_left"));
  return [h("p", {}, say("leaving_means", { total: totalsOf(game)[seat] })),
    button("leave", { seat }, { class: "quiet" }, say("leaves", { name, round: turnRound(game) - 1 }))];
}

function person(state, seat, say) {
  const { game, ui } = state;
  const running = roundNow(game);
  const { name } = game.players[seat];
  const isOpen = ui.person === seat;
  const isHere = lastRoundOf(game, seat) === null;
  const who = h("span", { class: "who" }, nameOf({ game, ui: { round: running } }, seat, say),
    h("small", { class: "under" }, whereabouts(state, seat, say)));
  return h("li", { class: `seat ${isOpen ? "open" : ""} ${isPresent(game, seat, running) ? "" : "away"}` },
    button("person", { seat }, { class: "row", "aria-expanded": String(isOpen), disabled: !isHere }, who,
      isHere && h("span", { "aria-hidden": "true" }, isOpen ? "−" : "⋯")),
    seat > 0 && button("moveUp", { seat }, { class: "small", "aria-label": say("move_up", { name }) }, "↑"),
    isOpen && isHere && h("div", { class: "leaving" }, leaving(state, seat, say)));
}

const typed = (name, value) => ({ name, value: String(value), spellcheck: false,
  data: { typed: name, key: `typed-${name}` } });
const pointsField = (name, value, label) =>
  h("input", { type: "number", ...typed(name, value), "aria-label": label });

function startTotal({ total }, say) {
  const step = (by, sign) =>
    button("joiner", { total: Number(total) + by }, { class: "small",
      "aria-label": say(by < 0 ? "less" : "more", { n: STEP }) }, sign);
  return h("fieldset", {}, h("legend", {}, say("start_total")),
    h("div", { class: "amount" }, step(-STEP, `−${STEP}`), pointsField("total", total, say("start_total")),
      step(STEP, `+${STEP}`)), h("small", {}, say("start_total_why")));
}

const numberProblem = (isWrong, say) =>
  isWrong && h("p", { class: "problem", role: "alert" }, say("number_unclear"));

// A choice of players; key: what the seat is in the step.
export const whom = (action, key, chosen, seats, { players }) =>
  seats.map((seat) => choice(action, { [key]: seat }, seat === chosen, h("bdi", {}, players[seat].name)));

function joining(state, players, say) {
  const { game } = state;
  if (isFull(game)) return h("p", { class: "hint" }, say("table_is_full"));
  const hands = handsWithOneMore(game);
  if (!hands.length) return h("p", { class: "hint" }, say("no_hand_left"));
  const someone = newcomer(state);
  return [knownPlayers(players, namesIn(game), say),
    textField(say("or_name"), { ...typed("name", someone.name), maxlength: "40", autocapitalize: "words",
      enterkeyhint: "done" }),
    choices(say("sits_after"), whom("joiner", "after", someone.after, seatsOf(game), game)),
    turnRound(game) > 1 && startTotal(someone, say),
    h("p", { class: "to-come" }, h("span", {}, say("still_to_come")), h("b", {}, hands.join(" ")))];
}

const page = (state, say, players) =>
  h("div", { class: "table people" }, h("p", { class: "hint" }, say("people_why")),
    h("ol", { class: "seats" }, state.game.players.map((_, seat) => person(state, seat, say))),
    h("section", { class: "joining", "aria-labelledby": "joining" },
      h("h2", { id: "joining" }, say("somebody_joins")), joining(state, players, say)));

// The first tap asks about a name like that of a known player; the answer lets them join.
function joinButtons({ game }, { after, total, asks, ...someone }, problem, players, say) {
  const name = someone.name.trim();
  const join = (by) => ["join", { name: by, after, total }];
  const unsure = unsureName([name], without(players, namesIn(game)));
  if (unsure && asks) return whoIsIt(unsure, join(unsure.similar), join(name), say);
  return button(...(unsure ? ["joiner", { asks: true }] : join(name)), { class: "main",
    disabled: Boolean(problem) }, say("joins", { name, round: turnRound(game) }));
}

function footer(state, say, saved, players) {
  const { game, ui } = state;
  const someone = newcomer(state);
  const isNobody = isBlank(someone.name);
  const isTwice = !without([someone], namesIn(game)).length;
  const problem = !isNobody && (isTwice ? "name_twice" : wholeIn(someone.total) === null && "number_unclear");
  return [
    h("p", { class: "balance" }, problem && h("span", { class: "problem", role: "alert" }, say(problem)),
      saved),
    stepButtons(state, say),
    isNobody || !handsWithOneMore(game).length
      ? mainButton("panel", { name: "people" }, say("back_to_round", { round: ui.round }))
      : joinButtons(state, someone, problem, players, say),
  ];
}

export const people = { title: "people", page, footer };

// --- Penalties and corrections. Each is an entry with its reason, and can be deleted.

const USUAL = [-20, -10, 10, 20];

// What was typed so far; round: null after the last one.
export function entryOf({ ui }) {
  const { seat = null, reason = "", points = "" } = ui.correction ?? {};
  return { seat, reason, round: ui.round, text: points, points: wholeIn(points) || null };
}

function adjust({ game, ui }) {
  const { seat, points, reason, round } = entryOf({ ui });
  const adjustments = [...game.adjustments, { seat, points, reason: reason.trim(), round }];
  return { game: { ...game, adjustments }, ui: { ...ui, correction: null } };
}

const unadjust = ({ game, ui }, { index }) => ({ ui,
  game: { ...game, adjustments: game.adjustments.filter((_, at) => at !== index) } });

// --- An unwritten round. It scores nothing, or the totals after it are entered.

// By seat, as typed or as they are; null if absent.
function totalsAfter({ game, ui }) {
  const now = totalsByRound(game)[closedRounds(game).indexOf(ui.round)];
  const typedOr = (total, seat) => ui.correction?.[`total${seat}`] ?? total;
  return now.map((total, seat) => (isPresent(game, seat, ui.round) ? typedOr(total, seat) : null));
}

const keepTotals = ({ game, ui }) => ({ ui: { ...ui, correction: null },
  game: withRound(game, ui.round, { totals: totalsAfter({ game, ui }).map(wholeIn) }) });

export function unwritten(state, say) {
  const { game, ui } = state;
  const totals = totalsAfter(state);
  const seats = presentIn(game, ui.round);
  const field = (seat) =>
    textField(game.players[seat].name, { ...typed(`total${seat}`, totals[seat]), type: "number" });
  const isWrong = seats.some((seat) => wholeIn(totals[seat]) === null);
  return panel("unwritten", say("not_written", ui), h("p", { class: "hint" }, say("not_written_why")),
    seats.map(field), numberProblem(isWrong, say),
    h("div", { class: "choices" },
      button("keepTotals", {}, { class: "choice", disabled: !ui.correction || isWrong }, say("keep_totals")),
      button("dealAgain", {}, { class: "quiet" }, say("written_after_all"))));
}

addSteps({ adjust, unadjust, keepTotals,
  neverCame: (state, { seat }) => withPeople(state, withoutPlayer(state.game, seat)) }, {
  addKnown: ({ ui }, { name }) => ({ ...ui, joiner: { ...ui.joiner, name } }),
  correction: ({ ui }, changes) => ({ ...ui, correction: { ...ui.correction, ...changes } }),
});

function written({ game }, say) {
  if (!game.adjustments.length) return null;
  const about = ({ reason, round }) =>
    [round && say("next_round", { round }), reason].filter(Boolean).join(" · ");
  const line = (one, index) => {
    const { name } = game.players[one.seat];
    const points = gain(one.points);
    const who = h("span", { class: "who" }, h("b", {}, h("bdi", {}, name)),
      h("small", { class: "under" }, about(one)));
    return h("li", {}, h("div", { class: "row" }, who, h("span", { class: "gain" }, points)),
      button("unadjust", { index }, { class: "small",
        "aria-label": say("correction_remove", { name, points }) }, "×"));
  };
  return h("ol", { class: "corrections" }, game.adjustments.map(line));
}

function bookButton({ game }, { seat, points }, say) {
  if (seat === null || points === null) return waitingButton(say("correction_whose"));
  return mainButton("adjust", {},
    say("correction_book", { name: game.players[seat].name, points: gain(points) }));
}

export function correctionPanel(state, say) {
  const entry = entryOf(state);
  const seats = entry.round ? presentIn(state.game, entry.round) : seatsOf(state.game);
  return panel("correction", say("correction"), h("p", { class: "hint" }, say("correction_why")),
    written(state, say),
    choices(say("correction_whom"), whom("correction", "seat", entry.seat, seats, state.game)),
    choices(say("correction_points"),
      USUAL.map((usual) => choice("correction", { points: usual }, usual === entry.points, gain(usual))),
      pointsField("points", entry.text, say("correction_points"))),
    numberProblem(entry.text !== "" && entry.points === null, say),
    textField(say("correction_reason"), { ...typed("reason", entry.reason), maxlength: "100",
      autocapitalize: "sentences", enterkeyhint: "done" }),
    h("div", { class: "choices" }, bookButton(state, entry, say), closing("correction", say)));
}
