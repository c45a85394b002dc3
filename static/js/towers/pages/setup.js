// The table is set up: what everybody gets, who stands on which tower, and a list to tick off.

import { button, h, symbol } from "../../play/elements.js";
import { CAPACITY, SHIELDED, partnerOf, placement, potionsEach, wizardsEach } from "../rules.js";
import { SETUP_STEPS, isNamed } from "../table.js";
import { dot, listed, nameAt } from "./marks.js";

const placed = (game, seat, say) =>
  h("span", { class: "placed" }, dot(game.colours[seat]), h("bdi", {}, nameAt(game, seat, say)));

function tower(game, seats, number, say) {
  const isShielded = SHIELDED.includes(number);
  const room = CAPACITY[number - 1];
  return h(
    "li",
    { class: isShielded ? "tower shielded" : "tower", key: `tower-${number}` },
    h("p", { class: "number" }, h("span", { class: "visually-hidden" }, say("tower_number", { number })), h("span", { "aria-hidden": "true" }, String(number)), isShielded && symbol("raven"), isShielded && h("span", { class: "visually-hidden" }, say("raven_shield"))),
    h("p", { class: "room" }, say("room_for", { n: room })),
    seats.length ? seats.map((seat, at) => h("span", { class: "placed", key: `placed-${at}` }, dot(game.colours[seat]), h("bdi", {}, nameAt(game, seat, say)))) : h("p", { class: "soft" }, say("stays_empty")),
  );
}

function pairs({ players }) {
  return players.slice(0, players.length / 2).map((_, seat) => [seat, partnerOf(seat, players.length)]);
}

const teams = (game, say) =>
  game.teams &&
  h(
    "section",
    { class: "leaf", "aria-label": say("teams") },
    h("h2", {}, say("opposite")),
    h("ul", { class: "pairs" }, pairs(game).map(([one, other], team) => h("li", { key: `team-${team}` }, h("b", {}, say("team_number", { number: team + 1 })), placed(game, one, say), placed(game, other, say)))),
  );

function steps(game, say) {
  const spells = listed(game.spells.map(({ spell, cost }) => say("spell_cost", { spell: say(`spell_${spell}`), cost })));
  const slots = {
    1: {}, 2: {}, 3: {}, 4: { spells: spells || say("no_spells") }, 5: {}, 6: {}, 7: { name: nameAt(game, game.start, say) },
    8: { wizards: wizardsEach(game.players.length), potions: potionsEach(game.players.length) }, 9: {},
  };
  return Array.from({ length: SETUP_STEPS }, (_, at) => say(`step_${at + 1}`, slots[at + 1]));
}

const checklist = ({ game, ui }, say) =>
  h(
    "section",
    { class: "leaf" },
    h("h2", {}, say("checklist"), h("small", {}, say("ticked", { done: ui.ticks.length, all: SETUP_STEPS }))),
    h(
      "ol",
      { class: "checklist" },
      steps(game, say).map((text, at) =>
        h("li", { key: `step-${at}` }, button("tick", { step: at }, { class: "tick", role: "checkbox", "aria-checked": String(ui.ticks.includes(at)) }, h("i", { "aria-hidden": "true" }), h("span", {}, text))),
      ),
    ),
  );

export function setupPage(state, say, links) {
  const { game } = state;
  return [
    h("h1", {}, say("setting_up", { n: game.players.length })),
    h("p", { class: "lead" }, say("starts", { name: nameAt(game, game.start, say) })),
    checklist(state, say),
    teams(game, say),
    h("h2", {}, say("where_they_stand")),
    h("ol", { class: "towers-row" }, placement(game.players.length, game.start).map((seats, at) => tower(game, seats, at + 1, say))),
    h("p", { class: "soft" }, say("room_why")),
    h("p", { class: "soft links" }, h("a", { href: links.setup }, say("print_setup")), " · ", h("a", { href: links.blank }, say("print_blank"))),
    !isNamed(game) && h("p", { class: "leaf" }, say("names_first")),
  ];
}

// The setup of a running game is only looked at.
export const setupFooter = ({ game, ui }, say) => [
  !ui.hasBegun && button("toNames", {}, { class: "quiet tall" }, say("back_to_names")),
  button("begin", {}, { class: "main", disabled: !isNamed(game) }, say("begin")),
];
