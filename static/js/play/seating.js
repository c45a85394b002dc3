// The seats of a game, when they change: whatever is written by seat follows the person in it.
// `seating` counts the changes, so that no round written before one is read after it.

import { deckOf, hasBegun, runningRound, trumpAtFirst, withRound } from "./game.js";
import { maxCards } from "./rules.js";
import { cardsOf, dealerOf, presentIn } from "./sheet.js";

export const MOST_SEATS = 6;

export const seatingOf = ({ seating = 0 }) => seating;

export const sameSeats = (one, other) => one.length === other.length && one.every(({ id }, seat) => id === other[seat].id);

// Where everybody sits now: a new seat to the old one, and back; nobody is null.
function movesBetween(before, after) {
  const find = (people, id) => {
    const seat = people.findIndex((player) => player.id === id);
    return seat === -1 ? null : seat;
  };
  return { old: after.map(({ id }) => find(before, id)), now: before.map(({ id }) => find(after, id)) };
}

const moved = (list, now) => list.map((each) => ({ ...each, seat: now[each.seat] })).filter(({ seat }) => seat !== null);
const seated = (seat, now) => (seat === null ? null : now[seat]);

export function movedRound(round, before, after) {
  const { old, now } = movesBetween(before, after);
  const dealt = (values) => values && old.map((seat) => values[seat] ?? null);
  return {
    ...round,
    bids: dealt(round.bids),
    tricks: dealt(round.tricks),
    ...(round.sealed && { sealed: dealt(round.sealed) }),
    ...(round.late_bids && { late_bids: round.late_bids.map((seat) => now[seat]).filter((seat) => seat !== null) }),
    dealer: seated(round.dealer, now),
    named_by: seated(round.named_by ?? null, now),
    bid_changes: moved(round.bid_changes, now),
    winners: round.winners.map((seat) => now[seat]).filter((seat) => seat !== null),
  };
}

// A round as it is sent, for other seats; every round of one game carries the same number.
export const movedBody = (body, before, { players, seating }) => ({ ...movedRound(body, before, players), seating });

// The hands that are dealt now, and the custom schedule that they are left of.
export function withHands(game) {
  const cards = cardsOf(game);
  return game.schedule === "custom" && cards.length < game.cards.length ? { ...game, planned: game.planned ?? game.cards, cards } : { ...game, cards };
}

export function withPlayers(game, players) {
  const { now } = movesBetween(game.players, players);
  const { joined = [], left = [], adjustments } = game;
  return {
    ...game,
    players,
    seating: seatingOf(game) + 1,
    first_dealer: now[game.first_dealer] ?? 0,
    adjustments: moved(adjustments, now),
    joined: moved(joined, now),
    left: moved(left, now),
    rounds: game.rounds.map((round) => movedRound(round, game.players, players)),
  };
}

// Another version of the game, as the next one: no seating comes twice, whoever undoes or restores.
export function countedOn(game, next) {
  const seating = seatingOf(game) + (sameSeats(game.players, next.players) ? 0 : 1);
  return seating === seatingOf(next) ? next : { ...next, seating };
}

// A whole state, past and future included, with the seats of another version of its game.
export function seatedAs(state, { players, seating, first_dealer, adjustments, joined, left }) {
  const again = ({ game, ui }) => {
    const rounds = game.rounds.map((round) => movedRound(round, game.players, players));
    const next = withHands({ ...game, players, seating, first_dealer, adjustments, joined, left, rounds });
    return { game: next, ui: movedUi(ui, game.players, players) };
  };
  return { ...state, ...again(state), past: state.past.map(again), future: state.future.map(again) };
}

// What two versions must have in common for their rounds to mean the same.
export const seatsIn = ({ players, joined = [], left = [], seating = 0 }) => [players.map(({ id }) => id), joined, left, seating];

// What is on the page while seats change: the open seat and tricks half booked.
export function movedUi(ui, before, after) {
  const { now } = movesBetween(before, after);
  const { draft, ask } = ui;
  const given = Object.entries(draft?.given ?? {}).flatMap(([seat, tricks]) => (now[seat] === null ? [] : [[now[seat], tricks]]));
  const missed = draft?.missed.map((seat) => now[seat]).filter((seat) => seat !== null);
  return {
    ...ui,
    open: seated(ui.open, now),
    draft: draft && { ...draft, missed, given: Object.fromEntries(given) },
    ask: ask && now[ask.seat] !== null ? { ...ask, seat: now[ask.seat] } : null,
  };
}

// --- late and early -------------------------------------------------------------------

// The first round in which somebody may come or be gone: the running one, or after the last that has begun.
export const turnRound = (game) => Math.max(runningRound(game), game.rounds.findLastIndex(hasBegun) + 2);

// What was written for that round holds for those who will play it: trump that the schedule prescribes,
// who deals, who named trump.
function withDeal(game, before) {
  const number = turnRound(before);
  const round = game.rounds[number - 1];
  if (!round || number > game.cards.length) return game;
  const trump = round.trump === trumpAtFirst(before, number) ? trumpAtFirst(game, number) : round.trump;
  const dealer = round.dealer === null ? null : dealerOf(number, game);
  const named_by = presentIn(game, number).includes(round.named_by) ? round.named_by : null;
  return withRound(game, number, { trump, dealer, named_by });
}

export const movedUp = (game, seat) => {
  const players = [...game.players];
  players.splice(seat - 1, 0, ...players.splice(seat, 1));
  return withPlayers(game, players);
};

// A list of one's own loses the hands that those who begin cannot be dealt.
function fromTheStart({ planned, cards, ...game }) {
  const most = maxCards(presentIn(game, 1).length, deckOf(game));
  return { ...game, cards: (planned ?? cards).filter((hand) => hand <= most) };
}

// after: the seat to the right of the new one. Who comes before the first bid was there from the start.
export function withLatecomer(game, { player, after, startTotal }) {
  const players = [...game.players];
  players.splice(after + 1, 0, player);
  const round = turnRound(game);
  const next = withPlayers(game, players);
  const joined = [...next.joined, { seat: after + 1, round, start_total: startTotal }];
  return withDeal(withHands(round === 1 ? fromTheStart(next) : { ...next, joined }), game);
}

export const firstRoundOf = ({ joined = [] }, seat) => joined.find((each) => each.seat === seat)?.round ?? 1;
export const lastRoundOf = ({ left = [] }, seat) => left.find((each) => each.seat === seat)?.after_round ?? null;

export function withLeaver(game, seat) {
  const left = [...(game.left ?? []), { seat, after_round: turnRound(game) - 1 }];
  return withDeal(withHands({ ...game, left }), game);
}
