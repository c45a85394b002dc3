// A deleted game: gone from all lists, and back with one tap.

import { button, h } from "../play/elements.js";
import { deviceName } from "./saying.js";

export const deleted = (state, say, links) => [
  h("h1", { class: "winner" }, say("game_deleted")),
  state.game.deleted_by && h("p", {}, say("deleted_by", { name: deviceName(state.game.deleted_by, say) })),
  h("p", {}, say("deleted_why")),
  h(
    "nav",
    { class: "next", "aria-label": say("what_next") },
    button("newWithChanges", {}, { class: "item" }, say("with_changes")),
    h("a", { class: "item", href: links.deleted }, say("deleted_games")),
    h("a", { class: "item", href: links.home }, say("home")),
  ),
];

export const deletedFooter = (say, saved) => [
  h("p", { class: "balance" }, saved),
  button("deleted", { is: 0 }, { class: "main" }, say("bring_back")),
];
