// What opens above the table: the menu, everything that happened, the spells, another phone's word.

import { button, h } from "../../play/elements.js";
import { SPELLS } from "../rules.js";
import { costOf } from "../progress.js";
import { spellRows } from "./start.js";
import { deviceName, listed, nameAt } from "./marks.js";

function menu(state, say, links) {
  const item = (action, args, word) => button(action, args, { class: "item" }, say(word));
  // Whoever comes back finds the menu closed.
  const link = (href, word) => h("a", { class: "item", href, data: { do: "panel", name: "menu", key: word } }, say(word));
  return h(
    "section",
    { class: "panel menu", "aria-label": say("menu") },
    item("panel", { name: "history" }, "history"),
    item("panel", { name: "spells" }, "spells_and_costs"),
    item("setup", {}, "look_at_setup"),
    link(links.rules, "rules"),
    item("finish", {}, "finish"),
    item("putAside", {}, "put_aside"),
    link(links.game, "game_page"),
    link(links.sheet, "print_sheet"),
    link(links.season, "season"),
    link(links.home, "home"),
    links.mayDelete && item("deleted", { is: 1 }, "delete_game"),
  );
}

function told(game, { what, seat, spell, to }, say) {
  const slots = { name: nameAt(game, seat, say), n: spell ? costOf(game, spell) : 0, spell: spell ? say(`spell_${spell}`) : "", partner: to === undefined || to === null ? "" : nameAt(game, to, say) };
  return say(`happened_${what}`, slots);
}

function history({ game }, say) {
  const events = game.events.map((event, number) => ({ event, number })).reverse();
  return h(
    "section",
    { class: "panel happened", "aria-label": say("history") },
    h("h2", {}, say("history")),
    events.length === 0 && h("p", { class: "soft" }, say("nothing_yet")),
    h(
      "ol",
      { reversed: true },
      events.map(({ event, number }) =>
        h("li", { key: `event-${number}` }, h("span", {}, told(game, event, say)), button("takeBack", { number }, { class: "small", "aria-label": say("take_back", { what: told(game, event, say) }) }, "×")),
      ),
    ),
    button("panel", { name: "history" }, { class: "quiet" }, say("close")),
  );
}

const spells = ({ game }, say) =>
  h(
    "section",
    { class: "panel", "aria-label": say("spells_and_costs") },
    h("h2", {}, say("spells_and_costs")),
    h("p", { class: "soft" }, say("costs_why", { n: SPELLS.length })),
    spellRows(game.spells, say),
    button("panel", { name: "spells" }, { class: "quiet" }, say("close")),
  );

const PANELS = { menu, history, spells };

export const panel = (state, say, links) => PANELS[state.ui.panel]?.(state, say, links) ?? null;

export const question = ({ by, time, names, settle }, say) =>
  h(
    "section",
    { class: "conflict", role: "alert" },
    h("p", {}, say("conflict", { by: deviceName(by, say), time, names: listed(names) })),
    h("div", { class: "choices" }, h("button", { type: "button", class: "choice", onclick: () => settle(false) }, say("take_theirs")), h("button", { type: "button", class: "choice", onclick: () => settle(true) }, say("keep_mine"))),
  );
