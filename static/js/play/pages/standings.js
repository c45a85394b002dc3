// Who stands where, who moved, and the curve of the totals.

import { hasLeft, isPresent } from "../presence.js";
import { closedRounds, ranksOf, totalsBefore, totalsByRound, totalsOf } from "../totals.js";
import { roundCount, runningRound } from "../game.js";
import { h, svg, symbol } from "../elements.js";
import { signed } from "../words.js";
import { named } from "./seats.js";

const WIDTH = 320;
const HEIGHT = 120;
const PAD = 6;

// What every seat has where each round ends: nothing before they came, and none after they left.
export function columnsOf(game) {
  const rows = totalsByRound(game);
  const at = (number, total, seat) => {
    if (isPresent(game, seat, number)) return total;
    return isPresent(game, seat, number + 1) ? totalsBefore(game, number + 1)[seat] : null;
  };
  const ends = closedRounds(game).map((number, index) => rows[index].map((total, seat) => at(number, total, seat)));
  return [totalsBefore(game, 1), ...ends];
}

// Points of every seat's line in the box of the chart.
export function curves(columns) {
  const all = columns.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(10, ...all);
  const x = (index) => PAD + (index * (WIDTH - 2 * PAD)) / Math.max(1, columns.length - 1);
  const y = (total) => HEIGHT - PAD - ((total - low) * (HEIGHT - 2 * PAD)) / (high - low);
  const point = (index, total) => `${x(index).toFixed(1)},${y(total).toFixed(1)}`;
  const lines = columns[0].map((_, seat) =>
    columns.flatMap((totals, index) => (totals[seat] === null ? [] : [point(index, totals[seat])])).join(" "),
  );
  return { lines, zero: y(0).toFixed(1) };
}

const line = (seat, attributes) => svg("polyline", { class: `curve seat-${seat}`, ...attributes });

export function chart({ game }, say) {
  const columns = columnsOf(game);
  if (columns.length < 3) return null;
  const { lines, zero } = curves(columns);
  return h(
    "figure",
    { class: "chart" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": say("chart_label") },
      svg("line", { class: "zero", x1: PAD, x2: WIDTH - PAD, y1: zero, y2: zero }),
      lines.map((points, seat) => line(seat, { points })),
    ),
  );
}

const dash = (seat) =>
  svg("svg", { class: "dash", viewBox: "0 0 28 8", "aria-hidden": "true" }, line(seat, { points: "0,4 28,4" }));

function moved(before, after, say) {
  if (!before || before === after) return null;
  const up = after < before;
  const label = say(up ? "moved_up" : "moved_down", { n: Math.abs(after - before) });
  return h("span", { class: up ? "moved up" : "moved down", role: "img", "aria-label": label }, up ? "▲" : "▼");
}

export function standings(state, say, { medals = false } = {}) {
  const { game } = state;
  const totals = totalsOf(game);
  const now = ranksOf(game);
  const previous = totalsByRound(game).at(-2);
  const before = previous && ranksOf(game, previous);
  const round = Math.min(runningRound(game), roundCount(game));
  const seats = now.map((_, seat) => seat).sort((a, b) => now[a] - now[b] || a - b);
  return h(
    "ol",
    { class: "standings" },
    seats.map((seat) =>
      h(
        "li",
        { class: now[seat] === 1 ? "first" : null, key: seat },
        h("span", { class: "rank" }, medals && now[seat] === 1 ? symbol("crown") : say(`rank_${now[seat]}`)),
        named(game.players[seat].name, hasLeft(game, seat, round) && h("small", {}, say("left"))),
        moved(previous?.[seat] === null ? null : before?.[seat], now[seat], say),
        previous && dash(seat),
        h("span", { class: "total" }, signed(totals[seat])),
      ),
    ),
  );
}
