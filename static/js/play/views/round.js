// A round on the page: the table of this moment, and the score sheet beside or below it.

import { button, h, lazy, mainButton, menuButton, stepButtons, symbol, waitingButton } from "../dom.js";
import { bidsForbidden, hasBegun, roundOf, runningRound, trumpAtFirst, trumpOf } from "../game.js";
import { finalBids, isClosed, roundCount, sum } from "../rules.js";
import { currentTricks, isCorrecting, missingTricks, nextSeat, phase, voidTricks } from "../state.js";
import { bidSeats, dealerMark, reading, trickSeats } from "./seats.js";
import { chart, pad, standings, streakLine } from "./standings.js";

const SEATS = { sealed: (state, say) => lazy.parts?.sealedSeats(state, say), bids: bidSeats, reading,
  tricks: trickSeats, unwritten: (state, say) => lazy.parts?.unwritten(state, say) };

const news = (state, say) => [standings(state, say), streakLine(state, say), chart(state, say)];

export function aside(state, say, isWide) {
  const how = state.game.scoring !== "classic" && lazy.parts?.scoredHow(state.game, say);
  return [isWide && news(state, say), pad(state, say), how];
}

// Between two rounds on a phone; hidden by the first bid.
export function isBetween(state) {
  const { game, ui } = state;
  const isBidding = ["bids", "sealed"].includes(phase(state)) && !ui.hand && !isCorrecting(state);
  return isBidding && ui.round > 1 && !hasBegun(roundOf(game, ui.round));
}

// isNarrow: the ranking is not beside the table. hasNews: it is also shown between two rounds.
export function round(state, say, isNarrow, hasNews) {
  const now = phase(state);
  if (isNarrow && state.ui.panel === "standings") return h("div", { class: "table all" }, news(state, say));
  const isPause = isNarrow && hasNews && isBetween(state);
  const seats = h("div", { class: `lines ${now}`, key: now }, SEATS[now](state, say)); // new in every phase
  return h("div", { class: isPause ? "table pause" : "table" }, panel(state, say),
    state.game.foresight && lazy.parts?.foresight(state, say), seats,
    isPause &&
      h("section", { class: "interlude" }, standings(state, say, dealerMark), streakLine(state, say)),
    isCorrecting(state) && button("panel", { name: "history" }, { class: "quiet" }, say("history")));
}

// --- The round, its cards and trump, and the panels that open below.

const TRUMPS = ["blue", "green", "red", "yellow", "none"];

export function trumpWords(trump, say) {
  return [trump !== "none" && symbol(`suit-${trump}`), h("span", {}, say(`trump_${trump}`))];
}

function trumpButton({ game, ui }, say) {
  const name = trumpOf(roundOf(game, ui.round)) ?? "unset";
  return button("panel", { name: "trump" }, { class: `trump suit-${name}`,
    "aria-expanded": String(ui.panel === "trump"),
    "aria-label": say("labelled", { label: say("trump"), value: say(`trump_${name}`) }) },
    trumpWords(name, say));
}

// names: suits, "none", or "unset" for unknown. isNone: the suits cannot be chosen.
export const trumpChoices = (action, chosen, names, say, isNone = false) =>
  names.map((name) =>
    button(action, { value: name === "unset" ? "" : name }, { class: `choice suit-${name}`,
      "aria-pressed": String(name === chosen), disabled: isNone && !["none", "unset"].includes(name) },
      name === "unset" ? h("span", {}, say("trump_forget")) : trumpWords(name, say))
  );

const trumpPanel = (state, say) =>
  h("section", { class: "panel trumps", "aria-label": say("trump") },
    trumpChoices("trump", roundOf(state.game, state.ui.round).trump ?? "unset", [...TRUMPS, "unset"], say,
      trumpAtFirst(state.game, state.ui.round) === "none"), lazy.parts?.aboutTrump(state, say));

export const roundTitle = (game, { round }, say) =>
  h("h1", { class: "round" },
    h("span", { class: "visually-hidden" }, say("round_of", { round, rounds: roundCount(game) })),
    h("span", { "aria-hidden": "true" }, String(round), h("small", {}, ` / ${roundCount(game)}`)));

const tab = (name, isHere, say) =>
  button("view", { name }, { "aria-current": isHere ? "page" : null }, say(`tab_${name || "round"}`));

// Replaces the main navigation.
const tabs = ({ ui }, say, sheet) =>
  h("nav", { class: "tabs", "aria-label": say("views") }, tab("", ui.panel !== "standings", say),
    tab("standings", ui.panel === "standings", say), h("a", { href: sheet }, say("tab_sheet")));

export function header(state, say, { sheet }) {
  const { game, ui } = state;
  const isEarlier = isCorrecting(state) && ui.round < runningRound(game);
  return [roundTitle(game, ui, say),
    h("p", { class: "facts" }, say("cards_each", { n: game.cards[ui.round - 1] }),
      isEarlier && h("b", { class: "correcting" }, say("correcting"))), trumpButton(state, say),
    menuButton(state, say), tabs(state, say, sheet)];
}

function panel(state, say) {
  if (state.ui.panel === "trump") return trumpPanel(state, say);
  return state.ui.panel && lazy.parts?.panelOf(state, say);
}

// --- Whether the tricks add up, the save status, undo, and the main button.

const MOST_PIPS = 10;
function pips(filled, cards) {
  const length = Math.max(filled, cards);
  if (length > MOST_PIPS) return null;
  const pip = (_, index) => h("i", { class: index >= cards ? "over" : index < filled ? "on" : "" });
  return h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length }, pip));
}

export function balance(state, say) {
  const { game, ui } = state;
  const { bids, winners } = roundOf(game, ui.round);
  const now = phase(state);
  const isOver = ["tricks", "sealed"].includes(now);
  const n = game.cards[ui.round - 1] - (now === "bids" ? 0 : voidTricks(state));
  if (now === "bids") return [h("span", {}, say("balance_bids", { bids: sum(bids), n })), pips(sum(bids), n)];
  const tricks = isOver ? sum(currentTricks(state)) : winners.length;
  return (isOver || tricks > 0) && [h("span", {}, say("balance_tricks", { tricks, n })), pips(tricks, n)];
}

function bidsButton({ game, ui }, say) {
  if (bidsForbidden(game, ui.round)) return waitingButton(say("bids_even_button"));
  const next = nextSeat(game, ui.round);
  if (next === null) return mainButton("bidsChanged", {}, say("bids_done"));
  return waitingButton(say("bids_next", { name: game.players[ui.open ?? next].name }));
}

function readingButton({ game, ui }, say) {
  const round = roundOf(game, ui.round);
  const left = game.cards[ui.round - 1] - round.void_tricks - sum(finalBids(round));
  if (round.winners.length) return waitingButton(say("tricks_running"));
  return left === 0 ? mainButton("closeRound", {}, say("all_made_it")) : waitingButton(say("who_missed"));
}

function afterThis(state, isSaved, say) {
  const { game, ui } = state;
  const running = runningRound(game);
  if (isSaved && isCorrecting(state)) {
    return running > roundCount(game) ? say("back_to_end") : say("back_to_round", { round: running });
  }
  if (!isCorrecting(state) && ui.round === roundCount(game)) return say("finish");
  return isSaved ? say("next_round", { round: ui.round + 1 }) : say("save_round", { round: ui.round });
}

// missing: the number of tricks that nobody has, or null while some are open.
export function wrongTricks(missing, say) {
  if (missing === null) return waitingButton(say("tricks_open"));
  return waitingButton(say(missing > 0 ? "tricks_missing" : "tricks_over", { n: Math.abs(missing) }));
}

function tricksButton(state, say) {
  const missing = missingTricks(state);
  if (missing === 0) {
    const isSaved = !state.ui.entered && isClosed(state.game, state.ui.round);
    return mainButton(isSaved ? "back" : "closeRound", {}, afterThis(state, isSaved, say));
  }
  return wrongTricks(missing, say);
}

const leaveItSo = (state, say) =>
  phase(state) === "tricks" && Boolean(missingTricks(state)) &&
  button("closeRound", { accept: true }, { class: "quiet" }, say("leave_it_so"));

const BUTTONS = { bids: bidsButton, reading: readingButton, tricks: tricksButton,
  unwritten: (state, say) => mainButton("back", {}, afterThis(state, true, say)) };

export function footer(state, say, saved) {
  if (phase(state) === "sealed") return lazy.parts?.sealedFooter(state, say, saved);
  return [h("p", { class: "balance" }, balance(state, say), leaveItSo(state, say), saved),
    phase(state) !== "unwritten" && (state.game.edition.length > 0 || voidTricks(state) > 0) &&
    lazy.parts?.extras(state, say), stepButtons(state, say), BUTTONS[phase(state)](state, say)];
}
