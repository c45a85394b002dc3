import assert from "node:assert/strict";
import test from "node:test";
import { speaker, withDeck } from "../../static/js/play/names.js";

const template = (word, text, category) => ({ dataset: { word, category }, content: { textContent: ` ${text} ` } });

// A document of nothing but words.
const page = (...templates) => ({ querySelectorAll: () => templates, templates });

test("words that come later are said once they are in the page", () => {
  const root = page(template("round", "Round {round}"));
  const say = speaker(root, "en");
  assert.throws(() => say("close"), /no word close/);
  root.templates.push(template("close", "Close"));
  assert.equal(say("close"), "Close");
  assert.equal(say("round", { round: 3 }), "Round 3");
});

test("the plural follows n, and a name keeps to itself", () => {
  const say = speaker(page(template("won", "{name}: {n} trick", "one"), template("won", "{name}: {n} tricks", "other")), "en");
  assert.equal(say("won", { n: 1, name: "Ute" }), "\u2068Ute\u2069: 1 trick");
  assert.equal(say("won", { n: 2, name: "Ute" }), "\u2068Ute\u2069: 2 tricks");
});

test("the suits are called as on the deck on the table", () => {
  const words = ["trump_red", "american_trump_red", "trump_none"].map((word) => template(word, word));
  let deck = null;
  const say = withDeck(speaker(page(...words), "en"), () => deck);
  assert.equal(say("trump_red"), "trump_red");
  deck = "american";
  assert.deepEqual([say("trump_red"), say("trump_none")], ["american_trump_red", "trump_none"]);
});
