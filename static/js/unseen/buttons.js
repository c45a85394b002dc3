// The button below unseen bids: whose hand the phone goes to, and when they are shown.

import { button, h } from "../play/elements.js";
import { roundOf, tricksSum } from "../play/game.js";
import { later } from "../play/later.js";
import { presentIn } from "../play/presence.js";
import { byHand, cardsOf, haveBid, nameAt } from "./handing.js";
import { isLate, unasked } from "./late.js";
import { handOf, hasBid, hasPhone, isPlaying, isShared, missing, secretTricks, toHand } from "./sealing.js";

const primary = (action, args, text) => button(action, args, { class: "main" }, text);
const waiting = (text) => h("button", { type: "button", class: "main", disabled: true }, text);

function handFooter(state, hand, saved, say) {
  const isDone = hand.tapped || hasBid(state, hand.seat);
  if (hand.open) return [h("p", { class: "balance" }, saved), isDone ? primary("cover", {}, say("done_cover")) : waiting(say("done_cover"))];
  return [
    h("p", { class: "balance" }, h("span", {}, haveBid(state, say)), saved),
    button("putBack", {}, { class: "step", "aria-label": say("put_back") }, "×"),
    primary("take", {}, say("that_is_me")),
  ];
}

function goOn(state) {
  if (state.game.bid_mode === "secret" && !state.ui.playing) return "playOn";
  return isShared(state) ? "late" : "reveal";
}

// Where most have bid, a table need not wait for the others.
function withoutSome(state, say) {
  const n = missing(state).length;
  if (!n || 2 * n >= presentIn(state.game, state.ui.round).length) return null;
  return button(goOn(state), {}, { class: "quiet", "aria-pressed": isLate(state) && "true" }, say("without_some", { n }));
}

function trickBalance(state, say) {
  const tricks = secretTricks(state);
  const cards = cardsOf(state) - roundOf(state.game, state.ui.round).void_tricks;
  const isOpen = presentIn(state.game, state.ui.round).some((seat) => tricks[seat] === null);
  return { told: say("balance_tricks", { tricks: tricksSum(tricks), n: cards }), left: isOpen ? null : cards - tricksSum(tricks) };
}

function showPoints(state) {
  if (!isShared(state)) return "reveal";
  return missing(state).length ? "late" : "sendTricks";
}

function pointsButton(state, say) {
  const isSent = Boolean(roundOf(state.game, state.ui.round).tricks);
  if (isShared(state) && isSent) return waiting(say("waits_for_bids"));
  return primary(showPoints(state), {}, say("show_points"));
}

function tricksFooter(state, saved, say) {
  const { told, left } = trickBalance(state, say);
  const wrong = () => waiting(left === null ? say("tricks_open") : say(left > 0 ? "tricks_missing" : "tricks_over", { n: Math.abs(left) }));
  return [
    h("p", { class: "balance" }, h("span", {}, told), Boolean(left) && button(showPoints(state), {}, { class: "quiet" }, say("leave_it_so")), saved),
    later.parts.extras(state, say),
    steps(state, say),
    left === 0 ? pointsButton(state, say) : wrong(),
  ];
}

function lateButton(state, say) {
  const [seat] = unasked(state);
  return waiting(seat === undefined ? say("waits_for_bids") : say("bids_next", { name: nameAt(state, seat) }));
}

function bidsButton(state, say) {
  if (isLate(state)) return lateButton(state, say);
  const [seat = missing(state)[0]] = toHand(state);
  if (seat === undefined) return isShared(state) ? waiting(say("waits_for_bids")) : primary("reveal", {}, say("show_bids"));
  if (hasPhone(state, seat)) return waiting(say("bids_next", { name: nameAt(state, seat) }));
  const name = nameAt(state, byHand(state) ? seat : (state.ui.open ?? seat));
  return byHand(state) ? primary("hand", { seat }, say("hand_to", { name })) : waiting(say("bids_next", { name }));
}

// Why bids that were put in here do not reach the others.
function waitMark({ ui }, say) {
  const waits = ui.heard?.waits;
  return waits ? h("span", { class: "state waits", key: "waits" }, say(`state_${waits.reason}`, waits)) : null;
}

const steps = (state, say) => [
  button("undo", {}, { class: "step", "aria-label": say("undo"), disabled: state.past.length === 0 }, "↶"),
  state.future.length > 0 && button("redo", {}, { class: "step", "aria-label": say("redo") }, "↷"),
];

export function sealedFooter(state, say, saved) {
  const hand = handOf(state);
  if (hand) return handFooter(state, hand, saved, say);
  if (isPlaying(state) && !isLate(state)) return tricksFooter(state, saved, say);
  return [
    h("p", { class: "balance" }, h("span", {}, haveBid(state, say)), withoutSome(state, say), waitMark(state, say) ?? saved),
    steps(state, say),
    bidsButton(state, say),
  ];
}
