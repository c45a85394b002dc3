import assert from "node:assert/strict";
import test from "node:test";
import { bidsComplete, emptyRound, notAllowed } from "../../static/js/play/game.js";
import * as rules from "../../static/js/play/rules.js";
import { streaks } from "../../static/js/play/rules.js";
import { tickFor } from "../../static/js/play/table.js";
import { columnsOf } from "../../static/js/play/views/standings.js";
import { each, gameOf, people, read, THREE, vectorsOf } from "./games.js";

const LETTERS = { B: "blue", R: "red", G: "green", Y: "yellow" };
const ruleOf = (rule) =>
  rule && { mode: rule.mode, min_cards: rule.minCards, zero_always_allowed: rule.zeroAlwaysAllowed };
const roundOf = ({ bids, tricks, bidAdjust = [] }) => ({ bids, tricks,
  bid_changes: bidAdjust.map(([seat, by]) => ({ seat, by })) });

each(["schedule"], (v) => {
  assert.deepEqual(rules.cardsPerRound(v.variant, v.players), v.cards);
  const deck = { edition: Array((v.deckSize ?? 60) - 60) };
  const turnUps = v.cards.map((cards, index) =>
    rules.prescribedTrump(v.variant, index + 1, v.players, cards, deck) === null
  );
  assert.deepEqual(turnUps, v.flipCardExists);
  v.prescribedTrump?.forEach((trump, index) =>
    assert.equal(rules.prescribedTrump(v.variant, index + 1, v.players, v.cards[index]),
      trump ? LETTERS[trump] : "none")
  );
});

each(["seats"], (v) => {
  const game = { first_dealer: v.firstDealer, players: Array(v.players).fill({}), rounds: [] };
  const dealer = rules.dealerOf(v.round, game);
  assert.equal(dealer, v.dealer);
  assert.deepEqual(rules.bidOrder(v.round, game), v.bidOrder);
});

each(["bid_legality"], (v) => {
  const { bidder_is_leader: leads, bidder_is_sole_leader: leadsAlone } = v.context;
  const forbidden = rules.forbiddenBid(v.priorBids, { cards: v.cards, players: v.players,
    rule: ruleOf(v.rule), lead: [leads, leadsAlone].filter(Boolean).length - 1 });
  assert.deepEqual(forbidden === null ? [] : [forbidden], v.forbidden);
});

const points = (v, scoring) => rules.pointsFor(v.bid, v.tricks, 1, { cards: [v.cards ?? 1], scoring });

each(["score"], (v) => {
  assert.equal(points(v, "classic"), v.points);
  assert.equal(points(v, "classic_div10") * 10, v.points);
});
each(["score_alternative"], (v) => assert.equal(points(v, "alternative"), v.points));
each(["score_junior"], (v) => assert.equal(points(v, "junior"), v.points));
each(["ranking"], (v) => assert.deepEqual(rules.ranks(v.totals), v.ranks));

test("a miss may cost once and keep its tricks, a zero grow with the cards, the last rounds count double", () => {
  const { cards, formula, rounds, totals } = read("house");
  const game = { ...gameOf({ schedule: "custom", cards, scoring: "custom", formula }),
    rounds: rounds.map((round) => ({ ...emptyRound(3), ...round })) };
  assert.deepEqual(rules.totalsByRound(game).at(-1), totals);
});

each(["full_game", "partial_game", "partial_game_specials"], (v) => {
  const rounds = v.rounds.map(roundOf);
  const game = { players: Array(v.players).fill({}), cards: rounds.map(() => 1), rounds, adjustments: [] };
  assert.deepEqual(rounds.map((_, at) => rules.pointsOf(game, at + 1)), v.rounds.map(({ points }) => points));
  assert.deepEqual(rules.totalsByRound(game), v.rounds.map(({ totals }) => totals));
});

test("a penalty counts in the totals, never in the points", () => {
  const [v] = vectorsOf("wizard", "totals_with_adjustments");
  const rounds = [{ bids: [0, 1, 1], tricks: [0, 0, 1], bid_changes: [] }, { bids: [1, 0, 0],
    tricks: [1, 0, 2], bid_changes: [] }];
  const adjustments = v.adjustments.map(({ player, points }) => ({ seat: player, points }));
  const game = { players: [{}, {}, {}], cards: rounds.map(() => 1), rounds, adjustments };
  assert.deepEqual(rounds.map((_, at) => rules.pointsOf(game, at + 1)), v.points);
  assert.deepEqual(rules.totalsOf(game), v.totals);
});

test("what another phone played after a game was ended does not count, until the game goes on", () => {
  const rounds = [round([0, 0, 1], [0, 0, 1]), round([1, 1, 1], [1, 0, 1])];
  const played = { ...game(...rounds), adjustments: [], cards: [1, 2, 3] };
  assert.deepEqual(rules.totalsOf({ ...played, ended_after: 1 }), [20, 20, 30]);
  assert.deepEqual(rules.totalsOf(played), [50, 10, 60]);
});

const round = (bids, tricks) => ({ ...emptyRound(3), bids, tricks });
const game = (...rounds) => ({ players: THREE, rounds });

test("a streak counts bids met in a row and ends with a miss", () => {
  const rounds = [round([0, 0, 1], [0, 0, 1]), round([1, 1, 1], [1, 0, 1]), round([2, 0, 1], [2, 0, 1])];
  assert.deepEqual(streaks(game(...rounds)), [{ seat: 0, n: 3 }, { seat: 2, n: 3 }]);
});

test("what is booked ticks once, a refused bid twice, the rest not at all", () => {
  const calm = { ui: { ask: null } };
  for (const action of ["bid", "bidAnyway", "give", "winTrick", "closeRound"]) {
    assert.equal(typeof tickFor(action, calm), "number", action);
  }
  assert.equal(tickFor("bid", { ui: { ask: { seat: 0, value: 1 } } }).length, 3);
  for (const action of ["panel", "undo", "openSeat", "miss"]) {
    assert.equal(tickFor(action, calm), null, action);
  }
});

test("an absence neither ends a streak nor adds to it, and who left is not named", () => {
  const met = (bid) => round([0, bid, 0], [1, bid, 0]);
  const late = { ...game(met(null), met(0), met(1), met(0)),
    joined: [{ seat: 1, round: 2, start_total: 0 }] };
  assert.deepEqual(streaks(late), [{ seat: 2, n: 4 }, { seat: 1, n: 3 }]);
  const gone = { ...game(met(0), met(0), met(0), met(null)), left: [{ seat: 1, after_round: 3 }] };
  assert.deepEqual(streaks(gone), [{ seat: 2, n: 4 }]);
});

function lateGame({ players, rounds = [], ...written }) {
  const game = { ...gameOf({ players: people(...players) }), ...written };
  const filled = rounds.map((round) => ({ ...emptyRound(players.length), ...round }));
  return { ...game, cards: rules.cardsOf(game), rounds: filled };
}

each(["cards_remaining"], (v) => assert.deepEqual(lateGame(v.game).cards, v.cards), "late");

each(["deals"], (v) => {
  const game = lateGame(v.game);
  const rounds = v.rounds.map(({ round }) => ({ round, present: rules.presentIn(game, round),
    dealer: rules.dealerOf(round, game), bid_order: rules.bidOrder(round, game) })
  );
  assert.deepEqual(rounds, v.rounds);
}, "late");

each(["late_game"], (v) => {
  const game = lateGame(v.game);
  const closed = rules.closedRounds(game);
  const rows = rules.totalsByRound(game);
  const rounds = game.rounds.map((_, index) => {
    const at = closed.indexOf(index + 1);
    return at === -1
      ? { points: null, totals: null }
      : { points: rules.pointsOf(game, index + 1), totals: rows[at] };
  });
  assert.deepEqual(rounds, v.rounds);
  assert.deepEqual(rules.totalsOf(game), v.totals);
  assert.deepEqual(rules.ranksOf(game), v.ranks);
  assert.deepEqual(rules.winnersOf(game), v.winners);
  assert.equal(closed.length === rules.roundCount(game), v.finished);
}, "late");

each(["late_bid"], (v) => {
  const game = lateGame(v.game);
  const number = game.rounds.length;
  assert.equal(bidsComplete(game, number), false);
  assert.equal(notAllowed(game, number, rules.dealerOf(number, game)), v.forbidden);
}, "late");

test("the line of a latecomer begins where they begin, the line of a leaver ends", () => {
  const { game } = vectorsOf("late", "late_game").find(({ id }) => id === "joined-and-left-crossing");
  const columns = columnsOf(lateGame(game));
  assert.deepEqual(columns.map((totals) => totals[4]), [null, 20, 50]);
  assert.deepEqual(columns.map((totals) => totals[0]), [0, 20, null]);
});
