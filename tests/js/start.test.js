import assert from "node:assert/strict";
import test from "node:test";
import { addWords, COLOURS, defaultLook, isBlank, lengthOf, nameKey, PICTURES, speaker, unsureName,
  withDeck } from "../../static/js/play/names.js";
import { changed, firstOf, problemOf } from "../../static/js/play/views/page.js";
import * as wizard from "../../static/js/play/views/start.js";
import { read, vectorsOf } from "./games.js";

const { emptyStart, fitted, playing, rulesOf } = wizard;
const started = (seats) => fitted({ ...emptyStart(), seats });
const dealerOf = (start) => start.seats[playing(start)[firstOf(start, wizard)]];

test("case, width, spaces and invisible characters make no other name", () => {
  const same = [["Ute", "ＵＴＥ"], ["Ute", "U\u200bte "], ["Straße", "STRASSE"], ["Anna", "Anna\ufe0f"], [
    "Nikos",
    "Ni\u3164kos",
  ], ["Σοφός", "ΣΟΦΌΣ"], ["An  na", "an na"], ["An \u001b na", "an na"]];
  for (const [one, other] of same) assert.equal(nameKey(one), nameKey(other), `${one} / ${other}`);
  assert.notEqual(nameKey("Anna"), nameKey("Аnna"));
});

for (const { name, known, similar } of vectorsOf("names", "similar_name")) {
  test(`${name || "no name"} beside ${known}: ${similar ?? "no question"}`, () => {
    const players = known.map((each) => ({ name: each }));
    assert.equal(unsureName([name], players)?.similar ?? null, similar);
  });
}

for (const { names, known, meant, at, similar } of vectorsOf("names", "unsure_name")) {
  test(`${names} beside ${known}, meant: ${meant || "none"}: ${similar ?? "no question"}`, () => {
    const found = unsureName(names, known.map((name) => ({ name })), meant);
    assert.deepEqual([found?.seat ?? null, found?.similar], [at, similar]);
  });
}

test("a name with nothing to read is no name", () => {
  for (const name of ["", "  ", "\u3164", "\u200b", "\u0301", "\ufe0f"]) {
    assert.ok(isBlank(name), JSON.stringify(name));
  }
  for (const name of ["7", "😀", "?", "王", "한"]) assert.ok(!isBlank(name), name);
});

test("names with a word that would be torn, and those that may need more than two lines, are set in their own way", () => {
  const names = {
    long: ["Schneiderhannsjörg", "Thomas-Alexander von der Leyen",
      "Anna Wolfeschlegel-Maximiliane-Donnerstags"],
    longish: ["Anna von der Leyen", "Wolfgang-Amadeus"],
    "": ["Ute", "Maximiliane", "Maximilian W", "王小明"],
  };
  for (const [length, all] of Object.entries(names)) {
    for (const name of all) assert.equal(lengthOf(name), length, name);
  }
});

test("names the server would refuse are named before the start", () => {
  const problem = (...names) => problemOf(started(names), [{ name: "Kevin" }], wizard);
  assert.deepEqual(problem("Straße", "STRASSE", "Tom"), { word: "name_twice", seat: 1 });
  assert.equal(problem("Ute", "Kevni", "Tom").unsure.similar, "Kevin");
  assert.equal(problem("Ute", "Kevin", "Tom"), null);
});

test("who was named to deal first still does when the seats move", () => {
  const start = changed(started(["Ann", "Bob", "Cy", "Dee"]), "first", { seat: 1 }, wizard);
  const after = (action, seat) => dealerOf(changed(start, action, { seat }, wizard));
  assert.equal(after("moveUp", 2), "Bob");
  assert.equal(after("removeSeat", 0), "Bob");
  assert.equal(after("removeSeat", 1), "Ann");
  const typed = changed(start, "write", { field: { name: "seat4", value: "Eve" } }, wizard);
  assert.deepEqual(typed.seats.slice(3), ["Dee", "Eve", ""]);
});

test("a length that is the whole game for so many players says so", () => {
  const told = (players) => {
    const say = (key, { cards = "" } = {}) => `${key} ${cards}`;
    const rows = JSON.stringify(
      rulesOf(started(Array.from({ length: players }, (_, seat) => `P${seat}`)), say),
    );
    return rows.split('"schedule_amigo_tournament "')[1].includes("as_standard");
  };
  assert.deepEqual([3, 4, 5, 6].map(told), [false, false, false, true]);
});

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
