import assert from "node:assert/strict";
import test from "node:test";
import { addWords, COLOURS, defaultLook, PICTURES, speaker, withDeck } from "../../static/js/play/names.js";
import { read } from "./games.js";

// A document of nothing but words.
const page = (words) => ({ getElementById: () => ({ textContent: JSON.stringify(words) }) });

test("words that come later are said once they are added", () => {
  const say = speaker(page({ round: "Round {round}" }), "en");
  assert.throws(() => say("close"), /no word close/);
  addWords(page({ close: "Close" }));
  assert.equal(say("close"), "Close");
  assert.equal(say("round", { round: 3 }), "Round 3");
});

test("the plural follows n, and a name keeps to itself", () => {
  const say = speaker(page({ won: { one: "{name}: {n} trick", other: "{name}: {n} tricks" } }), "en");
  assert.equal(say("won", { n: 1, name: "Ute" }), "\u2068Ute\u2069: 1 trick");
  assert.equal(say("won", { n: 2, name: "Ute" }), "\u2068Ute\u2069: 2 tricks");
});

test("the suits are called as on the deck on the table", () => {
  const words = ["trump_red", "american_trump_red", "trump_none"].map((word) => [word, word]);
  let deck = null;
  const say = withDeck(speaker(page(Object.fromEntries(words)), "en"), () => deck);
  assert.equal(say("trump_red"), "trump_red");
  deck = "american";
  assert.deepEqual([say("trump_red"), say("trump_none")], ["american_trump_red", "trump_none"]);
});

test("colours and pictures of players follow from their ids as on the server", () => {
  const { colours, pictures, looks } = read("looks");
  assert.deepEqual([COLOURS, PICTURES], [colours, pictures]);
  for (const [id, ...look] of looks) assert.deepEqual(defaultLook(id), look);
});
