// Rules and judge lie over the game: their addresses say what this table plays, and behind #, where no
// server sees it, which game to come back to.

import { presentIn } from "./presence.js";
import { roundOf, trumpOf } from "./game.js";

const addressOf = (path, said, back) => {
  const query = new URLSearchParams(said.filter(([, value]) => value).map(([name, value]) => [name, String(value)]));
  return `${path}?${query}${back}`;
};

const FORMULA = ["base", "per_trick", "per_miss", "kept_zero"];

export const rulesLink = ({ rules, back }, { schedule, even_bid_rule: even, bid_mode: bids, foresight, scoring, formula, deck, letters, edition }) =>
  addressOf(rules, [
    ["schedule", schedule],
    ["even", even?.mode],
    ["least", even?.min_cards],
    ["zero", Number(even?.zero_always_allowed)],
    ["bids", bids],
    ["foresight", Number(foresight)],
    ["scoring", scoring],
    ["formula", formula && FORMULA.map((part) => formula[part]).join()],
    ["deck", deck],
    ["letters", letters],
    ["edition", edition?.join()],
  ], back);

export const judgeLink = ({ judge, back }, { game, ui }) =>
  addressOf(judge, [["trump", trumpOf(roundOf(game, ui.round))], ["seats", presentIn(game, ui.round).length], ["deck", game.deck], ["letters", game.letters ?? "zn"]], back);
