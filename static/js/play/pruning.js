// The phone keeps the last games it has shown, so that its store does not grow with every game of
// a life; the others are on the server. What waits to be sent and what is open here stays, always.

import { gameIn } from "./resources.js";
import { isListed } from "./running.js";

const MOST = 20;

const isOfGame = (path) => path.includes("/games/");
const gone = (keys) => Object.fromEntries(keys.map((key) => [key, null]));

// A patch: the game that is opened comes first, and what is too long ago goes.
export function opening({ kept, waiting, known }, game) {
  const visited = [game, ...(kept.visited ?? []).filter((id) => id !== game)];
  const paths = Object.keys(known).filter(isOfGame);
  const waits = new Set(Object.values(waiting).flatMap(({ path }) => (isOfGame(path) ? [gameIn(path)] : [])));
  const all = [...new Set([...visited, ...paths.map(gameIn)])];
  const old = new Set(all.slice(MOST).filter((id) => !waits.has(id) && !isListed(kept, id)));
  const isKept = (id) => !old.has(id);
  return {
    kept: {
      visited: visited.filter(isKept),
      seen: Object.fromEntries(Object.entries(kept.seen ?? {}).filter(([path]) => isKept(gameIn(path)))),
    },
    games: gone([...old]),
    known: gone(paths.filter((path) => old.has(gameIn(path)))),
  };
}
