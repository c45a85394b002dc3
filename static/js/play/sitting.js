// Who sits down at a game: the people of the group, found by their names, and whoever is new to it.

import * as chance from "./chance.js";
import { newGame } from "./game.js";
import { nameKey } from "./names.js";
import { cardsFor } from "./pages/start.js";
import { settingsFrom } from "./settings.js";

// kept: what this phone keeps (phone.js).
export function sittingDown(kept, language) {
  function seatsFor(names) {
    const known = kept.group()?.players ?? [];
    return names.map((name) => known.find((player) => nameKey(player.name) === nameKey(name)) ?? { id: chance.uuid(), name });
  }

  // A start made a game of its group, which begins with it where there was none.
  function begun({ seats, dealer, ...start }) {
    const { even_bid_rule: evenBidRule, ...chosen } = settingsFrom(start, cardsFor(start, seats.length));
    const group = kept.groupFor({ language });
    const game = newGame({
      id: chance.uuid(),
      players: seatsFor(seats),
      firstDealer: dealer,
      evenBidRule,
      ...chosen,
      startedAt: new Date().toISOString(),
    });
    kept.meet(game.players, { ...chosen, even_bid_rule: evenBidRule });
    return { group, game };
  }

  // The newcomer is one of the group from here on.
  function newcomer({ name, after, total }) {
    const [player] = seatsFor([name]);
    kept.meet([player]);
    return { player, after, startTotal: Number(total) };
  }

  return { begun, newcomer };
}

// The same people under other ids, also in what can be undone.
export function renamed(state, before, players) {
  const now = (player) => players[before.findIndex((old) => old.id === player.id)] ?? player;
  const again = (step) => ({ ...step, game: { ...step.game, players: step.game.players.map(now) } });
  return { ...again(state), past: state.past.map(again), future: state.future.map(again) };
}
