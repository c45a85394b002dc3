// The pages of a running and of a finished game.

import { button, closing, group, h, mainButton, menuButton, menuHead, menuItem, menuLink, noteField, panel,
  stepButtons, symbol, waitingButton, withIcon } from "../play/dom.js";
import { lengthOf, listed } from "../play/names.js";
import { byRank } from "../play/rules.js";
import { bottles, deviceName, dot, nameAt, spellRows, wizards } from "./setup.js";
import { costOf, filled, partnerOf, POTIONS, problemWith, progressOf, WIZARDS } from "./state.js";

const FEW = 4; // so many cards fit on a phone at full size

function badges(game, seat, { goals, turn, over }, say) {
  const all = { goal: goals[seat] && `★ ${say("goal")}`,
    turn: game.tracks_turns && turn === seat && !over && say("on_turn"),
    first: game.start === seat && say("started") };
  return Object.keys(all).map((kind) => all[kind] && h("span", { class: `badge ${kind}` }, all[kind]));
}

const plus = (what, seat, label, marks, count) =>
  button("happen", { what, seat }, { class: `plus ${what}` }, h("span", { class: "visually-hidden" }, label),
    marks, h("b", { "aria-hidden": "true" }, count),
    h("span", { class: "sign", "aria-hidden": "true" }, "+1"));

function inside(game, seat, progress, say) {
  const chip = ({ spell, cost }) => {
    const isShort = problemWith(progress, { what: "cast", seat, spell }, game);
    return button("happen", { what: "cast", seat, spell }, { class: isShort ? "choice short" : "choice" },
      h("span", {}, say(`spell_${spell}`)), h("small", {}, say("costs", { n: cost })));
  };
  const partner = game.teams && nameAt(game, partnerOf(seat, game.players.length), say);
  return h("div", { class: "inside" }, h("p", { class: "soft" }, say("full_and_spent", progress.held[seat])),
    h("div", { class: "choices" }, game.spells.map(chip)),
    partner && button("give", { seat }, { class: "choice" }, say("hand_over", { name: partner })));
}

function card({ game, ui }, seat, progress, say) {
  const held = progress.held[seat];
  const name = nameAt(game, seat, say);
  const all = WIZARDS[game.players.length];
  const isOpen = ui.open === seat;
  const turn = game.tracks_turns && progress.turn === seat ? " turn" : "";
  const look = `colour-${game.colours[seat] ?? "none"}${turn}${progress.goals[seat] ? " goal" : ""}`;
  return h("li", { class: `tower-seat ${look}`, key: `seat-${seat}` },
    h("div", { class: "line" },
      h("p", { class: `name ${lengthOf(name)}` }, dot(game.colours[seat]), h("bdi", {}, name)),
      h("p", { class: "badges" }, badges(game, seat, progress, say))),
    h("div", { class: "plusses" },
      plus("home", seat, say("home_label", { name, n: held.home, all }), wizards(held, all),
        `${held.home}/${all}`),
      plus("filled", seat, say("filled_label", { name, n: filled(held), all: held.bottles }), bottles(held),
        `${filled(held)}/${held.bottles}`),
      button("open", { seat }, { class: "spells", "aria-expanded": String(isOpen),
        "aria-label": say("spells_of", { name }) }, symbol("spell"))),
    isOpen && inside(game, seat, progress, say));
}

function teamHead({ players: { length } }, side, progress, say) {
  const standing = progress.standings[side];
  const all = { wizards: 2 * WIZARDS[length], bottles: 2 * POTIONS[length] };
  const has = say("team_has", { home: standing.home, filled: filled(standing), ...all });
  return h("p", { class: "team" }, h("b", {}, say("team_number", { number: side + 1 })), h("span", {}, has));
}

function cards(state, progress, say) {
  const { game } = state;
  const list = (seats) =>
    h("ol", { class: game.players.length > FEW ? "tower-seats many" : "tower-seats" }, seats.map((seat) =>
      card(state, seat, progress, say)
    ));
  if (!game.teams) return list(game.players.map((_, seat) => seat));
  return progress.sides.map((seats, side) =>
    h("section", { class: "side", key: `side-${side}` }, teamHead(game, side, progress, say), list(seats))
  );
}

function slots(game, { seat, turn, to, spell }, say) {
  const name = (who) => ((who ?? null) === null ? "" : nameAt(game, who, say));
  return { name: name(seat), other: name(turn), partner: name(to), spell: spell ? say(`spell_${spell}`) : "",
    n: costOf(game, spell) ?? 0 };
}

function line({ game, ui }, say) {
  if (ui.problem) {
    return h("p", { class: "says problem" }, say(`problem_${ui.problem.problem}`), " ",
      ui.problem.event && button("anyway", {}, { class: "quiet" }, say("enter_anyway")));
  }
  if (!ui.reminder) return null;
  return h("p", { class: "says" }, say(ui.reminder.word, slots(game, ui.reminder, say)));
}

const whoseTurn = (game, say) =>
  h("div", { class: "whose" }, h("p", {}, say("whose_turn")),
    h("div", { class: "choices" }, game.players.map((_, seat) =>
      button("trigger", { seat }, { class: "choice" }, h("bdi", {}, nameAt(game, seat, say)))
    )));

function lastRound({ game }, progress, say) {
  if (!progress.atGoal) {
    return progress.isStuck &&
      h("section", { class: "last" }, h("h2", {}, say("stuck")), h("p", {}, say("stuck_why")));
  }
  const who = listed(game.players.flatMap(({ name }, seat) => (progress.goals[seat] ? [name] : [])));
  const left = listed(progress.remaining.map((seat) => nameAt(game, seat, say)));
  return h("section", { class: "last", role: "status" }, h("h2", {}, "★ ", say("goal_met", { names: who })),
    progress.trigger === null
      ? whoseTurn(game, say)
      : h("p", {}, left ? say("still_to_play", { names: left }) : say("round_complete")),
    progress.trigger !== null && !game.tracks_turns &&
      button("trigger", { seat: "" }, { class: "quiet again" }, say("another_turn")));
}

export function playPage(state, say) {
  const progress = progressOf(state.game);
  return [PANELS[state.ui.panel]?.(state, say), lastRound(state, progress, say), cards(state, progress, say)];
}

export function playHeader({ game, ui }, say) {
  const progress = progressOf(game);
  return [
    h("h1", { class: "round" },
      game.tracks_turns ? say("round_number", { round: progress.rounds }) : say("title")),
    h("p", { class: "facts" }, game.tracks_turns && say("plays", { name: nameAt(game, progress.turn, say) })),
    menuButton({ ui }, say),
  ];
}

function goOnButton({ game }, { turn, trigger, atGoal, isStuck }, say) {
  if (game.tracks_turns) {
    const next = (turn + 1) % game.players.length;
    const word = atGoal && next === game.start ? "turn_over_last" : "turn_over";
    return mainButton("turnOver", {}, say(word, { name: nameAt(game, next, say) }));
  }
  if (atGoal && trigger === null) return waitingButton(say("whose_turn"));
  if (atGoal) return mainButton("finish", {}, say("finish"));
  if (isStuck) return mainButton("finish", {}, say("finish_without"));
  return waitingButton(say("tap_what_happens"));
}

export function playFooter(state, say, saved) {
  return [h("div", { class: "speech", "aria-live": "polite" }, line(state, say)),
    h("p", { class: "balance" }, saved), stepButtons(state, say),
    goOnButton(state, progressOf(state.game), say)];
}

// --- Panels above the table: the menu, all events, the spells, a conflict.

export function menu(say, links) {
  const [item, link] = [menuItem(say), menuLink(say)];
  return [menuHead(say("title"), say),
    h("div", { class: "tiles" },
      button("panel", { name: "spells" }, { class: "tile" }, withIcon("spell", say("spells_and_costs"))),
      button("panel", { name: "history" }, { class: "tile" }, withIcon("clock", say("history"))),
      link(links.rules, "rules", "rules", "tile"), link(links.season, "season_short", "crown", "tile")),
    group(link(`${links.rules}/may`, "may_i", "judge"), item("setup", {}, "look_at_setup", "tower"),
      link(links.game, "game_page", "paper"), link(links.sheet, "print_sheet", "print"),
      link(links.home, "home", "home")),
    group(item("finish", {}, "finish", "stop"), item("putAside", {}, "put_aside", "box"),
      links.mayDelete && item("deleted", { is: 1 }, "delete_game", "bin"))];
}

function history({ game }, say) {
  const line = (event, number) => {
    const what = say(`happened_${event.what}`, slots(game, event, say));
    const label = { class: "small", "aria-label": say("take_back", { what }) };
    return h("li", { key: `event-${number}` }, h("span", {}, what),
      button("takeBack", { number }, label, "×"));
  };
  return panel("all-history", say("history"),
    !game.events.length && h("p", { class: "soft" }, say("nothing_yet")),
    h("ol", { reversed: true }, game.events.map(line).reverse()), closing("history", say));
}

const PANELS = { history,
  spells: ({ game }, say) =>
    panel("all-spells", say("spells_and_costs"), h("p", { class: "soft" }, say("costs_why")),
      spellRows(game.spells, say), closing("spells", say)) };

export function question({ by, time, game, settle }, say) {
  const names = listed(game.players.map(({ name }) => name));
  const answer = (isMine, word) =>
    h("button", { type: "button", class: "choice", onclick: () => settle(isMine) }, say(word));
  return h("section", { class: "conflict", role: "alert" },
    h("p", {}, say("conflict", { by: deviceName(by, say), time, names })),
    h("div", { class: "choices" }, answer(false, "take_theirs"), answer(true, "keep_mine")));
}

// --- The end: winners, the progress of all players, and what next.

function headline(game, { sides, standings }, say) {
  const won = sides.filter((_, side) => standings[side].won);
  const names = listed(won.flat().map((seat) => nameAt(game, seat, say)));
  if (won.length !== 1) return won.length ? say("won_together", { names }) : say("nobody_won");
  return say(game.teams ? "team_won" : "won", { names, n: standings.find((side) => side.won).full });
}

function standings(game, { held, ranks, winners, goals }, say) {
  const head = ["place_head", "player", "home_head", "filled_head", "full_head"].map((word) =>
    h("th", { scope: "col", key: word }, say(word))
  );
  const row = (seat) =>
    h("tr", { key: `seat-${seat}`, class: winners[seat] ? "first" : "" },
      h("td", { class: "rank" }, `${ranks[seat]}.`),
      h("th", { scope: "row" }, dot(game.colours[seat]), h("bdi", {}, nameAt(game, seat, say)),
        goals[seat] && h("small", {}, `★ ${say("goal")}`)),
      [held[seat].home, filled(held[seat]), held[seat].full].map((count) => h("td", {}, String(count))),
      h("td", { class: "drawn" }, bottles(held[seat])));
  return h("table", { class: "result" }, h("thead", {}, h("tr", {}, head, h("td", { class: "drawn" }))),
    h("tbody", {}, byRank(ranks).map(row)));
}

const NEXT = { game: "game_page", sheet: "print_sheet", season: "season", evening: "tonight" };

export function endPage({ game }, say, links) {
  const progress = progressOf(game);
  return [h("h1", { class: "winner" }, headline(game, progress, say)), standings(game, progress, say),
    h("p", { class: "soft" }, say(progress.winners.some(Boolean) ? "unofficial" : "unofficial_all")),
    h("nav", { class: "next", "aria-label": say("what_next") },
      Object.entries(NEXT).map(([to, word]) => h("a", { class: "item", href: links[to] }, say(word))),
      button("reopen", {}, { class: "item" }, say("correct")),
      button("newWithChanges", {}, { class: "item" }, say("with_changes")),
      links.mayDelete && button("deleted", { is: 1 }, { class: "item" }, say("delete_game"))),
    h("section", { class: "remember", "aria-label": say("remember") },
      !game.tracks_turns &&
        noteField("rounds", game.rounds, say("rounds_played"), { inputmode: "numeric", maxlength: "3",
          pattern: "[0-9]*" }), noteField("place", game.place, say("place"), { maxlength: "80" }),
      noteField("remark", game.remark, say("remark"), { maxlength: "200" }))];
}

export function deletedPage({ game: { deleted_by: by } }, say) {
  return [h("h1", {}, say("deleted")),
    by && !by.you && h("p", {}, say("deleted_by", { name: deviceName(by, say) })),
    button("deleted", { is: 0 }, { class: "quiet tall" }, say("restore"))];
}

export function deletedFooter(_, say, saved) {
  return [h("p", { class: "balance" }, saved), h("a", { class: "main", href: "#new" }, say("new_game"))];
}
