// The seats in bidding order: chips for the open one, the number in a ring for the others.

import { button, h, lazy, symbol } from "../dom.js";
import { bidText, notAllowed, roundOf, wonBy } from "../game.js";
import { defaultLook, gain, lengthOf, signed } from "../names.js";
import { bidOrder, dealerOf, finalBids, fined, pointsFor, sum, totalsBefore } from "../rules.js";
import { currentTricks } from "../state.js";

export const nameAt = ({ game }, seat) => game.players[seat].name;
export const inOrder = ({ game, ui }) => bidOrder(ui.round, game);

// Long words get a smaller font, so that names are not broken.
export const named = (name, ...after) =>
  h("span", { class: `name ${lengthOf(name)}` }, h("bdi", {}, name), ...after);

// Five or six lines get a smaller font, more of them less space.
const MANY = 5;
const CROWD = 7;
export const sizeOf = (n) => (n < MANY ? "" : n < CROWD ? " many" : " many crowd");
export const list = (name, lines) => h("ol", { class: name + sizeOf(lines.length), key: "lines" }, lines);

export const totalsWithPenalties = ({ game, ui }) =>
  fined(totalsBefore(game, ui.round), game, ({ round }) => round === ui.round);

// A bid in large digits; one changed by a Cloud is shown after the original.
export function bidNow(round, seat) {
  const [made, moved] = String(bidText(round, seat)).split("→");
  return moved ? [h("small", { class: "before" }, `${made}→`), moved] : made;
}

function turnOf(state, seat, position, say) {
  if (state.game.bid_mode !== "open") return lazy.parts?.besideName(state, seat, position, say);
  if (position === 0) return say("leads");
  return say(seat === dealerOf(state.ui.round, state.game) ? "bidder_last" : `bidder_${position + 1}`);
}

export function dealerMark(state, seat, say) {
  if (seat !== dealerOf(state.ui.round, state.game)) return null;
  return h("abbr", { class: "dealer", title: say("dealer") }, say("dealer_letter"));
}

// The looks that players of the group have chosen, by id; set before the page is drawn.
export const looks = { chosen: {} };

export function avatar(player) {
  const [colour, picture] = looks.chosen[player.id] ?? defaultLook(player.id);
  return h("span", { class: `avatar colour-${colour}`, "aria-hidden": "true" },
    picture === "letter" ? player.name.slice(0, 1).toUpperCase() : symbol(`picture-${picture}`));
}

export const nameOf = ({ game, ui }, seat, say) =>
  h("span", { class: "named" }, avatar(game.players[seat]), dealerMark({ game, ui }, seat, say),
    named(game.players[seat].name));

// A chip for each number of tricks from 0. attributes: of all; more(value): of one.
export function chips({ game, ui }, action, seat, chosen, attributes, more = () => null) {
  const chip = (value) =>
    button(action, { seat, value }, { class: "chip", "aria-pressed": String(value === chosen),
      ...more(value) }, String(value));
  const length = game.cards[ui.round - 1] + 1;
  return h("div", { class: `chips of-${length}`, role: "group", ...attributes },
    Array.from({ length }, (_, value) => chip(value)));
}

function askAnyway({ ui }, seat, say) {
  if (ui.ask?.seat !== seat) return null;
  const { value } = ui.ask;
  return h("p", { class: "ask" }, say("not_allowed_ask", { value }),
    button("bidAnyway", {}, { class: "quiet" }, say("bid_anyway", { value })));
}

const underBid = (state, seat, position, barred, say) =>
  lazy.parts?.onOwnPhone(state, seat, say) ??
    (barred === null ? turnOf(state, seat, position, say) : say("not_allowed", { value: barred }));

// The line of a seat, and what opens below it: inside(). look: classes of the whole, and of the ring.
export function seatLine(state, seat, { action, look = ["", ""], under, number, ring, inside }, say) {
  const isOpen = inside && state.ui.open === seat;
  return h("li", { class: `seat ${look[0]} ${isOpen ? "open" : ""}`, key: seat },
    button(action, { seat }, { class: "row", key: "row", "aria-expanded": inside && String(isOpen) },
      h("span", { class: "who" }, nameOf(state, seat, say), h("small", { class: "under" }, under)),
      number ?? h("span", { class: "total" }, signed(totalsWithPenalties(state)[seat])),
      h("span", { class: `ring ${look[1]}` }, ring)), isOpen && inside());
}

function bidSeat(state, seat, position, say) {
  const { game, ui } = state;
  const own = roundOf(game, ui.round).bids[seat];
  const barred = notAllowed(game, ui.round, seat);
  const label = { "aria-label": say("bids_next", { name: game.players[seat].name }) };
  const more = (value) =>
    value === barred && { class: "chip no", "aria-label": say("not_allowed", { value }) };
  return seatLine(state, seat, { action: "openSeat", look: ["", own === null ? "" : "set"],
    under: underBid(state, seat, position, barred, say), ring: String(own ?? (ui.open === seat ? "?" : "")),
    inside: () => [chips(state, "bid", seat, own, label, more), askAnyway(state, seat, say)] }, say);
}

const heads = (question, numbers, say) =>
  h("p", { class: "heads" }, h("span", {}, question && say(question)), numbers.map((word) =>
    h("small", {}, say(word))
  ));

export function bidSeats(state, say) {
  const seats = inOrder(state).map((seat, position) => bidSeat(state, seat, position, say));
  return [heads(null, ["head_total", "head_bid"], say), list("seats", seats)];
}

function trickSeat(state, seat, say) {
  const { game, ui } = state;
  const round = roundOf(game, ui.round);
  const bid = finalBids(round)[seat];
  const took = currentTricks(state)[seat];
  const points = took === null ? "" : gain(pointsFor(bid, took, ui.round, game));
  const label = { "aria-label": say("tricks_of", { name: game.players[seat].name }) };
  return seatLine(state, seat, { action: "miss",
    look: took === null ? ["", ""] : [bid === took ? "met" : "missed", "set"],
    under: say(took === null ? "bid_only" : "bid_took", { bid: bidText(round, seat), took }),
    number: h("span", { class: "gain" }, points), ring: String(took ?? "?"),
    inside: () => chips(state, "give", seat, took, label) }, say);
}

export function trickSeats(state, say) {
  const seats = inOrder(state).map((seat) => trickSeat(state, seat, say));
  return [heads("who_missed", ["head_points", "head_took"], say), list("seats", seats)];
}

// --- The reading page: all bids large, to be read aloud and left on the table during play.

export function balanceOf({ game, ui }, say) {
  const round = roundOf(game, ui.round);
  const cards = game.cards[ui.round - 1] - round.void_tricks;
  const bids = sum(finalBids(round));
  const kind = bids > cards ? "over" : bids < cards ? "under" : "even";
  return [say(`verdict_${kind}`, { bids, n: cards }),
    say(`verdict_${kind}_why`, { n: Math.abs(bids - cards) })];
}

export function verdict(state, say) {
  const [said, why] = balanceOf(state, say);
  return h("p", { class: "verdict" }, h("span", {}, said), h("small", {}, why));
}

function need({ game, ui }, seat, say) {
  const round = roundOf(game, ui.round);
  const left = finalBids(round)[seat] - wonBy(round, seat);
  if (left < 0) return say("too_many", { n: -left });
  return left ? say("needs", { n: left }) : say("needs_none");
}

function readTotal(state, seat, counting, say) {
  const { game, ui } = state;
  const round = roundOf(game, ui.round);
  const before = totalsWithPenalties(state)[seat];
  const total = before + pointsFor(finalBids(round)[seat], wonBy(round, seat), ui.round, game);
  return h("span", { class: "total" }, signed(before),
    counting && h("small", { "aria-label": say("if_now", { total }) }, `→ ${signed(total)}`));
}

function readSeat(state, seat, position, say) {
  const round = roundOf(state.game, state.ui.round);
  const counting = round.winners.length > 0;
  const won = wonBy(round, seat);
  const { name } = state.game.players[seat];
  const under = counting ? need(state, seat, say) : turnOf(state, seat, position, say);
  return h("li", { class: "read", key: seat },
    button("miss", { seat }, { class: "row", key: "row" },
      h("span", { class: "who" }, nameOf(state, seat, say), h("small", { class: "under" }, under)),
      readTotal(state, seat, counting, say),
      h("span", { class: "visually-hidden" }, say("missed_label", { bid: bidText(round, seat) })),
      h("span", { class: "big", "aria-hidden": "true" }, bidNow(round, seat))),
    button("winTrick", { seat }, { class: "won", "aria-label": say("won_label", { name, n: won }) },
      counting ? h("b", {}, String(won)) : symbol("trick")));
}

export function reading(state, say) {
  const seats = inOrder(state).map((seat, position) => readSeat(state, seat, position, say));
  const isCounting = roundOf(state.game, state.ui.round).winners.length > 0;
  const large = button("panel", { name: "table" }, { class: "more", "aria-label": say("table_view") },
    symbol("large"));
  return [h("div", { class: "aloud" }, verdict(state, say), large),
    heads("who_missed", ["head_total", "head_bid"], say), list("reads", seats),
    h("p", { class: "counts" }, symbol("trick"), say(isCounting ? "arrow_hint" : "count_hint"))];
}
