// Bids that nobody may see yet: slips that were handed in, or made unseen while this phone goes round.
// They lie beside the bids of the round, one text of four letters for each, whatever the bid: no page,
// sheet or request holds one by accident. Whoever takes the phone apart can read them.

import { addAnnouncements } from "../play/announce.js";
import { roundOf, tricksSum, withRound } from "../play/game.js";
import { bidOrder } from "../play/presence.js";
import { QUIET_MS, addSteps, nextSeat } from "../play/table.js";

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
export const covers = ({ game, ui }) => sealedIn(game, ui.round);

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

export const isPlaying = (state) => state.game.bid_mode === "secret" && (!missing(state).length || Boolean(state.ui.playing));

// By seat, null where nobody said; the last one gets the rest.
export function secretTricks({ game, ui }) {
  const { given = {} } = ui.draft ?? {};
  const seats = bidOrder(ui.round, game);
  const open = seats.filter((seat) => given[seat] === undefined);
  const rest = game.cards[ui.round - 1] - roundOf(game, ui.round).void_tricks - tricksSum(Object.values(given));
  const tricks = game.players.map((_, seat) => given[seat] ?? null);
  if (open.length === 1 && rest >= 0) tricks[open[0]] = rest;
  return tricks;
}

// Whoever tells tricks that do not add up has said that they stand so.
export function toldTricks(state) {
  const { void_tricks: none, accepted } = roundOf(state.game, state.ui.round);
  const tricks = secretTricks(state);
  const fit = tricksSum(tricks) + none === state.game.cards[state.ui.round - 1];
  return { tricks, accepted: [...accepted.filter((problem) => problem !== "tricks_sum"), ...(fit ? [] : ["tricks_sum"])] };
}

function took({ game, ui }, { seat, value }) {
  const given = { ...ui.draft?.given, [seat]: value };
  const next = bidOrder(ui.round, game).find((other) => given[other] === undefined) ?? null;
  const draft = { missed: [], given };
  const isOver = secretTricks({ game, ui: { ...ui, draft } }).every((tricks, other) => tricks !== null || other === seat);
  return { game, ui: { ...ui, draft, open: isOver ? null : next } };
}

const draftOf = (tricks) => ({ missed: [], given: Object.fromEntries(tricks.flatMap((value, seat) => (value === null ? [] : [[seat, value]]))) });

// --- together -------------------------------------------------------------------------

// Whoever has not bid by now does so late, where all can see it.
const reveal = (state, _, now) =>
  withBids(state, { bids: covers(state).map((text) => (text === null ? null : uncovered(text))), late: missing(state), isOwn: true }, now);

// isOwn: shown by this phone, whatever others sealed elsewhere meanwhile.
function withBids(state, { bids, late, isOwn = false }, now) {
  const { game, ui } = state;
  const next = withRound(game, ui.round, { bids, sealed: null, late_bids: late, dealt_again: isOwn });
  const draft = isPlaying(state) ? draftOf(secretTricks(state)) : null;
  return { game: next, ui: { ...ui, draft, hand: null, panel: null, late: null, playing: false, shown: Boolean(draft), open: nextSeat(next, ui.round), quietUntil: now + QUIET_MS } };
}

function slip(state, args, now) {
  const next = { ...state, game: seal(state.game, state.ui.round, args, now) };
  const [open = null] = toHand(next);
  return !missing(next).length && !isShared(next) ? reveal(next, {}, now) : { game: next.game, ui: { ...state.ui, open } };
}

function cover(state) {
  const { ui } = state;
  const [next] = toHand(state);
  return { ...ui, open: null, hand: next === undefined ? null : handTo(next) };
}

addSteps(
  {
    seal: ({ game, ui }, args, now) => ({ game: seal(game, ui.round, args, now), ui: { ...ui, hand: { ...ui.hand, tapped: true } } }),
    slip,
    took,
    reveal,
    // By the server, for everybody: no step back here takes that away.
    revealed: (state, args, now) => ({ ...withBids(state, args, now), past: [] }),
    // The server shows the bids when it has them.
    sendTricks: (state) => ({ game: withRound(state.game, state.ui.round, toldTricks(state)), ui: { ...state.ui, open: null } }),
    // The others have heard that the bids of this round are gone.
    dealt: ({ game, ui, past }) => ({ game: withRound(game, ui.round, { dealt_again: false }), ui, past }),
    unseal: ({ game, ui }, { seat }) => ({ game: withRound(game, ui.round, { sealed: sealedIn(game, ui.round).map((text, other) => (other === seat ? null : text)) }), ui }),
  },
  {
    heard: ({ ui }, { heard }) => ({ ...ui, heard }),
    // What is being played goes on; bids that lie elsewhere are typed in late then, unless they are heard of before.
    lost: (state) => ({ ...state.ui, heard: null, late: null, playing: isPlaying(state) }),
    hand: ({ ui }, { seat }) => ({ ...ui, panel: null, hand: handTo(seat) }),
    take: ({ ui }) => ({ ...ui, hand: { ...ui.hand, open: true } }),
    hears: ({ ui }) => ({ ...ui, hand: { ...ui.hand, hears: true } }),
    hide: ({ ui }) => ({ ...ui, hand: ui.hand && handTo(ui.hand.seat) }),
    putBack: ({ ui }) => ({ ...ui, hand: null }),
    unfold: ({ ui }, { seat }) => ({ ...ui, open: ui.open === seat ? null : seat }),
    playOn: ({ ui }) => ({ ...ui, playing: true, open: null }),
    cover,
  },
);

// Never the bid itself.
const tellNext = (state, _, say) => {
  const hand = handOf(state);
  return hand ? say("hand_to", { name: state.game.players[hand.seat].name }) : say("says_read");
};

addAnnouncements({ cover: tellNext, hand: tellNext, reveal: (_state, _args, say) => say("says_read") });
