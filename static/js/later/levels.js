// Levels: every win lets a wizard rise by one, and brings another title now and then. What titles
// there are, and how many wins each takes, the server has written into the page.

import { winnersOf } from "../play/totals.js";

// As [wins, title], the lowest first.
export const titlesIn = (root) => [...root.querySelectorAll("template[data-title]")].map(({ dataset, content }) => [Number(dataset.title), content.textContent.trim()]);

export const titleFor = (wins, titles) => titles.findLast(([least]) => least <= wins)[1];

// How many wins each seat has after this game; nothing where the phone does not know. The
// server's wins may hold this game already.
export function winsAfter(game, group) {
  if (!group?.wins || !game.counts) return null;
  const winners = winnersOf(game);
  const isNew = !group.counted?.includes(game.id);
  return game.players.map(({ id }, seat) => (group.wins[id] ?? 0) + Number(isNew && winners.includes(seat)));
}

// What each winner rises to, by seat: the level in words, and whether the title is new.
export function risesOf(game, group, titles, say) {
  const after = winsAfter(game, group);
  if (!after) return {};
  const rise = (seat) => {
    const title = titleFor(after[seat], titles);
    return { text: say("level", { level: after[seat] + 1, title }), isNew: title !== titleFor(after[seat] - 1, titles) };
  };
  return Object.fromEntries(winnersOf(game).filter((seat) => after[seat] > 0).map((seat) => [seat, rise(seat)]));
}
