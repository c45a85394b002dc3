// Ranks, movements, and the curve of the totals.

import { button, h, svg } from "../dom.js";
import { bidText, runningRound } from "../game.js";
import { gain, signed } from "../names.js";
import { byRank, closedRounds, finalBids, hasLeft, isPresent, ranksOf, roundCount, totalsAfter, totalsByRound,
  totalsOf, worthAWord } from "../rules.js";
import { avatar, named, sizeOf } from "./seats.js";

const WIDTH = 320;
const HEIGHT = 104;
const PAD = 6;

// The total of every seat at first and after each round: nothing before a player joined or after leaving.
export const columnsOf = (game) =>
  [0, ...closedRounds(game)].map((number) =>
    totalsAfter(game, number).map((total, seat) =>
      isPresent(game, seat, number) || isPresent(game, seat, number + 1) ? total : null
    )
  );

// The points of each seat's line, as [x, y], and y of zero.
export function linesIn(columns) {
  const all = columns.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(10, ...all);
  const x = (index) => PAD + (index * (WIDTH - PAD)) / Math.max(1, columns.length - 1);
  const y = (total) => HEIGHT - PAD - ((total - low) * (HEIGHT - 2 * PAD)) / (high - low);
  const lines = columns[0].map((_, seat) =>
    columns.flatMap((totals, index) => (totals[seat] === null ? [] : [[x(index), y(totals[seat])]]))
  );
  return { lines, zero: y(0) };
}

const TIGHT = 17; // minimum distance of two names
const LONGEST_LABEL = 10;
const BESIDE = 104;
const EAST_ASIAN = /[\u1100-\uffef]/; // twice as wide

const brief = (name) => {
  const word = name.length > LONGEST_LABEL ? name.split(/[\s-]/)[0] : name;
  const most = EAST_ASIAN.test(word) ? LONGEST_LABEL / 2 : LONGEST_LABEL;
  return word.length > most ? `${word.slice(0, most - 1)}…` : word;
};

// Names beside the ends of the lines, moved apart if they would overlap. Only players present to the end.
function labels({ players }, points, last, ranks) {
  const stay = points.map((line, seat) => ({ seat, y: Number(line.at(-1)?.[1]) + 5 }));
  const ends = stay.filter(({ seat }) => last[seat] !== null);
  ends.sort((a, b) => a.y - b.y || ranks[a.seat] - ranks[b.seat]);
  let [above, below] = [0, HEIGHT + TIGHT];
  for (const end of ends) above = end.y = Math.max(end.y, above + TIGHT - 2);
  for (const end of ends.reverse()) below = end.y = Math.min(end.y, below - TIGHT);
  return ends.map(({ seat, y }) =>
    svg("text", { key: seat, class: ranks[seat] === 1 && "first", x: 8, y }, brief(players[seat].name))
  );
}

export function chart({ game }, say) {
  const columns = columnsOf(game);
  if (columns.length < 3) return null;
  const { lines, zero } = linesIn(columns);
  const points = lines.map((line) => line.map((point) => point.map((each) => each.toFixed(1))));
  const ranks = ranksOf(game);
  const line = (each, seat) =>
    svg("polyline", { class: `curve seat-${seat}${ranks[seat] === 1 ? " first" : ""}`,
      points: each.join(" ") });
  return h("figure", { class: "chart" },
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
      "aria-label": say("chart_label") },
      svg("line", { class: "zero", x1: PAD, x2: WIDTH, y1: zero, y2: zero }), points.map(line)),
    svg("svg", { class: "ends", viewBox: `0 0 ${BESIDE} ${HEIGHT}`, "aria-hidden": "true" },
      labels(game, points, columns.at(-1), ranks)));
}

function moved(before, after, say) {
  if (!before || before === after) return null;
  const up = after < before;
  const label = say(up ? "moved_up" : "moved_down", { n: Math.abs(after - before) });
  const look = { class: up ? "moved up" : "moved down", role: "img", "aria-label": label };
  return h("span", look, up ? "▲" : "▼");
}

// slid-2: two ranks up since the previous round. mark(state, seat, say): what is beside a name.
export function standings(state, say, mark = () => null) {
  const { game } = state;
  const totals = totalsOf(game);
  const now = ranksOf(game);
  const previous = totalsByRound(game).at(-2);
  const before = previous && ranksOf(game, previous);
  const round = Math.min(runningRound(game), roundCount(game));
  const last = game.rounds[closedRounds(game).at(-1) - 1];
  // Nobody knows the points of an unwritten round without totals.
  function gained(seat) {
    const more = totals[seat] - (previous[seat] ?? 0);
    return last.unwritten && !more && !last.totals ? "–" : gain(more);
  }
  const seats = byRank(now);
  const seatsBefore = before ? byRank(before) : seats;
  return h("ol", { class: "standings" },
    seats.map((seat, index) =>
      h("li", { class: `slid${seatsBefore.indexOf(seat) - index} place${now[seat]}`, key: seat },
        h("span", { class: "rank" }, say(`rank_${now[seat]}`)), avatar(game.players[seat]),
        named(game.players[seat].name, hasLeft(game, seat, round) && h("small", {}, say("left"))),
        mark(state, seat, say), moved(previous?.[seat] === null ? null : before?.[seat], now[seat], say),
        previous && h("span", { class: "gained" }, gained(seat)),
        h("span", { class: "total" }, signed(totals[seat])))
    ));
}

// --- Players who met three or more bids in a row.

export function streakLine({ game }, say) {
  const item = ({ seat, n }) => h("li", {}, say("streak", { name: game.players[seat].name, n }));
  return h("ul", { class: "streaks" }, worthAWord(game).map(item));
}

// --- The score sheet on the page: every closed round, newest on top; a tap on a cell corrects it.

// Penalties and corrections.
const gains = (adjustments, seat) =>
  adjustments.filter((one) => one.seat === seat).map(({ points }) => gain(points)).join(" ") || null;

function cell(game, number, seat, total, say) {
  if (!isPresent(game, seat, number)) return h("td", { class: "absent" }, "–");
  const round = game.rounds[number - 1];
  const { unwritten } = round;
  const bid = finalBids(round)[seat];
  const told = unwritten ? "…" : bidText(round, seat);
  const took = round.tricks?.[seat];
  const besides = gains(game.adjustments.filter((one) => one.round === number), seat);
  const { name } = game.players[seat];
  const word = unwritten ? "cell_unwritten" : "cell_label";
  const label = say(word, { round: number, name, bid: told, took, total });
  return h("td", { class: unwritten ? null : bid === took ? "met" : "missed" },
    button("openRound", { round: number, seat }, {}, h("span", { class: "visually-hidden" }, label),
      h("span", { class: "total", "aria-hidden": "true" }, signed(total)),
      besides && h("small", { class: "besides" }, besides),
      h("span", { class: "bid", "aria-hidden": "true" }, String(told))));
}

const row = (game, number, totals, say) =>
  h("tr", { key: number },
    h("th", { scope: "row" },
      button("openRound", { round: number }, { "aria-label": say("open_round", { round: number }) },
        String(number))), totals.map((total, seat) => cell(game, number, seat, total, say)));

function besidesAll(game, numbers, say) {
  const open = game.adjustments.filter(({ round }) => !numbers.includes(round));
  if (!open.length) return null;
  const totals = totalsOf(game);
  const cellOf = (_, seat) =>
    h("td", {},
      gains(open, seat) &&
        [h("small", { class: "besides" }, gains(open, seat)),
          h("span", { class: "total" }, signed(totals[seat]))]);
  const opener = button("panel", { name: "correction" }, { "aria-label": say("correction") }, "*");
  return h("tr", { class: "open-besides", key: "besides" }, h("th", { scope: "row" }, opener),
    game.players.map(cellOf));
}

export function pad({ game }, say) {
  const numbers = closedRounds(game);
  if (!numbers.length) return null;
  const totals = totalsByRound(game);
  const rows = numbers.map((number, index) => row(game, number, totals[index], say)).reverse();
  const heading = ({ name }, seat) => {
    const isGone = hasLeft(game, seat, numbers.at(-1) + 1);
    return h("th", { scope: "col", class: isGone ? "gone" : null }, h("bdi", {}, name),
      isGone && h("span", { class: "visually-hidden" }, say("left")));
  };
  return h("table", { class: `pad${sizeOf(game.players.length)}` },
    h("caption", { class: "visually-hidden" }, say("pad_caption")),
    h("thead", {}, h("tr", {}, h("td", {}), game.players.map(heading))),
    h("tbody", {}, besidesAll(game, numbers, say), rows));
}
