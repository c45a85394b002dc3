// A game on the phone as a value, and everything that can be done to it. Pure functions: each takes a game
// and returns the next one. The keys are those of the JSON API.

import { cardsOf, dealerOf, finalBids, forbiddenBid, gameRules, isClosed, maxCards, prescribedTrump,
  presentIn, roundCount, totalsBefore } from "./rules.js";

export const emptyRound = (seats) => ({ bids: Array(seats).fill(null), tricks: null, trump: null,
  named_by: null, later_trump: null, dealer: null, bid_changes: [], void_tricks: 0, accepted: [], winners: [],
  note: null, unwritten: false });

// What a game begins with; of: its settings.
export const blankGame = (of) => ({ id: null, players: [], first_dealer: 0, schedule: "standard", cards: null,
  ...gameRules(of).usual, adjustments: [], joined: [], left: [], seating: 0, started_at: null,
  finished: false, ended_after: null, counts: true, deleted: false, place: null, remark: null,
  minutes: null });

export const newGame = (chosen) => withHands({ ...blankGame(chosen), ...chosen, rounds: [] });

// The first round that is not closed, or one past the last.
export function runningRound(game) {
  const open = game.cards.slice(0, roundCount(game)).findIndex((_, i) => !isClosed(game, i + 1));
  return open === -1 ? roundCount(game) + 1 : open + 1;
}

// The same, or the last round.
export const roundNow = (game) => Math.min(runningRound(game), roundCount(game));

export const trumpAtFirst = (game, number) =>
  prescribedTrump(game.schedule, number, presentIn(game, number).length, game.cards[number - 1], game);

const freshRound = (game, number) => ({ ...emptyRound(game.players.length),
  trump: trumpAtFirst(game, number) });
export const roundOf = (game, number) => game.rounds[number - 1] ?? freshRound(game, number);

export function withRound(game, number, changes) {
  const { length } = game.rounds;
  const rounds = Array.from({ length: Math.max(length, number) }, (_, index) => roundOf(game, index + 1));
  rounds[number - 1] = { ...rounds[number - 1], ...changes };
  return { ...game, rounds };
}

export const acceptedWith = ({ accepted }, problem, accept) =>
  accepted.filter((other) => other !== problem).concat(accept ? problem : []);
export const put = (list, index, value) => list.map((old, i) => (i === index ? value : old));
export const swapped = (list, one, other) => put(put(list, one, list[other]), other, list[one]);

// --- bids ---------------------------------------------------------------------------

export function bidsComplete(game, number) {
  const { bids } = roundOf(game, number);
  return presentIn(game, number).every((seat) => bids[seat] !== null);
}

// Hidden bids are stored beside the round's own (lazy/sealed_bids.js).
export function isSealed({ bid_mode: mode = "open" }, { bids, late_bids: late }) {
  return mode !== "open" && !late?.length && bids.every((bid) => bid === null);
}

export const hasBegun = ({ bids, sealed }) => [...bids, ...(sealed ?? [])].some((bid) => bid !== null);

// The bid that ±1 forbids this seat now: only the dealer, and only after all other bids.
export function notAllowed(game, number, seat) {
  if (seat !== dealerOf(number, game)) return null;
  const { bids } = roundOf(game, number);
  const others = presentIn(game, number).filter((other) => other !== seat);
  const totals = totalsBefore(game, number);
  const prior = others.map((other) => bids[other]).filter((bid) => bid !== null);
  return forbiddenBid(prior, { cards: game.cards[number - 1], players: others.length + 1,
    rule: game.even_bid_rule, lead: Math.min(...others.map((other) => totals[seat] - totals[other])) });
}

// Changes of bids (Cloud) go if a bid would leave the range from 0 to the hand, each after those before it.
export function withBids(game, number, changes) {
  const { bids, bid_changes: moved } = { ...roundOf(game, number), ...changes };
  const standing = [...bids];
  const bid_changes = moved.filter(({ seat, by }) => {
    const fits = standing[seat] + by >= 0 && standing[seat] + by <= game.cards[number - 1];
    if (fits) standing[seat] += by;
    return fits;
  });
  return withRound(game, number, { ...changes, bid_changes });
}

// The bid that counts; after a Cloud, a text with the bid before it.
export function bidText(round, seat) {
  const [made, counts] = [round.bids[seat], finalBids(round)[seat]];
  return made === counts ? counts : `${made}→${counts}`;
}

// Whether the bids add up although the rule forbids it and that was not confirmed.
export function bidsForbidden(game, number) {
  const round = roundOf(game, number);
  const dealer = dealerOf(number, game);
  return bidsComplete(game, number) && !round.accepted.includes("bids_even") &&
    round.bids[dealer] === notAllowed(game, number, dealer);
}

// Trump now: a Vampire may have changed it during the round.
export const trumpOf = ({ trump, later_trump: later }) => later ?? trump;

// unwritten: it was played, but the bids and tricks are unknown.
export const dealAgain = (game, number, unwritten = false) =>
  withRound(game, number, { ...freshRound(game, number), dealer: roundOf(game, number).dealer, sealed: null,
    late_bids: [], dealt_again: game.bid_mode !== "open", totals: null, unwritten });

// --- tricks -------------------------------------------------------------------------

export const wonBy = (round, seat) => round.winners.filter((winner) => winner === seat).length;

export function closeRound(game, number, tricks, accept, voidTricks) {
  const accepted = acceptedWith(roundOf(game, number), "tricks_sum", accept);
  return settled(withRound(game, number, { tricks, void_tricks: voidTricks, winners: [], accepted }));
}

export const settled = (game) =>
  !game.finished && runningRound(game) > roundCount(game) ? { ...game, finished: true } : game;

// --- Entries by seat move with their player. `seating` counts the changes, so that none is read wrongly.

export const seatingOf = ({ seating = 0 }) => seating;

export const sameSeats = (one, other) =>
  one.length === other.length && one.every(({ id }, seat) => id === other[seat].id);

// How seats move: one seat (or null), a list of seats, entries about seats, and a row of values by seat.
export function moving(before, after) {
  const now = before.map(({ id }) => after.findIndex((player) => player.id === id));
  const seat = (old) => (now[old] >= 0 ? now[old] : null);
  const seats = (list) => list.map(seat).filter((each) => each !== null);
  const entries = (list) =>
    list.map((each) => ({ ...each, seat: seat(each.seat) })).filter((each) => each.seat !== null);
  const row = (values) => values && after.map((_, at) => values[now.indexOf(at)] ?? null);
  return { seat, seats, entries, row };
}

export function movedRound(round, before, after) {
  const { seat, seats, entries, row } = moving(before, after);
  const { sealed, late_bids: late, totals } = round;
  return { ...round, bids: row(round.bids), tricks: row(round.tricks), ...(sealed && { sealed: row(sealed) }),
    ...(late && { late_bids: seats(late) }), ...(totals && { totals: row(totals) }),
    dealer: seat(round.dealer), named_by: seat(round.named_by), bid_changes: entries(round.bid_changes),
    winners: seats(round.winners) };
}

// A round as it is sent, for other seats; every round of a game has the same number.
export const movedBody = (body, before, { players, seating }) => ({ ...movedRound(body, before, players),
  seating });

// The current hands, and the custom schedule that they are left of.
export function withHands(game) {
  const cards = cardsOf(game);
  return game.schedule === "custom" && cards.length < game.cards.length
    ? { ...game, planned: game.planned ?? game.cards, cards }
    : { ...game, cards };
}

export function withPlayers(game, players) {
  const { seat, entries } = moving(game.players, players);
  const { joined = [], left = [], adjustments } = game;
  return { ...game, players, seating: seatingOf(game) + 1,
    first_dealer: seat(game.first_dealer) ?? game.first_dealer % players.length,
    adjustments: entries(adjustments), joined: entries(joined), left: entries(left),
    rounds: game.rounds.map((round) => movedRound(round, game.players, players)) };
}

// Returns another version of the game as the next one: no seating is used twice, even after undo or restore.
export function countedOn(game, next) {
  const seating = seatingOf(game) + (sameSeats(game.players, next.players) ? 0 : 1);
  return seating === seatingOf(next) ? next : { ...next, seating };
}

// What two versions must share for their rounds to be comparable.
export function seatsIn({ players, joined = [], left = [], seating = 0 }) {
  return [players.map(({ id }) => id), joined, left, seating];
}

// The first round that a player may join or miss: the current one, or after the last that has begun.
export const turnRound = (game) => Math.max(runningRound(game), game.rounds.findLastIndex(hasBegun) + 2);

// Adjusts that round to its players: prescribed trump, dealer, who named trump.
export function withDeal(game, before) {
  const number = turnRound(before);
  const round = game.rounds[number - 1];
  if (!round || number > game.cards.length) return game;
  const trump = round.trump === trumpAtFirst(before, number) ? trumpAtFirst(game, number) : round.trump;
  const dealer = round.dealer === null ? null : dealerOf(number, game);
  const named_by = presentIn(game, number).includes(round.named_by) ? round.named_by : null;
  return withRound(game, number, { trump, dealer, named_by });
}

export const movedUp = (game, seat) => withPlayers(game, swapped(game.players, seat, seat - 1));

// A custom list loses hands that the deck is too small for.
function fromTheStart({ planned, cards, ...game }) {
  const most = maxCards(presentIn(game, 1).length, game);
  return { ...game, cards: (planned ?? cards).filter((hand) => hand <= most) };
}

// after: the seat to the right of the new one. Who joins before the first bid was there from the start.
export function withLatecomer(game, { player, after, startTotal }) {
  const players = [...game.players];
  players.splice(after + 1, 0, player);
  const round = turnRound(game);
  const next = withPlayers(game, players);
  const joined = [...next.joined, { seat: after + 1, round, start_total: startTotal }];
  return withDeal(withHands(round === 1 ? fromTheStart(next) : { ...next, joined }), game);
}

// A player who never came loses the seat; the hands are those for the remaining number.
export const withoutPlayer = (game, seat) =>
  withDeal(withHands(withPlayers(game, game.players.filter((_, other) => other !== seat))), game);

export function withLeaver(game, seat) {
  const left = [...(game.left ?? []), { seat, after_round: turnRound(game) - 1 }];
  return withDeal(withHands({ ...game, left }), game);
}
