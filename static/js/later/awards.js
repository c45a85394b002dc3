// Awards worth laughing about at the end of a game: what was rare, and whose it was. The same as
// scorepad/stats/story.py gives; tests/vectors/awards.json holds both to it.

import { finalBids } from "../play/rules.js";
import { isPresent } from "../play/presence.js";
import { closedRounds, totalsByRound } from "../play/totals.js";

// Every bid of which the end is known: {seat, bid, took}, round by round.
const knownBids = (game) =>
  closedRounds(game).map((number) => {
    const round = game.rounds[number - 1];
    const bids = finalBids(round).map((bid, seat) => ({ seat, bid, took: round.tricks[seat] }));
    return bids.filter(({ bid, took }) => bid !== null && took !== null);
  });

const isMet = ({ bid, took }) => bid === took;
const off = ({ bid, took }) => Math.abs(bid - took);

// A feat is {seat, value}; whoever has the greatest value earns the award.
const counted = (game, counts) =>
  game.players.map((_, seat) => ({
    seat,
    value: knownBids(game).flat().filter((each) => each.seat === seat && counts(each)).length,
  }));

const boldestBid = (game) => knownBids(game).flat().filter(isMet).map(({ seat, bid }) => ({ seat, value: bid }));
const reliableZero = (game) => counted(game, (each) => isMet(each) && each.bid === 0);
const sharpestEye = (game) => counted(game, isMet);
const wildestMiss = (game) => knownBids(game).flat().map((each) => ({ seat: each.seat, value: off(each) }));
const soClose = (game) => counted(game, (each) => off(each) === 1);

function longestRun(game) {
  const longest = (seat) => {
    let best = 0;
    let run = 0;
    for (const bids of knownBids(game)) {
      run = bids.some((each) => each.seat === seat && isMet(each)) ? run + 1 : 0;
      best = Math.max(best, run);
    }
    return best;
  };
  return game.players.map((_, seat) => ({ seat, value: longest(seat) }));
}

const isThere = (total) => total !== null;
const behind = (totals, seat) => (isThere(totals[seat]) ? Math.max(...totals.filter(isThere)) - totals[seat] : 0);
const ahead = (totals, seat) => totals.filter((total) => isThere(total) && isThere(totals[seat]) && total > totals[seat]).length;

// What seats made up on the leader since they were furthest behind. Only for those who also
// passed somebody: whoever stays last has not come back. Who went home is ahead of nobody any more.
function comeback(game) {
  const totals = totalsByRound(game);
  const rows = closedRounds(game).map((number, row) => totals[row].map((total, seat) => (isPresent(game, seat, number) ? total : null)));
  const end = rows.at(-1) ?? [];
  return end.flatMap((total, seat) => {
    const gaps = rows.map((row) => behind(row, seat));
    const then = gaps.indexOf(Math.max(...gaps));
    const passed = isThere(total) && ahead(end, seat) < ahead(rows[then], seat);
    return passed ? [{ seat, value: gaps[then] - gaps.at(-1) }] : [];
  });
}

// From which value on an award is worth a word.
const AWARDS = [
  ["boldest_bid", 2, boldestBid],
  ["comeback", 30, comeback],
  ["reliable_zero", 3, reliableZero],
  ["longest_run", 3, longestRun],
  ["sharpest_eye", 3, sharpestEye],
  ["wildest_miss", 2, wildestMiss],
  ["so_close", 4, soClose],
];

// As {award, seats, value}. What more than half the table has in common is nothing special.
export function awardsOf(game) {
  return AWARDS.flatMap(([award, least, feats]) => {
    const found = feats(game);
    const value = Math.max(0, ...found.map((feat) => feat.value));
    const winners = new Set(found.filter((feat) => feat.value === value).map(({ seat }) => seat));
    const seats = [...winners].sort((a, b) => a - b);
    return value < least || seats.length > game.players.length / 2 ? [] : [{ award, seats, value }];
  });
}

const MOST = 4;
const MOST_OF_ONE = 2;

// A few to be told: first those that honour somebody new, and nobody more than twice.
export function worthTelling(prizes) {
  const honours = {};
  const told = new Set();
  for (const limit of [1, MOST_OF_ONE]) {
    for (const prize of prizes) {
      const fits = prize.seats.every((seat) => (honours[seat] ?? 0) < limit);
      if (told.has(prize) || told.size === MOST || !fits) continue;
      told.add(prize);
      for (const seat of prize.seats) honours[seat] = (honours[seat] ?? 0) + 1;
    }
  }
  return prizes.filter((prize) => told.has(prize));
}
