// Bids from and to other phones, and the table view with bids in large letters.

import { button, h, lazy, symbol } from "../play/dom.js";
import { bidsComplete, bidText, roundOf, runningRound, seatingOf, wonBy } from "../play/game.js";
import { clock, lengthOf, newKey } from "../play/names.js";
import { roundBody, roundPath } from "../play/resources.js";
import { finalBids, sum } from "../play/rules.js";
import { asked, refusalIn, request } from "../play/sender.js";
import { currentTricks, phase } from "../play/state.js";
import { roundTitle, trumpWords } from "../play/views/round.js";
import { bidNow, dealerMark, inOrder, list, verdict } from "../play/views/seats.js";
import * as sealed from "./sealed_bids.js";
import { haveBid } from "./sealed_seats.js";

// If bids are not made in turn.
export function besideName({ game, ui }, seat, position, say) {
  if (roundOf(game, ui.round).late_bids?.includes(seat)) return say("bid_late");
  return position === 0 ? say("leads_only") : "";
}

// --- Bids from other phones: polled while some are missing, as long as a player has a phone.

const EVERY_MS = 2000;
const NOT_THERE = 404;
const CONFLICT = 412;

let state = null; // on the page
let drawAgain = null;
let timer = null;
let last = { path: "" }; // the server's last answer: {path, etag, at, answer}
let heard = last; // the last one whose bids were entered

const isInTurn = () => state.game.bid_mode === "open";

const pathNow = ({ game, ui } = state) => roundPath(location.hash.slice(1).split("/")[0], game.id, ui.round);

// If no player of a round has a phone, or the server does not know it, no bid is to come.
function isWaiting() {
  const { game, ui } = state;
  const isSilent = last.path === pathNow() && !last.answer.seats.some(({ phone }) => phone);
  return !document.hidden && ui.round !== null && ui.round === runningRound(game) &&
    ["bids", "sealed"].includes(phase(state)) && !(isSilent && isInTurn());
}

function again(wait) {
  timer ??= setTimeout(ask, wait);
}

async function fetched(path) {
  const headers = last.path === path && last.etag ? { "If-None-Match": last.etag } : {};
  const response = await asked(`${path}/bids`, headers).catch(() => null);
  if (!response?.headers.has("X-Scorepad")) return null;
  const answer = response.ok ? await response.json().catch(() => null) : null;
  const at = Date.parse(response.headers.get("Date"));
  if (answer) last = { path, etag: response.headers.get("ETag"), at, answer };
  if (response.status === NOT_THERE) last = { path, answer: { seats: [] } };
  return last.path === path ? last.answer : null;
}

async function ask() {
  timer = null;
  if (!isWaiting()) return;
  const path = pathNow();
  const answer = await fetched(path);
  if (isWaiting() && path === pathNow()) await (isInTurn() ? hear(path, answer) : hearHidden(path, answer));
  again(EVERY_MS * (0.8 + 0.4 * Math.random()));
}

const bidIn = (answer, seat) => answer?.seats.find((each) => each.seat === seat)?.bid ?? null;

// A bid undone here stays so until that phone bids again.
function hear(path, answer) {
  if (!answer) return;
  const before = heard.path === path ? heard.answer : null;
  const news = answer.seats.filter(({ seat, bid }) => bid !== bidIn(before, seat));
  heard = last;
  for (const { seat, bid } of news) book(seat, bid);
  if (news.length) drawAgain();
}

// Applies it as if it were tapped here, unless another bid was; open chips stay open.
function book(seat, value) {
  const { open, round } = state.ui;
  if (value === null || roundOf(state.game, round).bids[seat] !== null) return;
  lazy.act("bid", { seat, value });
  if (open !== seat && state.ui.open !== open && state.ui.open !== seat) lazy.act("openSeat", { seat: open });
}

// Bids from players' phones that differ from the bid here.
export function onOwnPhone(now, seat, say) {
  if (now.game.bid_mode !== "open" || last.path !== pathNow(now)) return null;
  const bid = bidIn(last.answer, seat);
  const here = roundOf(now.game, now.ui.round).bids[seat];
  return bid === null || bid === here ? null : say("on_own_phone", { bid });
}

export function listen(now, draw) {
  if (!state) document.addEventListener("visibilitychange", () => again(0));
  drawAgain = draw;
  state = now;
  again(EVERY_MS);
}

// --- If others bid on their own phones, bids hidden here are sent to the server, which reveals all together.

const LOST_AFTER = 3; // requests without a response

const known = {}; // by URL of a bid: {etag, bid} as on the server
let unheard = 0;
let refusal = null; // why the server rejects bids for now, see sender.js

// What the table sees of others: who has a phone and who has bid; after the reveal, all have. Waits in
// minutes: the page is drawn again for every new one.
function seen({ round, seats }, isRevealed) {
  const each = ({ seat, phone, bid_by: by }) => [seat, { phone, hasBid: isRevealed || by !== null }];
  const waits = refusal && { reason: refusal.reason, time: clock(refusal.until) };
  return { round, waits, seats: Object.fromEntries(seats.map(each)) };
}

async function hearHidden(path, answer) {
  unheard = answer ? 0 : unheard + 1;
  // Offline, this phone is passed to all players: it cannot receive their bids.
  if (unheard >= LOST_AFTER && state.ui.heard) lazy.act("lost");
  if (!answer) return;
  const there = answer.state; // the round on the server
  const isRevealed = Boolean(there?.bids.some((bid) => bid !== null));
  const now = seen(answer, isRevealed);
  if (JSON.stringify(now) !== JSON.stringify(state.ui.heard)) lazy.act("heard", { heard: now });
  if (isRevealed) {
    // All phones reveal together, at the time that the server set.
    const wait = answer.reveals_at ? Date.parse(answer.reveals_at) - last.at : 0;
    const { bids, late_bids: late = [] } = there;
    sealed.revealIn(wait, "revealed", { number: answer.round, bids, late });
  } else if (sealed.isShared(state)) {
    const round = roundOf(state.game, state.ui.round);
    await (round.dealt_again ? discard(path, round, there) : sendHidden(path, answer));
  }
}

// Null if nothing was decided.
async function putBids(path, body, etag) {
  if (refusal?.until > Date.now()) return null;
  const response = await request({ path, body, key: newKey() }, etag).catch(() => null);
  refusal = response && (await refusalIn(response));
  return refusal ? null : response;
}

// The hidden bids of others, because the cards were dealt again.
async function discard(path, round, there) {
  const response = await putBids(path, roundBody(state.game, round), there && `"${there.revision}"`);
  if (response?.ok) lazy.act("dealt");
}

async function sendHidden(path, { seats }) {
  for (const { seat, bid_by: by } of seats) {
    const place = `${path}/bids/${seat}`;
    if (!by) delete known[place]; // a new deal starts the round again
    const bid = sealed.hiddenBids(state)[seat];
    const isReady = bid !== null && bid !== known[place]?.bid && sealed.handOf(state)?.seat !== seat;
    if (isReady) await send(place, seat, bid);
  }
}

async function send(place, seat, bid) {
  const response = await putBids(place, { bid, seating: seatingOf(state.game) }, known[place]?.etag);
  if (!response) return; // retry later
  const { objections = [] } = await response.json().catch(() => ({}));
  const has = (problem) => objections.some((one) => one.problem === problem);
  const etag = response.headers.get("ETag");
  if (response.ok || has("bids_closed")) known[place] = { etag, bid }; // or it is too late
  else if (response.status === CONFLICT) known[place] = { etag };
  else if (has("bid_sealed")) lazy.act("unseal", { seat }); // they bid on their own phone
}

// --- The table view: bids in the largest letters that fit, for people a metre away.

function tookSoFar(state, seat) {
  const round = roundOf(state.game, state.ui.round);
  if (phase(state) === "tricks") return currentTricks(state)[seat];
  return round.winners.length ? wonBy(round, seat) : null;
}

function seatRow(state, seat, say) {
  const round = roundOf(state.game, state.ui.round);
  const bid = round.bids[seat];
  const took = tookSoFar(state, seat);
  const { name } = state.game.players[seat];
  const isCovered = phase(state) === "sealed" && sealed.hasBid(state, seat);
  return h("li", { class: took === null ? null : "counted" },
    h("span", { class: `far-name ${lengthOf(name)}` }, dealerMark(state, seat, say), h("bdi", {}, name)),
    bid !== null &&
      h("span", { class: "visually-hidden" },
        say(took === null ? "bid_only" : "bid_took", { bid: bidText(round, seat), took })),
    took !== null &&
      h("span", { class: took === finalBids(round)[seat] ? "far-took met" : "far-took",
        "aria-hidden": "true" }, symbol("trick"), String(took)),
    h("span", { class: "far-bid", "aria-hidden": "true" },
      bid !== null ? bidNow(round, seat) : isCovered ? symbol("sealed", { class: "symbol covered" }) : "–"));
}

function balance(state, say) {
  const { game, ui } = state;
  const { bids } = roundOf(game, ui.round);
  if (bidsComplete(game, ui.round)) return verdict(state, say);
  const all = phase(state) === "sealed"
    ? haveBid(state, say)
    : say("balance_bids", { bids: sum(bids), n: game.cards[ui.round - 1] });
  return h("p", { class: "verdict" }, h("span", {}, all));
}

function facts({ game, ui }, say) {
  const trump = roundOf(game, ui.round).trump ?? "unset";
  const other = ui.panel === "turned" ? "table" : "turned";
  return h("div", { class: "far-facts" }, roundTitle(game, ui, say),
    h("p", { class: `far-trump suit-${trump}` }, trump === "unset" ? null : trumpWords(trump, say)),
    button("panel", { name: other }, { class: "more turn", "aria-label": say("turn") }, "↻"),
    button("panel", { name: ui.panel }, { class: "more", "aria-label": say("close") }, "×"));
}

export const tableView = (state, say) =>
  h("section", { class: `far ${state.ui.panel}`, "aria-label": say("table_view"),
    data: { do: "panel", name: state.ui.panel } }, facts(state, say), balance(state, say),
    list("far-seats", inOrder(state).map((seat) => seatRow(state, seat, say))));
