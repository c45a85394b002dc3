// Before the first turn: players, start page, and set-up of the table.

import { button, checkField, choice, choices, h, knownPlayers, nameField, openGames, symbol,
  whoIsIt } from "../play/dom.js";
import { put, swapped } from "../play/game.js";
import { daysAgo } from "../play/groups.js";
import { isBlank, listed, unsureName, wrongName } from "../play/names.js";
import { BASE_GAME, canTeam, CAPACITY, COSTS, HIGHEST_COST, isNamed, placement, POTIONS, SEATS, SETUP_STEPS,
  SHIELDED, sidesOf, SPELLS, usableColours, withSpell, WIZARDS } from "./state.js";

const DRAWN_FROM = SPELLS.filter((spell) => spell !== "other");

// Players keep a colour that this number of players can have; the others get the first free one.
function coloured(start) {
  const usable = usableColours(start.seats.length);
  const kept = start.seats.map((_, seat) => {
    const colour = start.colours[seat];
    return usable.includes(colour) && start.colours.indexOf(colour) === seat ? colour : null;
  });
  const free = usable.filter((colour) => !kept.includes(colour));
  return { ...start, colours: kept.map((colour) => colour ?? free.shift()) };
}

const resized = (start, count) =>
  coloured({ ...start, seats: Array.from({ length: count }, (_, seat) => start.seats[seat] ?? ""),
    teams: start.teams && canTeam(count), first: Math.min(start.first, count - 1) });

export const emptyStart = () =>
  resized({ seats: [], colours: [], first: 0, teams: false, master: false, tracks: false, spells: BASE_GAME,
    meant: [], problem: null }, 3);

// The same players again; the one to the left of the last starter starts.
export function startAgain({ players, colours, start, teams, master, tracks_turns: tracks, spells }) {
  const seats = players.map(({ name }) => name);
  return coloured({ ...emptyStart(), seats, colours, first: (start + 1) % seats.length, teams, master, tracks,
    spells });
}

// The next colour; its current player gets this one.
function withNextColour(start, { seat }) {
  const usable = usableColours(start.seats.length);
  const next = usable[(usable.indexOf(start.colours[seat]) + 1) % usable.length];
  const other = start.colours.indexOf(next);
  const colours = other >= 0 ? swapped(start.colours, seat, other) : put(start.colours, seat, next);
  return { ...start, colours };
}

function drawn(count, draw) {
  const left = [...DRAWN_FROM];
  const taken = Array.from({ length: count }, () => left.splice(draw(left.length), 1)[0]);
  return SPELLS.filter((spell) => taken.includes(spell)).map((spell) => ({ spell, cost: COSTS[spell] }));
}

export const changes = (draw) => ({ count: (start, { value }) => resized(start, value),
  named: (start, { seat, name }) => ({ ...start, seats: put(start.seats, seat, name) }),
  addKnown: (start, { name }) => ({ ...start,
    seats: put(start.seats, start.seats.findIndex(isBlank), name) }),
  nameIs: (start, { name }) => ({ ...start, seats: put(start.seats, start.problem.unsure.seat, name),
    meant: [...start.meant, name] }),
  moveUp: (start, { seat }) => ({ ...start, seats: swapped(start.seats, seat, seat - 1),
    colours: swapped(start.colours, seat, seat - 1) }), colour: withNextColour,
  first: (start, { seat }) => ({ ...start, first: seat }),
  drawFirst: (start) => ({ ...start, first: draw(start.seats.length) }),
  toggle: (start, { name }) => ({ ...start, [name]: !start[name] }),
  drawSpells: (start, { value }) => ({ ...start, spells: drawn(value, draw) }),
  baseSpells: (start) => ({ ...start, spells: BASE_GAME }),
  spell: (start, { spell, value }) => withSpell(start, spell, value) });

export const tableFacts = ({ seats, colours, first, teams, master, tracks, spells }) => ({ colours,
  start: first, teams: teams && canTeam(seats.length), master, tracks_turns: tracks, spells });

// One problem at a time, as {word, seat}, or a name to ask about.
export function problemOf({ seats, meant }, areNamesNeeded, known) {
  const wrong = wrongName(seats);
  if (wrong) return wrong;
  const blank = seats.findIndex(isBlank);
  if (areNamesNeeded && blank >= 0) return { word: "name_needed", seat: blank };
  const unsure = unsureName(seats, known, meant);
  return unsure && { unsure };
}

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

const named = (name, seat, say) => (isBlank(name) ? say("player_number", { seat: seat + 1 }) : name);
export const nameAt = (game, seat, say) => named(game.players[seat].name, seat, say);

export const deviceName = (device, say) => device?.name ?? say("another_phone");

// --- Players, colours, the starting player, and the spells in play.

const countChoice = (start, say) =>
  h("fieldset", {}, h("legend", {}, say("how_many")),
    h("div", { class: "choices counts" }, SEATS.map((value) =>
      choice("count", { value }, start.seats.length === value, String(value))
    )),
    h("p", { class: "soft" },
      say("each_has", { wizards: WIZARDS[start.seats.length], potions: POTIONS[start.seats.length] })));

function seatRow(start, seat, say) {
  const problem = start.problem?.seat === seat ? say(start.problem.word) : null;
  const colour = say(`colour_${start.colours[seat]}`);
  const moveUp = say("move_up", { name: named(start.seats[seat], seat, say) });
  return h("li", { class: "tower-name", key: `row-${seat}` },
    button("colour", { seat }, { class: "swatch",
      "aria-label": say("colour_of_seat", { seat: seat + 1, colour }) }, dot(start.colours[seat]),
      h("small", { "aria-hidden": "true" }, colour)),
    nameField(seat, start.seats[seat], problem, { typed: `name-${seat}` }, say),
    button("moveUp", { seat }, { class: "small", disabled: seat === 0, "aria-label": moveUp }, "↑"),
    problem && h("p", { class: "problem", role: "alert" }, problem));
}

const firstChoice = (start, say) =>
  choices(say("who_starts"), start.seats.map((_, seat) =>
    choice("first", { seat }, start.first === seat, h("bdi", {}, named(start.seats[seat], seat, say)))
  ), button("drawFirst", {}, { class: "choice draw" }, say("draw")));

const check = (name, is, say) =>
  checkField({ name, checked: is, data: { note: name, key: `toggle-${name}` } }, h("b", {}, say(name)),
    h("small", {}, say(`${name}_why`)));

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

const DRAWS = [2, 3, 4, 6, 8];

const spellChoice = (start, say) =>
  h("details", { class: "more-options" },
    h("summary", {}, say("spells_chosen", { spells: listed(start.spells.map(({ spell }) =>
      say(`spell_${spell}`)
    )) || say("no_spells") })),
    h("div", { class: "choices draws" }, button("baseSpells", {}, { class: "choice" }, say("base_spells")),
      DRAWS.map((value) =>
        button("drawSpells", { value }, { class: "choice draw" }, say("draw_spells", { n: value }))
      )), spellRows(start.spells, say));

export function startPage({ start, known, open }, say) {
  const withNames = (line) => ({ ...line, names: line.names.map((name, seat) => named(name, seat, say)) });
  return [openGames(open.map(withNames), ({ at }) => daysAgo(at), say), h("h1", {}, say("new_game")),
    countChoice(start, say), start.seats.some(isBlank) && knownPlayers(known, start.seats, say),
    h("ol", { class: "names" }, start.seats.map((_, seat) => seatRow(start, seat, say))),
    firstChoice(start, say), canTeam(start.seats.length) && check("teams", start.teams, say),
    check("tracks", start.tracks, say), check("master", start.master, say), spellChoice(start, say)];
}

export function startFooter({ problem }, say) {
  const { unsure, stage } = problem ?? {};
  const answer = (name) => ["nameIs", { name, stage }];
  if (unsure) return whoIsIt(unsure, answer(unsure.similar), answer(unsure.name), say);
  return [button("play", {}, { class: "quiet tall" }, say("play_at_once")),
    button("setUp", {}, { class: "main" }, say("set_up"))];
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
