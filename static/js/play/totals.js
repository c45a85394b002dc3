// What the rounds written so far add up to, and who stands where.

import { hasArrived, isGone, isPresent, joinOf, presentIn, seatsOf } from "./presence.js";
import { remembered } from "./remembered.js";
import { finalBids, pointsFor } from "./rules.js";

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
