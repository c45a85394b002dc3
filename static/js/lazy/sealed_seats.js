// Hidden bids on the page.

import { button, h, lazy, mainButton, stepButtons, symbol, waitingButton, whenLeft } from "../play/dom.js";
import { roundOf } from "../play/game.js";
import { presentIn } from "../play/rules.js";
import { currentTricks, missingTricks } from "../play/state.js";
import { balance, wrongTricks } from "../play/views/round.js";
import { chips, dealerMark, inOrder, list, nameAt, named, seatLine } from "../play/views/seats.js";
import { areAllThere, countdown, handOf, hasBid, hasPhone, isPlaying, isShared, missing,
  toHand } from "./sealed_bids.js";

// --- The button below hidden bids: who gets the phone next, and when bids are revealed.

const byHand = ({ game }) => game.bid_mode !== "slips";

function handFooter(state, hand, saved, say) {
  const isDone = hand.bid !== null || hasBid(state, hand.seat);
  if (hand.open) {
    return [h("p", { class: "balance" }, saved),
      isDone ? mainButton("cover", {}, say("done_cover")) : waitingButton(say("done_cover"))];
  }
  return [h("p", { class: "balance" }, h("span", {}, haveBid(state, say)), saved),
    button("putBack", {}, { class: "step", "aria-label": say("put_back") }, "×"),
    mainButton("take", {}, say("that_is_me"))];
}

const handTo = (state, seat, look, say) =>
  button("hand", { seat }, { class: look }, say("hand_to", { name: nameAt(state, seat) }));

// If most have bid, a table need not wait for the others. This phone is passed to those who have their own.
function withoutSome(state, say) {
  const left = missing(state);
  if (!left.length || 2 * left.length >= presentIn(state.game, state.ui.round).length) return null;
  const isSecret = state.game.bid_mode === "secret";
  if (isSecret || !isShared(state)) {
    return button(isSecret ? "playOn" : "reveal", {}, { class: "quiet" },
      say("without_some", { n: left.length }));
  }
  return byHand(state) && !toHand(state).length && handTo(state, left[0], "quiet", say);
}

function tricksFooter(state, saved, say) {
  const left = missingTricks(state);
  const action = isShared(state) ? "sendTricks" : "reveal";
  return [
    h("p", { class: "balance" }, balance(state, say),
      Boolean(left) && areAllThere(state) && button(action, {}, { class: "quiet" }, say("leave_it_so")),
      saved),
    lazy.parts.extras(state, say),
    stepButtons(state, say),
    tricksButton(state, left, action, say),
  ];
}

function tricksButton(state, left, action, say) {
  const [seat] = missing(state);
  const isKnown = left !== null && !areAllThere(state);
  if (isKnown && seat !== undefined) return handTo(state, seat, "main", say);
  const isSent = isShared(state) && roundOf(state.game, state.ui.round).tricks;
  if (isKnown || isSent) return waitingButton(say("waits_for_bids"));
  return left === 0 ? mainButton(action, {}, say("show_points")) : wrongTricks(left, say);
}

function bidsButton(state, say) {
  const [seat = missing(state)[0]] = toHand(state);
  if (seat === undefined) {
    return isShared(state)
      ? waitingButton(say("waits_for_bids"))
      : mainButton("reveal", {}, say("show_bids"));
  }
  if (byHand(state) && !hasPhone(state, seat)) return handTo(state, seat, "main", say);
  return waitingButton(say("bids_next", { name: nameAt(state, state.ui.open ?? seat) }));
}

// Why bids that were entered here are not sent to the others.
function waitMark({ ui: { heard } }, say) {
  const { waits } = heard ?? {};
  return waits && h("span", { class: "state waits", key: "waits" }, say(`state_${waits.reason}`, waits));
}

export function sealedFooter(state, say, saved) {
  const hand = handOf(state);
  if (hand) return handFooter(state, hand, saved, say);
  if (isPlaying(state)) return tricksFooter(state, saved, say);
  return [
    h("p", { class: "balance" }, h("span", {}, haveBid(state, say)), withoutSome(state, say),
      waitMark(state, say) ?? saved),
    stepButtons(state, say),
    bidsButton(state, say),
  ];
}

// --- Hidden bidding on the page: who has bid, passing one phone around, and slips.

export function haveBid(state, say) {
  const all = presentIn(state.game, state.ui.round).length;
  return say("bids_in", { n: all - missing(state).length, all });
}

const chipsOf = (state, action, seat, chosen, hidden) =>
  chips(state, action, seat, chosen, { "aria-label": nameAt(state, seat),
    "aria-hidden": hidden ? "true" : null }, () => ({ tabindex: hidden ? "-1" : null }));

function openHand(state, { seat, bid, hears }, say) {
  return [
    h("h2", {}, say("how_many", { name: nameAt(state, seat) })),
    h("p", { class: "under" }, say(`hand_why_${state.game.bid_mode}`)),
    // A screen reader reads no number until the player confirms that only they can hear it.
    !hears && button("hears", {}, { class: "quiet headphones" }, say("headphones")),
    chipsOf(state, "seal", seat, bid, !hears),
  ];
}

function closedHand(state, { seat }, say) {
  return [h("p", { class: "under" }, say("hand_title")),
    h("p", { class: "hand-name" }, dealerMark(state, seat, say), named(nameAt(state, seat))),
    h("p", { class: "under" }, say("hand_why"))];
}

const handPage = (state, hand, say) =>
  h("section", { class: hand.open ? "hand open" : "hand", key: `hand-${hand.seat}-${hand.open}`,
    "aria-label": nameAt(state, hand.seat) }, (hand.open ? openHand : closedHand)(state, hand, say));

// A phone that was locked or left with a bid on it shows no bid when it wakes.
whenLeft(() => document.querySelector(".hand.open") && lazy.act("hide"));

function bidWords(state, seat, say) {
  if (hasBid(state, seat)) return say("has_bid");
  return say(hasPhone(state, seat) ? "own_phone" : "has_not_bid");
}

// Its chips enter the tricks of a secret round, or a bid on a slip; otherwise the phone is handed over.
function row(state, seat, say) {
  const isOver = isPlaying(state);
  const tricks = isOver ? currentTricks(state)[seat] : null;
  const isCovered = !isOver && hasBid(state, seat);
  const ring = isCovered ? symbol("sealed", { class: "symbol covered" }) : String(tricks ?? "");
  const line = { ring, under: bidWords(state, seat, say),
    look: ["", `${ring && "set"} ${isCovered ? "in" : ""}`] };
  if (!isOver && byHand(state)) return seatLine(state, seat, { ...line, action: "hand" }, say);
  const inside = () => chipsOf(state, isOver ? "took" : "slip", seat, tricks);
  return seatLine(state, seat, { ...line, action: "unfold", inside }, say);
}

const soon = (state, say) =>
  h("section", { class: "soon" }, h("h2", {}, say("says_read")), h("p", { class: "under" }, say("lay_down")),
    countdown(state));

export function sealedSeats(state, say) {
  const hand = handOf(state);
  if (hand) return handPage(state, hand, say);
  return [state.game.bid_mode !== "secret" && !missing(state).length && soon(state, say),
    isPlaying(state) && h("p", { class: "under" }, say("secret_on")),
    list("seats sealed", inOrder(state).map((seat) => row(state, seat, say)))];
}
