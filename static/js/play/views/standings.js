// Ranks, movements, and the curve of the totals.

import { button, h } from "../dom.js";
import { bidText, runningRound } from "../game.js";
import { gain, signed } from "../names.js";
import { byRank, closedRounds, finalBids, hasLeft, isPresent, ranksOf, roundCount, streaks, totalsAfter,
  totalsByRound, totalsOf } from "../rules.js";
import { avatar, named, sizeOf } from "./seats.js";

// The total of every seat at first and after each round: nothing before a player joined or after leaving.
export const columnsOf = (game) =>
  [0, ...closedRounds(game)].map((number) =>
    totalsAfter(game, number).map((total, seat) =>
      isPresent(game, seat, number) || isPresent(game, seat, number + 1) ? total : null
    )
  );

const LOWEST = 104;
const LINE = 17; // of the names

// Names beside the ends of the lines, moved apart if they would overlap. Only players present to the end.
function names({ players }, totals, bottom, heightOf, ranks) {
  const seats = byRank(ranks).filter((seat) => totals[seat] !== null);
  const ends = seats.map((seat) => ({ seat, top: heightOf(totals[seat]) - LINE / 2 }));
  let [above, below] = [-LINE, bottom];
  for (const end of ends) above = end.top = Math.max(end.top, above + LINE);
  for (const end of ends.reverse()) below = end.top = Math.min(end.top, below - LINE);
  return ends.map(({ seat, top }) =>
    h("bdi", { key: seat, class: ranks[seat] === 1 && "first", style: { top: `${top}px` } },
      players[seat].name)
  );
}

// A unit of the drawing is a round across and a point down; the margins keep thick lines inside.
export function chart({ game }, say) {
  const columns = columnsOf(game);
  const last = columns.length - 1;
  if (last < 2) return null;
  const [low, high] = [Math.min(0, ...columns.flat()), Math.max(10, ...columns.flat())];
  const margin = (high - low) / 16;
  const [top, height] = [high + margin, high - low + 2 * margin];
  const bottom = Math.max(LOWEST, LINE * columns[last].filter((total) => total !== null).length);
  const ranks = ranksOf(game, columns[last]);
  const line = (_, seat) => {
    const look = `curve seat-${seat}${ranks[seat] === 1 ? " first" : ""}`;
    const known = columns.map((totals, number) => totals[seat] !== null && `${number},${-totals[seat]}`);
    return h("polyline", { class: look, points: known.filter(Boolean).join(" ") });
  };
  return h("figure", { class: "chart" },
    h("svg", { viewBox: `0 ${-top} ${last} ${height}`, preserveAspectRatio: "none", role: "img",
      style: { height: `${bottom}px` }, "aria-label": say("chart_label") },
      h("line", { class: "zero", x2: last }), game.players.map(line)),
    h("div", { class: "ends", "aria-hidden": "true" },
      names(game, columns[last], bottom, (total) => bottom * (top - total) / height, ranks)));
}

function moved(before, after, say) {
  if (!before || before === after) return null;
  const way = after < before ? "up" : "down";
  const label = say(`moved_${way}`, { n: Math.abs(after - before) });
  return h("span", { class: `moved ${way}`, role: "img", "aria-label": label }, way === "up" ? "▲" : "▼");
}

// slid-2: two ranks up since the previous round. mark(state, seat, say): what is beside a name.
export function standings(state, say, mark = () => null) {
  const { game } = state;
  const totals = totalsOf(game);
  const now = ranksOf(game);
  const previous = totalsByRound(game).at(-2);
  const before = previous ? ranksOf(game, previous) : now;
  const round = Math.min(runningRound(game), roundCount(game));
  const last = game.rounds[closedRounds(game).at(-1) - 1];
  // Nobody knows the points of an unwritten round without totals.
  function gained(seat) {
    const more = totals[seat] - (previous[seat] ?? 0);
    return last.unwritten && !more && !last.totals ? "–" : gain(more);
  }
  const seats = byRank(now);
  const seatsBefore = byRank(before);
  return h("ol", { class: "standings" },
    seats.map((seat, index) =>
      h("li", { class: `slid${seatsBefore.indexOf(seat) - index} place${now[seat]}`, key: seat },
        h("span", { class: "rank" }, say(`rank_${now[seat]}`)), avatar(game.players[seat]),
        named(game.players[seat].name, hasLeft(game, seat, round) && h("small", {}, say("left"))),
        mark(state, seat, say), moved(previous?.[seat] === null ? null : before[seat], now[seat], say),
        previous && h("span", { class: "gained" }, gained(seat)),
        h("span", { class: "total" }, signed(totals[seat])))
    ));
}

// --- Players who met three or more bids in a row.

export function streakLine({ game }, say) {
  const item = ({ seat, n }) => h("li", {}, say("streak", { name: game.players[seat].name, n }));
  return h("ul", { class: "streaks" }, streaks(game).map(item));
}

// --- The score sheet on the page: every closed round, newest on top; a tap on a cell corrects it.

// Penalties and corrections.
function gains(adjustments, seat) {
  const own = adjustments.filter((one) => one.seat === seat);
  return own.length > 0 && h("small", { class: "besides" }, own.map(({ points }) => gain(points)).join(" "));
}

function cell(game, number, seat, total, say) {
  if (!isPresent(game, seat, number)) return h("td", { class: "absent" }, "–");
  const round = game.rounds[number - 1];
  const { name } = game.players[seat];
  const [bid, took] = [finalBids(round)[seat], round.tricks?.[seat]];
  const told = round.unwritten ? "…" : bidText(round, seat);
  const label = say(round.unwritten ? "cell_unwritten" : "cell_label", { round: number, name, bid: told, took,
    total });
  const besides = game.adjustments.filter((one) => one.round === number);
  return h("td", { class: round.unwritten ? null : bid === took ? "met" : "missed" },
    button("openRound", { round: number, seat }, {}, h("span", { class: "visually-hidden" }, label),
      h("span", { class: "total", "aria-hidden": "true" }, signed(total)), gains(besides, seat),
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
  const total = (seat) => h("span", { class: "total" }, signed(totalsOf(game)[seat]));
  const cellOf = (_, seat) => h("td", {}, gains(open, seat), gains(open, seat) && total(seat));
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
