// What people do at the table, as pure steps: act(state, "bid", {seat: 2, value: 1}, now) returns the next
// state. A state is {game, ui, past, future}; past and future make undo and redo.
//
// ui.entered: the tricks entered so far, as {tricks, void}. tricks, by seat: a number, MISSED while it is not
// entered, or null for players who made their bid. void: tricks without a winner (Bomb), while a closed
// round is corrected.

import * as record from "./game.js";
import { isSame } from "./resources.js";
import { bidOrder, closedRounds, dealerOf, finalBids, isClosed, presentIn, sum } from "./rules.js";

export const QUIET_MS = 800; // after the last bid, so that a double tap enters nothing
const STEPS_KEPT = 200;
const MISSED = "missed";

// Panels that were open stay closed.
const NOTHING_CHOSEN = { person: null, correction: null, chosen: null, hand: null };

// Only the chips of the seat that bids next are open.
const freshUi = (game, round) => ({ round, open: round && nextSeat(game, round), entered: null,
  changing: false, panel: null, ask: null, quietUntil: 0 });

// At the current round; at the last one if all are played and the game is reopened, to be finished again.
const atOnce = (game) => ({ game, ui: freshUi(game, game.finished ? null : record.roundNow(game)) });

export const opened = (game) => ({ ...atOnce(game), past: [], future: [] });

export function nextSeat(game, number) {
  const { bids } = record.roundOf(game, number);
  return bidOrder(number, game).find((seat) => bids[seat] === null) ?? null;
}

// One of: end, sealed, bids, reading, tricks, unwritten.
export function phase({ game, ui }) {
  if (ui.round === null) return "end";
  const round = record.roundOf(game, ui.round);
  const closed = isClosed(game, ui.round);
  if (round.unwritten) return "unwritten";
  const bidding = !closed && (!record.bidsComplete(game, ui.round) || record.bidsForbidden(game, ui.round));
  if (ui.changing || bidding) return record.isSealed(game, round) ? "sealed" : "bids";
  return ui.entered || closed || counted({ game, ui }) ? "tricks" : "reading";
}

// Tricks that were tapped one by one until the last, here or on another phone.
function counted({ game, ui }) {
  const round = record.roundOf(game, ui.round);
  const { bids, winners } = round;
  if (!winners.length || winners.length < game.cards[ui.round - 1] - round.void_tricks) return null;
  return bids.map((bid, seat) => (bid === null ? null : record.wonBy(round, seat)));
}

// Tricks that the server needed before it revealed the bids are still shown.
export const isCorrecting = ({ game, ui }) =>
  ui.round !== null && !ui.shown && ui.round !== record.runningRound(game);

export function enteredIn(state) {
  const { bids, tricks } = record.roundOf(state.game, state.ui.round);
  const atFirst = bids.map((bid) => (bid === null ? MISSED : null));
  return state.ui.entered ?? { tricks: counted(state) ?? tricks ?? atFirst };
}

// Earlier versions stored entered tricks as {missed: [seat], given: {seat: tricks}, void}.
export function withoutDraft(state) {
  const { draft, ...ui } = state.ui;
  if (!draft) return state;
  const { bids } = record.roundOf(state.game, ui.round);
  const isOpen = (bid, seat) => bid === null || draft.missed.includes(seat);
  const tricks = bids.map((bid, seat) => draft.given[seat] ?? (isOpen(bid, seat) ? MISSED : null));
  return { ...state, ui: { ...ui, entered: { tricks, void: draft.void } } };
}

export const voidTricks = (state) =>
  enteredIn(state).void ?? record.roundOf(state.game, state.ui.round).void_tricks;

// Per seat; null if two or more are open, and for empty seats. A single open seat gets the rest.
export function currentTricks(state) {
  const { game, ui } = state;
  const { tricks } = enteredIn(state);
  const bids = finalBids(record.roundOf(game, ui.round));
  const known = bids.map((bid, seat) => (tricks[seat] === MISSED ? null : (tricks[seat] ?? bid)));
  const open = presentIn(game, ui.round).filter((seat) => known[seat] === null);
  const rest = game.cards[ui.round - 1] - voidTricks(state) - sum(known);
  return open.length === 1 && rest >= 0 ? record.put(known, open[0], rest) : known;
}

// missing > 0: the number of tricks that nobody has; null while tricks are open.
export function missingTricks(state) {
  const tricks = currentTricks(state);
  if (presentIn(state.game, state.ui.round).some((seat) => tricks[seat] === null)) return null;
  return state.game.cards[state.ui.round - 1] - voidTricks(state) - sum(tricks);
}

const withUi = ({ game, ui }, changes, next = game) => ({ game: next, ui: { ...ui, ...changes } });

export function withTricks(state, seat, value, open = null) {
  const { tricks, ...entered } = enteredIn(state);
  return withUi(state, { entered: { ...entered, tricks: record.put(tricks, seat, value) }, open });
}

function withBid(state, { seat, value }, now, accept = false) {
  const { round, changing } = state.ui;
  const before = record.roundOf(state.game, round);
  const game = record.withBids(state.game, round, { bids: record.put(before.bids, seat, value),
    accepted: record.acceptedWith(before, "bids_even", accept) });
  const dealer = dealerOf(round, game);
  if (record.bidsForbidden(game, round)) {
    const ask = { seat: dealer, value: record.roundOf(game, round).bids[dealer] };
    return withUi(state, { open: dealer, ask }, game);
  }
  const open = nextSeat(game, round);
  const isDone = open === null && !changing;
  return withUi(state, { open, ask: null, ...(isDone && { panel: null, quietUntil: now + QUIET_MS }) }, game);
}

// Seats on the page follow their players.
function movedUi(ui, before, after) {
  const { seat, row } = record.moving(before, after);
  const entered = ui.entered && { ...ui.entered, tricks: row(ui.entered.tricks) };
  return { ...ui, open: seat(ui.open), entered, ask: null };
}

const isUnbid = (game) => record.turnRound(game) === record.runningRound(game);

// A round in progress continues; otherwise the table waits for its first bid.
export function withPeople({ game, ui }, next) {
  if (ui.round === null || isUnbid(game) || isUnbid(next)) return atOnce(next);
  const moved = movedUi(ui, game.players, next.players);
  return { game: next, ui: { ...moved, panel: null, joiner: null, ...NOTHING_CHOSEN } };
}

const steps = {
  bid(state, { seat, value }, now) {
    const isForbidden = value === record.notAllowed(state.game, state.ui.round, seat);
    if (isForbidden) return withUi(state, { open: seat, ask: { seat, value } });
    return withBid(state, { seat, value }, now);
  },
  bidAnyway: (state, _, now) => withBid(state, state.ui.ask, now, true),
  openSeat(state, { seat }) {
    const { open, round } = state.ui;
    return withUi(state, { open: open === seat ? nextSeat(state.game, round) : seat, ask: null });
  },
  miss(state, { seat }) {
    if (state.ui.open === seat) return withUi(state, { open: null });
    return withTricks(state, seat, MISSED, seat);
  },
  give: (state, { seat, value }) => withTricks(state, seat, value),
  winTrick({ game, ui }, { seat }) {
    const { winners } = record.roundOf(game, ui.round);
    return { game: record.withRound(game, ui.round, { winners: [...winners, seat] }), ui };
  },
  closeRound(state, { accept = false }) {
    const { game, ui } = state;
    return atOnce(record.closeRound(game, ui.round, currentTricks(state), accept, voidTricks(state)));
  },
  notWritten: ({ game, ui }) => atOnce(record.settled(record.dealAgain(game, ui.round, true))),
  dealAgain({ game, ui }) {
    const next = { ...record.dealAgain(game, ui.round), finished: false };
    return { game: next, ui: freshUi(next, ui.round) };
  },
  trump: (state, { value }) =>
    withUi(state, { panel: null }, record.withRound(state.game, state.ui.round, { trump: value || null })),
  dealer(state, { seat }) {
    const next = record.withRound(state.game, state.ui.round, { dealer: seat });
    return withUi(state, { panel: null, open: nextSeat(next, state.ui.round) }, next);
  },
  moveUp({ game, ui }, { seat }) {
    const next = record.movedUp(game, seat);
    return { game: next, ui: { ...movedUi(ui, game.players, next.players), person: null } };
  },
  join: (state, args) => withPeople(state, record.withLatecomer(state.game, args)),
  leave: (state, { seat }) => withPeople(state, record.withLeaver(state.game, seat)),
  endHere: ({ game }) => ({ game: { ...game, ended_after: closedRounds(game).length, finished: true },
    ui: freshUi(game, null) }),
  reopen: ({ game }) => atOnce({ ...game, finished: false, ended_after: null }),
  back: ({ game }) => atOnce(record.settled(game)),
  // Theirs, or one from the history. The page stays at its round, and a half-entered round is kept.
  restore({ game, ui }, { game: next }) {
    const at = (each) => [ui.round, record.runningRound(each), each.finished, each.rounds[ui.round - 1]];
    if (isSame(at(game), at(next))) return withUi({ game, ui }, { panel: null }, next);
    const stays = ui.round !== null && ui.round !== record.runningRound(game) && isClosed(next, ui.round);
    return stays ? { game: next, ui: freshUi(next, ui.round) } : atOnce(next);
  },
  deleted: (state, { is }) =>
    withUi(state, { panel: null }, { ...state.game, deleted: Boolean(is), deleted_by: null }),
  note: ({ game, ui }, changes) => ({ game: { ...game, ...changes }, ui }),
};

// Navigation is not undone.
const moves = { openRound({ game, ui }, { round, seat = null }) {
  if (isClosed(game, round)) return { ...freshUi(game, round), open: seat };
  return ui.round === round ? ui : atOnce(game).ui;
}, changeBids: ({ ui }) => ({ ...ui, changing: true, open: null, entered: null, panel: null }),
  bidsChanged: ({ game, ui }) => freshUi(game, ui.round),
  person: ({ ui }, { seat }) => ({ ...ui, person: ui.person === seat ? null : seat }),
  joiner: ({ ui }, changes) => ({ ...ui, joiner: { ...ui.joiner, ...changes } }),
  view: ({ ui }, { name }) => ({ ...ui, panel: name || null, ask: null }),
  panel: ({ ui }, { name }) => ({ ...ui, panel: ui.panel === name ? null : name, ask: null, correction: null,
    chosen: null }) };

// Rare steps are in a part loaded later (js/lazy).
export function addSteps(moreSteps, moreMoves) {
  Object.assign(steps, moreSteps);
  Object.assign(moves, moreMoves);
}

// --- Undo and redo, for both games.

const WAYS = { undo: ["past", "future"], redo: ["future", "past"] };

// Returns act() for the steps and moves of a game. returning(state, step): the step that undo or redo found,
// with what stays of the current state.
export const acting = (steps, moves, returning) => (state, name, args = {}, now = 0) => {
  const here = { game: state.game, ui: state.ui };
  if (WAYS[name]) {
    const [from, to] = WAYS[name];
    const step = state[from].at(-1);
    return step
      ? { ...returning(here, step), [from]: state[from].slice(0, -1), [to]: [...state[to], here] }
      : state;
  }
  if (moves[name]) return { ...state, ui: moves[name](state, args) };
  const { game, ui, past = [...state.past, here].slice(-STEPS_KEPT) } = steps[name](state, args, now);
  if (game === here.game && ui.entered === here.ui.entered) return { ...state, ui };
  return { game, ui, past, future: [] };
};

// The panel stays where the finger is.
const tapped = acting(steps, moves,
  ({ game, ui: { panel } }, step) =>
    withUi(step, { panel, ...NOTHING_CHOSEN }, record.countedOn(game, step.game)));

export function act(state, name, args, now = 0) {
  const quiet = state.ui.quietUntil - now; // a clock that was set back does not extend it
  if (quiet > 0 && quiet <= QUIET_MS && !WAYS[name]) return state;
  const next = tapped(state, name, args, now);
  const ends = next.game.finished && !state.game.finished && !WAYS[name];
  return ends ? { ...next, ui: { ...next.ui, endedAt: now } } : next;
}

// --- Changes of all steps, so that undo does not revert them.

const throughout = (state, change) => ({ ...change(state), past: state.past.map(change),
  future: state.future.map(change) });

// The same players with other ids.
export function renamed(state, before, players) {
  const now = (player) => players[before.findIndex((old) => old.id === player.id)] ?? player;
  return throughout(state, ({ game, ui }) => ({ game: { ...game, players: game.players.map(now) }, ui }));
}

// At the seats of another version.
export const seatedAs = (state, { players, seating, first_dealer, adjustments, joined, left }) =>
  throughout(state, ({ game, ui }) => {
    const seated = { ...record.withPlayers(game, players), seating, first_dealer, adjustments, joined, left };
    return { game: record.withHands(seated), ui: movedUi(ui, game.players, players) };
  });
