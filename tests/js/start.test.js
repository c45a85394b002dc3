import assert from "node:assert/strict";
import test from "node:test";

import { cardsLabel, emptyStart, nameKey, problemOf } from "../../static/js/play/pages/start.js";
import { cardsPerRound } from "../../static/js/play/rules.js";

for (const [schedule, players, label] of [
  ["standard", 4, "1–15"],
  ["up_down", 6, "1–10–1"],
  ["reverse", 5, "12–1"],
  ["maximus", 4, "5 × 15"],
  ["quick", 4, "1 3 5 7 9 11 13 15"],
  ["amigo_tournament", 5, "2 4 5 6 7 8 9 10 11 12"],
]) {
  test(`the cards of ${schedule} with ${players} are written ${label}`, () =>
    assert.equal(cardsLabel(cardsPerRound(schedule, players)), label));
}

for (const twin of ["anna ", "ＡＮＮＡ", "An\u200bna", "ANNA"]) {
  test(`${JSON.stringify(twin)} is Anna again`, () => assert.equal(nameKey(twin), nameKey("Anna")));
}

test("the same name twice is objected to where it comes the second time", () => {
  const problem = problemOf({ ...emptyStart(), seats: ["Anna", "Ben", "anna", ""] });
  assert.deepEqual(problem, { word: "name_twice", seat: 2 });
});

test("two names are too few", () => {
  assert.deepEqual(problemOf({ ...emptyStart(), seats: ["Anna", "Ben", ""] }), { word: "names_missing", seat: 2 });
});
