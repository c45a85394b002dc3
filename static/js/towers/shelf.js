// Games that are open, one line each, and what the phone forgets of those long ago.

import { phase } from "./table.js";

const KEY = "open.";
const MOST_LISTED = 5;
const MOST_KEPT = 20;

export function lineOf(group, state, at) {
  const { id, players, deleted } = state.game;
  const isOpen = !deleted && phase(state) !== "end";
  return { [KEY + id]: isOpen ? { group, game: id, names: players.map(({ name }) => name), at } : null };
}

const onPhone = (kept) => Object.entries(kept).flatMap(([key, line]) => (key.startsWith(KEY) ? [line] : []));

// documents: the games of the group as the server tells them.
export function linesOf(kept, group, documents) {
  const over = new Set(documents.filter(({ finished }) => finished).map(({ id }) => id));
  const own = onPhone(kept).filter(({ game }) => !over.has(game));
  const known = new Set(own.map(({ game }) => game));
  const others = documents
    .filter(({ id, finished }) => !finished && !known.has(id))
    .map(({ id, players, played_on: at }) => ({ group, game: id, names: players.map(({ name }) => name), at }));
  return [...own, ...others].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MOST_LISTED);
}

// A patch: of a table that was set up and never begun, which nobody else knows, nothing stays.
export const dropped = ({ kept }, id) => ({
  kept: { current: null, [KEY + id]: null, visited: (kept.visited ?? []).filter((other) => other !== id) },
  games: { [id]: null },
});

// A patch: the game that is opened comes first, and what is too long ago goes, unless it waits to be sent.
export function pruned({ kept, waiting, known }, here) {
  const visited = [here.game, ...(kept.visited ?? []).filter((id) => id !== here.game)];
  const isNeeded = (id) => KEY + id in kept || Object.values(waiting).some(({ path }) => path.includes(id));
  const old = visited.slice(MOST_KEPT).filter((id) => !isNeeded(id));
  const paths = Object.keys(known).filter((path) => old.some((id) => path.includes(id)));
  const gone = (keys) => Object.fromEntries(keys.map((key) => [key, null]));
  return { kept: { current: here, visited: visited.filter((id) => !old.includes(id)) }, games: gone(old), known: gone(paths) };
}
