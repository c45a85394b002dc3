// Bids that nobody may see yet: slips that were handed in, or made unseen while this phone goes round.
// They lie beside the bids of the round, one text of four letters for each, whatever the bid: no page,
// sheet or request holds one by accident. Whoever takes the phone apart can read them.

import { h, lazy } from "../play/dom.js";
import { isSealed, roundOf, seatingOf, tricksSum, withRound } from "../play/game.js";
import { clock, newKey } from "../play/names.js";
import { roundBody } from "../play/resources.js";
import { bidOrder } from "../play/rules.js";
import { refusalIn } from "../play/sender.js";
import { addSteps, nextSeat, QUIET_MS } from "../play/state.js";
import { addAnnouncements } from "../play/views/page.js";

const VALUES = 256;
const PAGE = performance.timeOrigin; // a page that was loaded again shows nobody's hand

const letters = (value) => value.toString(16).padStart(2, "0");
const numbers = (text) => [text.slice(0, 2), text.slice(2)].map((two) => Number.parseInt(two, 16));

// chance: any whole number.
export function covered(value, chance) {
  const mask = chance % VALUES;
  return letters(mask) + letters((value + mask) % VALUES);
}

export function uncovered(text) {
  const [mask, mixed] = numbers(text);
  return (mixed - mask + VALUES) % VALUES;
}

const sealedIn = (game, number) => roundOf(game, number).sealed ?? game.players.map(() => null);

// By seat, the bids that are covered on this phone; null for the others.
const covers = ({ game, ui }) => sealedIn(game, ui.round);

// By seat, who has a phone and who has bid elsewhere, as the server told it last: {phone, by}.
const heardOf = ({ ui }) => (ui.heard?.round === ui.round ? ui.heard.seats : {});

// Others bid on phones of their own: then the server shows all bids together.
export const isShared = (state) => Object.values(heardOf(state)).some(({ phone, by }) => phone || by);

export const hasPhone = (state, seat) => Boolean(heardOf(state)[seat]?.phone);

export const hasBid = (state, seat) => covers(state)[seat] !== null || Boolean(heardOf(state)[seat]?.by);

// In bidding order.
export const missing = (state) => bidOrder(state.ui.round, state.game).filter((seat) => !hasBid(state, seat));

// Whom the phone goes to.
export const toHand = (state) => missing(state).filter((seat) => !hasPhone(state, seat));

// Whose hand the phone is in, as {seat, open, tapped}; null where it lies on the table.
export const handOf = ({ ui }) => (ui.hand?.page === PAGE ? ui.hand : null);

const handTo = (seat) => ({ seat, page: PAGE, open: false, tapped: false, hears: false });

// What somebody tapped since they took the phone: nobody who takes it again sees what they bid before.
export function bidInHand(state) {
  const hand = handOf(state);
  return hand?.tapped ? uncovered(covers(state)[hand.seat]) : null;
}

function seal(game, number, { seat, value }, now) {
  const sealed = sealedIn(game, number).map((text, other) => (other === seat ? covered(value, now) : text));
  return withRound(game, number, { sealed });
}

// --- tricks of a round whose bids are secret ------------------------------------------

export const isPlaying = (state) =>
  state.game.bid_mode === "secret" && (!missing(state).length || Boolean(state.ui.playing));

// By seat, null where nobody said; the last one gets the rest.
export function secretTricks({ game, ui }) {
  const { given = {} } = ui.draft ?? {};
  const seats = bidOrder(ui.round, game);
  const open = seats.filter((seat) => given[seat] === undefined);
  const rest =
    game.cards[ui.round - 1] - roundOf(game, ui.round).void_tricks - tricksSum(Object.values(given));
  const tricks = game.players.map((_, seat) => given[seat] ?? null);
  if (open.length === 1 && rest >= 0) tricks[open[0]] = rest;
  return tricks;
}

// Whoever tells tricks that do not add up has said that they stand so.
function toldTricks(state) {
  const { void_tricks: none, accepted } = roundOf(state.game, state.ui.round);
  const tricks = secretTricks(state);
  const fit = tricksSum(tricks) + none === state.game.cards[state.ui.round - 1];
  return { tricks, accepted: [
    ...accepted.filter((problem) => problem !== "tricks_sum"), ...(fit ? [] : ["tricks_sum"]),
  ] };
}

function took({ game, ui }, { seat, value }) {
  const given = { ...ui.draft?.given, [seat]: value };
  const next = bidOrder(ui.round, game).find((other) => given[other] === undefined) ?? null;
  const draft = { missed: [], given };
  const isOver = secretTricks({ game, ui: { ...ui, draft } })
    .every((tricks, other) => tricks !== null || other === seat);
  return { game, ui: { ...ui, draft, open: isOver ? null : next } };
}

const draftOf = (tricks) => ({ missed: [], given: Object.fromEntries(
  tricks.flatMap((value, seat) => (value === null ? [] : [[seat, value]])),
) });

// --- together -------------------------------------------------------------------------

// Whoever has not bid by now does so late, where all can see it.
const reveal = (state, _, now) =>
  withBids(state, { bids: covers(state).map((text) =>
    (text === null ? null : uncovered(text))), late: missing(state), isOwn: true }, now);

// isOwn: shown by this phone, whatever others sealed elsewhere meanwhile.
function withBids(state, { bids, late, isOwn = false }, now) {
  const { game, ui } = state;
  const next = withRound(game, ui.round, { bids, sealed: null, late_bids: late, dealt_again: isOwn });
  const draft = isPlaying(state) ? draftOf(secretTricks(state)) : null;
  return { game: next, ui: {
    ...ui, draft, hand: null, panel: null, late: null, playing: false, shown: Boolean(draft),
    open: nextSeat(next, ui.round), quietUntil: now + QUIET_MS,
  } };
}

function slip(state, args, now) {
  const next = { ...state, game: seal(state.game, state.ui.round, args, now) };
  const [open = null] = toHand(next);
  return !missing(next).length && !isShared(next)
    ? reveal(next, {}, now)
    : { game: next.game, ui: { ...state.ui, open } };
}

function cover(state) {
  const { ui } = state;
  const [next] = toHand(state);
  return { ...ui, open: null, hand: next === undefined ? null : handTo(next) };
}

addSteps(
  {
    seal: ({ game, ui }, args, now) =>
      ({ game: seal(game, ui.round, args, now), ui: { ...ui, hand: { ...ui.hand, tapped: true } } }),
    slip, took, reveal,
    // By the server, for everybody: no step back here takes that away.
    revealed: (state, args, now) => ({ ...withBids(state, args, now), past: [] }),
    // The server shows the bids when it has them.
    sendTricks: (state) =>
      ({ game: withRound(state.game, state.ui.round, toldTricks(state)), ui: { ...state.ui, open: null } }),
    // The others have heard that the bids of this round are gone.
    dealt: ({ game, ui, past }) => ({ game: withRound(game, ui.round, { dealt_again: false }), ui, past }),
    unseal: ({ game, ui }, { seat }) => ({ game: withRound(
      game, ui.round,
      { sealed: sealedIn(game, ui.round).map((text, other) => (other === seat ? null : text)) },
    ), ui }),
  },
  {
    heard: ({ ui }, { heard }) => ({ ...ui, heard }),
    // What is being played goes on; bids that lie elsewhere are typed in late then, unless they are heard of
    // before.
    lost: (state) => ({ ...state.ui, heard: null, late: null, playing: isPlaying(state) }),
    hand: ({ ui }, { seat }) => ({ ...ui, panel: null, hand: handTo(seat) }),
    take: ({ ui }) => ({ ...ui, hand: { ...ui.hand, open: true } }),
    hears: ({ ui }) => ({ ...ui, hand: { ...ui.hand, hears: true } }),
    hide: ({ ui }) => ({ ...ui, hand: ui.hand && handTo(ui.hand.seat) }),
    putBack: ({ ui }) => ({ ...ui, hand: null }),
    unfold: ({ ui }, { seat }) => ({ ...ui, open: ui.open === seat ? null : seat }),
    playOn: ({ ui }) => ({ ...ui, playing: true, open: null }), cover,
  },
);

// Never the bid itself.
const tellNext = (state, _, say) => {
  const hand = handOf(state);
  return hand ? say("hand_to", { name: state.game.players[hand.seat].name }) : say("says_read");
};

addAnnouncements({ cover: tellNext, hand: tellNext, reveal: (_state, _args, say) => say("says_read") });

// --- Whoever has not bid when the table wants to go on does it late, where all can see it: the server shows
// that bid together with those that others sealed on phones of their own.

export const isLate = (state) => Boolean(state.ui.late) && missing(state).length > 0;

// Those who are still to be asked.
export const unasked = (state) => missing(state).filter((seat) => state.ui.late?.[seat] === undefined);

// By seat; null for whoever bid in time.
export function lateBids(state) {
  const late = missing(state);
  return state.game.players.map((_, seat) => (late.includes(seat) ? (state.ui.late?.[seat] ?? null) : null));
}

function asking(state, late) {
  const next = { ...state.ui, late };
  return { ...next, open: late && (unasked({ ...state, ui: next })[0] ?? null) };
}

addSteps(
  {},
  {
    // And a second tap waits for them after all.
    late: (state) => asking(state, isLate(state) ? null : {}),
    bidLate: (state, { seat, value }) => asking(state, { ...state.ui.late, [seat]: value }),
  },
);

// --- Unseen bids where others bid on their own phones: those made on this one go to the server as well,
// which shows all of them together.

const TIMEOUT_MS = 8000;
const LOST_AFTER = 3; // questions without an answer

const known = {}; // by address of a bid: {etag, text} as the server has it, {key} of what is on its way
let timer = null;
let unheard = 0;
let refusal = null; // why the server takes no bid for now, see sender.js

const isOpen = (round) => Boolean(round?.bids.some((bid) => bid !== null));

// By the minute: the page is drawn again with every other one.
const waits = () => refusal && { reason: refusal.reason, time: clock(refusal.until) };

// What the table sees of the others: who has a phone, and who has bid; all have, once the bids lie open.
function seen({ round, seats, state }) {
  const byNow = (by) => (isOpen(state) ? "all" : by);
  return { round, waits: waits(), seats: Object.fromEntries(
    seats.map(({ seat, phone, bid_by: by }) => [seat, { phone, by: byNow(by) }]),
  ) };
}

function showBids(round, now) {
  timer = null;
  const { game, ui } = now();
  if (ui.round !== round.number || !isSealed(game, roundOf(game, ui.round))) return;
  const { bids, late_bids: late = [] } = round;
  revealing(() => lazy.act("revealed", { bids, late }));
}

// All phones uncover together, at the moment that the server named.
function showSoon(round, wait, now) {
  timer ??= setTimeout(() => showBids(round, now), Math.max(0, Math.min(wait, COUNT_MS)));
}

// Null where nothing was settled.
async function put(path, body, { etag, key: same }) {
  if (refusal?.until > Date.now()) return null;
  const condition = etag ? { "If-Match": etag } : { "If-None-Match": "*" };
  const headers = { "Content-Type": "application/json", "Idempotency-Key": `"${same}"`, ...condition };
  const response = await fetch(
    path, { method: "PUT", headers, body: JSON.stringify(body), signal: AbortSignal.timeout(TIMEOUT_MS) },
  ).catch(() => null);
  refusal = response && (await refusalIn(response));
  return refusal ? null : response;
}

async function send(path, seat, text, now) {
  if (known[path]?.text === text) return;
  const before = known[path];
  known[path] = { ...before, key: before?.about === text ? before.key : newKey(), about: text };
  const response = await put(path, { bid: uncovered(text), seating: seatingOf(now().game) }, known[path]);
  if (!response) return; // another time
  const answer = await response.json().catch(() => ({}));
  const has = (problem) => answer.objections?.some((one) => one.problem === problem);
  if (response.ok) known[path] = { etag: response.headers.get("ETag"), text };
  else if (response.status === 412) known[path] = answer.current && { etag: `"${answer.current.revision}"` };
  else if (has("bids_closed") || has("bids_revealed")) known[path] = { text }; // too late
  else if (has("bid_sealed")) lazy.act("unseal", { seat }); // they did it themselves
  if (answer.revealed && now().game.bid_mode !== "secret") showSoon(answer.revealed, COUNT_MS, now);
}

async function sendCovered(path, there, now) {
  for (const [seat, text] of covers(now()).entries()) {
    const place = `${path}/${seat}`;
    // a round that was dealt again begins anew
    if (!there[seat]?.by && known[place]?.text) delete known[place];
    const isInHand = handOf(now())?.seat === seat;
    if (text !== null && !isInHand &&
      isSealed(now().game, roundOf(now().game, now().ui.round))) await send(place, seat, text, now);
  }
}

// A round that was dealt again: what the others had sealed is thrown away.
async function dealAgain(path, round, { game, ui }) {
  const body = { ...roundBody(game, roundOf(game, ui.round)), dealt_again: true };
  const response =
    await put(path.replace(/\/bids$/u, ""), body, { etag: round && `"${round.revision}"`, key: newKey() });
  if (response?.ok) lazy.act("dealt");
}

// Once the server has all bids that were made in time.
function isAllSaid(there, state) {
  const late = missing(state);
  return isLate(state) && !unasked(state).length &&
    Object.entries(there).every(([seat, { by }]) => by || late.includes(Number(seat)));
}

async function sendLate(path, round, state) {
  const { game, ui } = state;
  const body = { ...roundBody(
    game, roundOf(game, ui.round),
  ), bids: lateBids(state), ...(isPlaying(state) && toldTricks(state)) };
  await put(path.replace(/\/bids$/u, ""), body, { etag: round && `"${round.revision}"`, key: newKey() });
}

// Out of reach this phone goes round to all of them: nobody waits for bids that it cannot hear of.
function lose(now) {
  unheard += 1;
  if (unheard >= LOST_AFTER && now().ui.heard) lazy.act("lost");
  return null;
}

// now: () => the state on the page; answer: what the server said of the bids of its round, null where nothing
// came; at: its clock then.
export async function hear(path, answer, at, now) {
  if (!answer) return lose(now);
  unheard = 0;
  const heard = seen(answer);
  if (JSON.stringify(heard) !== JSON.stringify(now().ui.heard)) lazy.act("heard", { heard });
  if (isOpen(answer.state)) return showSoon(
    { ...answer.state, number: answer.round }, answer.reveals_at ? Date.parse(answer.reveals_at) - at : 0,
    now,
  );
  if (!isShared(now())) return null;
  const { game, ui } = now();
  if (roundOf(game, ui.round).dealt_again) return dealAgain(path, answer.state, now());
  if (isAllSaid(heard.seats, now())) return sendLate(path, answer.state, now());
  return sendCovered(path, heard.seats, now);
}

// --- Three, two, one, and the bids are shown: the page presses its own button.

const COUNT_MS = 3000;

const shell = () => document.querySelector("[data-play]");

function revealing(show) {
  shell().classList.add("revealing");
  show();
  setTimeout(() => shell().classList.remove("revealing"), COUNT_MS);
}

function pressReveal() {
  timer = null;
  const press = shell().querySelector('footer [data-do="reveal"]');
  // meanwhile it was pressed, or somebody looks elsewhere
  const isLeft = !press || !shell().querySelector(".soon");
  if (!isLeft) revealing(() => press.click());
}

export function countdown() {
  timer ??= setTimeout(pressReveal, COUNT_MS);
  return h("p", { class: "countdown", "aria-hidden": "true" },
    [3, 2, 1].map((number) => h("span", { key: number }, String(number))),
  );
}
