import assert from "node:assert/strict";
import test from "node:test";

import { contentOf } from "../../static/js/later/result.js";
import { emptyRound, newGame } from "../../static/js/play/game.js";

const say = (key, slots) => `${key} ${slots?.n ?? ""}`.trim();

function ended() {
  const players = ["Ute", "Kevin", "Ada", "Tom"].map((name) => ({ id: name, name }));
  const game = newGame({ id: "g", players, firstDealer: 0, schedule: "first5", evenBidRule: null, startedAt: "2026-11-21T19:00:00Z" });
  const rounds = [
    { ...emptyRound(4), bids: [0, 1, 0, 1], tricks: [0, 1, 0, 0] },
    { ...emptyRound(4), bids: [2, 0, 1, 1], tricks: [1, 0, 1, 0] },
  ];
  return { game: { ...game, rounds, place: "Café", ended_after: 2, finished: true } };
}

test("the picture says who stands where, and what it is about", () => {
  const content = contentOf(ended(), say, "en", "Friday Wizards");
  assert.deepEqual(content.steps.map(({ rank, people }) => [rank, ...people.map(({ name }) => name)]), [[1, "Kevin", "Ada"], [3, "Ute"]]);
  assert.deepEqual(content.rest.map(({ name, rank, total }) => [name, rank, total]), [["Tom", 4, -20]]);
  assert.match(content.where, /^Friday Wizards · November 2[12], 2026 · Café$/);
  assert.match(content.day, /^2026-11-2[12]$/);
  assert.equal(content.columns.length, 3);
});
