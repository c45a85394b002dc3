// A game on the phone, as a value, and everything that can be done to it. Pure functions:
// each takes a game and returns the next one. The keys are those of the JSON API.
//
// While the tricks of a round are being booked, `draft` holds what has been said so far:
// `missed` lists the seats that did not make their bid, `given` the tricks named for them.
// Everybody else is taken to have made it; one open seat gets the rest.

import { cardsPerRound, DECK, finalBids, forbiddenBid, PLAIN, prescribedTrump } from "./rules.js";
import { dealerOf, isClosed, leads, presentIn, roundCount, totalsBefore } from "./sheet.js";

const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

export const emptyRound = (seats) => ({
  bids: Array(seats).fill(null),
  tricks: null,
  trump: null,
  named_by: null,
  later_trump: null,
  dealer: null,
  bid_changes: [],
  void_tricks: 0,
  accepted: [],
  winners: [],
  note: null,
});

// chosen: what else of the settings below the table wants otherwise.
export function newGame({ id, players, firstDealer, schedule, cards, evenBidRule, startedAt, ...chosen }) {
  return {
    id,
    players,
    first_dealer: firstDealer,
    schedule,
    cards: schedule === "custom" ? cards : cardsPerRound(schedule, players.length),
    even_bid_rule: evenBidRule,
    ...PLAIN,
    adjustments: [],
    joined: [],
    left: [],
    seating: 0,
    started_at: startedAt,
    finished: false,
    ended_after: null,
    counts: true,
    deleted: false,
    place: null,
    remark: null,
    minutes: null,
    ...chosen,
    rounds: [],
  };
}

// The first round that is not closed; one past the last when all are.
export function runningRound(game) {
  const open = game.cards.slice(0, roundCount(game)).findIndex((_, i) => !isClosed(game, i + 1));
  return open === -1 ? roundCount(game) + 1 : open + 1;
}

export const deckOf = ({ edition = [] }) => DECK + edition.length;

export const trumpAtFirst = (game, number) =>
  prescribedTrump(game.schedule, number, presentIn(game, number).length, game.cards[number - 1], deckOf(game));

const freshRound = (game, number) => ({ ...emptyRound(game.players.length), trump: trumpAtFirst(game, number) });

export const roundOf = (game, number) => game.rounds[number - 1] ?? freshRound(game, number);

export function withRound(game, number, changes) {
  const rounds = Array.from({ length: Math.max(game.rounds.length, number) }, (_, index) =>
    roundOf(game, index + 1),
  );
  rounds[number - 1] = { ...rounds[number - 1], ...changes };
  return { ...game, rounds };
}

const dropped = (list, ...values) => list.filter((value) => !values.includes(value));
const put = (list, index, value) => list.map((old, i) => (i === index ? value : old));

// --- bids ---------------------------------------------------------------------------

export function bidsComplete(game, number) {
  const { bids } = roundOf(game, number);
  return presentIn(game, number).every((seat) => bids[seat] !== null);
}

// Bids that nobody may see yet lie beside the round's own, covered (js/later/sealing.js).
export function isSealed({ bid_mode: mode = "open" }, { bids, late_bids: late }) {
  return mode !== "open" && !late?.length && bids.every((bid) => bid === null);
}

export const hasBegun = ({ bids, sealed }) => [...bids, ...(sealed ?? [])].some((bid) => bid !== null);

// The bid that ±1 forbids this seat now: only the dealer, and only once all others have bid.
export function notAllowed(game, number, seat) {
  const { bids } = roundOf(game, number);
  if (seat !== dealerOf(number, game)) return null;
  const prior = bids.filter((bid, other) => other !== seat && bid !== null);
  return forbiddenBid(prior, {
    cards: game.cards[number - 1],
    players: presentIn(game, number).length,
    rule: game.even_bid_rule,
    ...leads(totalsBefore(game, number), seat),
  });
}

// Changes of bids (the Cloud) that stay between 0 and the hand, each made after those before it.
export function fittingChanges(bids, changes, cards) {
  const standing = [...bids];
  return changes.filter(({ seat, by }) => {
    const next = standing[seat] + by;
    if (next < 0 || next > cards) return false;
    standing[seat] = next;
    return true;
  });
}

export function bid(game, number, seat, value, { accept = false } = {}) {
  const round = roundOf(game, number);
  const accepted = dropped(round.accepted, "bids_even");
  const bids = put(round.bids, seat, value);
  return withRound(game, number, {
    bids,
    bid_changes: fittingChanges(bids, round.bid_changes, game.cards[number - 1]),
    accepted: accept ? [...accepted, "bids_even"] : accepted,
  });
}

// The bid that counts; after a Cloud a text, with the one that was made before it.
export function bidText(round, seat) {
  const [made, counts] = [round.bids[seat], finalBids(round)[seat]];
  return made === counts ? counts : `${made}→${counts}`;
}

// Whether the bids now add up although the rule forbids it and nobody accepted that.
export function bidsForbidden(game, number) {
  const round = roundOf(game, number);
  const dealer = dealerOf(number, game);
  return (
    bidsComplete(game, number) &&
    !round.accepted.includes("bids_even") &&
    round.bids[dealer] === notAllowed(game, number, dealer)
  );
}

// What is trump now: a Vampire may have changed it in mid-round.
export const trumpOf = ({ trump, later_trump: later }) => later ?? trump;

export const setTrump = (game, number, trump) => withRound(game, number, { trump });

export const dealAgain = (game, number) =>
  withRound(game, number, { ...freshRound(game, number), dealer: roundOf(game, number).dealer, sealed: null, late_bids: [], dealt_again: game.bid_mode !== "open" });

export const setDealer = (game, number, dealer) => withRound(game, number, { dealer });

// --- tricks -------------------------------------------------------------------------

const emptyDraft = () => ({ missed: [], given: {} });

// The draft that a round closed earlier stands for: every seat's tricks as given.
export const draftOf = (round) =>
  round.tricks
    ? { missed: [], given: Object.fromEntries(round.tricks.flatMap((t, s) => (t === null ? [] : [[s, t]]))) }
    : emptyDraft();

// Tricks that nobody gets (the Bomb); a closed round keeps its own until it is closed again.
export const voidIn = (round, draft) => draft.void ?? round.void_tricks;

// Tricks per seat as the draft has them; null where two or more are still open, and where nobody sits.
export function draftTricks(round, cards, draft) {
  const { missed, given } = draft;
  const bids = finalBids(round);
  const open = missed.filter((seat) => given[seat] === undefined);
  const tricks = bids.map((own, seat) => (open.includes(seat) ? null : (given[seat] ?? own)));
  if (open.length !== 1) return tricks;
  const rest = cards - voidIn(round, draft) - sum(tricks.filter((n) => n !== null));
  return rest >= 0 && rest <= cards ? put(tricks, open[0], rest) : tricks;
}

// Somebody missed: their tricks are open again, and are the rest if everybody else's are known.
export function miss(draft, seat) {
  const given = { ...draft.given };
  delete given[seat];
  return { ...draft, missed: [...dropped(draft.missed, seat), seat], given };
}

export const give = (draft, seat, tricks) => ({
  ...draft,
  missed: dropped(draft.missed, seat),
  given: { ...draft.given, [seat]: tricks },
});

export const tricksSum = (tricks) => sum(tricks.filter((n) => n !== null));

// Who took the tricks that fell so far, when they are tapped one by one.
export function winTrick(game, number, seat) {
  const { winners } = roundOf(game, number);
  return withRound(game, number, { winners: [...winners, seat] });
}

export const wonBy = (round, seat) => round.winners.filter((winner) => winner === seat).length;

export const allTricksFell = (round, cards) => round.winners.length >= cards - round.void_tricks;

export function draftOfWinners(round) {
  const given = round.bids.flatMap((bid, seat) => (bid === null ? [] : [[seat, wonBy(round, seat)]]));
  return { missed: [], given: Object.fromEntries(given) };
}

export function closeRound(game, number, tricks, { accept = false, voidTricks = roundOf(game, number).void_tricks } = {}) {
  const accepted = dropped(roundOf(game, number).accepted, "tricks_sum");
  const next = withRound(game, number, {
    tricks,
    void_tricks: voidTricks,
    winners: [],
    accepted: accept ? [...accepted, "tricks_sum"] : accepted,
  });
  return settled(next);
}

export const allPlayed = (game) => runningRound(game) > roundCount(game);

// A game with no round left to play is finished.
export const settled = (game) => (!game.finished && allPlayed(game) ? { ...game, finished: true } : game);

export const endAfter = (game, number) => ({ ...game, ended_after: number, finished: true });

export const reopen = (game) => ({ ...game, finished: false, ended_after: null });
