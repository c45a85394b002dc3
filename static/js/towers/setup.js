// Before the first turn: what Wandering Towers brings to the start page (play/views/page.js), and the set-up
// of the table.

import { button, checkField, choice, h, mainButton, symbol } from "../play/dom.js";
import { put, swapped } from "../play/game.js";
import { isBlank, listed, randomBelow } from "../play/names.js";
import { nameOrNumber } from "../play/views/page.js";
import { gameFrom } from "./kind.js";
import { BASE_GAME, canTeam, CAPACITY, COSTS, HIGHEST_COST, isNamed, opened, placement, POTIONS, SEATS,
  SETUP_STEPS, SHIELDED, sidesOf, SPELLS, usableColours, withSpell, WIZARDS } from "./state.js";

export const FIRST = "who_starts";

export const emptyStart = () => ({ seats: [], count: 3, colours: [], first: 0, meant: [], teams: false,
  master: false, tracks_turns: false, spells: BASE_GAME, stage: "setup" });

// The same players again; the one to the left of the last starter starts.
export function startAgain({ players, colours, start, teams, master, tracks_turns, spells }) {
  const seats = players.map(({ name }) => name);
  return { ...emptyStart(), seats, count: seats.length, colours, first: (start + 1) % seats.length, teams,
    master, tracks_turns, spells };
}

// Nobody needs a name to play.
export const playing = ({ seats }) => [...seats.keys()];

// Players keep a colour that this number of players can have; the others get the first free one.
export function fitted(start) {
  const seats = Array.from({ length: start.count }, (_, seat) => start.seats[seat] ?? "");
  const usable = usableColours(start.count);
  const kept = seats.map((_, seat) => {
    const colour = start.colours[seat];
    return usable.includes(colour) && start.colours.indexOf(colour) === seat ? colour : null;
  });
  const free = usable.filter((colour) => !kept.includes(colour));
  return { ...start, seats, colours: kept.map((colour) => colour ?? free.shift()),
    teams: start.teams && canTeam(start.count) };
}

// The next colour; its current player gets this one.
function withNextColour(start, { seat }) {
  const usable = usableColours(start.seats.length);
  const next = usable[(usable.indexOf(start.colours[seat]) + 1) % usable.length];
  const other = start.colours.indexOf(next);
  const colours = other >= 0 ? swapped(start.colours, seat, other) : put(start.colours, seat, next);
  return { ...start, colours };
}

function drawn(count) {
  const left = SPELLS.filter((spell) => spell !== "other");
  while (left.length > count) left.splice(randomBelow(left.length), 1);
  return left.map((spell) => ({ spell, cost: COSTS[spell] }));
}

export const changes = { count: (start, { value }) => ({ ...start, count: value }), colour: withNextColour,
  drawSpells: (start, { value }) => ({ ...start, spells: drawn(value) }),
  baseSpells: (start) => ({ ...start, spells: BASE_GAME }),
  spell: (start, { spell, value }) => withSpell(start, spell, value) };

export const withField = (start, { name, checked }) => ({ ...start, [name]: checked });

export function problemOf({ seats, stage }) {
  const blank = seats.findIndex(isBlank);
  return stage === "play" && blank >= 0 ? { word: "name_needed", seat: blank } : null;
}

// about: its id, players and time.
export const begun = (start, about) => ({
  state: opened(gameFrom({ ...start, ...about, start: start.first }), start.stage),
});

// --- Drawings of wizards, bottles and colours: they differ in shape, not only in colour.

export const dot = (colour) => h("i", { class: `dot colour-${colour ?? "none"}`, "aria-hidden": "true" });

// all: [count, symbol, look] of each kind.
const marks = (...all) =>
  h("span", { class: "marks", "aria-hidden": "true" }, all.map(([count, name, look]) =>
    Array.from({ length: Math.max(0, count) }, (_, at) =>
      symbol(name, { class: `symbol ${look}`, key: `${look}-${at}` }))
  ));

export const wizards = ({ home }, all) => marks([home, "figure", "on"], [all - home, "figure", "off"]);

export const bottles = ({ full, spent, bottles: all }) =>
  marks([full, "bottle", "on"], [spent, "bottle-spent", "spent"], [all - full - spent, "bottle-empty",
    "off"]);

export const nameAt = (game, seat, say) => nameOrNumber(game.players[seat].name, seat, say);

export const deviceName = (device, say) => device?.name ?? say("another_phone");

// --- Players, colours, and the spells in play.

export const aboveNames = (start, say) =>
  h("fieldset", {}, h("legend", {}, say("how_many")),
    h("div", { class: "choices counts" }, SEATS.map((value) =>
      choice("count", { value }, start.count === value, String(value))
    )),
    h("p", { class: "soft" },
      say("each_has", { wizards: WIZARDS[start.count], potions: POTIONS[start.count] })));

export function besideName({ colours }, seat, say) {
  const colour = say(`colour_${colours[seat]}`);
  const label = say("colour_of_seat", { seat: seat + 1, colour });
  return [
    button("colour", { seat }, { class: "swatch", "aria-label": label }, dot(colours[seat]),
      h("small", { "aria-hidden": "true" }, colour)),
  ];
}

export function buttons(_, say) {
  return [button("start", { stage: "play" }, { class: "quiet tall" }, say("play_at_once")),
    mainButton("start", { stage: "setup" }, say("set_up"))];
}

export function spellRows(spells, say) {
  return h("ul", { class: "spell-list" }, SPELLS.map((spell) => {
    const cost = spells.find((each) => each.spell === spell)?.cost ?? 0;
    const step = (value, word, sign) =>
      button("spell", { spell, value }, { class: "small", disabled: value < 1 || value > HIGHEST_COST,
        "aria-label": say(word, { spell: say(`spell_${spell}`) }) }, sign);
    return h("li", { key: spell, class: cost ? "on" : "" },
      button("spell", { spell, value: cost ? 0 : COSTS[spell] }, { class: "spell",
        "aria-pressed": String(cost > 0) }, h("b", {}, say(`spell_${spell}`)),
        h("small", {}, say(`effect_${spell}`))),
      cost > 0 &&
        h("span", { class: "cost" }, step(cost - 1, "cheaper", "−"),
          h("b", { "aria-label": say("costs", { n: cost }) }, String(cost)), step(cost + 1, "dearer", "+")));
  }));
}

const OPTIONS = ["teams", "tracks_turns", "master"];
const DRAWS = [2, 3, 4, 6, 8];

export function rulesOf(start, say) {
  const offered = OPTIONS.filter((name) => name !== "teams" || canTeam(start.count));
  const check = (name) =>
    checkField({ name, checked: start[name], data: { key: name } }, h("b", {}, say(name)),
      h("small", {}, say(`${name}_why`)));
  const spells = listed(start.spells.map(({ spell }) => say(`spell_${spell}`))) || say("no_spells");
  const draws = DRAWS.map((value) =>
    button("drawSpells", { value }, { class: "choice draw" }, say("draw_spells", { n: value }))
  );
  return [offered.map(check),
    h("details", { class: "more-options" }, h("summary", {}, say("spells_chosen", { spells })),
      h("div", { class: "choices draws" }, button("baseSpells", {}, { class: "choice" }, say("base_spells")),
        draws), spellRows(start.spells, say))];
}

// --- The set-up: what everyone gets, who stands on which tower, and a checklist.

const placed = (game, seat, say) =>
  h("span", { class: "placed" }, dot(game.colours[seat]), h("bdi", {}, nameAt(game, seat, say)));

function tower(game, seats, number, say) {
  const isShielded = SHIELDED.includes(number);
  return h("li", { class: isShielded ? "tower shielded" : "tower", key: `tower-${number}` },
    h("p", { class: "number" }, h("span", { class: "visually-hidden" }, say("tower_number", { number })),
      h("span", { "aria-hidden": "true" }, String(number)), isShielded && symbol("raven"),
      isShielded && h("span", { class: "visually-hidden" }, say("raven_shield"))),
    h("p", { class: "room" }, say("room_for", { n: CAPACITY[number - 1] })),
    seats.length
      ? seats.map((seat) => placed(game, seat, say))
      : h("p", { class: "soft" }, say("stays_empty")));
}

function teams(game, say) {
  const pair = (seats, team) =>
    h("li", { key: `team-${team}` }, h("b", {}, say("team_number", { number: team + 1 })), seats.map((seat) =>
      placed(game, seat, say)
    ));
  return game.teams &&
    h("section", { class: "leaf", "aria-label": say("teams") }, h("h2", {}, say("opposite")),
      h("ul", { class: "pairs" }, sidesOf(game.players.length, true).map(pair)));
}

function checklist({ game, ui }, say) {
  const { length } = game.players;
  const cost = ({ spell, cost }) => say("spell_cost", { spell: say(`spell_${spell}`), cost });
  const slots = { 4: { spells: listed(game.spells.map(cost)) || say("no_spells") },
    7: { name: nameAt(game, game.start, say) }, 8: { wizards: WIZARDS[length], potions: POTIONS[length] } };
  const step = (_, at) =>
    h("li", { key: `step-${at}` },
      button("tick", { step: at }, { class: "tick", role: "checkbox",
        "aria-checked": String(ui.ticks.includes(at)) }, h("i", { "aria-hidden": "true" }),
        h("span", {}, say(`step_${at + 1}`, slots[at + 1]))));
  return h("section", { class: "leaf" },
    h("h2", {}, say("checklist"), h("small", {}, say("ticked", { done: ui.ticks.length, all: SETUP_STEPS }))),
    h("ol", { class: "checklist" }, Array.from({ length: SETUP_STEPS }, step)));
}

export function setupPage(state, say, links) {
  const { game } = state;
  return [h("h1", {}, say("setting_up", { n: game.players.length })),
    h("p", { class: "lead" }, say("starts", { name: nameAt(game, game.start, say) })), checklist(state, say),
    teams(game, say), h("h2", {}, say("where_they_stand")),
    h("ol", { class: "towers-row" },
      placement(game.players.length, game.start).map((seats, at) => tower(game, seats, at + 1, say))),
    h("p", { class: "soft" }, say("room_why")),
    h("p", { class: "soft links" }, h("a", { href: links.setup }, say("print_setup")), " · ",
      h("a", { href: links.blank }, say("print_blank"))),
    !isNamed(game) && h("p", { class: "leaf" }, say("names_first"))];
}

// The set-up of a running game is read-only.
export function setupFooter({ game, ui }, say) {
  return [!ui.hasBegun && button("toNames", {}, { class: "quiet tall" }, say("back_to_names")),
    button("begin", {}, { class: "main", disabled: !isNamed(game) }, say("begin"))];
}
