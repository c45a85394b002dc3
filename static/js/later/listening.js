// Bids that are made on other phones: asked for while some are missing, as long as anybody here has a phone.

import { later } from "../play/later.js";
import { roundOf, runningRound } from "../play/game.js";
import { gamePath } from "../play/resources.js";
import { phase } from "../play/table.js";
import { fetchUnseen, hearUnseen } from "./unseen.js";

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
  if (state.game.bid_mode !== "open") return hearUnseen(path, answer, last.at, () => state);
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
  later.act("bid", { seat, value });
  if (open !== seat && state.ui.open !== open && state.ui.open !== seat) later.act("openSeat", { seat: open });
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
  fetchUnseen(now.game, draw);
  drawAgain = draw;
  state = now;
  again(EVERY_MS);
}
