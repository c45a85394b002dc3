// What a screen reader says after steps that not every table makes: only what has changed.

import { addAnnouncements } from "../play/announce.js";
import { bidText, roundCount, roundOf } from "../play/game.js";
import { seatsOf } from "../play/presence.js";
import { isCorrecting, phase } from "../play/table.js";
import { gain } from "../play/words.js";
import { dealerNow, joined, totalNow, trumpNow, whereWeAre } from "./where.js";

const nameAt = (game, seat) => game.players[seat].name;

function place(state, say) {
  const { game, ui } = state;
  if (ui.round === null) return say("game_over");
  const round = say("round_of", { round: ui.round, rounds: roundCount(game) });
  return isCorrecting(state) ? `${say("correcting")}: ${round}` : round;
}

// Whose turn it is, where bids are made.
function turn(state, say) {
  const { game, ui } = state;
  return phase(state) === "bids" && ui.open !== null ? say("says_next", { name: nameAt(game, ui.open) }) : "";
}

const booked = (game, { seat, points }, word, say) => `${say(word, { name: nameAt(game, seat), points: gain(points) })} ${totalNow(game, seat, say)}`;

// The entry that one list has and the other has not.
const only = (these, those) => these.find((one) => !those.includes(one));

const adjustmentsBefore = ({ past }) => past.at(-1)?.game.adjustments ?? [];

function adjusted(state, _, say) {
  const entry = only(state.game.adjustments, adjustmentsBefore(state));
  return entry ? booked(state.game, entry, "correction_booked", say) : "";
}

function unadjusted(state, _, say) {
  const entry = only(adjustmentsBefore(state), state.game.adjustments);
  return entry ? booked(state.game, entry, "correction_gone", say) : "";
}

const TRUMP = ["trump", "named_by", "later_trump"];

// What a step from one state to another did, in sentences.
function done(from, to, say) {
  const number = from.ui.round ?? to.ui.round;
  if (number === null) return [];
  const [before, after] = [roundOf(from.game, number), roundOf(to.game, number)];
  const bids = seatsOf(to.game).filter((seat) => after.bids[seat] !== null && bidText(after, seat) !== bidText(before, seat));
  const entry = only(to.game.adjustments, from.game.adjustments);
  return [
    ...bids.map((seat) => say("says_bid", { name: nameAt(to.game, seat), bid: bidText(after, seat) })),
    TRUMP.some((key) => (before[key] ?? null) !== (after[key] ?? null)) && trumpNow({ game: to.game, ui: { round: number } }, say),
    entry && say("correction_booked", { name: nameAt(to.game, entry.seat), points: gain(entry.points) }),
  ].filter(Boolean);
}

const sentences = (...all) => all.flat().filter(Boolean).join(" ");

// step: the word; what: from which state to which it led, the first time; from: where it was taken back, or again.
function stepped(state, step, [earlier, after], from, say) {
  const what = done(earlier, after, say).join(" ");
  const moved = from.ui.round !== state.ui.round && place(state, say);
  return sentences(what ? say(`${step}_what`, { what }) : say(step), moved && `${moved}.`, turn(state, say));
}

function undone(state, _, say) {
  const from = state.future.at(-1);
  return from ? stepped(state, "says_undone", [state, from], from, say) : "";
}

function redone(state, _, say) {
  const from = state.past.at(-1);
  return from ? stepped(state, "says_redone", [from, state], from, say) : "";
}

export const whereabouts = (state, say) => joined(whereWeAre(state, say).flat());

addAnnouncements({
  adjust: adjusted,
  unadjust: unadjusted,
  undo: undone,
  redo: redone,
  trump: (state, _, say) => trumpNow(state, say),
  named: (state, _, say) => trumpNow(state, say),
  laterTrump: (state, _, say) => trumpNow(state, say),
  dealer: (state, _, say) => sentences(dealerNow(state, say), turn(state, say)),
  dealAgain: (state, _, say) => sentences(say("says_dealt"), turn(state, say)),
  openRound: (state, _, say) => place(state, say),
  back: (state, _, say) => place(state, say),
  reopen: (state, _, say) => place(state, say),
  changeBids: (_, __, say) => say("change_bids"),
  deleted: ({ game }, _, say) => (game.deleted ? say("game_deleted") : ""),
  panel: (state, { name }, say) => (name === "where" && state.ui.panel === "where" ? whereabouts(state, say) : ""),
});
