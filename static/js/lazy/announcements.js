// Screen reader announcements for the less common steps: only what has changed.

import { button, h } from "../play/dom.js";
import { bidText, roundOf } from "../play/game.js";
import { gain } from "../play/names.js";
import { byRank, dealerOf, presentIn, ranksOf, roundCount, seatsOf, totalsOf } from "../play/rules.js";
import { currentTricks, isCorrecting, nextSeat, phase } from "../play/state.js";
import { addAnnouncements } from "../play/views/page.js";
import { balanceOf, inOrder } from "../play/views/seats.js";
import { headlineOf } from "./ending.js";
import { haveBid } from "./sealed_seats.js";

const nameAt = (game, seat) => game.players[seat].name;

function place(state, say) {
  const { game, ui } = state;
  if (ui.round === null) return say("game_over");
  const round = say("round_of", { round: ui.round, rounds: roundCount(game) });
  return isCorrecting(state) ? say("labelled", { label: say("correcting"), value: round }) : round;
}

function turn(state, say) {
  const { game, ui } = state;
  return phase(state) === "bids" && ui.open !== null ? say("says_next", { name: nameAt(game, ui.open) }) : "";
}

function booked(game, entry, word, say) {
  if (!entry) return "";
  const { seat, points } = entry;
  return `${say(word, { name: nameAt(game, seat), points: gain(points) })} ${totalNow(game, seat, say)}`;
}

const only = (these, those) => these.find((one) => !those.includes(one));
const adjustmentsBefore = ({ past }) => past.at(-1)?.game.adjustments ?? [];

const sentences = (...all) => all.flat().filter(Boolean).join(" ");

// from: the state before undo or redo.
function stepped(state, from, word, say) {
  const moved = from.ui.round !== state.ui.round && `${place(state, say)}.`;
  return sentences(say(word), moved, turn(state, say));
}

export const whereabouts = (state, say) => joined(whereWeAre(state, say).flat());

const tellTrump = (state, _, say) => trumpNow(state, say);
const tellPlace = (state, _, say) => place(state, say);

addAnnouncements({
  adjust: (state, _, say) =>
    booked(state.game, only(state.game.adjustments, adjustmentsBefore(state)), "correction_booked", say),
  unadjust: (state, _, say) =>
    booked(state.game, only(adjustmentsBefore(state), state.game.adjustments), "correction_gone", say),
  undo: (state, _, say) => stepped(state, state.future.at(-1), "says_undone", say),
  redo: (state, _, say) => stepped(state, state.past.at(-1), "says_redone", say),
  trump: tellTrump,
  named: tellTrump,
  laterTrump: tellTrump,
  openRound: tellPlace,
  back: tellPlace,
  notWritten: tellPlace,
  reopen: tellPlace,
  playSo: tellPlace,
  neverCame: tellPlace,
  dealer: (state, _, say) => sentences(dealerNow(state, say), turn(state, say)),
  dealAgain: (state, _, say) => sentences(say("says_dealt"), turn(state, say)),
  changeBids: (_, __, say) => say("change_bids"),
  deleted: ({ game }, _, say) => (game.deleted ? say("game_deleted") : ""),
  panel: (
    state,
    { name },
    say,
  ) => (name === "where" && state.ui.panel === "where" ? whereabouts(state, say) : ""),
});

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

const dealerNow = ({ game, ui }, say) =>
  say("where_dealer", { name: game.players[dealerOf(ui.round, game)].name });

const told = ({ game, ui }, seat, say) =>
  say("says_bid", { name: nameAt(game, seat), bid: bidText(roundOf(game, ui.round), seat) });

function bidsSoFar(state, say) {
  const { game, ui } = state;
  const { bids } = roundOf(game, ui.round);
  const made = inOrder(state).filter((seat) => bids[seat] !== null);
  const next = nextSeat(game, ui.round);
  return [made.length > 0 ? made.map((seat) => told(state, seat, say)) : say("where_no_bids"),
    next !== null && say("says_next", { name: game.players[ui.open ?? next].name })];
}

function tricksSoFar(state, say) {
  const tricks = currentTricks(state);
  return inOrder(state).map((
    seat,
  ) => [told(state, seat, say),
    tricks[seat] !== null && say("says_took", { name: nameAt(state.game, seat), took: tricks[seat] })]
  );
}

const NOW = { sealed: (state, say) => [haveBid(state, say)], bids: bidsSoFar, tricks: tricksSoFar,
  unwritten: ({ ui }, say) => [say("not_written", { round: ui.round })],
  reading: (state, say) => [inOrder(state).map((seat) => told(state, seat, say)), balanceOf(state, say)[0]] };

// Best first; before the current round.
function totals({ game, ui }, say) {
  const now = totalsOf(game);
  const seats = ui.round === null ? seatsOf(game) : presentIn(game, ui.round);
  return byRank(ranksOf(game), seats).map((seat) => totalNow(game, seat, say, now));
}

const totalNow = (game, seat, say, all = totalsOf(game)) =>
  say("where_total", { name: game.players[seat].name, total: all[seat] });

// Returns paragraphs of sentences, without hidden bids.
export function whereWeAre(state, say) {
  const { game, ui } = state;
  const now = phase(state);
  if (now === "end") return [[say("game_over"), headlineOf(state, say)], totals(state, say)];
  const n = game.cards[ui.round - 1];
  const round = say("where_round", { round: ui.round, rounds: roundCount(game), n });
  const facts = [isCorrecting(state) && say("correcting_now"), round, trumpNow(state, say),
    dealerNow(state, say)];
  return [facts, NOW[now](state, say), totals(state, say)].map((part) => part.flat(2).filter(Boolean)).filter(
    (part) => part.length > 0
  );
}

// Chinese sentences are joined without a space.
const joined = (sentences) => sentences.join(" ").replaceAll("。 ", "。");

export const wherePanel = (state, say) =>
  h("section", { class: "panel where-now", "aria-label": say("where") }, h("h2", {}, say("where")),
    whereWeAre(state, say).map((part) => h("p", {}, joined(part))),
    button("panel", { name: "where" }, { class: "quiet" }, say("close")));
