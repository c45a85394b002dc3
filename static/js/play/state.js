// What people do at the table, as pure steps: act(state, "bid", {seat: 2, value: 1}, now) returns the next
// state. A state is {game, ui, past, future}; past and future make undo and redo.

import * as record from "./game.js";
import { isSame } from "./resources.js";
import { bidOrder, closedRounds, dealerOf, isClosed, presentIn, roundCount, sum } from "./rules.js";

export const QUIET_MS = 800; // after the last bid, so that a double tap enters nothing
const STEPS_KEPT = 200;

export const opened = (game) => ({ game, ui: atRunningRound(game), past: [], future: [] });

// Panels that were open stay closed.
const NOBODYS = { person: null, correction: null, chosen: null, hand: null };

const freshUi = (round) => ({ round, open: null, draft: null, changing: false, panel: null, ask: null,
  quietUntil: 0 });

function atRunningRound(game) {
  if (game.finished) return freshUi(null);
  if (record.allPlayed(game)) return freshUi(roundCount(game)); // reopened, to be finished again
  const running = record.runningRound(game);
  return { ...freshUi(running), open: nextSeat(game, running) };
}

const atOnce = (game) => ({ game, ui: atRunningRound(game) });

export function nextSeat(game, number) {
  const { bids } = record.roundOf(game, number);
  return bidOrder(number, game).find((seat) => bids[seat] === null) ?? null;
}

// One of: end, sealed, bids, reading, tricks, unwritten.
export function phase({ game, ui }) {
  if (ui.round === null) return "end";
  const closed = isClosed(game, ui.round);
  if (record.roundOf(game, ui.round).unwritten) return "unwritten";
  const bidding = !closed && (!record.bidsComplete(game, ui.round) || record.bidsForbidden(game, ui.round));
  if (ui.changing || bidding) {
    return record.isSealed(game, record.roundOf(game, ui.round)) ? "sealed" : "bids";
  }
  return ui.draft || closed || counted({ game, ui }) ? "tricks" : "reading";
}

// Tricks that were tapped one by one until the last, here or on another phone.
function counted({ game, ui }) {
  const round = record.roundOf(game, ui.round);
  const { bids, winners } = round;
  if (!winners.length || winners.length < game.cards[ui.round - 1] - round.void_tricks) return null;
  return record.draftOf(bids.map((bid, seat) => (bid === null ? null : record.wonBy(round, seat))));
}

// The bids in large letters for the whole table, or the same turned for the opposite side.
export const isTableView = ({ ui }) => ["table", "turned"].includes(ui.panel);

// Tricks that the server needed before it revealed the bids are still shown.
export const isCorrecting = ({ game, ui }) =>
  ui.round !== null && !ui.shown && ui.round !== record.runningRound(game);

export const currentDraft = (state) =>
  state.ui.draft ?? counted(state) ?? record.draftOf(record.roundOf(state.game, state.ui.round).tricks);

export function currentTricks(state) {
  const round = record.roundOf(state.game, state.ui.round);
  return record.draftTricks(round, state.game.cards[state.ui.round - 1], currentDraft(state));
}

export const voidTricks = (state) =>
  record.voidIn(record.roundOf(state.game, state.ui.round), currentDraft(state));

// missing > 0: the number of tricks that nobody has; null while tricks are open.
export function missingTricks(state) {
  const tricks = currentTricks(state);
  if (presentIn(state.game, state.ui.round).some((seat) => tricks[seat] === null)) return null;
  return state.game.cards[state.ui.round - 1] - voidTricks(state) - sum(tricks);
}

const withUi = ({ game, ui }, changes, next = game) => ({ game: next, ui: { ...ui, ...changes } });

function withBid(state, { seat, value }, now, accept = false) {
  const { round, changing } = state.ui;
  const game = record.bid(state.game, round, seat, value, accept);
  const dealer = dealerOf(round, game);
  if (record.bidsForbidden(game, round)) {
    const ask = { seat: dealer, value: record.roundOf(game, round).bids[dealer] };
    return withUi(state, { open: dealer, ask }, game);
  }
  const open = nextSeat(game, round);
  const isDone = open === null && !changing;
  return withUi(state, { open, ask: null, ...(isDone && { panel: null, quietUntil: now + QUIET_MS }) }, game);
}

const isUnbid = (game) => record.turnRound(game) === record.runningRound(game);

// A round in progress continues; otherwise the table waits for its first bid.
export function withPeople({ game, ui }, next) {
  if (ui.round === null || isUnbid(game) || isUnbid(next)) return atOnce(next);
  const moved = record.movedUi(ui, game.players, next.players);
  return { game: next, ui: { ...moved, panel: null, joiner: null, ...NOBODYS } };
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
    return withUi(state, { draft: record.miss(currentDraft(state), seat), open: seat });
  },
  give: (state, { seat, value }) =>
    withUi(state, { draft: record.give(currentDraft(state), seat, value), open: null }),
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
    return { game: next, ui: { ...freshUi(ui.round), open: nextSeat(next, ui.round) } };
  },
  trump: (state, { value }) =>
    withUi(state, { panel: null }, record.withRound(state.game, state.ui.round, { trump: value || null })),
  dealer(state, { seat }) {
    const next = record.withRound(state.game, state.ui.round, { dealer: seat });
    return withUi(state, { panel: null, open: nextSeat(next, state.ui.round) }, next);
  },
  moveUp({ game, ui }, { seat }) {
    const next = record.movedUp(game, seat);
    return { game: next, ui: { ...record.movedUi(ui, game.players, next.players), person: null } };
  },
  join: (state, args) => withPeople(state, record.withLatecomer(state.game, args)),
  leave: (state, { seat }) => withPeople(state, record.withLeaver(state.game, seat)),
  endHere: ({ game }) => ({ game: { ...game, ended_after: closedRounds(game).length, finished: true },
    ui: freshUi(null) }),
  reopen: ({ game }) => atOnce({ ...game, finished: false, ended_after: null }),
  back: ({ game }) => atOnce(record.settled(game)),
  // Theirs, or one from the history. The page stays at its round, and a half-entered round is kept.
  restore({ game, ui }, { game: next }) {
    const at = (each) => [ui.round, record.runningRound(each), each.finished, each.rounds[ui.round - 1]];
    if (isSame(at(game), at(next))) return withUi({ game, ui }, { panel: null }, next);
    const stays = ui.round !== null && ui.round !== record.runningRound(game) && isClosed(next, ui.round);
    return { game: next, ui: stays ? freshUi(ui.round) : atRunningRound(next) };
  },
  deleted: (state, { is }) =>
    withUi(state, { panel: null }, { ...state.game, deleted: Boolean(is), deleted_by: null }),
  note: ({ game, ui }, changes) => ({ game: { ...game, ...changes }, ui }),
};

// Navigation is not undone.
const moves = { openRound({ game, ui }, { round, seat = null }) {
  if (isClosed(game, round)) return { ...freshUi(round), open: seat };
  return ui.round === round ? ui : atRunningRound(game);
}, changeBids: ({ ui }) => ({ ...ui, changing: true, open: null, draft: null, panel: null }),
  bidsChanged: ({ game, ui }) => ({ ...freshUi(ui.round), open: nextSeat(game, ui.round) }),
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

// The last state of one list, for instance the past; the current one (here) joins the other.
export function stepped(state, from, to, here) {
  const step = state[from].at(-1);
  return step && { ...step, [from]: state[from].slice(0, -1), [to]: [...state[to], here] };
}

function stepBack(state, from, to) {
  const { panel } = state.ui; // stays where the finger is
  const next = stepped(state, from, to, withUi(state, { panel: null }));
  if (!next) return state;
  return { ...next, ...withUi(next, { panel, ...NOBODYS }, record.countedOn(state.game, next.game)) };
}

export function act(state, name, args = {}, now = 0) {
  if (name === "undo") return stepBack(state, "past", "future");
  if (name === "redo") return stepBack(state, "future", "past");
  const quiet = state.ui.quietUntil - now; // a clock that was set back does not extend it
  if (quiet > 0 && quiet <= QUIET_MS) return state;
  if (moves[name]) return { ...state, ui: moves[name](state, args) };
  const { game, ui, past: only } = steps[name](state, args, now);
  if (game === state.game && ui.draft === state.ui.draft) return { ...state, ui };
  const past = only ?? [...state.past, { game: state.game, ui: state.ui }].slice(-STEPS_KEPT);
  const ends = game.finished && !state.game.finished;
  return { game, ui: ends ? { ...ui, endedAt: now } : ui, past, future: [] };
}

// The same players with other ids, also in undo steps.
export function renamed(state, before, players) {
  const now = (player) => players[before.findIndex((old) => old.id === player.id)] ?? player;
  const again = (step) => ({ ...step, game: { ...step.game, players: step.game.players.map(now) } });
  return { ...again(state), past: state.past.map(again), future: state.future.map(again) };
}
