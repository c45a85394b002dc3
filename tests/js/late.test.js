import assert from "node:assert/strict";
import test from "node:test";
import { bidsComplete, emptyRound, notAllowed } from "../../static/js/play/game.js";
import * as rules from "../../static/js/play/rules.js";
import { columnsOf, linesIn } from "../../static/js/play/views/standings.js";
import { gameOf as begun, people, vectorsOf } from "./games.js";

const ofType = (type) => vectorsOf("late", type);

function gameOf({ players, rounds = [], ...written }) {
  const game = { ...begun({ players: people(...players) }), ...written };
  const filled = rounds.map((round) => ({ ...emptyRound(players.length), ...round }));
  return { ...game, cards: rules.cardsOf(game), rounds: filled };
}

for (const v of ofType("cards_remaining")) {
  test(`${v.id} leaves these hands`, () => assert.deepEqual(gameOf(v.game).cards, v.cards));
}

for (const v of ofType("deals")) {
  test(`${v.id} deals to those who are there`, () => {
    const game = gameOf(v.game);
    const rounds = v.rounds.map(({ round }) => ({ round, present: rules.presentIn(game, round),
      dealer: rules.dealerOf(round, game), bid_order: rules.bidOrder(round, game) })
    );
    assert.deepEqual(rounds, v.rounds);
  });
}

for (const v of ofType("late_game")) {
  test(`${v.id} adds up for those who play`, () => {
    const game = gameOf(v.game);
    const closed = rules.closedRounds(game);
    const rows = rules.totalsByRound(game);
    const rounds = game.rounds.map((round, index) => {
      const at = closed.indexOf(index + 1);
      return at === -1 ? { points: null, totals: null } : { points: rules.pointsOf(round), totals: rows[at] };
    });
    assert.deepEqual(rounds, v.rounds);
    assert.deepEqual(rules.totalsOf(game), v.totals);
    assert.deepEqual(rules.ranksOf(game), v.ranks);
    assert.deepEqual(rules.winnersOf(game), v.winners);
    assert.equal(closed.length === rules.roundCount(game), v.finished);
  });
}

for (const v of ofType("late_bid")) {
  test(`${v.id} forbids ${v.forbidden}`, () => {
    const game = gameOf(v.game);
    const number = game.rounds.length;
    assert.equal(bidsComplete(game, number), false);
    assert.equal(notAllowed(game, number, rules.dealerOf(number, game)), v.forbidden);
  });
}

test("the line of a latecomer begins where they begin, the line of a leaver ends", () => {
  const { game } = ofType("late_game").find(({ id }) => id === "joined-and-left-crossing");
  const columns = columnsOf(gameOf(game));
  assert.deepEqual(columns.map((totals) => totals[4]), [null, 20, 50]);
  assert.deepEqual(columns.map((totals) => totals[0]), [0, 20, null]);
  const { lines } = linesIn([0, 0, 100, 100], columns);
  assert.deepEqual(lines.map((line) => line.length), [2, 3, 3, 3, 2]);
});
