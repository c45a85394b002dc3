// A round on the page: the table of this moment, and what stands beside or below it: the paper block.

import { isCorrecting, phase } from "../table.js";
import { button, h } from "../elements.js";
import { later } from "../later.js";
import { whileSame } from "../remembered.js";
import { closedRounds } from "../totals.js";
import { panel } from "./header.js";
import { pad } from "./pad.js";
import { reading } from "./reading.js";
import { bidSeats, trickSeats } from "./seats.js";
import { chart, standings } from "./standings.js";
import { streakLine } from "./streaks.js";

const sealed = (state, say) => later.parts?.sealedSeats(state, say);

const SEATS = { sealed, bids: bidSeats, reading, tricks: trickSeats };

// Who moved up, who is never wrong, and the curve.
const news = (state, say) => [standings(state, say), streakLine(state, say), chart(state, say)];

// Everything in it follows from the closed rounds: a bid does not draw it again.
const lastAside = whileSame();

export function aside(state, say, isWide) {
  const { rounds, ...rest } = state.game;
  const values = [isWide, later.parts, ...Object.values(rest), ...closedRounds(state.game).flatMap((number) => [number, rounds[number - 1]])];
  return lastAside(values, () => [isWide && news(state, say), pad(state, say), later.parts?.scoredHow(state.game, say)]);
}

const pastOf = (say) => button("panel", { name: "history" }, { class: "quiet" }, say("history"));

// Another element in every phase.
function lines(state, say) {
  const now = phase(state);
  return h("div", { class: `lines ${now}`, key: now }, SEATS[now](state, say));
}

// interlude: what stands between two rounds, see between.js.
export const round = (state, say, links, interlude) =>
  h("div", { class: "table" }, panel(state, say, links), later.parts?.foresight(state, say), interlude, lines(state, say), isCorrecting(state) && pastOf(say));
