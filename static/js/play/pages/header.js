// What round, how many cards, what trump; and the panels that open below it.

import { dealerOf, presentIn } from "../presence.js";
import { closedRounds } from "../totals.js";
import { roundCount, roundOf, runningRound, trumpOf } from "../game.js";
import { later } from "../later.js";
import { judgeLink, rulesLink } from "../rulebook.js";
import { isCorrecting, phase } from "../table.js";
import { button, h, symbol } from "../elements.js";

const TRUMPS = ["blue", "green", "red", "yellow", "none"];

export const trumpWords = (trump, say) => [
  trump === "none" ? null : symbol(`suit-${trump}`),
  h("span", {}, say(`trump_${trump}`)),
];

function trumpButton({ game, ui }, say) {
  const name = trumpOf(roundOf(game, ui.round)) ?? "unset";
  return button(
    "panel",
    { name: "trump" },
    { class: `trump suit-${name}`, "aria-expanded": String(ui.panel === "trump"), "aria-label": `${say("trump")}: ${say(`trump_${name}`)}` },
    trumpWords(name, say),
  );
}

function trumpPanel(state, say) {
  const { trump } = roundOf(state.game, state.ui.round);
  const choices = [...TRUMPS, "unset"].map((name) =>
    button(
      "trump",
      { value: name === "unset" ? "" : name },
      { class: `choice suit-${name}`, "aria-pressed": String((trump ?? "unset") === name) },
      name === "unset" ? h("span", {}, say("trump_forget")) : trumpWords(name, say),
    ),
  );
  return h("section", { class: "panel trumps", "aria-label": say("trump") }, choices, later.parts?.aboutTrump(state, say));
}

function menuPanel(state, say, links) {
  const { game, ui } = state;
  const dealer = dealerOf(ui.round, game);
  const played = closedRounds(game).length;
  const item = (action, args, word, slots) => button(action, args, { class: "item" }, say(word, slots));
  // Whoever comes back finds the menu closed.
  const link = (href, word) => h("a", { class: "item", href, data: { do: "panel", name: "menu", key: word } }, say(word));
  const dealers = presentIn(game, ui.round).map((seat) =>
    button("dealer", { seat }, { class: "choice", "aria-pressed": String(seat === dealer) }, h("bdi", {}, game.players[seat].name)),
  );
  return h(
    "section",
    { class: "panel menu", "aria-label": say("menu") },
    item("panel", { name: "table" }, "table_view"),
    link(judgeLink(links, state), "judge"),
    link(rulesLink(links, game), "rules"),
    phase(state) !== "sealed" && item("changeBids", {}, "change_bids"),
    item("dealAgain", {}, "deal_again"),
    item("panel", { name: "history" }, "history"),
    item("panel", { name: "people" }, "people"),
    item("panel", { name: "correction" }, "correction"),
    h("div", { class: "item dealers" }, h("span", {}, say("who_deals")), h("div", { class: "choices" }, dealers)),
    played > 0 && !isCorrecting(state) && item("endHere", {}, "end_here", { n: played }),
    item("putAside", {}, "put_aside"),
    link(links.sheet, "sheet"),
    link(links.print, "print_sheet"),
    link(links.home, "home"),
    links.mayDelete && item("deleted", { is: 1 }, "delete_game"),
    !globalThis.isSecureContext && [h("p", { class: "item hint" }, say("screen_hint")), link(links.https, "https")],
  );
}

export const roundTitle = (game, { round }, say) =>
  h(
    "h1",
    { class: "round" },
    h("span", { class: "visually-hidden" }, say("round_of", { round, rounds: roundCount(game) })),
    h("span", { "aria-hidden": "true" }, String(round), h("small", {}, ` / ${roundCount(game)}`)),
  );

export function header(state, say) {
  const { game, ui } = state;
  const running = runningRound(game);
  const cards = game.cards[ui.round - 1];
  return [
    roundTitle(game, ui, say),
    h(
      "p",
      { class: "facts" },
      say("cards_each", { n: cards }),
      isCorrecting(state) && ui.round < running && h("b", { class: "correcting" }, say("correcting")),
    ),
    trumpButton(state, say),
    button("panel", { name: "menu" }, { class: "more", "aria-label": say("menu"), "aria-expanded": String(ui.panel === "menu") }, "⋯"),
  ];
}

export function panel(state, say, links) {
  if (state.ui.panel === "trump") return trumpPanel(state, say);
  if (state.ui.panel === "menu") return menuPanel(state, say, links);
  return later.parts?.panelOf(state, say);
}
