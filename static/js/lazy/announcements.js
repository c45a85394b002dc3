// What a screen reader says after the less common steps, and "Where are we?".

import { button, h } from "../play/dom.js";
import { bidText, roundOf } from "../play/game.js";
import { byRank, dealerOf, presentIn, ranksOf, roundCount, seatsOf, totalsOf } from "../play/rules.js";
import { currentTricks, isCorrecting, nextSeat, phase, voidTricks } from "../play/state.js";
import { nameAt } from "../play/views/page.js";
import { balanceOf, inOrder } from "../play/views/seats.js";
import { headlineOf } from "./ending.js";
import { handOf, missing } from "./sealed_bids.js";
import { haveBid } from "./sealed_seats.js";

// Steps that have a word of their own.
const NAMED = { undo: "says_undone", redo: "says_redone", dealAgain: "says_dealt",
  changeBids: "change_bids" };

// What a step has changed: the sentences that were not true before it.
export function news(before, state, action, say) {
  const now = whereWeAre(state, say);
  if (action === "panel") return state.ui.panel === "where" ? joined(now.flat()) : "";
  if (state.game.deleted) return say("game_deleted");
  const known = whereWeAre(before, say).flat();
  const isElsewhere = before.ui.round !== state.ui.round;
  const fresh = isElsewhere ? now[0] : now.flat().filter((sentence) => !known.includes(sentence));
  return joined(NAMED[action] ? [say(NAMED[action]), ...fresh] : fresh);
}

// --- "Where are we?" in full sentences, for people who cannot see the page or come back to it.

function trumpNow({ game, ui }, say) {
  const { trump, named_by: seat, later_trump: later } = roundOf(game, ui.round);
  const named = game.players[seat]?.name;
  const without = { null: "where_no_note", none: "turned_none" }[trump];
  return joined(
    [without ? say(without) : say("where_trump", { trump: say(`trump_${trump}`) }),
      named && say("where_named", { name: named }),
      later && say("where_later", { trump: say(`trump_${later}`) })].filter(Boolean),
  );
}

const told = (state, seat, say) =>
  say("says_bid", { name: nameAt(state, seat), bid: bidText(roundOf(state.game, state.ui.round), seat) });

// Never contains a hidden bid.
function handed(state, say) {
  const hand = handOf(state);
  if (hand) return say("hand_to", { name: nameAt(state, hand.seat) });
  return !missing(state).length && say("says_read");
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

function read(state, say) {
  return [inOrder(state).map((seat) => told(state, seat, say)), balanceOf(state, say)[0], voided(state, say)];
}

const NOW = { sealed: (state, say) => [haveBid(state, say), handed(state, say)], bids: bidsSoFar,
  tricks: tricksSoFar, unwritten: ({ ui }, say) => [say("not_written", { round: ui.round })], reading: read };

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

export const wherePanel = (state, say) =>
  h("section", { class: "panel where-now", "aria-label": say("where") }, h("h2", {}, say("where")),
    whereWeAre(state, say).map((part) => h("p", {}, joined(part))),
    button("panel", { name: "where" }, { class: "quiet" }, say("close")));
