// Unseen bids where others bid on their own phones: those made on this one go to the server as well, which
// shows all of them together.

import { key } from "../play/chance.js";
import { clock } from "../play/clock.js";
import { isSealed, roundOf } from "../play/game.js";
import { roundBody } from "../play/resources.js";
import { later } from "../play/later.js";
import { refusalIn } from "../play/refusals.js";
import { seatingOf } from "../play/seating.js";
import { COUNT_MS, revealing } from "./countdown.js";
import { isLate, lateBids, unasked } from "./late.js";
import { covers, handOf, isPlaying, isShared, missing, toldTricks, uncovered } from "./sealing.js";

const PATIENCE_MS = 8000;
const LOST_AFTER = 3; // questions without an answer

const known = {}; // by address of a bid: {etag, text} as the server has it, {key} of what is on its way
let timer = null;
let unheard = 0;
let refusal = null; // why the server takes no bid for now, see refusals.js

const isOpen = (round) => Boolean(round?.bids.some((bid) => bid !== null));

// By the minute: the page is drawn again with every other one.
const waits = () => refusal && { reason: refusal.reason, time: clock(refusal.until) };

// What the table sees of the others: who has a phone, and who has bid; all have, once the bids lie open.
function seen({ round, seats, state }) {
  const byNow = (by) => (isOpen(state) ? "all" : by);
  return { round, waits: waits(), seats: Object.fromEntries(seats.map(({ seat, phone, bid_by: by }) => [seat, { phone, by: byNow(by) }])) };
}

function show(round, now) {
  timer = null;
  const { game, ui } = now();
  if (ui.round !== round.number || !isSealed(game, roundOf(game, ui.round))) return;
  const { bids, late_bids: late = [] } = round;
  revealing(() => later.act("revealed", { bids, late }));
}

// All phones uncover together, at the moment that the server named.
function showSoon(round, wait, now) {
  timer ??= setTimeout(() => show(round, now), Math.max(0, Math.min(wait, COUNT_MS)));
}

// Null where nothing was settled.
async function put(path, body, { etag, key: same }) {
  if (refusal?.until > Date.now()) return null;
  const condition = etag ? { "If-Match": etag } : { "If-None-Match": "*" };
  const headers = { "Content-Type": "application/json", "Idempotency-Key": `"${same}"`, ...condition };
  const response = await fetch(path, { method: "PUT", headers, body: JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  refusal = response && (await refusalIn(response));
  return refusal ? null : response;
}

async function send(path, seat, text, now) {
  if (known[path]?.text === text) return;
  known[path] = { ...known[path], key: known[path]?.about === text ? known[path].key : key(), about: text };
  const response = await put(path, { bid: uncovered(text), seating: seatingOf(now().game) }, known[path]);
  if (!response) return; // another time
  const answer = await response.json().catch(() => ({}));
  const has = (problem) => answer.objections?.some((one) => one.problem === problem);
  if (response.ok) known[path] = { etag: response.headers.get("ETag"), text };
  else if (response.status === 412) known[path] = answer.current && { etag: `"${answer.current.revision}"` };
  else if (has("bids_closed") || has("bids_revealed")) known[path] = { text }; // too late
  else if (has("bid_sealed")) later.act("unseal", { seat }); // they did it themselves
  if (answer.revealed && now().game.bid_mode !== "secret") showSoon(answer.revealed, COUNT_MS, now);
}

async function sendCovered(path, there, now) {
  for (const [seat, text] of covers(now()).entries()) {
    const place = `${path}/${seat}`;
    if (!there[seat]?.by && known[place]?.text) delete known[place]; // a round that was dealt again begins anew
    const isInHand = handOf(now())?.seat === seat;
    if (text !== null && !isInHand && isSealed(now().game, roundOf(now().game, now().ui.round))) await send(place, seat, text, now);
  }
}

// A round that was dealt again: what the others had sealed is thrown away.
async function dealAgain(path, round, { game, ui }) {
  const body = { ...roundBody(game, roundOf(game, ui.round)), dealt_again: true };
  const response = await put(path.replace(/\/bids$/u, ""), body, { etag: round && `"${round.revision}"`, key: key() });
  if (response?.ok) later.act("dealt");
}

// Once the server has all bids that were made in time.
function isAllSaid(there, state) {
  const late = missing(state);
  return isLate(state) && !unasked(state).length && Object.entries(there).every(([seat, { by }]) => by || late.includes(Number(seat)));
}

async function sendLate(path, round, state) {
  const { game, ui } = state;
  const body = { ...roundBody(game, roundOf(game, ui.round)), bids: lateBids(state), ...(isPlaying(state) && toldTricks(state)) };
  await put(path.replace(/\/bids$/u, ""), body, { etag: round && `"${round.revision}"`, key: key() });
}

// Out of reach this phone goes round to all of them: nobody waits for bids that it cannot hear of.
function lose(now) {
  unheard += 1;
  if (unheard >= LOST_AFTER && now().ui.heard) later.act("lost");
  return null;
}

// now: () => the state on the page; answer: what the server said of the bids of its round, null where nothing
// came; at: its clock then.
export async function hear(path, answer, at, now) {
  if (!answer) return lose(now);
  unheard = 0;
  const heard = seen(answer);
  if (JSON.stringify(heard) !== JSON.stringify(now().ui.heard)) later.act("heard", { heard });
  if (isOpen(answer.state)) return showSoon({ ...answer.state, number: answer.round }, answer.reveals_at ? Date.parse(answer.reveals_at) - at : 0, now);
  if (!isShared(now())) return null;
  const { game, ui } = now();
  if (roundOf(game, ui.round).dealt_again) return dealAgain(path, answer.state, now());
  if (isAllSaid(heard.seats, now())) return sendLate(path, answer.state, now());
  return sendCovered(path, heard.seats, now);
}
