// Bidding unseen, on the page: who has bid, one phone that goes from hand to hand, and slips.

import { addAnnouncements } from "../play/announce.js";
import { button, h, symbol } from "../play/elements.js";
import { later } from "../play/later.js";
import { presentIn } from "../play/presence.js";
import { dealerMark, inOrder, list, nameOf, named, totalsBefore } from "../play/pages/seats.js";
import { signed } from "../play/words.js";
import { countdown } from "./countdown.js";
import { isLate, lateBids } from "./late.js";
import { bidInHand, handOf, hasBid, hasPhone, isPlaying, missing, secretTricks } from "./sealing.js";

export const nameAt = ({ game }, seat) => game.players[seat].name;
export const cardsOf = ({ game, ui }) => game.cards[ui.round - 1];
export const byHand = ({ game }) => game.bid_mode !== "slips";

export function haveBid(state, say) {
  const all = presentIn(state.game, state.ui.round).length;
  return say("bids_in", { n: all - missing(state).length, all });
}

const tellHowMany = (state, _, say) => haveBid(state, say);

addAnnouncements({ heard: tellHowMany, lost: tellHowMany });

// --- in somebody's hand ---------------------------------------------------------------

function chips(state, action, seat, chosen, attributes = {}) {
  const values = Array.from({ length: cardsOf(state) + 1 }, (_, value) => value);
  const chip = (value) => button(action, { seat, value }, { class: "chip", "aria-pressed": String(value === chosen), tabindex: attributes["aria-hidden"] && "-1" }, String(value));
  return h("div", { class: "chips", role: "group", "aria-label": nameAt(state, seat), ...attributes }, values.map(chip));
}

// A screen reader finds no number before its owner has said that only they hear it.
const headphones = (say) => button("hears", {}, { class: "quiet headphones" }, say("headphones"));

function openHand(state, { seat, hears }, say) {
  return [
    h("h2", {}, say("how_many", { name: nameAt(state, seat) })),
    h("p", { class: "under" }, say(`hand_why_${state.game.bid_mode}`)),
    !hears && headphones(say),
    chips(state, "seal", seat, bidInHand(state), hears ? {} : { "aria-hidden": "true" }),
  ];
}

const closedHand = (state, { seat }, say) => [
  h("p", { class: "under" }, say("hand_title")),
  h("p", { class: "hand-name" }, dealerMark(state, seat, say), named(nameAt(state, seat))),
  h("p", { class: "under" }, say("hand_why")),
];

const handPage = (state, hand, say) =>
  h("section", { class: hand.open ? "hand open" : "hand", key: `hand-${hand.seat}-${hand.open}`, "aria-label": nameAt(state, hand.seat) }, (hand.open ? openHand : closedHand)(state, hand, say));

// A phone that is locked or left with a bid on it is in nobody's hand when it wakes.
globalThis.document?.addEventListener?.("visibilitychange", () => {
  if (document.hidden && document.querySelector(".hand.open")) later.act("hide");
});

// --- on the table ---------------------------------------------------------------------

const ringLook = (ring) => (ring === "" ? "ring" : ring.tag ? "ring set in" : "ring set");

function row(state, seat, { action, ring, under, inside, isOpen }, say) {
  return h(
    "li",
    { class: isOpen ? "seat open" : "seat", key: seat },
    button(
      action,
      { seat },
      { class: "row", key: "row", "aria-expanded": inside === undefined ? null : String(isOpen) },
      h("span", { class: "who" }, nameOf(state, seat, say), h("small", { class: "under" }, under)),
      h("span", { class: "total" }, signed(totalsBefore(state)[seat])),
      h("span", { class: ringLook(ring) }, ring),
    ),
    isOpen && inside,
  );
}

function bidWords(state, seat, say) {
  if (hasBid(state, seat)) return say("has_bid");
  return say(hasPhone(state, seat) ? "own_phone" : "has_not_bid");
}

const mark = (state, seat) => (hasBid(state, seat) ? symbol("sealed", { class: "symbol covered" }) : "");

const personRow = (state, seat, say) => row(state, seat, { action: "hand", ring: mark(state, seat), under: bidWords(state, seat, say), isOpen: false }, say);

function slipRow(state, seat, say) {
  const isOpen = state.ui.open === seat;
  return row(state, seat, { action: "unfold", ring: mark(state, seat), under: bidWords(state, seat, say), inside: chips(state, "slip", seat, null), isOpen }, say);
}

const coveredRow = (state, seat, say) => (byHand(state) ? personRow : slipRow)(state, seat, say);

// Where all can see the number.
function openRow(state, seat, action, value, say) {
  const isOpen = state.ui.open === seat;
  const under = action === "bidLate" ? say("bid_late") : bidWords(state, seat, say);
  return row(state, seat, { action: "unfold", ring: value === null ? "" : String(value), under, inside: chips(state, action, seat, value), isOpen }, say);
}

function lateRows(state, say) {
  const typed = lateBids(state);
  return inOrder(state).map((seat) => (hasBid(state, seat) ? coveredRow(state, seat, say) : openRow(state, seat, "bidLate", typed[seat], say)));
}

const isComplete = (state) => state.game.bid_mode !== "secret" && !missing(state).length;

const soon = (say) => h("section", { class: "soon" }, h("h2", {}, say("says_read")), h("p", { class: "under" }, say("lay_down")), countdown());

function rows(state, say) {
  if (isLate(state)) return lateRows(state, say);
  if (!isPlaying(state)) return inOrder(state).map((seat) => coveredRow(state, seat, say));
  const tricks = secretTricks(state);
  return inOrder(state).map((seat) => openRow(state, seat, "took", tricks[seat], say));
}

export function sealedSeats(state, say) {
  const hand = handOf(state);
  if (hand) return handPage(state, hand, say);
  return [isComplete(state) && soon(say), isPlaying(state) && !isLate(state) && h("p", { class: "under" }, say("secret_on")), list("seats sealed", rows(state, say))];
}
