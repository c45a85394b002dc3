// The paper block on the page: every closed round, newest on top; a tap on a cell corrects it.

import { hasLeft, isPresent } from "../presence.js";
import { remembered, whileSame } from "../remembered.js";
import { bidText } from "../game.js";
import { finalBids } from "../rules.js";
import { closedRounds, totalsByRound, totalsOf } from "../totals.js";
import { button, h } from "../elements.js";
import { gain, signed } from "../words.js";

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
  return h(
    "td",
    { class: bid === took ? "met" : "missed" },
    button(
      "openRound",
      { round: number, seat },
      {},
      h("span", { class: "visually-hidden" }, say("cell_label", { round: number, name, bid: told, took, total })),
      h("span", { class: "total", "aria-hidden": "true" }, signed(total)),
      besides.length > 0 && h("small", { class: "besides" }, besides.join(" ")),
      h("span", { class: "bid", "aria-hidden": "true" }, String(told)),
    ),
  );
}

function drawRow(game, number, totals, say) {
  const label = say("open_round", { round: number });
  return h(
    "tr",
    { key: number },
    h("th", { scope: "row" }, button("openRound", { round: number }, { "aria-label": label }, String(number))),
    totals.map((total, seat) => cell(game, number, seat, total, say)),
  );
}

// Most rows are the same from tap to tap.
const lastRow = remembered(() => whileSame());

function row(game, number, totals, say) {
  const values = [number, game.players, game.joined, game.left, game.adjustments, totals.join()];
  return lastRow(game.rounds[number - 1])(values, () => drawRow(game, number, totals, say));
}

// What is booked for a round that is still open, or for none.
function besidesAll(game, numbers, say) {
  const open = game.adjustments.filter(({ round }) => !numbers.includes(round));
  if (!open.length) return null;
  const totals = totalsOf(game);
  const points = (seat) => open.filter((one) => one.seat === seat).map((one) => gain(one.points));
  const cellOf = (_, seat) => h("td", {}, points(seat).length > 0 && [h("small", { class: "besides" }, points(seat).join(" ")), h("span", { class: "total" }, signed(totals[seat]))]);
  const opener = button("panel", { name: "correction" }, { "aria-label": say("correction") }, "*");
  return h("tr", { class: "open-besides", key: "besides" }, h("th", { scope: "row" }, opener), game.players.map(cellOf));
}

export function pad({ game }, say) {
  const numbers = closedRounds(game);
  if (!numbers.length) return null;
  const totals = totalsByRound(game);
  const rows = numbers.map((number, index) => row(game, number, totals[index], say)).reverse();
  const heading = ({ name }, seat) => {
    const isGone = hasLeft(game, seat, numbers.at(-1) + 1);
    return h("th", { scope: "col", class: isGone ? "gone" : null }, h("bdi", {}, name), isGone && h("span", { class: "visually-hidden" }, say("left")));
  };
  return h(
    "table",
    { class: "pad" },
    h("caption", { class: "visually-hidden" }, say("pad_caption")),
    h("thead", {}, h("tr", {}, h("td", {}), game.players.map(heading))),
    h("tbody", {}, besidesAll(game, numbers, say), rows),
  );
}
