// Who stands where, who moved, and the curve of the totals.

import { button, h, lazy, noteField, svg, symbol } from "../dom.js";
import { bidText, runningRound } from "../game.js";
import { gain, signed } from "../names.js";
import {
  closedRounds, finalBids, hasLeft, isPresent, ranksOf, roundCount, totalsBefore, totalsByRound, totalsOf,
  winnersOf, worthAWord,
} from "../rules.js";
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
  const ends = closedRounds(game)
    .map((number, index) => rows[index].map((total, seat) => at(number, total, seat)));
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
  return h("figure", { class: "chart" },
    svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
        "aria-label": say("chart_label"),
      },
      svg("line", { class: "zero", x1: PAD, x2: WIDTH - PAD, y1: zero, y2: zero }),
      lines.map((points, seat) => line(seat, { points })),
    ),
  );
}

const dash = (seat) =>
  svg("svg", { class: "dash", viewBox: "0 0 28 8", "aria-hidden": "true" },
    line(seat, { points: "0,4 28,4" }),
  );

function moved(before, after, say) {
  if (!before || before === after) return null;
  const up = after < before;
  const label = say(up ? "moved_up" : "moved_down", { n: Math.abs(after - before) });
  return h("span", { class: up ? "moved up" : "moved down", role: "img", "aria-label": label },
    up ? "▲" : "▼",
  );
}

export function standings(state, say, { medals = false } = {}) {
  const { game } = state;
  const totals = totalsOf(game);
  const now = ranksOf(game);
  const previous = totalsByRound(game).at(-2);
  const before = previous && ranksOf(game, previous);
  const round = Math.min(runningRound(game), roundCount(game));
  const seats = now.map((_, seat) => seat).sort((a, b) => now[a] - now[b] || a - b);
  return h("ol", { class: "standings" },
    seats.map((seat) =>
      h("li", { class: now[seat] === 1 ? "first" : null, key: seat },
        h("span", { class: "rank" }, medals && now[seat] === 1 ? symbol("crown") : say(`rank_${now[seat]}`)),
        named(game.players[seat].name, hasLeft(game, seat, round) && h("small", {}, say("left"))),
        moved(previous?.[seat] === null ? null : before?.[seat], now[seat], say),
        previous && dash(seat),
        h("span", { class: "total" }, signed(totals[seat])),
      ),
    ),
  );
}

// --- Who has met three bids or more in a row, in words.

export function streakLine({ game }, say) {
  const found = worthAWord(game);
  if (!found.length) return null;
  const item = ({ seat, n }) => h("li", {}, say("streak", { name: game.players[seat].name, n }));
  return h("ul", { class: "streaks" }, found.map(item));
}

// --- The paper block on the page: every closed round, newest on top; a tap on a cell corrects it.

// Points beside those of the round: penalties and corrections.
const besidesIn = ({ adjustments }, number, seat) =>
  adjustments.filter((one) => one.seat === seat && one.round === number).map(({ points }) => gain(points));

function cell(game, number, seat, total, say) {
  if (!isPresent(game, seat, number)) return h("td", { class: "absent" }, "–");
  const round = game.rounds[number - 1];
  const bid = finalBids(round)[seat];
  const told = bidText(round, seat);
  const took = round.tricks[seat];
  const besides = besidesIn(game, number, seat);
  const name = game.players[seat].name;
  return h("td", { class: bid === took ? "met" : "missed" },
    button("openRound", { round: number, seat }, {},
      h("span", { class: "visually-hidden" },
        say("cell_label", { round: number, name, bid: told, took, total }),
      ),
      h("span", { class: "total", "aria-hidden": "true" }, signed(total)),
      besides.length > 0 && h("small", { class: "besides" }, besides.join(" ")),
      h("span", { class: "bid", "aria-hidden": "true" }, String(told)),
    ),
  );
}

function row(game, number, totals, say) {
  const label = say("open_round", { round: number });
  return h("tr", { key: number },
    h("th", { scope: "row" },
      button("openRound", { round: number }, { "aria-label": label }, String(number)),
    ),
    totals.map((total, seat) => cell(game, number, seat, total, say)),
  );
}

// What is booked for a round that is still open, or for none.
function besidesAll(game, numbers, say) {
  const open = game.adjustments.filter(({ round }) => !numbers.includes(round));
  if (!open.length) return null;
  const totals = totalsOf(game);
  const points = (seat) => open.filter((one) => one.seat === seat).map((one) => gain(one.points));
  const cellOf = (_, seat) => h("td", {}, points(seat).length > 0 && [
    h("small", { class: "besides" }, points(seat).join(" ")),
    h("span", { class: "total" }, signed(totals[seat])),
  ]);
  const opener = button("panel", { name: "correction" }, { "aria-label": say("correction") }, "*");
  return h("tr", { class: "open-besides", key: "besides" },
    h("th", { scope: "row" }, opener),
    game.players.map(cellOf),
  );
}

export function pad({ game }, say) {
  const numbers = closedRounds(game);
  if (!numbers.length) return null;
  const totals = totalsByRound(game);
  const rows = numbers.map((number, index) => row(game, number, totals[index], say)).reverse();
  const heading = ({ name }, seat) => {
    const isGone = hasLeft(game, seat, numbers.at(-1) + 1);
    return h("th", { scope: "col", class: isGone ? "gone" : null },
      h("bdi", {}, name),
      isGone && h("span", { class: "visually-hidden" }, say("left")),
    );
  };
  return h("table", { class: "pad" },
    h("caption", { class: "visually-hidden" }, say("pad_caption")),
    h("thead", {}, h("tr", {}, h("td", {}), game.players.map(heading))),
    h("tbody", {}, besidesAll(game, numbers, say), rows),
  );
}

// --- The end: who won, the curve, what to remember of the evening, and what next.

export function headlineOf({ game }, say) {
  const totals = totalsOf(game);
  const seats = winnersOf(game);
  const winners = seats.map((seat) => game.players[seat].name);
  const names =
    new Intl.ListFormat(document.documentElement.lang).format(winners.map((name) => `\u2068${name}\u2069`));
  return say("wins", { n: winners.length, total: totals[seats[0]] }).replace("{names}", () => names);
}

function doesNotCount({ game }, say) {
  return h("label", { class: "check" },
    h("input", {
      type: "checkbox", name: "counts", checked: !game.counts, data: { note: "counts", key: "note-counts" },
    }),
    h("span", {}, say("does_not_count")),
  );
}

export const end = (state, say, links, group) => [
  lazy.parts?.panelOf(state, say),
  h("h1", { class: "winner" }, headlineOf(state, say)),
  lazy.parts?.podium(state, say, group),
  lazy.parts?.honours(state, say),
  standings(state, say, { medals: true }),
  chart(state, say),
  h("nav", { class: "next", "aria-label": say("what_next") },
    lazy.parts && button("sharePicture", {}, { class: "item" }, say("share_picture")),
    h("a", { class: "item", href: links.sheet }, say("sheet")),
    h("a", { class: "item", href: links.print, download: links.isStored }, say("print_sheet")),
    h("a", { class: "item", href: links.season }, say("season")),
    button("reopen", {}, { class: "item" }, say("correct")),
    button("panel", { name: "settings" }, { class: "item" }, say("play_on")),
    button("panel", { name: "correction" }, { class: "item" }, say("correction")),
    button("newWithChanges", {}, { class: "item" }, say("with_changes")),
    button("panel", { name: "history_game" }, { class: "item" }, say("history_of_game")),
    links.mayDelete && button("deleted", { is: 1 }, { class: "item" }, say("delete_game")),
  ),
  h("section", { class: "remember", "aria-label": say("remember") },
    noteField("place", state.game.place, say("place"), { maxlength: "80" }),
    noteField("remark", state.game.remark, say("remark"), { maxlength: "200" }),
    doesNotCount(state, say),
  ),
  pad(state, say),
];
