// A thumb that taps whatever the play page offers at this moment: [name, arguments] for table.act.

import { EXTRAS } from "../../../static/js/lazy/options.js";
import * as people from "../../../static/js/lazy/people.js";
import { handOf, isPlaying, missing, toHand } from "../../../static/js/lazy/sealed_bids.js";
import { bidsForbidden, newGame } from "../../../static/js/play/game.js";
import { closedRounds, dealerOf, GAMES, isClosed, lastRoundOf, presentIn,
  schedulesFor } from "../../../static/js/play/rules.js";
import { currentTricks, isCorrecting, missingTricks, phase,
  voidTricks } from "../../../static/js/play/state.js";
import "../../../static/js/lazy/cards.js";

const NAMES = ["Ute", "Kevin", "Ada", "Max", "Zoë", "Bo", "Lin", "Ida"];
const HIGHEST_BID = 3; // or nobody would ever make theirs
const EDITIONS = [[], [], ["bomb", "cloud", "werewolf"], [...EXTRAS].sort()];
const OWN_ROUNDS = [1, 12, 2, 8, 3, 20];

// The same numbers for the same seed, here and everywhere.
export function chanceOf(seed) {
  let state = seed;
  const next = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  const int = (below) => Math.floor(next() * below);
  return { next, int, pick: (list) => list[int(list.length)] };
}

// Plays so many games, says of each what was wrong with it, and ends as a test does.
export async function playAll(seed, games, play) {
  let wrong = 0;
  for (let number = 0; number < games; number += 1) {
    const found = await play(chanceOf(seed * 1000 + number)).catch(({ stack }) => [stack]);
    if (found.length) console.log(`seed ${seed}, game ${number}: ${found.join("\n  ")}`);
    wrong += Math.sign(found.length);
  }
  process.exit(wrong ? 1 : 0);
}

export const someGroup = (newId) => NAMES.map((name) => ({ id: newId(), name }));

export function someTable(chance, everybody, newId) {
  const players = everybody.slice(0, 3 + chance.int(4));
  const schedule = chance.pick([...schedulesFor(players.length), "custom", "first5", "first5"]);
  const most = Math.floor(60 / players.length);
  const game = newGame({ id: newId(), players, first_dealer: chance.int(players.length), schedule,
    cards: OWN_ROUNDS.filter((hand) => hand <= most),
    even_bid_rule: chance.pick(Object.values(GAMES.wizard.even_bid_rules)),
    bid_mode: chance.pick(["open", "open", "open", "hidden", "slips", "secret"]),
    edition: chance.pick(EDITIONS), scoring: chance.pick(["classic", "junior", "alternative"]),
    started_at: "2026-11-25T19:00:00.000Z" });
  return { game, newcomers: everybody.slice(players.length) };
}

// --- at any time ----------------------------------------------------------------------

function leave({ game }, chance) {
  const seat = chance.int(game.players.length);
  const may = lastRoundOf(game, seat) === null && people.mayLeave(game, seat) &&
    people.areEnoughToLeave(game);
  return may && ["leave", { seat }];
}

function join(state, chance, newcomers) {
  const { game } = state;
  if (!newcomers.length || !people.handsWithOneMore(game).length) return null;
  const startTotal = chance.pick([20, 0, -30]);
  return ["join", { player: newcomers.pop(), after: chance.int(game.players.length), startTotal }];
}

const someone = ({ game, ui }, chance) => chance.pick(presentIn(game, ui.round));
const closed = ({ game }, chance) => chance.pick(closedRounds(game));

// Each with how often of a hundred taps; null where it is not offered now.
const ASIDES = [[5, () => ["undo", {}]], [2, () => ["redo", {}]], [2, leave], [3, join], [2,
  ({ game }, chance) => ["moveUp", { seat: 1 + chance.int(game.players.length - 1) }]], [1,
  (
    state,
    chance,
  ) => ["correction", { seat: someone(state, chance), points: chance.pick([-20, 10]), reason: "late" }]], [1,
  ({ ui }) => ui.correction && ["adjust", {}]], [1,
  ({ game }, chance) =>
    game.adjustments.length > 0 && ["unadjust", { index: chance.int(game.adjustments.length) }]], [2,
  (state, chance) => closedRounds(state.game).length > 0 && ["openRound", { round: closed(state, chance) }]],
  [1, (state, chance) => ["dealer", { seat: someone(state, chance) }]], [1, () => ["dealAgain", {}]], [1,
  () => ["notWritten", {}]], [0.5, () => ["deleted", { is: 1 }]], [1,
  (state) => closedRounds(state.game).length > 1 && !isCorrecting(state) && ["endHere", {}]], [2,
  (_state, chance) => ["trump", { value: chance.pick(["blue", "red", "none", ""]) }]], [1,
  (state) => !["sealed", "unwritten"].includes(phase(state)) && ["changeBids", {}]], [2,
  (state, chance) => state.game.edition.includes("werewolf") && ["named", { seat: someone(state, chance) }]]];

const AT_THE_END = [[30, () => ["reopen", {}]], [20, () => ["undo", {}]], [20,
  (_state, chance) => ["note", { place: chance.pick(["Ulm", "Köln"]) }]], [10, () => ["deleted", { is: 1 }]],
  [20, (state, chance) => ["openRound", { round: closed(state, chance) }]]];

function bomb(state, chance) {
  const [n, cards] = [voidTricks(state), state.game.cards[state.ui.round - 1]];
  return ["bomb", { by: n === cards || (n > 0 && chance.next() < 0.3) ? -1 : 1 }];
}

const MID_ROUND = [[3, bomb], [3,
  (state, chance) => ["cloud", { seat: someone(state, chance), by: chance.pick([1, -1]) }]], [1,
  ({ game }, chance) =>
    game.edition.includes("vampire") && ["laterTrump", { value: chance.pick(["blue", "none"]) }]]];

function oneOf(offers, ...args) {
  const [, chance] = args;
  let left = chance.next() * 100;
  for (const [often, offer] of offers) {
    if (left < often) return offer(...args);
    left -= often;
  }
  return null;
}

// --- bids and tricks ------------------------------------------------------------------

const lowBid = ({ game, ui }, chance) => chance.int(Math.min(game.cards[ui.round - 1], HIGHEST_BID) + 1);

function bid(state, chance) {
  const { game, ui } = state;
  const value = lowBid(state, chance);
  if (ui.ask) return chance.next() < 0.5 ? ["bidAnyway", {}] : ["bid", { seat: ui.ask.seat, value }];
  if (ui.open !== null) return ["bid", { seat: ui.open, value }];
  if (bidsForbidden(game, ui.round)) return ["openSeat", { seat: dealerOf(ui.round, game) }];
  return chance.next() < 0.5 ? ["bidsChanged", {}] : ["openSeat", { seat: someone(state, chance) }];
}

function inHand(state, chance) {
  const { seat, open, bid: own } = handOf(state);
  if (open) return own !== null ? ["cover", {}] : ["seal", { seat, value: lowBid(state, chance) }];
  return chance.next() < 0.1 ? ["putBack", {}] : ["take", {}];
}

function showPoints(state, chance) {
  const told = currentTricks(state);
  const open = presentIn(state.game, state.ui.round).filter((seat) => told[seat] === null);
  return open.length ? ["took", { seat: chance.pick(open), value: lowBid(state, chance) }] : ["reveal", {}];
}

// Bids that nobody may see: slips that are typed in, or a phone that goes round.
function unseen(state, chance) {
  const { bid_mode: mode } = state.game;
  if (handOf(state)) return inHand(state, chance);
  if (isPlaying(state)) return showPoints(state, chance);
  const left = missing(state).length;
  if (!left) return ["reveal", {}];
  if (2 * left < presentIn(state.game, state.ui.round).length && chance.next() < 0.05) {
    return [mode === "secret" ? "playOn" : "reveal", {}];
  }
  const seat = chance.pick(toHand(state));
  return mode === "slips" ? ["slip", { seat, value: lowBid(state, chance) }] : ["hand", { seat }];
}

function tricks(state, chance) {
  const { game, ui } = state;
  const cards = game.cards[ui.round - 1];
  const [count, took] = [missingTricks(state), currentTricks(state)];
  if (count === 0) return [!ui.entered && isClosed(game, ui.round) ? "back" : "closeRound", {}];
  if (count === null) {
    const open = presentIn(game, ui.round).filter((seat) => took[seat] === null);
    return ["give", { seat: chance.pick(open), value: chance.int(cards + 1) }];
  }
  if (chance.next() < 0.3) return ["closeRound", { accept: true }];
  const seat = someone(state, chance);
  return ["give", { seat, value: Math.min(cards, Math.max(0, (took[seat] ?? 0) + count)) }];
}

function onward(state, chance) {
  const at = phase(state);
  if (at === "sealed") return unseen(state, chance);
  if (at === "bids") return bid(state, chance);
  if (at === "unwritten") return [chance.next() < 0.8 ? "back" : "dealAgain", {}];
  if (at !== "reading") return tricks(state, chance);
  return [chance.next() < 0.2 ? "winTrick" : "miss", { seat: someone(state, chance) }];
}

// newcomers: who is still to come; whoever joins is taken from them.
export function tap(state, chance, newcomers) {
  const at = phase(state);
  if (state.game.deleted) return ["deleted", { is: 0 }];
  if (at === "end") return oneOf(AT_THE_END, state, chance) || ["undo", {}];
  const isMidRound = state.game.edition.length > 0 && !["bids", "sealed", "unwritten"].includes(at);
  return (!handOf(state) && oneOf(ASIDES, state, chance, newcomers)) ||
    (isMidRound && oneOf(MID_ROUND, state, chance)) || onward(state, chance);
}
