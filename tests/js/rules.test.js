import assert from "node:assert/strict";
import test from "node:test";
import { bidsComplete, emptyRound, notAllowed } from "../../static/js/play/game.js";
import * as rules from "../../static/js/play/rules.js";
import { streaks } from "../../static/js/play/rules.js";
import { tickFor } from "../../static/js/play/table.js";
import { columnsOf } from "../../static/js/play/views/standings.js";
import { gameOf, people, read, vectorsOf } from "./games.js";

const ofType = (...types) => vectorsOf("wizard", ...types);
const LETTERS = { B: "blue", R: "red", G: "green", Y: "yellow" };
const ruleOf = (rule) =>
  rule && { mode: rule.mode, min_cards: rule.minCards, zero_always_allowed: rule.zeroAlwaysAllowed };
const roundOf = ({ bids, tricks, bidAdjust = [] }) => ({ bids, tricks,
  bid_changes: bidAdjust.map(([seat, by]) => ({ seat, by })) });

for (const v of ofType("schedule")) {
  test(`${v.id} has these cards in each round`, () => {
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
}

for (const v of ofType("seats")) {
  test(`${v.id} deals and bids in this order`, () => {
    const game = { first_dealer: v.firstDealer, players: Array(v.players).fill({}), rounds: [] };
    const dealer = rules.dealerOf(v.round, game);
    assert.equal(dealer, v.dealer);
    assert.deepEqual(rules.bidOrder(v.round, game), v.bidOrder);
  });
}

for (const v of ofType("bid_legality")) {
  test(`${v.id} forbids ${v.forbidden}`, () => {
    const { bidder_is_leader: leads, bidder_is_sole_leader: leadsAlone } = v.context;
    const forbidden = rules.forbiddenBid(v.priorBids, { cards: v.cards, players: v.players,
      rule: ruleOf(v.rule), lead: [leads, leadsAlone].filter(Boolean).length - 1 });
    assert.deepEqual(forbidden === null ? [] : [forbidden], v.forbidden);
  });
}

for (const v of ofType("score")) {
  test(`${v.id} scores ${v.points}`, () => {
    const points = (scoring) => rules.pointsFor(v.bid, v.tricks, 1, { cards: [v.cards ?? 1], scoring });
    assert.equal(points("classic"), v.points);
    assert.equal(points("classic_div10") * 10, v.points);
  });
}

for (const [type, scoring] of [["score_alternative", "alternative"], ["score_junior", "junior"]]) {
  for (const v of ofType(type)) {
    test(`${v.id} scores ${v.points}`, () =>
      assert.equal(rules.pointsFor(v.bid, v.tricks, 1, { cards: [v.cards ?? 1], scoring }), v.points));
  }
}

test("a table's own formula scores as it says", () => {
  const game = { scoring: "custom", cards: [9],
    formula: { base: 5, per_trick: 2, per_miss: 3, kept_zero: 50 } };
  const bids = [[0, 0], [1, 1], [4, 4], [0, 2], [3, 1]];
  assert.deepEqual(bids.map(([bid, tricks]) => rules.pointsFor(bid, tricks, 1, game)), [50, 7, 13, -6, -6]);
});

test("a miss may cost once and keep its tricks, a zero grow with the cards, the last rounds count double", () => {
  const { cards, formula, rounds, totals } = read("house");
  const game = { ...gameOf({ schedule: "custom", cards, scoring: "custom", formula }),
    rounds: rounds.map((round) => ({ ...emptyRound(3), ...round })) };
  assert.deepEqual(rules.totalsByRound(game).at(-1), totals);
});

test("points, totals and what it would be now follow the scoring of the game", () => {
  const rounds = [{ bids: [0, 1, 1], tricks: [0, 0, 1], bid_changes: [] }];
  const game = { players: [{}, {}, {}], cards: [1, 2], rounds, adjustments: [], scoring: "alternative" };
  assert.deepEqual(rules.totalsByRound(game), [[10, -10, 20]]);
  assert.equal(10 + rules.pointsFor(0, 0, 2, game), 30);
});

for (const v of ofType("provisional")) {
  test(`${v.id} would stand at ${v.provisionalTotal}`, () =>
    assert.equal(v.totalBefore + rules.pointsFor(v.bid, v.tricksSoFar, 1, { cards: [v.cards ?? 1] }),
      v.provisionalTotal));
}

for (const v of ofType("full_game", "partial_game", "partial_game_specials")) {
  test(`${v.id} adds up round by round`, () => {
    const rounds = v.rounds.map(roundOf);
    const game = { players: Array(v.players).fill({}), cards: rounds.map(() => 1), rounds, adjustments: [] };
    assert.deepEqual(rounds.map((_, at) => rules.pointsOf(game, at + 1)), v.rounds.map(({ points }) =>
      points
    ));
    assert.deepEqual(rules.totalsByRound(game), v.rounds.map(({ totals }) => totals));
  });
}

for (const v of ofType("ranking")) {
  test(`${v.id} ranks ${v.ranks}`, () => assert.deepEqual(rules.ranks(v.totals), v.ranks));
}

test("a penalty counts in the totals, never in the points", () => {
  const [v] = ofType("totals_with_adjustments");
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

const players = ["Ute", "Kevin", "Ada"].map((name) => ({ id: name, name }));
const round = (bids, tricks) => ({ ...emptyRound(3), bids, tricks });
const game = (...rounds) => ({ players, rounds });

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

for (const v of vectorsOf("late", "cards_remaining")) {
  test(`${v.id} leaves these hands`, () => assert.deepEqual(lateGame(v.game).cards, v.cards));
}

for (const v of vectorsOf("late", "deals")) {
  test(`${v.id} deals to those who are there`, () => {
    const game = lateGame(v.game);
    const rounds = v.rounds.map(({ round }) => ({ round, present: rules.presentIn(game, round),
      dealer: rules.dealerOf(round, game), bid_order: rules.bidOrder(round, game) })
    );
    assert.deepEqual(rounds, v.rounds);
  });
}

for (const v of vectorsOf("late", "late_game")) {
  test(`${v.id} adds up for those who play`, () => {
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
  });
}

for (const v of vectorsOf("late", "late_bid")) {
  test(`${v.id} forbids ${v.forbidden}`, () => {
    const game = lateGame(v.game);
    const number = game.rounds.length;
    assert.equal(bidsComplete(game, number), false);
    assert.equal(notAllowed(game, number, rules.dealerOf(number, game)), v.forbidden);
  });
}

test("the line of a latecomer begins where they begin, the line of a leaver ends", () => {
  const { game } = vectorsOf("late", "late_game").find(({ id }) => id === "joined-and-left-crossing");
  const columns = columnsOf(lateGame(game));
  assert.deepEqual(columns.map((totals) => totals[4]), [null, 20, 50]);
  assert.deepEqual(columns.map((totals) => totals[0]), [0, 20, null]);
});
