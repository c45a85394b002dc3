// Hidden bids: entered from slips, or made while one phone is passed around. They are stored apart from the
// bids of the round, encoded as four letters each, so that no page, sheet or request shows one by accident.
// Someone who inspects the phone's storage can read them.

import { h, lazy } from "../play/dom.js";
import { acceptedWith, draftOf, isSealed, put, roundOf, seatingOf, withRound } from "../play/game.js";
import { clock, newKey } from "../play/names.js";
import { roundBody } from "../play/resources.js";
import { bidOrder, sum } from "../play/rules.js";
import { refusalIn, request } from "../play/sender.js";
import { addSteps, nextSeat, QUIET_MS } from "../play/state.js";

const VALUES = 256;
const PAGE = performance.timeOrigin; // after a reload, no bid is shown

const letters = (value) => value.toString(16).padStart(2, "0");

// chance: a random integer.
export function covered(value, chance) {
  const mask = chance % VALUES;
  return letters(mask) + letters((value + mask) % VALUES);
}

export function uncovered(text) {
  const [mask, mixed] = [text.slice(0, 2), text.slice(2)].map((two) => Number.parseInt(two, 16));
  return (mixed - mask + VALUES) % VALUES;
}

const sealedIn = (game, number) => roundOf(game, number).sealed ?? game.players.map(() => null);

// The bids hidden on this phone by seat, null for the others.
const covers = ({ game, ui }) => sealedIn(game, ui.round);

// Who has a phone and who has bid elsewhere, by seat, from the server: {phone, by}.
const heardOf = ({ ui }) => (ui.heard?.round === ui.round ? ui.heard.seats : {});

// If others bid on their own phones, the server reveals all bids together.
export const isShared = (state) => Object.values(heardOf(state)).some(({ phone, by }) => phone || by);

export const hasPhone = (state, seat) => Boolean(heardOf(state)[seat]?.phone);

export const hasBid = (state, seat) => covers(state)[seat] !== null || Boolean(heardOf(state)[seat]?.by);

export const missing = (state) => bidOrder(state.ui.round, state.game).filter((seat) => !hasBid(state, seat));

export const toHand = (state) => missing(state).filter((seat) => !hasPhone(state, seat));

// Who holds the phone: {seat, open, tapped}, or null if it is on the table.
export const handOf = ({ ui }) => (ui.hand?.page === PAGE ? ui.hand : null);

const handTo = (seat) => ({ seat, page: PAGE, open: false, tapped: false, hears: false });

// What was tapped since the player took the phone; an earlier bid is not shown.
export function bidInHand(state) {
  const hand = handOf(state);
  return hand?.tapped ? uncovered(covers(state)[hand.seat]) : null;
}

const sealedAs = (game, number, seat, text) =>
  withRound(game, number, { sealed: put(sealedIn(game, number), seat, text) });
const seal = (game, number, { seat, value }, now) => sealedAs(game, number, seat, covered(value, now));

// --- tricks of a round whose bids are secret ------------------------------------------

export const isPlaying = (state) =>
  state.game.bid_mode === "secret" && (!missing(state).length || Boolean(state.ui.playing));

// By seat, null if not entered; the last one gets the rest.
export function secretTricks({ game, ui }) {
  const { given = {} } = ui.draft ?? {};
  const seats = bidOrder(ui.round, game);
  const open = seats.filter((seat) => given[seat] === undefined);
  const rest = game.cards[ui.round - 1] - roundOf(game, ui.round).void_tricks - sum(Object.values(given));
  const tricks = game.players.map((_, seat) => given[seat] ?? null);
  if (open.length === 1 && rest >= 0) tricks[open[0]] = rest;
  return tricks;
}

// Entering tricks that do not add up confirms them.
function toldTricks(state) {
  const round = roundOf(state.game, state.ui.round);
  const tricks = secretTricks(state);
  const fit = sum(tricks) + round.void_tricks === state.game.cards[state.ui.round - 1];
  return { tricks, accepted: acceptedWith(round, "tricks_sum", !fit) };
}

function took({ game, ui }, { seat, value }) {
  const given = { ...ui.draft?.given, [seat]: value };
  const next = bidOrder(ui.round, game).find((other) => given[other] === undefined) ?? null;
  const draft = { missed: [], given };
  const isOver = secretTricks({ game, ui: { ...ui, draft } }).every((tricks, other) =>
    tricks !== null || other === seat
  );
  return { game, ui: { ...ui, draft, open: isOver ? null : next } };
}

// Players who have not bid bid late now, visible to all.
function reveal(state, _, now) {
  const bids = covers(state).map((text) => (text === null ? null : uncovered(text)));
  return withBids(state, { bids, late: missing(state), isOwn: true }, now);
}

// isOwn: revealed by this phone, whatever other phones have sent meanwhile.
function withBids(state, { bids, late, isOwn = false }, now) {
  const { game, ui } = state;
  const next = withRound(game, ui.round, { bids, sealed: null, late_bids: late, dealt_again: isOwn });
  const draft = isPlaying(state) ? draftOf(secretTricks(state)) : null;
  return { game: next,
    ui: { ...ui, draft, hand: null, panel: null, late: null, playing: false, shown: Boolean(draft),
      open: nextSeat(next, ui.round), quietUntil: now + QUIET_MS } };
}

function slip(state, args, now) {
  const next = { ...state, game: seal(state.game, state.ui.round, args, now) };
  const [open = null] = toHand(next);
  return !missing(next).length && !isShared(next)
    ? reveal(next, {}, now)
    : { game: next.game, ui: { ...state.ui, open } };
}

addSteps({
  seal: ({ game, ui }, args, now) => ({ game: seal(game, ui.round, args, now),
    ui: { ...ui, hand: { ...ui.hand, tapped: true } } }),
  slip,
  took,
  reveal,
  // Revealed by the server for everybody: undo here does not change that.
  revealed: (state, args, now) => ({ ...withBids(state, args, now), past: [] }),
  // The server reveals the bids when it has them.
  sendTricks: (state) => ({ game: withRound(state.game, state.ui.round, toldTricks(state)),
    ui: { ...state.ui, open: null } }),
  // The other phones know that the bids of this round were deleted.
  dealt: ({ game, ui, past }) => ({ game: withRound(game, ui.round, { dealt_again: false }), ui, past }),
  unseal: ({ game, ui }, { seat }) => ({ game: sealedAs(game, ui.round, seat, null), ui }),
}, {
  heard: ({ ui }, { heard }) => ({ ...ui, heard }),
  // The round continues; bids on other phones are entered late, unless they arrive before.
  lost: (state) => ({ ...state.ui, heard: null, late: null, playing: isPlaying(state) }),
  hand: ({ ui }, { seat }) => ({ ...ui, panel: null, hand: handTo(seat) }),
  take: ({ ui }) => ({ ...ui, hand: { ...ui.hand, open: true } }),
  hears: ({ ui }) => ({ ...ui, hand: { ...ui.hand, hears: true } }),
  hide: ({ ui }) => ({ ...ui, hand: ui.hand && handTo(ui.hand.seat) }),
  putBack: ({ ui }) => ({ ...ui, hand: null }),
  unfold: ({ ui }, { seat }) => ({ ...ui, open: ui.open === seat ? null : seat }),
  playOn: ({ ui }) => ({ ...ui, playing: true, open: null }),
  cover(state) {
    const [next] = toHand(state);
    return { ...state.ui, open: null, hand: next === undefined ? null : handTo(next) };
  },
});

// --- Players who have not bid when the table goes on bid late, visible to all.

export const isLate = (state) => Boolean(state.ui.late) && missing(state).length > 0;

export const unasked = (state) => missing(state).filter((seat) => state.ui.late?.[seat] === undefined);

// By seat; null for those who bid in time.
export function lateBids(state) {
  const late = missing(state);
  return state.game.players.map((_, seat) => (late.includes(seat) ? (state.ui.late?.[seat] ?? null) : null));
}

function asking(state, late) {
  const ui = { ...state.ui, late };
  return { ...ui, open: late && (unasked({ ...state, ui })[0] ?? null) };
}

addSteps({}, {
  // A second tap waits for them after all.
  late: (state) => asking(state, isLate(state) ? null : {}),
  bidLate: (state, { seat, value }) => asking(state, { ...state.ui.late, [seat]: value }),
});

// --- If others bid on their own phones, bids made here are sent to the server, which reveals all together.

const TIMEOUT_MS = 8000;
const LOST_AFTER = 3; // requests without a response

const known = {}; // by URL of a bid: {etag, text} as on the server
let timer = null;
let unheard = 0;
let refusal = null; // why the server rejects bids for now, see sender.js

const isOpen = (round) => Boolean(round?.bids.some((bid) => bid !== null));

// What the table sees of others: who has a phone and who has bid; after the reveal, all have. Waits in
// minutes: the page is drawn again for every new one.
function seen({ round, seats, state }) {
  const each = ({ seat, phone, bid_by: by }) => [seat, { phone, by: isOpen(state) ? "all" : by }];
  const waits = refusal && { reason: refusal.reason, time: clock(refusal.until) };
  return { round, waits, seats: Object.fromEntries(seats.map(each)) };
}

const isHiding = ({ game, ui }) => isSealed(game, roundOf(game, ui.round));

// All phones reveal together, at the time that the server set.
function showSoon({ number, bids, late_bids: late = [] }, wait, now) {
  const isDue = () => now().ui.round === number && isHiding(now());
  revealIn(wait, isDue, "revealed", { bids, late });
}

// Null if nothing was decided.
async function putBids(path, body, etag) {
  if (refusal?.until > Date.now()) return null;
  const sent = { path, body, key: newKey() };
  const response = await request(sent, etag, {}, TIMEOUT_MS).catch(() => null);
  refusal = response && (await refusalIn(response));
  return refusal ? null : response;
}

async function send(path, seat, text, now) {
  if (known[path]?.text === text) return;
  const body = { bid: uncovered(text), seating: seatingOf(now().game) };
  const response = await putBids(path, body, known[path]?.etag);
  if (!response) return; // retry later
  const answer = await response.json().catch(() => ({}));
  const has = (problem) => answer.objections?.some((one) => one.problem === problem);
  if (response.ok) known[path] = { etag: response.headers.get("ETag"), text };
  else if (response.status === 412) known[path] = answer.current && { etag: `"${answer.current.revision}"` };
  else if (has("bids_closed") || has("bids_revealed")) known[path] = { text }; // too late
  else if (has("bid_sealed")) lazy.act("unseal", { seat }); // they bid on their own phone
  if (answer.revealed && now().game.bid_mode !== "secret") showSoon(answer.revealed, COUNT_MS, now);
}

async function sendCovered(path, there, now) {
  for (const [seat, text] of covers(now()).entries()) {
    const place = `${path}/${seat}`;
    // a new deal starts the round again
    if (!there[seat]?.by && known[place]?.text) delete known[place];
    const isInHand = handOf(now())?.seat === seat;
    if (text !== null && !isInHand && isHiding(now())) await send(place, seat, text, now);
  }
}

function isAllSaid(there, state) {
  const late = missing(state);
  return isLate(state) && !unasked(state).length &&
    Object.entries(there).every(([seat, { by }]) => by || late.includes(Number(seat)));
}

// Offline, this phone is passed to all players: it cannot receive their bids.
function lose(now) {
  unheard += 1;
  if (unheard >= LOST_AFTER && now().ui.heard) lazy.act("lost");
  return null;
}

// now: () => the state on the page; answer: the bids on the server, null if none came; at: its time then.
export async function hear(path, answer, at, now) {
  if (!answer) return lose(now);
  unheard = 0;
  const heard = seen(answer);
  if (JSON.stringify(heard) !== JSON.stringify(now().ui.heard)) lazy.act("heard", { heard });
  const { state: there } = answer; // the round on the server
  if (isOpen(there)) {
    const wait = answer.reveals_at ? Date.parse(answer.reveals_at) - at : 0;
    return showSoon({ ...there, number: answer.round }, wait, now);
  }
  const mine = now();
  if (!isShared(mine)) return null;
  const round = roundOf(mine.game, mine.ui.round);
  const putRound = (more) =>
    putBids(path.replace(/\/bids$/u, ""), { ...roundBody(mine.game, round), ...more },
      there && `"${there.revision}"`);
  // Discards the hidden bids of others.
  if (round.dealt_again) return (await putRound({ dealt_again: true }))?.ok && lazy.act("dealt");
  if (!isAllSaid(heard.seats, mine)) return sendCovered(path, heard.seats, now);
  return putRound({ bids: lateBids(mine), ...(isPlaying(mine) && toldTricks(mine)) });
}

// --- Counts down from three, and reveals the bids.

const COUNT_MS = 3000;

const shell = () => document.querySelector("[data-play]");

// Unless it is not due any more then.
function revealIn(wait, isDue, ...step) {
  timer ??= setTimeout(() => {
    timer = null;
    if (!isDue()) return;
    shell().classList.add("revealing");
    lazy.act(...step);
    setTimeout(() => shell().classList.remove("revealing"), COUNT_MS);
  }, Math.max(0, Math.min(wait, COUNT_MS)));
}

export function countdown() {
  // Else it was pressed meanwhile, or another page is open.
  const isDue = () => shell().querySelector(".soon") && shell().querySelector('footer [data-do="reveal"]');
  revealIn(COUNT_MS, isDue, "reveal");
  return h("p", { class: "countdown", "aria-hidden": "true" },
    [3, 2, 1].map((number) => h("span", { key: number }, String(number))));
}
