// The table view: bids in the largest letters that fit, for people a metre away. A tap anywhere
// closes it; one button turns it for the person opposite.

import { button, h, symbol } from "../play/dom.js";
import { bidsComplete, bidText, roundOf, wonBy } from "../play/game.js";
import { finalBids } from "../play/rules.js";
import { currentTricks, phase } from "../play/state.js";
import { roundTitle, trumpWords } from "../play/views/round.js";
import { bidNow, dealerMark, inOrder, list, verdict } from "../play/views/seats.js";
import { hasBidSealed, haveBid } from "./bids.js";

const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u;

// How much room a name takes, in narrow letters, and its longest word; a class for each of three sizes of type.
function sizeOf(name) {
  const room = [...name].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
  const word = Math.max(...name.split(/[\s-]/u).map((part) => (WIDE.test(part) ? 1 : part.length)));
  if (room > 44 || (word > 13 && word <= 20)) return "widest"; // longer words are torn in any case
  return room > 14 || word > 9 ? "wide" : "narrow";
}

// Tricks as far as anybody counted them; null where nobody did.
function tookSoFar(state, seat) {
  const round = roundOf(state.game, state.ui.round);
  if (phase(state) === "tricks") return currentTricks(state)[seat];
  return round.winners.length ? wonBy(round, seat) : null;
}

function spoken(bid, took, say) {
  if (bid === null) return null;
  return h("span", { class: "visually-hidden" }, took === null ? say("bid_only", { bid }) : say("bid_took", { bid, took }));
}

const notYet = (state, seat) => (phase(state) === "sealed" && hasBidSealed(state, seat) ? symbol("sealed", { class: "symbol covered" }) : "–");

function seatRow(state, seat, say) {
  const round = roundOf(state.game, state.ui.round);
  const bid = round.bids[seat];
  const took = tookSoFar(state, seat);
  const { name } = state.game.players[seat];
  return h(
    "li",
    { class: took === null ? null : "counted" },
    h("span", { class: `far-name ${sizeOf(name)}` }, dealerMark(state, seat, say), h("bdi", {}, name)),
    spoken(bid === null ? null : bidText(round, seat), took, say),
    took !== null && h("span", { class: took === finalBids(round)[seat] ? "far-took met" : "far-took", "aria-hidden": "true" }, symbol("trick"), String(took)),
    h("span", { class: "far-bid", "aria-hidden": "true" }, bid === null ? notYet(state, seat) : bidNow(round, seat)),
  );
}

function balance(state, say) {
  const { game, ui } = state;
  const { bids } = roundOf(game, ui.round);
  if (bidsComplete(game, ui.round)) return verdict(state, say);
  if (phase(state) === "sealed") return h("p", { class: "verdict" }, h("span", {}, haveBid(state, say)));
  const sum = bids.reduce((total, bid) => total + (bid ?? 0), 0);
  return h("p", { class: "verdict" }, h("span", {}, say("balance_bids", { bids: sum, n: game.cards[ui.round - 1] })));
}

function facts({ game, ui }, say) {
  const trump = roundOf(game, ui.round).trump ?? "unset";
  const other = ui.panel === "turned" ? "table" : "turned";
  return h(
    "div",
    { class: "far-facts" },
    roundTitle(game, ui, say),
    h("p", { class: `far-trump suit-${trump}` }, trump === "unset" ? null : trumpWords(trump, say)),
    button("panel", { name: other }, { class: "more turn", "aria-label": say("turn") }, "↻"),
    button("panel", { name: ui.panel }, { class: "more", "aria-label": say("close") }, "×"),
  );
}

export const tableView = (state, say) =>
  h(
    "section",
    { class: `far ${state.ui.panel}`, "aria-label": say("table_view"), data: { do: "panel", name: state.ui.panel } },
    facts(state, say),
    balance(state, say),
    list("far-seats", inOrder(state).map((seat) => seatRow(state, seat, say))),
  );
