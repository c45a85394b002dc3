// The end: who won, the curve, what to remember of the evening, and what next.

import { totalsOf, winnersOf } from "../totals.js";
import { button, h } from "../elements.js";
import { later } from "../later.js";
import { chart, standings } from "./standings.js";
import { pad } from "./pad.js";

export function headlineOf({ game }, say) {
  const totals = totalsOf(game);
  const seats = winnersOf(game);
  const winners = seats.map((seat) => game.players[seat].name);
  const names = new Intl.ListFormat(document.documentElement.lang).format(winners.map((name) => `\u2068${name}\u2069`));
  return say("wins", { n: winners.length, total: totals[seats[0]] }).replace("{names}", () => names);
}

const field = (name, value, label, attributes = {}) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h("input", { type: "text", name, value: value ?? "", data: { note: name, key: `note-${name}` }, autocomplete: "off", ...attributes }),
  );

function doesNotCount({ game }, say) {
  return h(
    "label",
    { class: "check" },
    h("input", { type: "checkbox", name: "counts", checked: !game.counts, data: { note: "counts", key: "note-counts" } }),
    h("span", {}, say("does_not_count")),
  );
}

// What the tap that ends a game is answered with; the rest stands below it.
export const crowning = (state, say, group) => [h("h1", { class: "winner" }, headlineOf(state, say)), later.parts?.podium(state, say, group)];

export const end = (state, say, links, group) => [
  later.parts?.panelOf(state, say),
  crowning(state, say, group),
  later.parts?.honours(state, say),
  standings(state, say, { medals: true }),
  chart(state, say),
  h(
    "nav",
    { class: "next", "aria-label": say("what_next") },
    later.parts && button("sharePicture", {}, { class: "item" }, say("share_picture")),
    h("a", { class: "item", href: links.sheet }, say("sheet")),
    h("a", { class: "item", href: links.print, download: links.isStored }, say("print_sheet")),
    h("a", { class: "item", href: links.season }, say("season")),
    button("reopen", {}, { class: "item" }, say("correct")),
    button("panel", { name: "correction" }, { class: "item" }, say("correction")),
    button("newWithChanges", {}, { class: "item" }, say("with_changes")),
    button("panel", { name: "history_game" }, { class: "item" }, say("history_of_game")),
    links.mayDelete && button("deleted", { is: 1 }, { class: "item" }, say("delete_game")),
  ),
  h(
    "section",
    { class: "remember", "aria-label": say("remember") },
    field("place", state.game.place, say("place"), { maxlength: "80" }),
    field("remark", state.game.remark, say("remark"), { maxlength: "200" }),
    doesNotCount(state, say),
  ),
  pad(state, say),
];

export const endFooter = (state, say, saved) => [
  h("p", { class: "balance" }, saved),
  button("undo", {}, { class: "step", "aria-label": say("undo"), disabled: state.past.length === 0 }, "↶"),
  button("rematch", {}, { class: "main" }, say("rematch")),
];
