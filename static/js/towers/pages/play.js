// The table while it plays: a card for everybody, and what the rules want to be remembered.

import { button, h, symbol } from "../../play/elements.js";
import { lengthOf } from "../../play/names.js";
import { progressOf } from "../progress.js";
import { filled, isStuck, partnerOf, potionsEach, sideStandings, wizardsEach } from "../rules.js";
import { bottles, dot, listed, nameAt, wizards } from "./marks.js";

const FEW = 4; // so many cards fit on a phone as they are

const badge = (kind, text) => h("span", { class: `badge ${kind}`, key: kind }, text);

const badges = (game, seat, progress, say) => [
  progress.goals[seat] && badge("goal", `★ ${say("goal")}`),
  game.tracks_turns && progress.turn === seat && !progress.over && badge("turn", say("on_turn")),
  game.start === seat && badge("first", say("started")),
];

const plus = (what, seat, label, marks, count) =>
  button("happen", { what, seat }, { class: `plus ${what}` }, h("span", { class: "visually-hidden" }, label), marks, h("b", { "aria-hidden": "true" }, count), h("span", { class: "sign", "aria-hidden": "true" }, "+1"));

function spellChips(game, seat, held, say) {
  return game.spells.map(({ spell, cost }) =>
    button("happen", { what: "cast", seat, spell }, { class: held.full >= cost ? "choice" : "choice short" }, h("span", {}, say(`spell_${spell}`)), h("small", {}, say("costs", { n: cost }))),
  );
}

const inside = (game, seat, held, say) =>
  h(
    "div",
    { class: "inside" },
    h("p", { class: "soft" }, say("full_and_spent", { full: held.full, spent: held.spent })),
    h("div", { class: "choices" }, spellChips(game, seat, held, say)),
    game.teams && button("give", { seat }, { class: "choice" }, say("hand_over", { name: nameAt(game, partnerOf(seat, game.players.length), say) })),
  );

function card({ game, ui }, seat, progress, say) {
  const held = progress.held[seat];
  const name = nameAt(game, seat, say);
  const all = wizardsEach(game.players.length);
  const isOpen = ui.open === seat;
  return h(
    "li",
    { class: `tower-seat colour-${game.colours[seat] ?? "none"}${game.tracks_turns && progress.turn === seat ? " turn" : ""}${progress.goals[seat] ? " goal" : ""}`, key: `seat-${seat}` },
    h(
      "div",
      { class: "line" },
      h("p", { class: `name ${lengthOf(name)}` }, dot(game.colours[seat]), h("bdi", {}, name)),
      h("p", { class: "badges" }, badges(game, seat, progress, say)),
    ),
    h(
      "div",
      { class: "plusses" },
      plus("home", seat, say("home_label", { name, n: held.home, all }), wizards(held, all), `${held.home}/${all}`),
      plus("filled", seat, say("filled_label", { name, n: filled(held), all: held.bottles }), bottles(held), `${filled(held)}/${held.bottles}`),
      button("open", { seat }, { class: "spells", "aria-expanded": String(isOpen), "aria-label": say("spells_of", { name }) }, symbol("spell")),
    ),
    isOpen && inside(game, seat, held, say),
  );
}

function teamHead(game, side, progress, say) {
  const { home, full, spent } = sideStandings(progress.held, progress.sides)[side];
  const [wizardsAll, bottlesAll] = [2 * wizardsEach(game.players.length), 2 * potionsEach(game.players.length)];
  return h(
    "p",
    { class: "team" },
    h("b", {}, say("team_number", { number: side + 1 })),
    h("span", {}, say("team_has", { home, wizards: wizardsAll, filled: full + spent, bottles: bottlesAll })),
  );
}

function cards(state, progress, say) {
  const { game } = state;
  if (!game.teams) return h("ol", { class: game.players.length > FEW ? "tower-seats many" : "tower-seats" }, game.players.map((_, seat) => card(state, seat, progress, say)));
  return progress.sides.map((seats, side) =>
    h("section", { class: "side", key: `side-${side}` }, teamHead(game, side, progress, say), h("ol", { class: game.players.length > FEW ? "tower-seats many" : "tower-seats" }, seats.map((seat) => card(state, seat, progress, say)))),
  );
}

const SLOTS = (game, reminder, say) => ({
  name: nameAt(game, reminder.seat, say),
  other: reminder.turn === undefined ? "" : nameAt(game, reminder.turn, say),
  partner: reminder.to === undefined ? "" : nameAt(game, reminder.to, say),
  spell: reminder.spell ? say(`spell_${reminder.spell}`) : "",
  n: reminder.cost ?? 0,
});

function line({ game, ui }, say) {
  if (ui.problem) return h("p", { class: "says problem" }, say(`problem_${ui.problem.problem}`));
  if (!ui.reminder) return null;
  return h("p", { class: "says" }, say(ui.reminder.word, SLOTS(game, ui.reminder, say)));
}

const whoseTurn = (game, say) =>
  h(
    "div",
    { class: "whose" },
    h("p", {}, say("whose_turn")),
    h("div", { class: "choices" }, game.players.map((_, seat) => button("trigger", { seat }, { class: "choice" }, h("bdi", {}, nameAt(game, seat, say))))),
  );

function lastRound({ game }, progress, say) {
  if (!progress.atGoal) return isStuck(progress.held, progress.sides) ? h("section", { class: "last" }, h("h2", {}, say("stuck")), h("p", {}, say("stuck_why"))) : null;
  const who = listed(game.players.flatMap(({ name }, seat) => (progress.goals[seat] ? [name] : [])));
  const left = listed(progress.remaining.map((seat) => nameAt(game, seat, say)));
  return h(
    "section",
    { class: "last", role: "status" },
    h("h2", {}, "★ ", say("goal_met", { names: who })),
    progress.trigger === null ? whoseTurn(game, say) : h("p", {}, left ? say("still_to_play", { names: left }) : say("round_complete")),
    progress.trigger !== null && !game.tracks_turns && button("trigger", { seat: "" }, { class: "quiet again" }, say("another_turn")),
  );
}

export function playPage(state, say) {
  const progress = progressOf(state.game);
  return [lastRound(state, progress, say), cards(state, progress, say)];
}

export function playHeader({ game, ui }, say) {
  const progress = progressOf(game);
  return [
    h("h1", { class: "round" }, game.tracks_turns ? say("round_number", { round: progress.rounds }) : say("title")),
    h("p", { class: "facts" }, game.tracks_turns && say("plays", { name: nameAt(game, progress.turn, say) })),
    button("panel", { name: "menu" }, { class: "more", "aria-label": say("menu"), "aria-expanded": String(ui.panel === "menu") }, "⋯"),
  ];
}

function mainButton({ game }, progress, say) {
  const main = (action, args, text) => button(action, args, { class: "main" }, text);
  const waiting = (text) => h("button", { type: "button", class: "main", disabled: true }, text);
  if (game.tracks_turns) {
    const next = (progress.turn + 1) % game.players.length;
    const isLast = progress.atGoal && next === game.start;
    return main("turnOver", {}, isLast ? say("turn_over_last") : say("turn_over", { name: nameAt(game, next, say) }));
  }
  if (progress.atGoal) return progress.trigger === null ? waiting(say("whose_turn")) : main("finish", {}, say("finish"));
  return isStuck(progress.held, progress.sides) ? main("finish", {}, say("finish_without")) : waiting(say("tap_what_happens"));
}

export const playFooter = (state, say, saved) => [
  h("div", { class: "speech", "aria-live": "polite" }, line(state, say)),
  h("p", { class: "balance" }, saved),
  button("undo", {}, { class: "step", "aria-label": say("undo"), disabled: state.past.length === 0 }, "↶"),
  state.future.length > 0 && button("redo", {}, { class: "step", "aria-label": say("redo") }, "↷"),
  mainButton(state, progressOf(state.game), say),
];
