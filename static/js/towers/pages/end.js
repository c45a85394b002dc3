// The end: who won, how far everybody came, and what next.

import { button, h } from "../../play/elements.js";
import { progressOf } from "../progress.js";
import { filled } from "../rules.js";
import { bottles, deviceName, dot, listed, nameAt } from "./marks.js";

export function headline(game, progress, say) {
  const seats = game.players.flatMap((_, seat) => (progress.winners[seat] ? [seat] : []));
  const names = listed(seats.map((seat) => nameAt(game, seat, say)));
  if (!seats.length) return say("nobody_won");
  const sides = new Set(seats.map((seat) => progress.sides.findIndex((side) => side.includes(seat))));
  if (sides.size > 1) return say("won_together", { names });
  const full = progress.sides.find((side) => side.includes(seats[0])).reduce((sum, seat) => sum + progress.held[seat].full, 0);
  return say(game.teams ? "team_won" : "won", { names, n: full });
}

function rows(game, progress, say) {
  const order = game.players.map((_, seat) => seat).sort((one, other) => progress.ranks[one] - progress.ranks[other] || one - other);
  return order.map((seat) => {
    const held = progress.held[seat];
    return h(
      "tr",
      { key: `seat-${seat}`, class: progress.winners[seat] ? "first" : "" },
      h("td", { class: "rank" }, `${progress.ranks[seat]}.`),
      h("th", { scope: "row" }, dot(game.colours[seat]), h("bdi", {}, nameAt(game, seat, say)), progress.goals[seat] && h("small", {}, `★ ${say("goal")}`)),
      h("td", {}, String(held.home)),
      h("td", {}, String(filled(held))),
      h("td", {}, String(held.full)),
      h("td", { class: "drawn" }, bottles(held)),
    );
  });
}

function standings(game, progress, say) {
  const head = ["place_head", "player", "home_head", "filled_head", "full_head"].map((word) => h("th", { scope: "col", key: word }, say(word)));
  return h(
    "table",
    { class: "result" },
    h("thead", {}, h("tr", {}, head, h("td", { class: "drawn" }))),
    h("tbody", {}, rows(game, progress, say)),
  );
}

const unofficial = (game, progress, say) =>
  h("p", { class: "soft" }, progress.winners.some(Boolean) ? say("unofficial") : say("unofficial_all"));

const field = (name, value, label, attributes = {}) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h("input", { type: "text", name, value: value === null ? "" : String(value), data: { note: name, key: `note-${name}` }, autocomplete: "off", ...attributes }),
  );

export function endPage({ game, ui }, say, links) {
  const progress = progressOf(game);
  return [
    h("h1", { class: "winner" }, headline(game, progress, say)),
    ui.problem && h("p", { class: "says problem", role: "alert" }, say(`problem_${ui.problem.problem}`)),
    standings(game, progress, say),
    unofficial(game, progress, say),
    h(
      "nav",
      { class: "next", "aria-label": say("what_next") },
      h("a", { class: "item", href: links.game }, say("game_page")),
      h("a", { class: "item", href: links.sheet }, say("print_sheet")),
      h("a", { class: "item", href: links.season }, say("season")),
      button("reopen", {}, { class: "item" }, say("correct")),
      button("newWithChanges", {}, { class: "item" }, say("with_changes")),
      links.mayDelete && button("deleted", { is: 1 }, { class: "item" }, say("delete_game")),
    ),
    h(
      "section",
      { class: "remember", "aria-label": say("remember") },
      !game.tracks_turns && field("rounds", game.rounds, say("rounds_played"), { inputmode: "numeric", maxlength: "3", pattern: "[0-9]*" }),
      field("place", game.place, say("place"), { maxlength: "80" }),
      field("remark", game.remark, say("remark"), { maxlength: "200" }),
    ),
  ];
}

export const endFooter = (state, say, saved) => [
  h("p", { class: "balance" }, saved),
  button("undo", {}, { class: "step", "aria-label": say("undo"), disabled: state.past.length === 0 }, "↶"),
  button("rematch", {}, { class: "main" }, say("rematch")),
];

const deleter = ({ deleted_by: by }, say) => by && !by.you && h("p", {}, say("deleted_by", { name: deviceName(by, say) }));

export const deletedPage = ({ game }, say) => [h("h1", {}, say("deleted")), deleter(game, say), button("deleted", { is: 0 }, { class: "quiet tall" }, say("restore"))];
