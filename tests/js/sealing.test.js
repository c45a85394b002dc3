import assert from "node:assert/strict";
import test from "node:test";
import { handOf, hasBid, missing } from "../../static/js/lazy/sealed_bids.js";
import { emptyRound, roundOf } from "../../static/js/play/game.js";
import { resourcesOf } from "../../static/js/play/resources.js";
import { totalsOf } from "../../static/js/play/rules.js";
import * as table from "../../static/js/play/state.js";
import { opened } from "../../static/js/play/state.js";
import { aside, footer, header, round } from "../../static/js/play/views/round.js";
import "../../static/js/lazy/cards.js";
import { tableView } from "../../static/js/lazy/bids.js";
import * as parts from "../../static/js/lazy/parts.js";
import { lazy } from "../../static/js/play/dom.js";
import { drawnIn, elementsIn, gameOf, onPhone, played, say, textsIn } from "./games.js";

// In round two, of two cards; Kevin deals, so Ada bids first.
function inRoundTwo(mode) {
  const first = { ...emptyRound(3), bids: [1, 0, 0], tricks: [1, 0, 0] };
  return table.opened({ ...gameOf({ schedule: "first5", bid_mode: mode }), rounds: [first] });
}

const second = (state) => roundOf(state.game, 2);
const passedRound = (state, ...bids) =>
  played(state, ...bids.flatMap(([seat, value]) => onPhone(seat, value)));
const sent = (state) => JSON.stringify(resourcesOf("group", state.game, new Set()));

test("while the phone goes round nothing of it is a bid, and nothing is sent", () => {
  const before = inRoundTwo("hidden");
  const state = passedRound(before, [2, 1], [0, 2]);
  assert.equal(table.phase(state), "sealed");
  assert.deepEqual(second(state).bids, [null, null, null]);
  assert.deepEqual([0, 1, 2].filter((seat) => hasBid(state, seat)), [0, 2]);
  assert.deepEqual(missing(state), [1]);
  assert.equal(sent(state), sent(before));
});

test("what is tapped is shown until it is covered, and not to the next person", () => {
  const tapped = played(inRoundTwo("hidden"), ["hand", { seat: 2 }], ["take"], ["seal", { seat: 2,
    value: 1 }]);
  assert.equal(handOf(tapped).bid, 1);
  const covered = played(tapped, ["cover"]);
  assert.equal(handOf(covered).bid, null);
  assert.equal(handOf(covered).seat, 0); // the next one who has not bid
  assert.equal(handOf(played(covered, ["hand", { seat: 2 }], ["take"])).bid, null);
});

test("undo and redo show no hand", () => {
  const twice = played(inRoundTwo("hidden"), ["hand", { seat: 2 }], ["take"], ["seal", { seat: 2, value: 1 }],
    ["seal", { seat: 2, value: 2 }]);
  const undone = played(twice, ["undo"]);
  assert.equal(handOf(undone), null);
  assert.equal(handOf(played(undone, ["redo"])), null);
});

test("hidden bids are shown together, may be changed until then, and only then sent", () => {
  const state = passedRound(inRoundTwo("hidden"), [2, 0], [0, 2], [2, 1], [1, 0]);
  assert.equal(table.phase(state), "sealed");
  const shown = played(state, ["reveal"]);
  assert.equal(table.phase(shown), "reading");
  assert.deepEqual(second(shown).bids, [2, 0, 1]);
  assert.match(sent(shown), /"bids":\[2,0,1\]/u);
  assert.doesNotMatch(sent(shown), /sealed|late_/u);
});

test("a player without a bid at the reveal bids late, in the open, and nothing is sent before", () => {
  const state = played(passedRound(inRoundTwo("hidden"), [2, 1], [0, 2]), ["reveal"]);
  assert.equal(table.phase(state), "bids");
  assert.deepEqual(second(state).late_bids, [1]);
  assert.equal(state.ui.open, 1);
  assert.match(sent(state), /"bids":\[null,null,null\]/u);
  const whole = played(state, ["bid", { seat: 1, value: 1 }]);
  assert.equal(table.phase(whole), "reading");
  assert.match(sent(whole), /"bids":\[2,1,1\].*"late_bids":\[1\]/u);
});

test("secret bids are shown with the tricks, the last one's being the rest", () => {
  let state = passedRound(inRoundTwo("secret"), [2, 1], [0, 2], [1, 0]);
  state = played(state, ["took", { seat: 2, value: 1 }], ["took", { seat: 0, value: 1 }]);
  assert.deepEqual(table.currentTricks(state), [1, 0, 1]);
  assert.equal(table.phase(state), "sealed");
  const shown = played(state, ["reveal"]);
  assert.equal(table.phase(shown), "tricks");
  assert.match(sent(shown), /"bids":\[null,null,null\]/u); // not before the tricks
  const [, , told] = resourcesOf("group", played(shown, ["cloud", { seat: 1, by: 1 }]).game, new Set());
  assert.deepEqual([told.body.bids, told.body.bid_changes], [[null, null, null], []]);
  const closed = played(shown, ["closeRound"]);
  assert.deepEqual(closed.game.rounds[1].bids, [2, 0, 1]);
  assert.deepEqual(closed.game.rounds[1].tricks, [1, 0, 1]);
  assert.deepEqual(totalsOf(closed.game), [20, 40, 50]);
});

test("covered bids follow their people to other seats", () => {
  const state = passedRound(inRoundTwo("hidden"), [2, 1], [0, 2]);
  const moved = played(state, ["moveUp", { seat: 2 }]); // Ute, Ada, Kevin
  assert.deepEqual([0, 1, 2].filter((seat) => hasBid(moved, seat)), [0, 1]);
});

const { menu, sealedFooter, sealedSeats, whereWeAre } = parts;
lazy.parts = parts;
lazy.languages = { nodeType: 1, querySelector: () => ({}) };
const LINKS = { languages: "{}", rules: "", judge: "", sheet: "", print: "", home: "", back: "" };

// In a round of three cards; Kevin bids first.
const bidding = (mode, ...taps) =>
  played(opened(gameOf({ schedule: "custom", cards: [3, 2], bid_mode: mode })), ...taps);

// All that this state can put on the page or say, as text.
function shown(state) {
  const at = (panelName) => ({ ...state, ui: { ...state.ui, panel: panelName } });
  const pages = [header(state, say, LINKS), round(state, say, true), aside(state, say, true),
    footer(state, say, null), menu(at("menu"), say, LINKS), tableView(at("table"), say)];
  const told = drawnIn(pages).map(({ type, props }, at, all) =>
    props ? [type, { ...props, children: null }] : all[at]
  );
  return JSON.stringify([told, whereWeAre(state, say)]);
}

const alike = (states) => assert.equal(new Set(states.map(shown)).size, 1);

test("two pages that differ in a covered bid alone are the same page, also after a step back or a lock", () => {
  const covered = (value) => onPhone(1, value);
  const ways = [covered, (value) => [...covered(value), ["hand", { seat: 1 }], ["take"]],
    (value) => [...covered(value), ...onPhone(2, 1), ["undo"]],
    (value) => [...covered(value).slice(0, 3), ["hide"], ["take"]]];
  for (const way of ways) alike([0, 1, 2, 3].map((value) => bidding("hidden", ...way(value))));
  alike([0, 1, 2, 3].map((value) => bidding("secret", ...covered(value))));
  alike([0, 1, 2, 3].map((value) => bidding("slips", ["slip", { seat: 1, value }])));
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
  const chips = (state) => {
    const all = elementsIn(sealedSeats(state, say));
    const [group] = all.filter(({ props }) => props.class?.startsWith("chips"));
    return [group.props["aria-hidden"],
      ...elementsIn(group.props.children).map(({ props }) => props.tabindex)];
  };
  const open = bidding("hidden", ["hand", { seat: 1 }], ["take"]);
  assert.deepEqual(chips(open), ["true", "-1", "-1", "-1", "-1"]);
  assert.deepEqual(chips(played(open, ["hears"])), [null, null, null, null, null]);
});

const ofLook = (look, drawn) => elementsIn(drawn).find(({ props }) => props.class === look);
const mainButton = (state) => ofLook("main", sealedFooter(state, say, null));
const doneBy = (state) => mainButton(state).props["data-do"] ?? null;

test("the one button follows the phone from hand to hand", () => {
  const some = bidding("hidden", ...onPhone(1, 0));
  assert.deepEqual([doneBy(bidding("hidden")), doneBy(some)], ["hand", "take"]);
  const open = played(some, ["take"]);
  assert.equal(doneBy(open), null); // nothing to cover yet
  assert.equal(doneBy(played(open, ["seal", { seat: 2, value: 1 }])), "cover");
});

const goOn = (state) => ofLook("quiet", sealedFooter(state, say, null));

test("a table that waits for one phone may go on: this one is passed to that player", () => {
  const seats = { 0: { phone: true, hasBid: true }, 1: { phone: true, hasBid: false },
    2: { phone: false, hasBid: true } };
  const state = bidding("hidden", ["heard", { heard: { round: 1, seats } }]);
  assert.deepEqual(doneBy(state), null); // it waits for Kevin
  assert.deepEqual(goOn(state).props["data-do"], "hand");
  const passed = played(state, ...onPhone(1, 2));
  assert.deepEqual(textsIn(mainButton(passed)), ["waits_for_bids"]);
});

test("with all tricks of a secret round known, players who have not bid on their phone bid on this one", () => {
  const heard = { round: 1, seats: { 0: { phone: true, hasBid: false } } };
  const state = bidding("secret", ["heard", { heard }], ...onPhone(1, 2), ...onPhone(2, 1), ["playOn"], [
    "took",
    { seat: 1, value: 2 },
  ]);
  assert.equal(doneBy(state), null);
  const over = played(state, ["took", { seat: 2, value: 0 }]);
  assert.equal(doneBy(over), "hand");
  const passed = played(over, ...onPhone(0, 1));
  assert.equal(doneBy(passed), null); // the server does not have this bid yet
  const seats = Object.fromEntries([0, 1, 2].map((seat) => [seat, { phone: false, hasBid: true }]));
  const known = played(passed, ["heard", { heard: { round: 1, seats } }]);
  assert.equal(doneBy(known), "sendTricks");
  assert.deepEqual(played(known, ["sendTricks"]).game.rounds[0].tricks, [1, 2, 0]);
});

test("bids that a version before stored as texts count", () => {
  const state = inRoundTwo("hidden");
  state.game.rounds[1] = { ...emptyRound(3), sealed: ["1f20", "ff01", null] };
  assert.deepEqual(missing(state), [2]);
  assert.deepEqual(played(state, ["reveal"]).game.rounds[1].bids, [1, 2, null]);
});
