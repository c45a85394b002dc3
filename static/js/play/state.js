// What people do at the table, as pure steps: act(state, "bid", {seat: 2, value: 1}, now) returns the next
// state. A state is {game, ui, past, future}; past and future make undo and redo.

import * as record from "./game.js";
import { isSame } from "./resources.js";
import { bidOrder, closedRounds, dealerOf, isClosed, presentIn, remembered, roundCount,
  sum } from "./rules.js";

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
export const phase = remembered(({ game, ui }) => {
  if (ui.round === null) return "end";
  const closed = isClosed(game, ui.round);
  if (record.roundOf(game, ui.round).unwritten) return "unwritten";
  const bidding = !closed && (!record.bidsComplete(game, ui.round) || record.bidsForbidden(game, ui.round));
  if (ui.changing || bidding) {
    return record.isSealed(game, record.roundOf(game, ui.round)) ? "sealed" : "bids";
  }
  return ui.draft || closed || counted({ game, ui }) ? "tricks" : "reading";
});

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

function afterBid(game, ui, now) {
  const open = nextSeat(game, ui.round);
  const dealer = dealerOf(ui.round, game);
  if (record.bidsForbidden(game, ui.round)) {
    const { bids } = record.roundOf(game, ui.round);
    return { ...ui, open: dealer, ask: { seat: dealer, value: bids[dealer] } };
  }
  if (open !== null || ui.changing) return { ...ui, open, ask: null };
  return { ...ui, open: null, ask: null, panel: null, quietUntil: now + QUIET_MS };
}

function withBid({ game, ui }, { seat, value }, now, accept = false) {
  const next = record.bid(game, ui.round, seat, value, accept);
  return { game: next, ui: afterBid(next, ui, now) };
}

const isUnbid = (game) => record.turnRound(game) === record.runningRound(game);

// A round in progress continues; otherwise the table waits for its first bid.
export function withPeople({ game, ui }, next) {
  if (ui.round === null || isUnbid(game) || isUnbid(next)) return atOnce(next);
  return { game: next,
    ui: { ...record.movedUi(ui, game.players, next.players), panel: null, joiner: null, ...NOBODYS } };
}

const steps = {
  bid({ game, ui }, { seat, value }, now) {
    if (value === record.notAllowed(game, ui.round, seat)) {
      return { game, ui: { ...ui, open: seat, ask: { seat, value } } };
    }
    return withBid({ game, ui }, { seat, value }, now);
  },
  bidAnyway: (state, _, now) => withBid(state, state.ui.ask, now, true),
  openSeat({ game, ui }, { seat }) {
    return { game, ui: { ...ui, open: ui.open === seat ? nextSeat(game, ui.round) : seat, ask: null } };
  },
  miss(state, { seat }) {
    const { game, ui } = state;
    if (ui.open === seat) return { game, ui: { ...ui, open: null } };
    return { game, ui: { ...ui, draft: record.miss(currentDraft(state), seat), open: seat } };
  },
  give: (state, { seat, value }) => ({ game: state.game,
    ui: { ...state.ui, draft: record.give(currentDraft(state), seat, value), open: null } }),
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
  trump: ({ game, ui }, { value }) => ({
    game: record.withRound(game, ui.round, { trump: value === "" ? null : value }),
    ui: { ...ui, panel: null },
  }),
  dealer({ game, ui }, { seat }) {
    const next = record.withRound(game, ui.round, { dealer: seat });
    return { game: next, ui: { ...ui, panel: null, open: nextSeat(next, ui.round) } };
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
    if (isSame(at(game), at(next))) return { game: next, ui: { ...ui, panel: null } };
    const stays = ui.round !== null && ui.round !== record.runningRound(game) && isClosed(next, ui.round);
    return { game: next, ui: stays ? freshUi(ui.round) : atRunningRound(next) };
  },
  deleted: ({ game, ui }, { is }) => ({ game: { ...game, deleted: Boolean(is), deleted_by: null },
    ui: { ...ui, panel: null } }),
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
  const next = stepped(state, from, to, { game: state.game, ui: { ...state.ui, panel: null } });
  return next
    ? { ...next, game: record.countedOn(state.game, next.game), ui: { ...next.ui, panel, ...NOBODYS } }
    : state;
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

// --- How a state is stored. States of the past share almost everything: they are one table of pieces, and
// for each state the numbers of its pieces. Every stored record has the version of this format.

export const SHAPE = 2;

const textOf = remembered((piece) => JSON.stringify(piece));
const settingsOf = remembered(({ rounds: _rounds, ...rest }) => rest);

function packSteps(states) {
  const pieces = [];
  const numbers = new Map();
  const number = (piece) => {
    const text = textOf(piece);
    if (!numbers.has(text)) numbers.set(text, pieces.push(piece) - 1);
    return numbers.get(text);
  };
  const steps = states.map(({ game, ui }) => [number(settingsOf(game)), number(ui), game.rounds.map(number)]);
  return { pieces, steps };
}

function unpackSteps({ pieces, steps }) {
  return steps.map(([rest, ui, rounds]) => ({ game: { ...pieces[rest], rounds: rounds.map((n) => pieces[n]) },
    ui: pieces[ui] })
  );
}

export const packState = ({ game, ui, past, future }) => ({ game, ui, past: packSteps(past),
  future: packSteps(future) });

export const unpackState = ({ game, ui, past, future }) => ({ game, ui, past: unpackSteps(past),
  future: unpackSteps(future) });
