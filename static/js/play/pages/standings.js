// Who stands where, who moved, and the curve of the totals.

import { ranks, totalsByRound, totalsOf } from "../rules.js";
import { h, svg, symbol } from "../elements.js";
import { signed } from "../words.js";

const WIDTH = 320;
const HEIGHT = 120;
const PAD = 6;

// Points of one line in the box of the chart; every curve starts at nothing.
export function curves(totals, seats) {
  const columns = [Array(seats).fill(0), ...totals];
  const all = columns.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(10, ...all);
  const x = (index) => PAD + (index * (WIDTH - 2 * PAD)) / Math.max(1, columns.length - 1);
  const y = (total) => HEIGHT - PAD - ((total - low) * (HEIGHT - 2 * PAD)) / (high - low);
  const point = (index, total) => `${x(index).toFixed(1)},${y(total).toFixed(1)}`;
  const lines = Array.from({ length: seats }, (_, seat) =>
    columns.map((totals_, index) => point(index, totals_[seat])).join(" "),
  );
  return { lines, zero: y(0).toFixed(1) };
}

const line = (seat, attributes) => svg("polyline", { class: `curve seat-${seat}`, ...attributes });

export function chart({ game }, say) {
  const totals = totalsByRound(game);
  if (totals.length < 2) return null;
  const { lines, zero } = curves(totals, game.players.length);
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
  const now = ranks(totals);
  const previous = totalsByRound(game).at(-2);
  const before = previous && ranks(previous);
  const seats = now.map((_, seat) => seat).sort((a, b) => now[a] - now[b] || a - b);
  return h(
    "ol",
    { class: "standings" },
    seats.map((seat) =>
      h(
        "li",
        { class: now[seat] === 1 ? "first" : "" },
        h("span", { class: "rank" }, medals && now[seat] === 1 ? symbol("crown") : say(`rank_${now[seat]}`)),
        h("bdi", { class: "name" }, game.players[seat].name),
        moved(before?.[seat], now[seat], say),
        previous && dash(seat),
        h("span", { class: "total" }, signed(totals[seat])),
      ),
    ),
  );
}
