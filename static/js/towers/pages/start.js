// Who plays, in which colour, who starts, which spells lie on the table.

import { button, h } from "../../play/elements.js";
import { isBlank, nameKey } from "../../play/names.js";
import { daysAgo } from "../../play/running.js";
import { COSTS, HIGHEST_COST, SEATS, SPELLS, canTeam, potionsEach, wizardsEach } from "../rules.js";
import { dot } from "./marks.js";

const pressed = (is) => ({ class: "choice", "aria-pressed": String(is) });

const nameOf = (start, seat, say) => (isBlank(start.seats[seat]) ? say("player_number", { seat: seat + 1 }) : start.seats[seat]);

const countChoice = (start, say) =>
  h(
    "fieldset",
    {},
    h("legend", {}, say("how_many")),
    h("div", { class: "choices counts" }, SEATS.map((value) => button("count", { value }, pressed(start.seats.length === value), String(value)))),
    h("p", { class: "soft" }, say("each_has", { wizards: wizardsEach(start.seats.length), potions: potionsEach(start.seats.length) })),
  );

function seatRow(start, seat, say) {
  const problem = start.problem?.seat === seat ? say(start.problem.word) : null;
  const colour = say(`colour_${start.colours[seat]}`);
  return h(
    "li",
    { class: "tower-name", key: `row-${seat}` },
    button("colour", { seat }, { class: "swatch", "aria-label": say("colour_of_seat", { seat: seat + 1, colour }) }, dot(start.colours[seat]), h("small", { "aria-hidden": "true" }, colour)),
    h("input", {
      type: "text", name: `seat${seat}`, value: start.seats[seat], maxlength: "60", autocomplete: "off", autocapitalize: "words", enterkeyhint: "next", spellcheck: "false",
      "aria-label": say("name_of_seat", { seat: seat + 1 }), placeholder: say("name_placeholder", { seat: seat + 1 }), "aria-invalid": String(Boolean(problem)),
      data: { typed: `name-${seat}`, key: `name-${seat}` },
    }),
    button("moveUp", { seat }, { class: "small", disabled: seat === 0, "aria-label": say("move_up", { name: nameOf(start, seat, say) }) }, "↑"),
    problem && h("p", { class: "problem", role: "alert" }, problem),
  );
}

function knownPlayers(start, known, say) {
  const taken = start.seats.map(nameKey);
  const free = known.filter(({ name }) => !taken.includes(nameKey(name)));
  if (!free.length || !start.seats.some(isBlank)) return null;
  return h("section", { class: "known", "aria-label": say("known_players") }, free.map(({ name }) => button("addKnown", { name }, { class: "choice" }, h("bdi", {}, name))));
}

const firstChoice = (start, say) =>
  h(
    "fieldset",
    {},
    h("legend", {}, say("who_starts")),
    h(
      "div",
      { class: "choices" },
      start.seats.map((_, seat) => button("first", { seat }, pressed(start.first === seat), h("bdi", {}, nameOf(start, seat, say)))),
      button("drawFirst", {}, { class: "choice draw" }, say("draw")),
    ),
  );

const check = (name, is, say) =>
  h(
    "label",
    { class: "check" },
    h("input", { type: "checkbox", name, checked: is, data: { note: name, key: `toggle-${name}` } }),
    h("span", {}, h("b", {}, say(name)), h("small", {}, say(`${name}_why`))),
  );

// One line a spell: in play or not, and what it costs.
export function spellRows(spells, say) {
  return h(
    "ul",
    { class: "spell-list" },
    SPELLS.map((spell) => {
      const cost = spells.find((each) => each.spell === spell)?.cost ?? 0;
      const step = (value, word, sign) =>
        button("spell", { spell, value }, { class: "small", disabled: value < 1 || value > HIGHEST_COST, "aria-label": say(word, { spell: say(`spell_${spell}`) }) }, sign);
      return h(
        "li",
        { key: spell, class: cost ? "on" : "" },
        button("spell", { spell, value: cost ? 0 : COSTS[spell] }, { class: "spell", "aria-pressed": String(cost > 0) }, h("b", {}, say(`spell_${spell}`)), h("small", {}, say(`effect_${spell}`))),
        cost > 0 && h("span", { class: "cost" }, step(cost - 1, "cheaper", "−"), h("b", { "aria-label": say("costs", { n: cost }) }, String(cost)), step(cost + 1, "dearer", "+")),
      );
    }),
  );
}

const DRAWS = [2, 3, 4, 6, 8];

const spellChoice = (start, say) =>
  h(
    "details",
    { class: "more-options" },
    h("summary", {}, say("spells"), ": ", start.spells.map(({ spell }) => say(`spell_${spell}`)).join(", ") || say("no_spells")),
    h(
      "div",
      { class: "choices draws" },
      button("baseSpells", {}, { class: "choice" }, say("base_spells")),
      DRAWS.map((value) => button("drawSpells", { value }, { class: "choice draw" }, say("draw_spells", { n: value }))),
    ),
    spellRows(start.spells, say),
  );

function openGame({ group, game, names, at, refused }, say) {
  const who = names.map((name, seat) => [seat ? ", " : null, h("bdi", {}, name || say("player_number", { seat: seat + 1 }))]);
  const about = refused ? say(`state_${refused.word}`, refused) : daysAgo(at, document.documentElement.lang);
  return h("li", { key: game }, h("a", { class: "item", href: `#${group}/${game}` }, h("span", {}, who), h("small", { class: refused && "refused" }, about)));
}

const openGames = (open, say) =>
  open.length > 0 && h("section", { class: "open-games", "aria-labelledby": "open-games" }, h("p", { id: "open-games" }, say("open_games")), h("ul", {}, open.map((line) => openGame(line, say))));

export const startPage = ({ start, known, open }, say) => [
  openGames(open, say),
  h("h1", {}, say("new_game")),
  countChoice(start, say),
  knownPlayers(start, known, say),
  h("ol", { class: "names" }, start.seats.map((_, seat) => seatRow(start, seat, say))),
  firstChoice(start, say),
  canTeam(start.seats.length) && check("teams", start.teams, say),
  check("tracks", start.tracks, say),
  check("master", start.master, say),
  spellChoice(start, say),
];

export const startFooter = (say) => [
  button("play", {}, { class: "quiet tall" }, say("play_at_once")),
  button("setUp", {}, { class: "main" }, say("set_up")),
];
