// A table that gets ready: who sits where, in which colour, who starts, which spells lie there. Pure
// functions from one start to the next; chance comes as draw(count).

import { nameKey, isBlank, isTooLong } from "../play/names.js";
import { BASE_GAME, COSTS, SPELLS, canTeam, usableColours } from "./rules.js";

const DRAWN_FROM = SPELLS.filter((spell) => spell !== "other");

// Everybody keeps a colour that this number of players can have; the others get the first free one.
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
  coloured({
    ...start,
    seats: Array.from({ length: count }, (_, seat) => start.seats[seat] ?? ""),
    teams: start.teams && canTeam(count),
    first: Math.min(start.first, count - 1),
  });

export const emptyStart = () =>
  resized({ seats: [], colours: [], first: 0, teams: false, master: false, tracks: false, spells: BASE_GAME, problem: null }, 3);

// The same people again; the one to the left of who started starts now.
export function startAgain({ players, colours, start, teams, master, tracks_turns: tracks, spells }) {
  const seats = players.map(({ name }) => name);
  return coloured({ ...emptyStart(), seats, colours, first: (start + 1) % seats.length, teams, master, tracks, spells });
}

const swapped = (list, one, other) => list.map((each, at) => (at === one ? list[other] : at === other ? list[one] : each));

// The next colour; whoever has it gets this one.
function withNextColour(start, { seat }) {
  const usable = usableColours(start.seats.length);
  const next = usable[(usable.indexOf(start.colours[seat]) + 1) % usable.length];
  const other = start.colours.indexOf(next);
  if (other >= 0) return { ...start, colours: swapped(start.colours, seat, other) };
  return { ...start, colours: start.colours.map((colour, at) => (at === seat ? next : colour)) };
}

function drawn(count, draw) {
  const left = [...DRAWN_FROM];
  const taken = Array.from({ length: count }, () => left.splice(draw(left.length), 1)[0]);
  return SPELLS.filter((spell) => taken.includes(spell)).map((spell) => ({ spell, cost: COSTS[spell] }));
}

function withKnown(start, { name }) {
  const free = start.seats.findIndex(isBlank);
  if (free < 0) return start;
  return { ...start, seats: start.seats.map((each, seat) => (seat === free ? name : each)) };
}

const sorted = (spells) => [...spells].sort((one, other) => SPELLS.indexOf(one.spell) - SPELLS.indexOf(other.spell));

export const changes = (draw) => ({
  count: (start, { value }) => resized(start, value),
  named: (start, { seat, name }) => ({ ...start, seats: start.seats.map((each, at) => (at === seat ? name : each)) }),
  addKnown: withKnown,
  moveUp: (start, { seat }) => ({ ...start, seats: swapped(start.seats, seat, seat - 1), colours: swapped(start.colours, seat, seat - 1) }),
  colour: withNextColour,
  first: (start, { seat }) => ({ ...start, first: seat }),
  drawFirst: (start) => ({ ...start, first: draw(start.seats.length) }),
  toggle: (start, { name }) => ({ ...start, [name]: !start[name] }),
  drawSpells: (start, { value }) => ({ ...start, spells: drawn(value, draw) }),
  baseSpells: (start) => ({ ...start, spells: BASE_GAME }),
  spell(start, { spell, value }) {
    const others = start.spells.filter((each) => each.spell !== spell);
    return { ...start, spells: sorted(value ? [...others, { spell, cost: value }] : others) };
  },
});

export const tableFacts = ({ seats, colours, first, teams, master, tracks, spells }) => ({
  colours, start: first, teams: teams && canTeam(seats.length), master, tracks_turns: tracks, spells,
});

// One problem at a time, as {word, seat}.
export function problemOf({ seats }, areNamesNeeded) {
  const long = seats.findIndex(isTooLong);
  if (long >= 0) return { word: "name_too_long", seat: long };
  const keys = seats.map(nameKey);
  const twice = seats.findIndex((name, seat) => !isBlank(name) && keys.indexOf(keys[seat]) < seat);
  if (twice >= 0) return { word: "name_twice", seat: twice };
  const blank = seats.findIndex(isBlank);
  return areNamesNeeded && blank >= 0 ? { word: "name_needed", seat: blank } : null;
}

