// Who sits at the table in which round, who deals, and which hands can be dealt to them.

import { remembered } from "./remembered.js";
import { DECK, cardsPerRound, maxCards } from "./rules.js";

export const joinOf = ({ joined = [] }, seat) => joined.find((each) => each.seat === seat);
const leaveOf = ({ left = [] }, seat) => left.find((each) => each.seat === seat);

export const hasArrived = (game, seat, number) => (joinOf(game, seat)?.round ?? 1) <= number;

export const isPresent = (game, seat, number) =>
  hasArrived(game, seat, number) && number <= (leaveOf(game, seat)?.after_round ?? number);

export const hasLeft = (game, seat, number) => hasArrived(game, seat, number) && !isPresent(game, seat, number);

export const seatsOf = ({ players }) => players.map((_, seat) => seat);
export const presentIn = (game, number) => seatsOf(game).filter((seat) => isPresent(game, seat, number));

export const roundCount = (game) => game.ended_after ?? game.cards.length;

// Whoever does not play the last round that counts is ranked after all who do.
export const isGone = (game, seat) => !isPresent(game, seat, roundCount(game));

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
