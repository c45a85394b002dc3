// "Where are we?" in full sentences: for whoever cannot take the page in at a glance, or comes back to it.

import { bidText, roundCount, roundOf } from "../play/game.js";
import { button, h } from "../play/elements.js";
import { headlineOf } from "../play/pages/end.js";
import { dealerOf, presentIn } from "../play/presence.js";
import { inOrder } from "../play/pages/seats.js";
import { finalBids } from "../play/rules.js";
import { currentTricks, isCorrecting, nextSeat, phase } from "../play/table.js";
import { ranksOf, totalsOf } from "../play/totals.js";
import { haveBid } from "./unseen.js";

function trumpSaid(trump, say) {
  if (trump === null) return say("where_no_note");
  return trump === "none" ? say("turned_none") : say("where_trump", { trump: say(`trump_${trump}`) });
}

export function trumpNow({ game, ui }, say) {
  const { trump, named_by: seat, later_trump: later } = roundOf(game, ui.round);
  const named = game.players[seat]?.name;
  return joined([trumpSaid(trump, say), named && say("where_named", { name: named }), later && say("where_later", { trump: say(`trump_${later}`) })].filter(Boolean));
}

export const dealerNow = ({ game, ui }, say) => say("where_dealer", { name: game.players[dealerOf(ui.round, game)].name });

const roundNow = ({ game, ui }, say) => say("where_round", { round: ui.round, rounds: roundCount(game), n: game.cards[ui.round - 1] });

const sum = (numbers) => numbers.reduce((total, n) => total + (n ?? 0), 0);

const told = (state, seat, say) =>
  say("says_bid", { name: state.game.players[seat].name, bid: bidText(roundOf(state.game, state.ui.round), seat) });

function bidsSoFar(state, say) {
  const { game, ui } = state;
  const { bids } = roundOf(game, ui.round);
  const made = inOrder(state).filter((seat) => bids[seat] !== null);
  const next = nextSeat(game, ui.round);
  return [
    made.length > 0 ? made.map((seat) => told(state, seat, say)) : say("where_no_bids"),
    next !== null && say("says_next", { name: game.players[ui.open ?? next].name }),
  ];
}

function whileItIsPlayed(state, say) {
  const { game, ui } = state;
  const round = roundOf(game, ui.round);
  const cards = game.cards[ui.round - 1] - round.void_tricks;
  const bids = sum(finalBids(round));
  const kind = bids > cards ? "over" : bids < cards ? "under" : "even";
  return [inOrder(state).map((seat) => told(state, seat, say)), say(`verdict_${kind}`, { bids, n: cards })];
}

function tricksSoFar(state, say) {
  const tricks = currentTricks(state);
  const line = (seat) => [told(state, seat, say), tricks[seat] !== null && say("says_took", { name: state.game.players[seat].name, took: tricks[seat] })];
  return inOrder(state).map(line);
}

const NOW = { sealed: (state, say) => [haveBid(state, say)], bids: bidsSoFar, reading: whileItIsPlayed, tricks: tricksSoFar };

// The best first; before the round that is on.
function totals({ game, ui }, say) {
  const now = totalsOf(game);
  const ranks = ranksOf(game);
  const seats = ui.round === null ? game.players.map((_, seat) => seat) : presentIn(game, ui.round);
  const best = [...seats].sort((one, other) => ranks[one] - ranks[other] || one - other);
  return best.map((seat) => totalNow(game, seat, say, now));
}

export const totalNow = (game, seat, say, all = totalsOf(game)) => say("where_total", { name: game.players[seat].name, total: all[seat] });

// Paragraphs of sentences. Bids that nobody may see yet are not among them.
export function whereWeAre(state, say) {
  const now = phase(state);
  if (now === "end") return [[say("game_over"), headlineOf(state, say)], totals(state, say)];
  const facts = [isCorrecting(state) && say("correcting_now"), roundNow(state, say), trumpNow(state, say), dealerNow(state, say)];
  return [facts, NOW[now]?.(state, say) ?? [], totals(state, say)].map((part) => part.flat(2).filter(Boolean)).filter((part) => part.length > 0);
}

// Chinese sentences follow each other without a blank.
export const joined = (sentences) => sentences.join(" ").replaceAll("。 ", "。");

export const wherePanel = (state, say) =>
  h(
    "section",
    { class: "panel where-now", "aria-label": say("where") },
    h("h2", {}, say("where")),
    whereWeAre(state, say).map((part) => h("p", {}, joined(part))),
    button("panel", { name: "where" }, { class: "quiet" }, say("close")),
  );
