// Parts that the first tap does not need: fetchLazy in play/dom.js loads them once a game is drawn.

import { button, closing, group, h, lazy, menuHead, menuItem, menuLink, panel,
  withIcon } from "../play/dom.js";
import { bidText, roundOf, trumpOf } from "../play/game.js";
import { byRank, closedRounds, dealerOf, firstRoundOf, lastRoundOf, presentIn, ranksOf, roundCount, seatsOf,
  totalsOf } from "../play/rules.js";
import { currentTricks, isCorrecting, nextSeat, phase, voidTricks } from "../play/state.js";
import { balanceOf, inOrder, nameAt } from "../play/views/seats.js";
import { cloudPanel, turnedPanel } from "./cards.js";
import { headlineOf } from "./ending.js";
import { historyPanel } from "./history.js";
import { numbersOf } from "./options.js";
import { correctionPanel, whom } from "./people.js";
import { handOf, missing } from "./sealed_bids.js";
import { haveBid } from "./sealed_seats.js";

export { besideName, listen, onOwnPhone, tableView } from "./bids.js";
export { aboutTrump, extras, foresight } from "./cards.js";
export { end } from "./ending.js";
export { conflict, deleted, deletedFooter } from "./history.js";
export { chosen, chosenWords, options, ownRounds, ruleWhy, scoredHow, settings,
  wrongChoice } from "./options.js";
export { people, unwritten } from "./people.js";
export { sealedFooter, sealedSeats } from "./sealed_seats.js";

const PANELS = { cloud: cloudPanel, correction: correctionPanel, history: historyPanel,
  history_game: historyPanel, turnup: turnedPanel, where: wherePanel };

// What follows a "-" in the name of a panel is up to it.
export const panelOf = (state, say) => PANELS[state.ui.panel?.split("-")[0]]?.(state, say);

function dealerRow({ game, ui }, say) {
  const dealer = dealerOf(ui.round, game);
  const name = h("bdi", {}, game.players[dealer].name);
  return h("details", { class: "dealers" },
    h("summary", { class: "item" }, withIcon("card", say("who_deals")), h("small", {}, name)),
    h("div", { class: "choices" }, whom("dealer", "seat", dealer, presentIn(game, ui.round), game)));
}

// The address of the form has the game behind #, which the redirect keeps.
function putLanguages(place) {
  lazy.languages.querySelector("form").action = `/language${location.hash}`;
  place?.append(lazy.languages);
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
      item("putAside", {}, "put_aside", "box"), h("div", { ref: putLanguages }),
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

// --- What a screen reader says after a step: what it has changed.

const NAMED = { undo: "says_undone", redo: "says_redone", dealAgain: "says_dealt",
  changeBids: "change_bids" };

// What no sentence about the table says.
function named(state, action, { seat, after, player }, say) {
  const { game, ui } = state;
  if (ui.ask) return say("not_allowed_ask", { value: ui.ask.value });
  if (game.deleted) return say("game_deleted");
  if (action === "join") {
    return say("says_joined", { name: player.name, round: firstRoundOf(game, after + 1) });
  }
  if (action === "leave") {
    return say("says_left", { name: nameAt(state, seat), round: lastRoundOf(game, seat) });
  }
  if (action === "winTrick") return say("says_won", { name: nameAt(state, seat) });
  return action in NAMED && say(NAMED[action]);
}

// The sentences that were not true before it.
export function news(before, state, action, args, say) {
  const now = whereWeAre(state, say);
  if (action === "panel") return state.ui.panel === "where" ? joined(now.flat()) : "";
  const known = whereWeAre(before, say).flat();
  // While the bids are read, all are taken to be met.
  if (phase(before) === "reading") known.push(...tricksSoFar(before, say).flat(2));
  const isElsewhere = before.ui.round !== state.ui.round;
  const fresh = isElsewhere ? now[0] : now.flat().filter((sentence) => !known.includes(sentence));
  const first = named(state, action, args, say);
  return joined(first ? [first, ...fresh] : fresh);
}

// --- "Where are we?" in full sentences, for people who cannot see the page or come back to it.

function trumpNow({ game, ui }, say) {
  const { trump, named_by: seat, later_trump: later } = roundOf(game, ui.round);
  const without = { null: "where_no_note", none: "turned_none" }[trump];
  return [without ? say(without) : say("where_trump", { trump: say(`trump_${trump}`) }),
    game.players[seat] && say("where_named", { name: game.players[seat].name }),
    later && say("where_later", { trump: say(`trump_${later}`) })];
}

const told = (state, seat, say) =>
  say("says_bid", { name: nameAt(state, seat), bid: bidText(roundOf(state.game, state.ui.round), seat) });

// Never contains a hidden bid.
function covered(state, say) {
  const hand = handOf(state);
  return [haveBid(state, say), hand && say("hand_to", { name: nameAt(state, hand.seat) }),
    !hand && !missing(state).length && say("says_read")];
}

function bidsSoFar(state, say) {
  const { game, ui } = state;
  const { bids } = roundOf(game, ui.round);
  const made = inOrder(state).filter((seat) => bids[seat] !== null);
  const next = nextSeat(game, ui.round);
  return [made.length > 0 ? made.map((seat) => told(state, seat, say)) : say("where_no_bids"),
    next !== null && say("says_next", { name: nameAt(state, ui.open ?? next) })];
}

const voided = (state, say) => voidTricks(state) > 0 && say("void_count", { n: voidTricks(state) });

function tricksSoFar(state, say) {
  const tricks = currentTricks(state);
  const took = (seat) =>
    tricks[seat] !== null && say("says_took", { name: nameAt(state, seat), took: tricks[seat] });
  return [inOrder(state).map((seat) => [told(state, seat, say), took(seat)]), voided(state, say)];
}

const read = (
  state,
  say,
) => [inOrder(state).map((seat) => told(state, seat, say)), say("says_read"), balanceOf(state, say)[0],
  voided(state, say)];

const NOW = { sealed: covered, bids: bidsSoFar, reading: read, tricks: tricksSoFar,
  unwritten: ({ ui }, say) => [say("not_written", { round: ui.round })] };

// Best first; before the current round.
function totals({ game, ui }, say) {
  const now = totalsOf(game);
  const seats = ui.round === null ? seatsOf(game) : presentIn(game, ui.round);
  return byRank(ranksOf(game), seats).map((seat) =>
    say("where_total", { name: game.players[seat].name, total: now[seat] })
  );
}

// Returns paragraphs of sentences, without hidden bids.
export function whereWeAre(state, say) {
  const { game, ui } = state;
  const now = phase(state);
  if (now === "end") return [[say("game_over"), headlineOf(state, say)], totals(state, say)];
  const n = game.cards[ui.round - 1];
  const round = say("where_round", { round: ui.round, rounds: roundCount(game), n });
  const facts = [isCorrecting(state) && say("correcting_now"), round, trumpNow(state, say),
    say("where_dealer", { name: nameAt(state, dealerOf(ui.round, game)) })];
  return [facts, NOW[now](state, say), totals(state, say)].map((part) => part.flat(3).filter(Boolean)).filter(
    (part) => part.length > 0
  );
}

// Chinese sentences are joined without a space.
const joined = (sentences) => sentences.join(" ").replaceAll("。 ", "。");

function wherePanel(state, say) {
  return panel("where-now", say("where"), whereWeAre(state, say).map((part) => h("p", {}, joined(part))),
    closing("where", say));
}
