// Does it fit, is it saved, one step back, and the one button.

import { isClosed } from "../totals.js";
import { bidsForbidden, roundCount, roundOf, runningRound, tricksSum } from "../game.js";
import { currentTricks, isCorrecting, missingTricks, nextSeat, phase, voidTricks } from "../table.js";
import { later } from "../later.js";
import { finalBids } from "../rules.js";
import { button, h } from "../elements.js";

const MOST_PIPS = 10;
const sum = (numbers) => numbers.reduce((total, n) => total + (n ?? 0), 0);

function pips(filled, cards) {
  if (Math.max(filled, cards) > MOST_PIPS) return null;
  const pip = (_, index) => h("i", { class: index >= cards ? "over" : index < filled ? "on" : "" });
  return h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: Math.max(filled, cards) }, pip));
}

function balance(state, say) {
  const { game, ui } = state;
  const round = roundOf(game, ui.round);
  const now = phase(state);
  const cards = game.cards[ui.round - 1] - (now === "bids" ? 0 : voidTricks(state));
  if (now === "bids") {
    const bids = sum(round.bids);
    return [h("span", {}, say("balance_bids", { bids, n: cards })), pips(bids, cards)];
  }
  if (now === "tricks") {
    const tricks = tricksSum(currentTricks(state));
    return [h("span", {}, say("balance_tricks", { tricks, n: cards })), pips(tricks, cards)];
  }
  if (round.winners.length) {
    return [h("span", {}, say("balance_tricks", { tricks: round.winners.length, n: cards })), pips(round.winners.length, cards)];
  }
  return [h("span", {}, say("hint_reading"))];
}

const waiting = (text) => h("button", { type: "button", class: "main", disabled: true }, text);
const primary = (action, args, text) => button(action, args, { class: "main" }, text);

function bidsButton({ game, ui }, say) {
  if (bidsForbidden(game, ui.round)) return waiting(say("bids_even_button"));
  const next = nextSeat(game, ui.round);
  if (next === null) return primary("bidsChanged", {}, say("bids_done"));
  return waiting(say("bids_next", { name: game.players[ui.open ?? next].name }));
}

function readingButton({ game, ui }, say) {
  const round = roundOf(game, ui.round);
  const left = game.cards[ui.round - 1] - round.void_tricks - sum(finalBids(round));
  if (round.winners.length) return waiting(say("tricks_running"));
  return left === 0 ? primary("closeRound", {}, say("all_made_it")) : waiting(say("who_missed"));
}

function afterThis(state, say) {
  const { game, ui } = state;
  const running = runningRound(game);
  if (isCorrecting(state)) {
    return running > roundCount(game) ? say("back_to_end") : say("back_to_round", { round: running });
  }
  return ui.round === roundCount(game) ? say("finish") : say("next_round", { round: ui.round + 1 });
}

function tricksButton(state, say) {
  const missing = missingTricks(state);
  if (missing === 0) {
    const untouched = !state.ui.draft && isClosed(state.game, state.ui.round);
    return primary(untouched ? "back" : "closeRound", {}, afterThis(state, say));
  }
  if (missing === null) return waiting(say("tricks_open"));
  return waiting(missing > 0 ? say("tricks_missing", { n: missing }) : say("tricks_over", { n: -missing }));
}

function leaveItSo(state, say) {
  const missing = phase(state) === "tricks" ? missingTricks(state) : 0;
  if (!missing) return null;
  return button("closeRound", { accept: true }, { class: "quiet" }, say("leave_it_so"));
}

const BUTTONS = { bids: bidsButton, reading: readingButton, tricks: tricksButton };

export function footer(state, say, saved) {
  if (phase(state) === "sealed") return later.parts?.sealedFooter(state, say, saved);
  return [
    h("p", { class: "balance" }, balance(state, say), leaveItSo(state, say), saved),
    later.parts?.extras(state, say),
    button("undo", {}, { class: "step", "aria-label": say("undo"), disabled: state.past.length === 0 }, "↶"),
    state.future.length > 0 && button("redo", {}, { class: "step", "aria-label": say("redo") }, "↷"),
    BUTTONS[phase(state)](state, say),
  ];
}
