// What stands on the page while bids are covered.

import assert from "node:assert/strict";
import test from "node:test";
import { lazy } from "../../static/js/play/dom.js";
import { opened } from "../../static/js/play/state.js";
import { gameOf, played } from "./games.js";

globalThis.document ??= { documentElement: { lang: "en" } };

const { tableView } = await import("../../static/js/lazy/bids.js");
const { whereWeAre } = await import("../../static/js/lazy/announcements.js");
const { aside, footer, header, round } = await import("../../static/js/play/views/round.js");
const parts = await import("../../static/js/lazy/parts.js");
const { menu, sealedFooter, sealedSeats } = parts;

lazy.parts = parts;
lazy.languages = { nodeType: 1, querySelector: () => ({}) };
const LINKS = { languages: "{}", rules: "", judge: "", sheet: "", print: "", home: "", back: "" };
const say = (key, slots = {}) => [key, ...Object.values(slots)].join(" ");

// In a round of three cards; Kevin bids first.
const bidding = (mode, ...taps) =>
  played(opened(gameOf({ schedule: "custom", cards: [3, 2], bid_mode: mode })), ...taps);

const onPhone = (seat, value) => [["hand", { seat }], ["take"], ["seal", { seat, value }], ["cover"]];

// All that this state can put on the page or say, as text.
function shown(state) {
  const at = (panelName) => ({ ...state, ui: { ...state.ui, panel: panelName } });
  const pages = [header(state, say, LINKS), round(state, say, true), aside(state, say, true),
    footer(state, say, null), menu(at("menu"), say, LINKS), tableView(at("table"), say)];
  return JSON.stringify([pages, whereWeAre(state, say)]);
}

const alike = (states) => assert.equal(new Set(states.map(shown)).size, 1);

test("two pages that differ in a covered bid alone are the same page", () => {
  for (const mode of ["hidden", "secret"]) {
    alike([0, 1, 2, 3].map((value) => bidding(mode, ...onPhone(1, value))));
  }
  alike([0, 1, 2, 3].map((value) => bidding("slips", ["slip", { seat: 1, value }])));
});

test("so they are when the same person takes the phone again, after a step back, or after the phone was locked", () => {
  alike(
    [0, 1, 2, 3].map((value) => bidding("hidden", ...onPhone(1, value), ["hand", { seat: 1 }], ["take"])),
  );
  alike([0, 1, 2, 3].map((value) => bidding("hidden", ...onPhone(1, value), ...onPhone(2, 1), ["undo"])));
  alike([0, 1, 2, 3].map((value) => bidding("hidden", ...onPhone(1, value).slice(0, 3), ["hide"], ["take"])));
});

test("while a secret round is played its page does not depend on the bids, but on the tricks", () => {
  const all = (value) => [...onPhone(1, value), ...onPhone(2, 0), ...onPhone(0, 1)];
  const state = (value, ...taps) =>
    bidding("secret", ...all(value), ["took", { seat: 1, value: 2 }], ...taps);
  alike([0, 1, 2, 3].map((value) => state(value)));
  alike([0, 1, 2, 3].map((value) => state(value, ["took", { seat: 2, value: 0 }])));
  assert.notEqual(shown(state(0)), shown(state(0, ["took", { seat: 2, value: 0 }])));
});

test("a screen reader finds no number before its owner has headphones on", () => {
  const chips = (state) =>
    sealedSeats(state, say).children.find(({ attributes }) => attributes.class?.startsWith("chips"));
  const open = bidding("hidden", ["hand", { seat: 1 }], ["take"]);
  assert.equal(chips(open).attributes["aria-hidden"], "true");
  assert.ok(chips(open).children.every(({ attributes }) => attributes.tabindex === "-1"));
  const heard = played(open, ["hears"]);
  assert.equal(chips(heard).attributes["aria-hidden"], undefined);
  assert.ok(chips(heard).children.every(({ attributes }) => attributes.tabindex === undefined));
});

const mainButton = (state) =>
  sealedFooter(state, say, null).flat().find((node) => node?.attributes?.class === "main");
const doneBy = (state) => mainButton(state).attributes["data-do"] ?? null;

test("the one button follows the phone from hand to hand", () => {
  const some = bidding("hidden", ...onPhone(1, 0));
  assert.deepEqual([doneBy(bidding("hidden")), doneBy(some)], ["hand", "take"]);
  const open = played(some, ["take"]);
  assert.equal(doneBy(open), null); // nothing to cover yet
  assert.equal(doneBy(played(open, ["seal", { seat: 2, value: 1 }])), "cover");
});

const goOn = (state) =>
  sealedFooter(state, say, null).flat(2).map((node) => node?.children ?? []).flat().find((node) =>
    node?.attributes?.class === "quiet"
  );
const inRows = (state) =>
  sealedSeats(state, say).at(-1).children.map(({ children }) => children[0].attributes["data-do"]);

test("a table that waits for one phone may go on: that bid is typed in where all can see it", () => {
  const seats = { 0: { phone: true, by: "own" }, 1: { phone: true, by: null },
    2: { phone: false, by: "table" } };
  const state = bidding("hidden", ["heard", { heard: { round: 1, seats } }]);
  assert.equal(goOn(state).attributes["data-do"], "late");
  const late = played(state, ["late"]);
  assert.deepEqual(inRows(late), ["unfold", "hand", "hand"]); // Kevin's number, nobody else's
  assert.deepEqual([doneBy(late), mainButton(late).children[0].text], [null, "bids_next Kevin"]);
  const said = played(late, ["bidLate", { seat: 1, value: 2 }]);
  assert.equal(mainButton(said).children[0].text, "waits_for_bids");
  assert.deepEqual(inRows(played(said, ["late"])), ["hand", "hand", "hand"]);
});
