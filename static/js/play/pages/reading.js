// The reading page: all bids large, to be read aloud and left on the table while the round is played.

import { finalBids, provisionalTotal } from "../rules.js";
import { bidText, roundOf, wonBy } from "../game.js";
import { button, h, symbol } from "../elements.js";
import { signed } from "../words.js";
import { bidNow, inOrder, list, nameOf, totalsBefore, turnOf } from "./seats.js";

export function verdict({ game, ui }, say) {
  const round = roundOf(game, ui.round);
  const cards = game.cards[ui.round - 1] - round.void_tricks;
  const bids = finalBids(round).reduce((total, bid) => total + bid, 0);
  const kind = bids > cards ? "over" : bids < cards ? "under" : "even";
  return h(
    "p",
    { class: "verdict" },
    h("span", {}, say(`verdict_${kind}`, { bids, n: cards })),
    h("small", {}, say(`verdict_${kind}_why`, { n: Math.abs(bids - cards) })),
  );
}

const tableButton = (say) =>
  button("panel", { name: "table" }, { class: "more", "aria-label": say("table_view") }, symbol("large"));

function live(state, seat, say) {
  const { game, ui } = state;
  const round = roundOf(game, ui.round);
  const bid = finalBids(round)[seat];
  const won = wonBy(round, seat);
  const total = provisionalTotal(totalsBefore(state)[seat], bid, won, game.cards[ui.round - 1], game);
  const left = bid - won;
  const need = left > 0 ? say("needs", { n: left }) : left === 0 ? say("needs_none") : say("too_many", { n: -left });
  return { need, total };
}

function readTotal(state, seat, counting, say) {
  const before = signed(totalsBefore(state)[seat]);
  if (!counting) return h("span", { class: "total" }, before);
  const { total } = live(state, seat, say);
  return h("span", { class: "total" }, before, h("small", { "aria-label": say("if_now", { total }) }, `→ ${signed(total)}`));
}

function readSeat(state, seat, position, say) {
  const round = roundOf(state.game, state.ui.round);
  const counting = round.winners.length > 0;
  const won = wonBy(round, seat);
  const { name } = state.game.players[seat];
  return h(
    "li",
    { class: "read", key: seat },
    button(
      "miss",
      { seat },
      { class: "row", key: "row" },
      h(
        "span",
        { class: "who" },
        nameOf(state, seat, say),
        h("small", { class: "under" }, counting ? live(state, seat, say).need : turnOf(state, seat, position, say)),
      ),
      readTotal(state, seat, counting, say),
      h("span", { class: "visually-hidden" }, say("missed_label", { bid: bidText(round, seat) })),
      h("span", { class: "big", "aria-hidden": "true" }, bidNow(round, seat)),
    ),
    button(
      "winTrick",
      { seat },
      { class: "won", "aria-label": say("won_label", { name, n: won }) },
      counting ? h("b", {}, String(won)) : symbol("trick"),
    ),
  );
}

export const reading = (state, say) => [
  h("div", { class: "aloud" }, verdict(state, say), tableButton(say)),
  list("reads", inOrder(state).map((seat, position) => readSeat(state, seat, position, say))),
  h("p", { class: "counts" }, symbol("trick"), say(roundOf(state.game, state.ui.round).winners.length ? "arrow_hint" : "count_hint")),
];
