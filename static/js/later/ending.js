// The end of a game: a podium for the first three ranks, and the awards.

import { h, svg, symbol } from "../play/elements.js";
import { ranksOf, totalsOf } from "../play/totals.js";
import { signed } from "../play/words.js";
import { awardsOf, worthTelling } from "./awards.js";
import { risesOf, titlesIn } from "./levels.js";

// Whoever shares a rank shares its step; a rank that nobody has has no step.
export function stepsOf(game) {
  const ranks = ranksOf(game);
  const at = (rank) => ranks.flatMap((each, seat) => (each === rank ? [seat] : []));
  return [1, 2, 3].map((rank) => ({ rank, seats: at(rank) })).filter(({ seats }) => seats.length);
}

// Told apart by shape: a crown, a shield, a disc.
const SHIELD = "M12 1.5 21.5 5v7c0 5-4 8.7-9.5 10.5C6.5 20.7 2.5 17 2.5 12V5z";

function medal(rank) {
  if (rank === 1) return symbol("crown");
  const shape = rank === 2 ? svg("path", { d: SHIELD }) : svg("circle", { cx: 12, cy: 12, r: 10.5 });
  return svg("svg", { class: "symbol", viewBox: "0 0 24 24", "aria-hidden": "true" }, shape, svg("text", { x: 12, y: 16.5 }, String(rank)));
}

function step(game, { rank, seats }, say, rises) {
  const level = ({ text, isNew }) => h("small", { class: isNew ? "level risen" : "level" }, text);
  const name = (seat) => [h("bdi", {}, game.players[seat].name), rises[seat] && level(rises[seat])];
  return h(
    "li",
    { class: `step-${rank}` },
    h("span", { class: "visually-hidden" }, say(`rank_${rank}`)),
    h("span", { class: "heroes" }, seats.flatMap(name).filter(Boolean)),
    h("span", { class: "block" }, medal(rank), h("span", { class: "total" }, signed(totalsOf(game)[seats[0]]))),
  );
}

// group: what the phone knows of it, the wins of its people among that.
export function podium({ game }, say, group) {
  if (!game.rounds.length) return null;
  const rises = risesOf(game, group, titlesIn(document), say);
  return h("ol", { class: "podium" }, stepsOf(game).map((each) => step(game, each, say, rises)));
}

const isolated = (name) => `\u2068${name}\u2069`;
export const namesOf = (game, seats, language) =>
  new Intl.ListFormat(language).format(seats.map((seat) => isolated(game.players[seat].name)));

// As {title, names, why}, in words.
export const honoursOf = (game, say, language) =>
  worthTelling(awardsOf(game)).map(({ award, seats, value }) => ({
    title: say(award),
    names: namesOf(game, seats, language),
    why: say(`${award}_why`, { n: value }),
  }));

export function honours({ game }, say) {
  const found = honoursOf(game, say, document.documentElement.lang);
  if (!found.length) return null;
  const item = ({ title, names, why }) => h("li", {}, h("b", {}, title), h("span", {}, names), h("small", {}, why));
  return h("ul", { class: "honours", "aria-label": say("awards") }, found.map(item));
}
