// The result of a game as values and in words: what its picture shows and says.

import { columnsOf } from "../play/pages/standings.js";
import { ranksOf, totalsOf } from "../play/totals.js";
import { signed } from "../play/words.js";
import { honoursOf, stepsOf } from "./ending.js";

// group: its name, if it has one.
export function contentOf({ game }, say, language, group) {
  const totals = totalsOf(game);
  const ranks = ranksOf(game);
  const person = (seat) => ({ seat, name: game.players[seat].name, total: totals[seat], rank: ranks[seat] });
  const people = totals.map((_, seat) => person(seat)).sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  const begun = game.started_at ? new Date(game.started_at) : new Date();
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(begun);
  return {
    day: begun.toLocaleDateString("sv"), // as 2026-11-21
    where: [group, date, game.place].filter(Boolean).join(" · "),
    steps: stepsOf(game).map(({ rank, seats }) => ({ rank, people: seats.map(person) })),
    rest: people.filter(({ rank }) => rank > 3),
    people,
    columns: columnsOf(game),
    honours: honoursOf(game, say, language),
  };
}

// The same in words, for whoever cannot see it.
export const textOf = ({ where, people }, headline) =>
  [headline, ...people.map(({ rank, name, total }) => `${rank}. ${name} ${signed(total)}`), where].join("\n");
