import assert from "node:assert/strict";
import test from "node:test";
import { keptLine, openGames } from "../../static/js/play/groups.js";
import { wizard } from "../../static/js/play/wizard.js";
import { gameOf, THREE as players } from "./games.js";

const game = (id, more = {}) => ({ ...gameOf({ id, schedule: "first5" }), ...more });
const kept = (all, group, mine, at) => keptLine(wizard, all, group, { game: mine }, at);
const told = (id, more = {}) => ({ id, players, rounds: 15, rounds_played: 4, finished: false, played_on: "2026-11-20", ...more });

test("a running game is kept as a line, a game that is over as nothing", () => {
  const line = kept({}, "g", game("a"), "2026-11-21T20:00:00Z");
  assert.deepEqual(line, {
    "open.a": { group: "g", game: "a", names: ["Ute", "Kevin", "Ada"], round: 1, rounds: 5, at: "2026-11-21T20:00:00Z" },
  });
  for (const over of [{ finished: true }, { deleted: true }]) assert.deepEqual(kept(line, "g", game("a", over), "2026-11-21T21:00:00Z"), { "open.a": null });
  assert.deepEqual(kept({}, "g", game("b", { finished: true }), "2026-11-21T21:00:00Z"), {});
});

test("the line is written anew only for another round or another day", () => {
  const line = kept({}, "g", game("a"), "2026-11-21T20:00:00Z");
  assert.deepEqual(kept(line, "g", game("a"), "2026-11-21T20:10:00Z"), {});
  assert.equal(kept(line, "g", game("a"), "2026-11-28T20:10:00Z")["open.a"].at, "2026-11-28T20:10:00Z");
  const rounds = [{ bids: [0, 0, 0], tricks: [1, 0, 0] }];
  assert.equal(kept(line, "g", game("a", { rounds }), "2026-11-21T20:10:00Z")["open.a"].round, 2);
});

test("a game that another phone has finished is no longer open", () => {
  assert.deepEqual(openGames(kept({}, "g", game("a"), "2026"), "g", [told("a", { finished: true }), told("d", { finished: true })]), []);
});
