import assert from "node:assert/strict";
import test from "node:test";
import { extras, foresight } from "../../static/js/lazy/cards.js";
import { panelOf } from "../../static/js/lazy/parts.js";
import { withRound } from "../../static/js/play/game.js";
import { opened } from "../../static/js/play/state.js";
import { gameOf } from "./games.js";

const BOX = ["dragon", "fairy", "bomb", "werewolf", "juggler", "cloud", "shapeshifter"];
const say = (key, slots = {}) => [key, ...Object.values(slots)].join(" ");

const stateOf = (bids, changes = {}) => opened(withRound({ ...gameOf(), edition: BOX, ...changes }, 1, { bids }));

const parts = (node) => (node?.children?.length ? node.children.flatMap(parts) : [node]);
const texts = (node) => (node ? parts(node).map(({ text }) => text).filter(Boolean) : []);
const buttons = (node) => (!node ? [] : [...(node.tag === "button" ? [node] : []), ...(node.children ?? []).flatMap(buttons)]);

test("the Werewolf is there before the first bid, Bomb and Cloud after the last", () => {
  assert.deepEqual(texts(extras(stateOf([null, null, null]), say)), ["extra_werewolf"]);
  assert.equal(extras(stateOf([null, 1, null]), say), null);
  assert.deepEqual(texts(extras(stateOf([1, 0, 0]), say)), ["extra_bomb", "extra_cloud"]);
});

test("one tap books a Bomb; the second opens the question, and no trick left is said", () => {
  const bombs = (void_tricks, cards) => {
    const state = stateOf([1, 0, 0], { schedule: "custom", cards });
    const game = withRound(state.game, 1, { void_tricks });
    return { ...state, game };
  };
  const doneBy = (state) => buttons(extras(state, say))[0].attributes["data-do"];
  const asked = (state) => texts(panelOf({ ...state, ui: { ...state.ui, panel: "bomb" } }, say));
  assert.equal(doneBy(bombs(0, [2])), "bomb");
  assert.equal(doneBy(bombs(1, [2])), "panel");
  assert.deepEqual(asked(bombs(1, [2])), ["bomb_again 2", "leave_it_so"]);
  assert.deepEqual(asked(bombs(2, [2])), ["bomb_no_more 2"]);
});

test("a bid that cannot move says why, and a second Cloud is asked about", () => {
  const state = stateOf([1, 0, 0]);
  const panel = (name, of = state) => panelOf({ ...of, ui: { ...of.ui, panel: name } }, say);
  const barred = buttons(panel("cloud")).filter(({ attributes }) => "disabled" in attributes);
  assert.deepEqual(barred.map(({ attributes }) => attributes["aria-label"]), ["cloud_lowest 1", "cloud_lowest 1", "cloud_highest 1"]);
  const moved = { ...state, game: withRound(state.game, 1, { bid_changes: [{ seat: 0, by: -1 }] }) };
  assert.ok(texts(panel("cloud", moved)).includes("cloud_again"));
  assert.ok(texts(panel("cloud_again", moved)).includes("cloud_whose"));
  const early = stateOf([1, null, 0]);
  assert.deepEqual(texts(panel("cloud", early)), ["cloud_early"]);
});

test("foresight is remembered in a first round of one card only, while bids are made", () => {
  assert.equal(foresight(stateOf([null, null, null], { foresight: true }), say).text, "foresight_now");
  assert.equal(foresight(stateOf([1, 0, 0], { foresight: true }), say), null);
  assert.equal(foresight(stateOf([null, null, null], { foresight: true, cards: [2, 4] }), say), null);
});
