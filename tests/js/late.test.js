import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { bidsComplete, emptyRound, newGame, notAllowed } from "../../static/js/play/game.js";
import * as presence from "../../static/js/play/rules.js";
import * as totals from "../../static/js/play/rules.js";
import { columnsOf, curves } from "../../static/js/play/views/standings.js";

const { vectors } = JSON.parse(readFileSync(new URL("../vectors/late.json", import.meta.url)));
const ofType = (type) => {
  const found = vectors.filter((vector) => vector.type === type);
  assert.ok(found.length, `no vectors of type ${type}`);
  return found;
};

function gameOf({ players, rounds = [], ...written }) {
  const people = players.map((name) => ({ id: name, name }));
  const game = { ...newGame({ id: "g", players: people, firstDealer: 0, schedule: "standard", evenBidRule: null, startedAt: null }), ...written };
  const filled = rounds.map((round) => ({ ...emptyRound(players.length), ...round }));
  return { ...game, cards: presence.cardsOf(game), rounds: filled };
}

for (const v of ofType("cards_remaining")) {
  test(`${v.id} leaves these hands`, () => assert.deepEqual(gameOf(v.game).cards, v.cards));
}

for (const v of ofType("deals")) {
  test(`${v.id} deals to those who are there`, () => {
    const game = gameOf(v.game);
    const rounds = v.rounds.map(({ round }) => ({
      round,
      present: presence.presentIn(game, round),
      dealer: presence.dealerOf(round, game),
      bid_order: presence.bidOrder(round, game),
    }));
    assert.deepEqual(rounds, v.rounds);
  });
}

for (const v of ofType("late_game")) {
  test(`${v.id} adds up for those who play`, () => {
    const game = gameOf(v.game);
    const closed = totals.closedRounds(game);
    const rows = totals.totalsByRound(game);
    const rounds = game.rounds.map((round, index) => {
      const at = closed.indexOf(index + 1);
      return at === -1 ? { points: null, totals: null } : { points: totals.pointsOf(round), totals: rows[at] };
    });
    assert.deepEqual(rounds, v.rounds);
    assert.deepEqual(totals.totalsOf(game), v.totals);
    assert.deepEqual(totals.ranksOf(game), v.ranks);
    assert.deepEqual(totals.winnersOf(game), v.winners);
    assert.equal(closed.length === presence.roundCount(game), v.finished);
  });
}

for (const v of ofType("late_bid")) {
  test(`${v.id} forbids ${v.forbidden}`, () => {
    const game = gameOf(v.game);
    const number = game.rounds.length;
    assert.equal(bidsComplete(game, number), false);
    assert.equal(notAllowed(game, number, presence.dealerOf(number, game)), v.forbidden);
  });
}

test("the line of a latecomer begins where they begin, the line of a leaver ends", () => {
  const { game } = ofType("late_game").find(({ id }) => id === "joined-and-left-crossing");
  const columns = columnsOf(gameOf(game));
  assert.deepEqual(columns.map((totals) => totals[4]), [null, 20, 50]);
  assert.deepEqual(columns.map((totals) => totals[0]), [0, 20, null]);
  const { points } = curves(columns);
  assert.deepEqual(points.map((line) => line.length), [2, 3, 3, 3, 2]);
});
