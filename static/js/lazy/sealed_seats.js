// Hidden bids on the page.

import { button, h, lazy, mainButton, stepButtons, symbol, waitingButton } from "../play/dom.js";
import { roundOf } from "../play/game.js";
import { presentIn, sum } from "../play/rules.js";
import { wrongTricks } from "../play/views/round.js";
import { chips, dealerMark, inOrder, list, nameAt, named, seatLine } from "../play/views/seats.js";
import { bidInHand, countdown, handOf, hasBid, hasPhone, isLate, isPlaying, isShared, lateBids, missing,
  secretTricks, toHand, unasked } from "./sealed_bids.js";

// --- The button below hidden bids: who gets the phone next, and when bids are revealed.

function handFooter(state, hand, saved, say) {
  const isDone = hand.tapped || hasBid(state, hand.seat);
  if (hand.open) {
    return [h("p", { class: "balance" }, saved),
      isDone ? mainButton("cover", {}, say("done_cover")) : waitingButton(say("done_cover"))];
  }
  return [h("p", { class: "balance" }, h("span", {}, haveBid(state, say)), saved),
    button("putBack", {}, { class: "step", "aria-label": say("put_back") }, "×"),
    mainButton("take", {}, say("that_is_me"))];
}

// The step towards the open bids, though some may be missing.
function goOn(state) {
  const isShort = missing(state).length > 0;
  if (state.game.bid_mode === "secret" && isShort && !state.ui.playing) return "playOn";
  if (!isShared(state)) return "reveal";
  return isShort ? "late" : "sendTricks";
}

// If most have bid, a table need not wait for the others.
function withoutSome(state, say) {
  const n = missing(state).length;
  if (!n || 2 * n >= presentIn(state.game, state.ui.round).length) return null;
  const look = { class: "quiet", "aria-pressed": isLate(state) && "true" };
  return button(goOn(state), {}, look, say("without_some", { n }));
}

function tricksButton(state, left, say) {
  if (left !== 0) return wrongTricks(left, say);
  const isSent = isShared(state) && roundOf(state.game, state.ui.round).tricks;
  return isSent ? waitingButton(say("waits_for_bids")) : mainButton(goOn(state), {}, say("show_points"));
}

function tricksFooter(state, saved, say) {
  const { game, ui } = state;
  const tricks = secretTricks(state);
  const cards = game.cards[ui.round - 1] - roundOf(game, ui.round).void_tricks;
  const isOpen = presentIn(game, ui.round).some((seat) => tricks[seat] === null);
  const left = isOpen ? null : cards - sum(tricks);
  return [
    h("p", { class: "balance" }, h("span", {}, say("balance_tricks", { tricks: sum(tricks), n: cards })),
      Boolean(left) && button(goOn(state), {}, { class: "quiet" }, say("leave_it_so")), saved),
    lazy.parts.extras(state, say),
    stepButtons(state, say),
    tricksButton(state, left, say),
  ];
}

function bidsButton(state, say) {
  const isNext = (seat) => waitingButton(say("bids_next", { name: nameAt(state, seat) }));
  const [late] = isLate(state) ? unasked(state) : [];
  if (late !== undefined) return isNext(late);
  const [seat = missing(state)[0]] = toHand(state);
  if (isLate(state) || (seat === undefined && isShared(state))) return waitingButton(say("waits_for_bids"));
  if (seat === undefined) return mainButton("reveal", {}, say("show_bids"));
  if (hasPhone(state, seat)) return isNext(seat);
  if (!byHand(state)) return isNext(state.ui.open ?? seat);
  return mainButton("hand", { seat }, say("hand_to", { name: nameAt(state, seat) }));
}

// Why bids that were entered here are not sent to the others.
function waitMark({ ui: { heard } }, say) {
  const { waits } = heard ?? {};
  return waits && h("span", { class: "state waits", key: "waits" }, say(`state_${waits.reason}`, waits));
}

export function sealedFooter(state, say, saved) {
  const hand = handOf(state);
  if (hand) return handFooter(state, hand, saved, say);
  if (isPlaying(state) && !isLate(state)) return tricksFooter(state, saved, say);
  return [
    h("p", { class: "balance" }, h("span", {}, haveBid(state, say)), withoutSome(state, say),
      waitMark(state, say) ?? saved),
    stepButtons(state, say),
    bidsButton(state, say),
  ];
}

// --- Hidden bidding on the page: who has bid, passing one phone around, and slips.

const byHand = ({ game }) => game.bid_mode !== "slips";

export function haveBid(state, say) {
  const all = presentIn(state.game, state.ui.round).length;
  return say("bids_in", { n: all - missing(state).length, all });
}

const chipsOf = (state, action, seat, chosen, hidden) =>
  chips(state, action, seat, chosen, { "aria-label": nameAt(state, seat), "aria-hidden": hidden && "true" },
    () => ({ tabindex: hidden && "-1" }));

function openHand(state, { seat, hears }, say) {
  return [
    h("h2", {}, say("how_many", { name: nameAt(state, seat) })),
    h("p", { class: "under" }, say(`hand_why_${state.game.bid_mode}`)),
    // A screen reader reads no number until the player confirms that only they can hear it.
    !hears && button("hears", {}, { class: "quiet headphones" }, say("headphones")),
    chipsOf(state, "seal", seat, bidInHand(state), !hears),
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
globalThis.document?.addEventListener?.("visibilitychange", () => {
  if (document.hidden && document.querySelector(".hand.open")) lazy.act("hide");
});

function bidWords(state, seat, say) {
  if (hasBid(state, seat)) return say("has_bid");
  return say(hasPhone(state, seat) ? "own_phone" : "has_not_bid");
}

// What the chips of a seat enter, and what its ring shows.
function entryOf(state, seat) {
  if (isLate(state) && !hasBid(state, seat)) return { action: "bidLate", value: lateBids(state)[seat] };
  if (isPlaying(state) && !isLate(state)) return { action: "took", value: secretTricks(state)[seat] };
  const ring = hasBid(state, seat) ? symbol("sealed", { class: "symbol covered" }) : "";
  return { action: byHand(state) ? "hand" : "slip", value: null, ring };
}

function row(state, seat, say) {
  const { action, value, ring = String(value ?? "") } = entryOf(state, seat);
  const under = action === "bidLate" ? say("bid_late") : bidWords(state, seat, say);
  const line = { ring, under, look: ["", ring === "" ? "" : ring.tag ? "set in" : "set"] };
  if (action === "hand") return seatLine(state, seat, { ...line, action, isOpen: false }, say);
  const inside = chipsOf(state, action, seat, value);
  return seatLine(state, seat, { ...line, action: "unfold", inside, isOpen: state.ui.open === seat }, say);
}

const soon = (say) =>
  h("section", { class: "soon" }, h("h2", {}, say("says_read")), h("p", { class: "under" }, say("lay_down")),
    countdown());

export function sealedSeats(state, say) {
  const hand = handOf(state);
  if (hand) return handPage(state, hand, say);
  const isSecret = isPlaying(state) && !isLate(state);
  return [state.game.bid_mode !== "secret" && !missing(state).length && soon(say),
    isSecret && h("p", { class: "under" }, say("secret_on")),
    list("seats sealed", inOrder(state).map((seat) => row(state, seat, say)))];
}
