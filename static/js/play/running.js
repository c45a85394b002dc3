// Games that are open: those on this phone, put aside or in another tab, and those that the group
// has open on other phones. One line each; the newest first.

import { roundCount, runningRound } from "./game.js";

const KEY = "open.";
const MOST = 5;

function lineOf(group, game, at) {
  const rounds = roundCount(game);
  const names = game.players.map(({ name }) => name);
  return { group, game: game.id, names, round: Math.min(runningRound(game), rounds), rounds, at };
}

const DAY = 10; // letters of a moment that name the day
const text = (line) => line && JSON.stringify({ ...line, at: line.at.slice(0, DAY) });

// What changes, with this state of a game, in the list that the phone keeps (all).
export function kept(all, group, game, at) {
  const key = KEY + game.id;
  const line = game.finished || game.deleted ? null : lineOf(group, game, at);
  return text(line) === text(all[key] ?? null) ? {} : { [key]: line };
}

export const isListed = (all, id) => KEY + id in all;

const onPhone = (all) => Object.entries(all).flatMap(([key, line]) => (key.startsWith(KEY) ? [line] : []));

const told = (group, { id, players, rounds, rounds_played: played, played_on: at }) => ({
  group, game: id, names: players.map(({ name }) => name), round: Math.min(played + 1, rounds), rounds, at,
});

// all: what the phone keeps; elsewhere: the games of the group as the server tells them.
export function openGames(all, group, elsewhere) {
  const over = new Set(elsewhere.filter(({ finished }) => finished).map(({ id }) => id));
  const own = onPhone(all).filter(({ game }) => !over.has(game));
  const known = new Set(own.map(({ game }) => game));
  const others = elsewhere.filter(({ id, finished }) => !finished && !known.has(id)).map((line) => told(group, line));
  return [...own, ...others].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MOST);
}

const DAY_MS = 86_400_000;
const dayOf = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;

// "today", "yesterday", "3 days ago", in the words of the browser. at: a moment, or a day alone.
export function daysAgo(at, language, now = new Date()) {
  const then = new Date(at.length > 10 ? at : `${at}T12:00`);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.min(0, dayOf(then) - dayOf(now)), "day");
}
