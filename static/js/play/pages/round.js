// A round on the page: the table of this moment, and the paper block beside or below it.

import { isCorrecting, phase } from "../table.js";
import { button, h } from "../elements.js";
import { closedRounds } from "../totals.js";
import { panel } from "./header.js";
import { pad } from "./pad.js";
import { reading } from "./reading.js";
import { bidSeats, trickSeats } from "./seats.js";
import { chart, standings } from "./standings.js";
import { streakLine } from "./streaks.js";

const SEATS = { bids: bidSeats, reading, tricks: trickSeats };

const drawAside = (state, say) => h("aside", {}, standings(state, say), streakLine(state, say), chart(state, say), pad(state, say));

// Everything in it follows from the closed rounds: a bid does not draw it again.
let last = { values: [], element: null };

function aside(state, say) {
  const { rounds, ...rest } = state.game;
  const values = [...Object.values(rest), ...closedRounds(state.game).flatMap((number) => [number, rounds[number - 1]])];
  const isSame = values.length === last.values.length && values.every((value, at) => value === last.values[at]);
  if (!isSame) last = { values, element: drawAside(state, say) };
  return last.element;
}

// Between two rounds: who moved up, who is never wrong, and the curve; they leave with the first bid.
function interlude(state, say) {
  const { game, ui } = state;
  const untouched = !game.rounds[ui.round - 1]?.bids.some((bid) => bid !== null);
  if (phase(state) !== "bids" || ui.round === 1 || isCorrecting(state) || !untouched) return null;
  return h("section", { class: "interlude" }, standings(state, say), streakLine(state, say), chart(state, say));
}

const pastOf = (say) => button("panel", { name: "history" }, { class: "quiet" }, say("history"));

export const round = (state, say, links) => [
  h("div", { class: "table" }, panel(state, say, links), interlude(state, say), SEATS[phase(state)](state, say), isCorrecting(state) && pastOf(say)),
  aside(state, say),
];
