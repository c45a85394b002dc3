// A database that kept silent answers: what waits there was tapped before what was tapped since.

import { isSame } from "./changes.js";
import { runningRound } from "./game.js";
import { inOrder, lastBodies } from "./outbox.js";
import { gameIn, withCovered, withTheirs } from "./resources.js";
import { act } from "./table.js";

// take: lets the box take in what was read, and tells what was tapped in; join(content, state, stored): the state that is kept of a game.
export function rejoin(box, take, join, stored) {
  box.content(); // the last tap is in it
  const tapped = take();
  const content = box.content();
  const games = Object.fromEntries(tapped.map((id) => [id, join(content, content.games[id], stored[id])]));
  if (tapped.length) box.write({ games });
}

const isOf = (id) => ({ path }) => path.includes("/games/") && gameIn(path) === id && !path.includes("/history/");

const withBidsOf = (game, stored) => (game.rounds[runningRound(game) - 1]?.sealed ? game : withCovered(game, stored));

// tapped: the state as it was tapped since; stored: as the database has it, or null. Whatever could be undone still can.
export function rejoined(content, tapped, stored) {
  const state = { ...tapped, past: [...(stored?.past ?? []), ...tapped.past] };
  const bodies = lastBodies(content);
  const paths = inOrder(content).filter(isOf(state.game.id)).map(({ path }) => path);
  const game = paths.reduce((now, path) => withTheirs(now, path, JSON.parse(bodies[path])), withBidsOf(state.game, stored?.game));
  return isSame(game, state.game) ? state : act(state, "restore", { game }, Infinity);
}
