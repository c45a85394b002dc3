// Who sits, deals and bids in which round, and what the rounds written so far add up to.

import { cardsPerRound, DECK, finalBids, maxCards, pointsFor } from "./rules.js";

export function remembered(make) {
  const cache = new WeakMap();
  return (value) => {
    if (!cache.has(value)) cache.set(value, make(value));
    return cache.get(value);
  };
}

// What was made last, as long as the values that it follows from are the same.
export function whileSame() {
  let last = { values: [], made: null };
  const isSame = (values) => values.length === last.values.length && values.every((value, at) => value === last.values[at]);
  return (values, make) => {
    if (!isSame(values)) last = { values, made: make() };
    return last.made;
  };
}

// --- Who sits at the table in which round, who deals, and which hands can be dealt to them.

const joinOf = ({ joined = [] }, seat) => joined.find((each) => each.seat === seat);
const leaveOf = ({ left = [] }, seat) => left.find((each) => each.seat === seat);

const hasArrived = (game, seat, number) => (joinOf(game, seat)?.round ?? 1) <= number;

export const isPresent = (game, seat, number) =>
  hasArrived(game, seat, number) && number <= (leaveOf(game, seat)?.after_round ?? number);

export const hasLeft = (game, seat, number) => hasArrived(game, seat, number) && !isPresent(game, seat, number);

export const seatsOf = ({ players }) => players.map((_, seat) => seat);
export const presentIn = (game, number) => seatsOf(game).filter((seat) => isPresent(game, seat, number));

export const roundCount = (game) => game.ended_after ?? game.cards.length;

// Whoever does not play the last round that counts is ranked after all who do.
const isGone = (game, seat) => !isPresent(game, seat, roundCount(game));

// The hands that are dealt: where somebody joins, those too large for the table are dropped.
export function cardsOf(game) {
  const { schedule, planned, cards, edition = [], joined = [] } = game;
  const plan = schedule === "custom" ? (planned ?? cards) : cardsPerRound(schedule, presentIn(game, 1).length);
  const starts = joined.map(({ round }) => round).sort((a, b) => a - b);
  return starts.reduce((dealt, start) => {
    const most = maxCards(presentIn(game, start).length, DECK + edition.length);
    return dealt.filter((hand, index) => index + 1 < start || hand <= most);
  }, plan);
}

function nextPresent(game, seat, number) {
  const count = game.players.length;
  return seatsOf(game).map((step) => (seat + step) % count).find((other) => isPresent(game, other, number));
}

// The deal passes to the left after every round; a dealer named in a round moves all later ones.
function dealerAfter(game, before, number) {
  return nextPresent(game, game.rounds[number - 1]?.dealer ?? (number > 1 ? before + 1 : before), number);
}

const dealers = remembered(({ first_dealer: first }) => [first]);

export function dealerOf(number, game) {
  const known = dealers(game);
  while (known.length <= number) known.push(dealerAfter(game, known.at(-1), known.length));
  return known[number];
}

export function bidOrder(number, game) {
  const count = game.players.length;
  const dealer = dealerOf(number, game);
  return seatsOf(game).map((step) => (dealer + 1 + step) % count).filter((seat) => isPresent(game, seat, number));
}

// --- What the rounds written so far add up to, and who stands where.

const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

// Every seat at the table has bid and has its tricks.
export function isClosed(game, number) {
  const round = game.rounds[number - 1];
  return Boolean(round?.tricks) && presentIn(game, number).every((seat) => round.bids[seat] !== null && round.tricks[seat] !== null);
}

export const closedRounds = remembered((game) => game.rounds.map((_, index) => index + 1).filter((number) => isClosed(game, number)));

export const pointsOf = (round, cards, game) =>
  finalBids(round).map((bid, seat) => (bid === null ? null : pointsFor(bid, round.tricks[seat], cards, game)));

const startTotals = (game) => seatsOf(game).map((seat) => joinOf(game, seat)?.start_total ?? 0);
const plus = (totals, more) => totals.map((total, seat) => total + (more[seat] ?? 0));
const fined = (totals, { adjustments }, applies) =>
  totals.map((total, seat) => total + sum(adjustments.filter((one) => one.seat === seat && applies(one)).map(({ points }) => points)));

// Running totals after the closed rounds, whoever is yet to come with what they will begin with.
const runningTotals = remembered((game) => {
  let totals = startTotals(game);
  return closedRounds(game).map((number) => {
    totals = fined(plus(totals, pointsOf(game.rounds[number - 1], game.cards?.[number - 1], game)), game, ({ round }) => round === number);
    return { number, totals };
  });
});

const sinceArrival = (game, number, totals) => totals.map((total, seat) => (hasArrived(game, seat, number) ? total : null));

// Running totals after each closed round, adjustments of a round included; null before somebody came.
export const totalsByRound = remembered((game) => runningTotals(game).map(({ number, totals }) => sinceArrival(game, number, totals)));

// What every seat has when a round begins; null for who is not at the table in it.
export function totalsBefore(game, number) {
  const totals = runningTotals(game).findLast((after) => after.number < number)?.totals ?? startTotals(game);
  return totals.map((total, seat) => (isPresent(game, seat, number) ? total : null));
}

export function totalsOf(game) {
  const after = runningTotals(game);
  const counted = after.map(({ number }) => number);
  return fined(after.at(-1)?.totals ?? startTotals(game), game, ({ round }) => !counted.includes(round));
}

// Competition ranks: 1, 1, 3. gone: the seats that come after all others, whatever they have.
export const ranks = (totals, gone = []) => {
  const isAhead = (other, mine) =>
    gone.includes(other) === gone.includes(mine) ? totals[other] > totals[mine] : gone.includes(mine);
  const seats = totals.map((_, seat) => seat);
  return seats.map((mine) => 1 + seats.filter((other) => isAhead(other, mine)).length);
};

export const ranksOf = (game, totals = totalsOf(game)) =>
  ranks(totals, seatsOf(game).filter((seat) => totals[seat] === null || isGone(game, seat)));

export const winnersOf = (game) => ranksOf(game).flatMap((rank, seat) => (rank === 1 ? [seat] : []));

export function leads(totals, seat) {
  const best = Math.max(...totals.filter((total) => total !== null));
  const alone = totals.filter((total) => total === best).length === 1;
  return { leads: totals[seat] === best, leadsAlone: alone && totals[seat] === best };
}

// --- Who has met how many bids in a row, up to now.

const WORTH_A_WORD = 3;
const MOST = 3;

const closed = (game) => closedRounds(game).map((number) => game.rounds[number - 1]);

// Rounds in which a seat was absent neither end a streak nor add to it.
export function streaks(game) {
  const running = game.players.map(() => 0);
  for (const round of closed(game)) {
    finalBids(round).forEach((bid, seat) => {
      if (bid !== null) running[seat] = bid === round.tricks[seat] ? running[seat] + 1 : 0;
    });
  }
  return running;
}

// The longest first; of those who still play.
export function worthAWord(game) {
  const last = closed(game).at(-1);
  return streaks(game)
    .map((n, seat) => ({ seat, n }))
    .filter(({ seat, n }) => n >= WORTH_A_WORD && last.bids[seat] !== null)
    .sort((a, b) => b.n - a.n)
    .slice(0, MOST);
}
