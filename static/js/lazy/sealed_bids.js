// Hidden bids: entered from slips, or made while one phone is passed around. They are stored apart from the
// bids of the round, so that no page, sheet or request shows one by accident. Someone who inspects the
// phone's storage can read them.

import { h, lazy } from "../play/dom.js";
import { closeRound, isSealed, put, roundOf, withRound } from "../play/game.js";
import { bidOrder, presentIn } from "../play/rules.js";
import { addSteps, currentTricks, missingTricks, nextSeat, QUIET_MS, voidTricks,
  withTricks } from "../play/state.js";

const PAGE = performance.timeOrigin; // after a reload, no bid is shown

// Earlier versions stored a bid as two bytes: a mask, and its sum with the mask.
function bidFrom(stored) {
  const [mask, mixed] = stored.match(/../g).map((two) => Number.parseInt(two, 16));
  return (256 + mixed - mask) % 256;
}

// The bids hidden on this phone by seat, null for the others.
export function hiddenBids({ game, ui }) {
  const { sealed } = roundOf(game, ui.round);
  const plain = (bid) => (typeof bid === "string" ? bidFrom(bid) : bid ?? null);
  return game.players.map((_, seat) => plain(sealed?.[seat]));
}

// Who has a phone and who has bid elsewhere, by seat, from the server: {phone, hasBid}.
const heardOf = ({ ui }) => (ui.heard?.round === ui.round ? ui.heard.seats : {});

// If others bid on their own phones, the server reveals all bids together.
export const isShared = (state) =>
  Object.values(heardOf(state)).some(({ phone, hasBid: has }) => phone || has);

export const hasPhone = (state, seat) => Boolean(heardOf(state)[seat]?.phone);

export const hasBid = (state, seat) =>
  hiddenBids(state)[seat] !== null || Boolean(heardOf(state)[seat]?.hasBid);

export const missing = (state) => bidOrder(state.ui.round, state.game).filter((seat) => !hasBid(state, seat));

export const toHand = (state) => missing(state).filter((seat) => !hasPhone(state, seat));

// Whether all bids are where they are revealed; without other phones some may be late.
export const areAllThere = (state) =>
  !isShared(state) || presentIn(state.game, state.ui.round).every((seat) => heardOf(state)[seat]?.hasBid);

// Who holds the phone: {seat, open, bid}, or null if it is on the table. The bid is what was tapped since
// they took it; an earlier one is not shown.
export const handOf = ({ ui }) => (ui.hand?.page === PAGE ? ui.hand : null);

const handTo = (seat) => ({ seat, page: PAGE, open: false, bid: null, hears: false });

const seal = (state, seat, bid) =>
  withRound(state.game, state.ui.round, { sealed: put(hiddenBids(state), seat, bid) });

// While a secret round is played, its tricks are entered.
export const isPlaying = (state) =>
  state.game.bid_mode === "secret" && (!missing(state).length || Boolean(state.ui.playing));

function took(state, { seat, value }) {
  const { game, ui } = withTricks(state, seat, value);
  const tricks = currentTricks({ game, ui });
  const open = bidOrder(ui.round, game).find((other) => tricks[other] === null) ?? null;
  return { game, ui: { ...ui, open } };
}

// Players who have not bid now bid late, visible to all.
const reveal = (state, _, now) =>
  withBids(state, { bids: hiddenBids(state), late: missing(state), isOwn: true }, now);

// isOwn: revealed by this phone, whatever other phones have sent meanwhile.
function withBids(state, { bids, late, isOwn = false }, now) {
  const { game, ui } = state;
  const next = withRound(game, ui.round, { bids, sealed: null, late_bids: late, dealt_again: isOwn });
  const entered = isPlaying(state) ? ui.entered : null;
  return { game: next,
    ui: { ...ui, entered, hand: null, panel: null, playing: false, shown: Boolean(entered),
      open: nextSeat(next, ui.round), quietUntil: now + QUIET_MS } };
}

function slip(state, { seat, value }, now) {
  const next = { ...state, game: seal(state, seat, value) };
  const [open = null] = toHand(next);
  return missing(next).length || isShared(next)
    ? { game: next.game, ui: { ...state.ui, open } }
    : reveal(next, {}, now);
}

const isHiding = ({ game, ui }) => isSealed(game, roundOf(game, ui.round));

addSteps({
  seal: (state, { seat, value }) => ({ game: seal(state, seat, value),
    ui: { ...state.ui, hand: { ...state.ui.hand, bid: value } } }),
  slip,
  took,
  reveal,
  countedDown(state, _, now) {
    const isDue = isHiding(state) && !missing(state).length && !handOf(state) && !isShared(state);
    return isDue ? reveal(state, {}, now) : state;
  },
  // Revealed by the server for everyone: undo here does not change that.
  revealed(state, { number, ...args }, now) {
    const isDue = state.ui.round === number && isHiding(state);
    return isDue ? { ...withBids(state, args, now), past: [] } : state;
  },
  // The server reveals the bids when it has them. Entering tricks that do not add up confirms them.
  sendTricks(state) {
    const { game, ui } = state;
    const accept = missingTricks(state) !== 0;
    return { game: closeRound(game, ui.round, currentTricks(state), accept, voidTricks(state)),
      ui: { ...ui, open: null } };
  },
  // The other phones know that the bids of this round were deleted.
  dealt: ({ game, ui, past }) => ({ game: withRound(game, ui.round, { dealt_again: false }), ui, past }),
  unseal: (state, { seat }) => ({ game: seal(state, seat, null), ui: state.ui }),
}, {
  heard: ({ ui }, { heard }) => ({ ...ui, heard }),
  // The round continues; bids on other phones are entered late, unless they arrive before.
  lost: (state) => ({ ...state.ui, heard: null, playing: isPlaying(state) }),
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

// --- Counts down from three, and reveals the bids.

const COUNT_MS = 3000;

let timer = null;

// step: its action and arguments; it does nothing if it is not due any more.
export function revealIn(wait, ...step) {
  timer ??= setTimeout(() => {
    timer = null;
    const { classList } = document.querySelector("[data-play]");
    classList.add("revealing");
    lazy.act(...step);
    setTimeout(() => classList.remove("revealing"), COUNT_MS);
  }, Math.max(0, Math.min(wait, COUNT_MS)));
}

export function countdown(state) {
  if (!isShared(state)) revealIn(COUNT_MS, "countedDown");
  return h("p", { class: "countdown", "aria-hidden": "true" },
    [3, 2, 1].map((number) => h("span", { key: number }, String(number))));
}
