// Bids that nobody sees are for some tables only: what they need is fetched once one of them is chosen,
// before the game begins, so that it is here when the network is not.

import { roundOf, runningRound } from "../play/game.js";
import { lazy } from "../play/lazy.js";
import { gamePath } from "../play/resources.js";
import { phase } from "../play/state.js";

const AGAIN_AFTER_MS = 5000;

let parts = null;
let arriving = null;
const waiting = new Set(); // what draws itself again once they are here

// A browser never asks twice for a module that failed, so another try needs another address.
const sealedParts = (tries) => import(new URL(`sealed_bids.js${tries ? `?again=${tries}` : ""}`, import.meta.url).href);

const pause = () => new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));

async function fetchUntilHere() {
  for (let tries = 0; !parts; tries += 1) parts = await sealedParts(tries).catch(pause);
  for (const draw of waiting) draw();
}

// Called once more than needed it does nothing.
export function fetchSealedBids({ bid_mode: mode }, draw) {
  if (mode === "open" || parts) return;
  waiting.add(draw);
  arriving ??= fetchUntilHere();
}

// Where nobody bids in turn.
export function besideName({ game, ui }, seat, position, say) {
  if (roundOf(game, ui.round).late_bids?.includes(seat)) return say("bid_late");
  return position === 0 ? say("leads_only") : "";
}

export const sealedSeats = (state, say) => parts?.sealedSeats(state, say);
export const sealedFooter = (state, say, saved) => parts?.sealedFooter(state, say, saved);
const hearSealed = (...all) => parts?.hear(...all);
export const hasBidSealed = (state, seat) => parts?.hasBid(state, seat);
export const haveBid = (state, say) => parts?.haveBid(state, say);

// --- Bids that are made on other phones: asked for while some are missing, as long as anybody here has a phone.

const EVERY_MS = 2000;
const PATIENCE_MS = 8000;
const NOT_THERE = 404;

let state = null; // on the page
let drawAgain = null;
let timer = null;
let last = { path: "", etag: null, at: 0, answer: null };
let silent = ""; // the round in which nobody has a phone, or that the server does not know
let drawn = null; // the answer that the page shows
const heard = new Map(); // what each phone bid last: once undone here it stays so, until it bids anew

const pathNow = () => `${gamePath(location.hash.slice(1).split("/")[0], state.game.id)}/rounds/${state.ui.round}/bids`;

function isWaiting() {
  const { game, ui } = state;
  return !document.hidden && ui.round !== null && ui.round === runningRound(game) && ["bids", "sealed"].includes(phase(state));
}

const again = (wait) => {
  timer ??= setTimeout(ask, wait);
};

async function fetched(path) {
  const headers = last.path === path && last.etag ? { "If-None-Match": last.etag } : {};
  const response = await fetch(path, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  const isOurs = response?.headers.has("X-Scorepad");
  if (isOurs && response.status === NOT_THERE) silent = path;
  if (isOurs && response.ok) last = { path, etag: response.headers.get("ETag"), at: Date.parse(response.headers.get("Date")), answer: await response.json().catch(() => null) };
  return isOurs && last.path === path ? last.answer : null;
}

async function ask() {
  timer = null;
  if (!isWaiting() || (silent === pathNow() && state.game.bid_mode === "open")) return;
  const path = pathNow();
  const answer = await fetched(path);
  if (isWaiting() && path === pathNow()) await hear(path, answer);
  again(EVERY_MS * (0.8 + 0.4 * Math.random()));
}

const hasBids = (answer) => answer?.seats.some(({ bid }) => bid !== null);

async function hear(path, answer) {
  if (state.game.bid_mode !== "open") return hearSealed(path, answer, last.at, () => state);
  if (!answer) return null;
  if (!answer.seats.some(({ phone }) => phone)) silent = path;
  for (const { seat, bid } of answer.seats) book(path, seat, bid);
  if (answer !== drawn && (hasBids(answer) || hasBids(drawn))) drawAgain();
  drawn = answer;
  return null;
}

// As if it were tapped here, unless another one was; whose chips are open stays so.
function book(path, seat, value) {
  const about = `${path} ${seat}`;
  const { open, round } = state.ui;
  const isOld = heard.get(about) === value;
  heard.set(about, value);
  if (isOld || value === null || roundOf(state.game, round).bids[seat] !== null) return;
  lazy.act("bid", { seat, value });
  if (open !== seat && state.ui.open !== open && state.ui.open !== seat) lazy.act("openSeat", { seat: open });
}

// What somebody bid on their own phone, where another bid stands here.
export function onOwnPhone(now, seat, say) {
  if (!last.answer || now.game.bid_mode !== "open" || last.path !== pathNow()) return null;
  const bid = last.answer.seats.find((each) => each.seat === seat)?.bid ?? null;
  const here = roundOf(now.game, now.ui.round).bids[seat];
  return bid === null || bid === here ? null : say("on_own_phone", { bid });
}

// After every drawing of a game.
export function listen(now, draw) {
  if (!state) document.addEventListener("visibilitychange", () => again(0));
  fetchSealedBids(now.game, draw);
  drawAgain = draw;
  state = now;
  again(EVERY_MS);
}
