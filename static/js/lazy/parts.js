// Parts that the first tap does not need: fetchLazy in play/dom.js loads them in idle time.

import { button, choice, group, h, lazy, menuHead, menuItem, menuLink, withIcon } from "../play/dom.js";
import { roundOf, trumpOf } from "../play/game.js";
import { closedRounds, dealerOf, presentIn, roundCount } from "../play/rules.js";
import { isCorrecting, phase } from "../play/state.js";
import { wherePanel } from "./announcements.js";
import { cloudPanel, turnedPanel } from "./cards.js";
import { historyPanel } from "./history.js";
import { numbersOf } from "./options.js";
import { correctionPanel } from "./people.js";

export { news } from "./announcements.js";
export { besideName, listen, onOwnPhone, tableView } from "./bids.js";
export { aboutTrump, extras, foresight } from "./cards.js";
export { end, sharePicture } from "./ending.js";
export { conflict, deleted, deletedFooter } from "./history.js";
export { choices, chosen, chosenWords, options, ownRounds, ruleWhy, scoredHow, settings, written,
  wrongChoice } from "./options.js";
export { people, unwritten } from "./people.js";
export { sealedFooter, sealedSeats } from "./sealed_seats.js";

const PANELS = { cloud: cloudPanel, correction: correctionPanel, history: historyPanel,
  history_game: historyPanel, turnup: turnedPanel, where: wherePanel };

export function panelOf(state, say) {
  const [name] = (state.ui.panel ?? "").split("-");
  return Object.hasOwn(PANELS, name) ? PANELS[name](state, say) : null;
}

function dealerRow({ game, ui }, say) {
  const dealer = dealerOf(ui.round, game);
  const name = (seat) => h("bdi", {}, game.players[seat].name);
  const one = (seat) => choice("dealer", { seat }, seat === dealer, name(seat));
  return h("details", { class: "dealers" },
    h("summary", { class: "item" }, withIcon("card", say("who_deals")), h("small", {}, name(dealer))),
    h("div", { class: "choices" }, presentIn(game, ui.round).map(one)));
}

// The address of the form has the game behind #, which the redirect keeps.
function languageRow({ back }) {
  lazy.languages.querySelector("form").action = `/language${back}`;
  return lazy.languages;
}

function ofRound(state, say, links, item, link) {
  const { game } = state;
  const played = closedRounds(game).length;
  return [
    h("div", { class: "tiles" },
      button("panel", { name: "table" }, { class: "tile" }, withIcon("large", say("table_view"))),
      link(judgeLink(links, state), "judge", "judge", "tile"),
      link(rulesLink(links, game), "rules", "rules", "tile"),
      link(links.season, "season_short", "crown", "tile"), link(links.sheet, "sheet", "paper", "tile"),
      link(links.print, "print_sheet", "print", "tile"),
      button("panel", { name: "history" }, { class: "tile" }, withIcon("clock", say("history"))),
      link(links.home, "home", "home", "tile")),
    group(!["sealed", "unwritten"].includes(phase(state)) && item("changeBids", {}, "change_bids", "pen"),
      item("dealAgain", {}, "deal_again", "again"), dealerRow(state, say),
      phase(state) !== "unwritten" &&
        item("notWritten", {}, "not_written", "empty", { round: state.ui.round }),
      item("panel", { name: "people" }, "people", "seat"),
      item("panel", { name: "settings" }, "settings", "rules"),
      item("panel", { name: "correction" }, "correction", "adjust")),
    group(played > 0 && !isCorrecting(state) && item("endHere", {}, "end_here", "stop", { n: played }),
      item("putAside", {}, "put_aside", "box"), languageRow(links),
      links.mayDelete && item("deleted", { is: 1 }, "delete_game", "bin"),
      !globalThis.isSecureContext &&
        [h("p", { class: "item hint" }, say("screen_hint")), link(links.https, "https", "phone")]),
  ];
}

function ofEnd(state, _say, links, item, link) {
  return [
    group(item("reopen", {}, "correct", "pen"), item("panel", { name: "correction" }, "correction", "adjust"),
      item("panel", { name: "settings" }, "play_on", "again"),
      !links.tournament && item("newWithChanges", {}, "with_changes", "seat")),
    group(item("panel", { name: "history_game" }, "history_of_game", "clock"),
      link(links.export, "export", "share"), link(rulesLink(links, state.game), "rules", "rules"),
      link(links.home, "home", "home"), links.mayDelete && item("deleted", { is: 1 }, "delete_game", "bin")),
  ];
}

export function menu(state, say, links) {
  const { ui, game } = state;
  const title = ui.round ? say("round_of", { round: ui.round, rounds: roundCount(game) }) : say("menu");
  return [menuHead(title, say),
    (ui.round === null ? ofEnd : ofRound)(state, say, links, menuItem(say), menuLink(say))];
}

// --- The URLs of rules and judge contain what this table plays, and behind # the game to return to.

const addressOf = (path, said, back) => {
  const known = Object.entries(said).filter(([, value]) => value);
  return `${path}?${new URLSearchParams(known)}${back}`;
};

export function rulesLink({ rules, back }, game) {
  const { even_bid_rule: even, formula, schedule, scoring, deck, letters } = game;
  return addressOf(rules, { schedule, even: even?.mode, least: even?.min_cards,
    zero: Number(even?.zero_always_allowed), bids: game.bid_mode, foresight: Number(game.foresight), scoring,
    formula: formula && numbersOf(formula).join(), deck, letters, edition: game.edition?.join() }, back);
}

export const judgeLink = ({ judge, back }, { game, ui }) =>
  addressOf(judge, { trump: trumpOf(roundOf(game, ui.round)), seats: presentIn(game, ui.round).length,
    deck: game.deck, letters: game.letters ?? "zn" }, back);
