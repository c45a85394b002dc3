// Bidding unseen, on the page: who has bid, one phone that goes from hand to hand, and slips.

import { addAnnouncements } from "../play/announce.js";
import { button, h, symbol } from "../play/elements.js";
import { roundOf, tricksSum } from "../play/game.js";
import { later } from "../play/later.js";
import { presentIn } from "../play/presence.js";
import { dealerMark, inOrder, list, nameOf, named, totalsBefore } from "../play/pages/seats.js";
import { signed } from "../play/words.js";
import { countdown } from "./countdown.js";
import { bidInHand, handOf, hasBid, hasPhone, isPlaying, isShared, missing, secretTricks, toHand } from "./sealing.js";

const nameAt = ({ game }, seat) => game.players[seat].name;
const cardsOf = ({ game, ui }) => game.cards[ui.round - 1];
const byHand = ({ game }) => game.bid_mode !== "slips";

const primary = (action, args, text) => button(action, args, { class: "main" }, text);
const waiting = (text) => h("button", { type: "button", class: "main", disabled: true }, text);

export function haveBid(state, say) {
  const all = presentIn(state.game, state.ui.round).length;
  return say("bids_in", { n: all - missing(state).length, all });
}

addAnnouncements({ heard: (state, _, say) => haveBid(state, say) });

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
document.addEventListener?.("visibilitychange", () => {
  if (document.hidden && document.querySelector(".hand.open")) later.act("hide");
});

// --- on the table ---------------------------------------------------------------------

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
      h("span", { class: ring === "" ? "ring" : "ring set" }, ring),
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

function trickRow(state, seat, tricks, say) {
  const isOpen = state.ui.open === seat;
  const took = tricks[seat];
  return row(state, seat, { action: "unfold", ring: took === null ? "" : String(took), under: bidWords(state, seat, say), inside: chips(state, "took", seat, took), isOpen }, say);
}

const isComplete = (state) => state.game.bid_mode !== "secret" && !missing(state).length;

const soon = (say) => h("section", { class: "soon" }, h("h2", {}, say("says_read")), h("p", { class: "under" }, say("lay_down")), countdown());

function rows(state, say) {
  if (!isPlaying(state)) return inOrder(state).map((seat) => (byHand(state) ? personRow : slipRow)(state, seat, say));
  const tricks = secretTricks(state);
  return inOrder(state).map((seat) => trickRow(state, seat, tricks, say));
}

export function sealedSeats(state, say) {
  const hand = handOf(state);
  if (hand) return handPage(state, hand, say);
  return [isComplete(state) && soon(say), isPlaying(state) && h("p", { class: "under" }, say("secret_on")), list("seats sealed", rows(state, say))];
}

// --- the button -----------------------------------------------------------------------

function handFooter(state, hand, saved, say) {
  const isDone = hand.tapped || hasBid(state, hand.seat);
  if (hand.open) return [h("p", { class: "balance" }, saved), isDone ? primary("cover", {}, say("done_cover")) : waiting(say("done_cover"))];
  return [
    h("p", { class: "balance" }, h("span", {}, haveBid(state, say)), saved),
    button("putBack", {}, { class: "step", "aria-label": say("put_back") }, "×"),
    primary("take", {}, say("that_is_me")),
  ];
}

// Where most have bid, a table need not wait for the others.
function withoutSome(state, say) {
  const n = missing(state).length;
  if (isShared(state) || !n || 2 * n >= presentIn(state.game, state.ui.round).length) return null;
  return button(state.game.bid_mode === "secret" ? "playOn" : "reveal", {}, { class: "quiet" }, say("without_some", { n }));
}

function trickBalance(state, say) {
  const tricks = secretTricks(state);
  const cards = cardsOf(state) - roundOf(state.game, state.ui.round).void_tricks;
  const isOpen = presentIn(state.game, state.ui.round).some((seat) => tricks[seat] === null);
  return { told: say("balance_tricks", { tricks: tricksSum(tricks), n: cards }), left: isOpen ? null : cards - tricksSum(tricks) };
}

function pointsButton(state, say) {
  const isSent = Boolean(roundOf(state.game, state.ui.round).tricks);
  if (isShared(state) && isSent) return waiting(say("waits_for_bids"));
  return primary(isShared(state) ? "sendTricks" : "reveal", {}, say("show_points"));
}

function tricksFooter(state, saved, say) {
  const { told, left } = trickBalance(state, say);
  const wrong = () => waiting(left === null ? say("tricks_open") : say(left > 0 ? "tricks_missing" : "tricks_over", { n: Math.abs(left) }));
  return [
    h("p", { class: "balance" }, h("span", {}, told), Boolean(left) && button(isShared(state) ? "sendTricks" : "reveal", {}, { class: "quiet" }, say("leave_it_so")), saved),
    later.parts.extras(state, say),
    steps(state, say),
    left === 0 ? pointsButton(state, say) : wrong(),
  ];
}

function bidsButton(state, say) {
  const [seat = missing(state)[0]] = toHand(state);
  if (seat === undefined) return isShared(state) ? waiting(say("waits_for_bids")) : primary("reveal", {}, say("show_bids"));
  if (hasPhone(state, seat)) return waiting(say("bids_next", { name: nameAt(state, seat) }));
  const name = nameAt(state, byHand(state) ? seat : (state.ui.open ?? seat));
  return byHand(state) ? primary("hand", { seat }, say("hand_to", { name })) : waiting(say("bids_next", { name }));
}

const steps = (state, say) => [
  button("undo", {}, { class: "step", "aria-label": say("undo"), disabled: state.past.length === 0 }, "↶"),
  state.future.length > 0 && button("redo", {}, { class: "step", "aria-label": say("redo") }, "↷"),
];

export function sealedFooter(state, say, saved) {
  const hand = handOf(state);
  if (hand) return handFooter(state, hand, saved, say);
  if (isPlaying(state)) return tricksFooter(state, saved, say);
  return [
    h("p", { class: "balance" }, h("span", {}, haveBid(state, say)), withoutSome(state, say), saved),
    steps(state, say),
    bidsButton(state, say),
  ];
}
