// Who has met how many bids in a row, up to now.

import { finalBids } from "./rules.js";
import { closedRounds } from "./totals.js";

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
