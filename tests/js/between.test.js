import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { between } from "../../static/js/play/between.js";
import { newGame } from "../../static/js/play/game.js";
import { redraw } from "../../static/js/play/redraw.js";
import { act, opened } from "../../static/js/play/table.js";
import { Fake } from "./fakepage.js";

const LINE = 40;
const TALL_LINE = 64;
let frames = []; // what waits for the next frame
globalThis.requestAnimationFrame = (work) => frames.push(work);
Object.defineProperty(Fake.prototype, "offsetHeight", {
  get() {
    return TALL_LINE * (this.childNodes[0]?.childNodes.length ?? 0);
  },
});

const say = (key) => key;
const players = ["Ute", "Kevin", "Ada"].map((name, seat) => ({ id: String(seat), name }));
let state = null;
let body = null;
let interlude = null;

const draw = () => redraw(body, interlude(state));
const tap = (action, args) => {
  state = act(state, action, args, 0);
  draw();
};
function playRound(cards) {
  for (const seat of [0, 1, 2]) tap("bid", { seat, value: seat ? 0 : cards });
  state = { ...state, ui: { ...state.ui, quietUntil: 0 } };
  tap("closeRound", {});
}
async function frame() {
  for (const work of frames.splice(0)) work();
  await new Promise((resolve) => { setTimeout(resolve); });
}
const room = () => body.childNodes[0].childNodes[0];
const lines = () => room().childNodes[0]?.childNodes.length ?? 0;

beforeEach(() => {
  frames = [];
  globalThis.document = { ...globalThis.document, hidden: false };
  body = new Fake("body");
  state = opened(newGame({ id: "g", players, firstDealer: 0, schedule: "standard", evenBidRule: null, startedAt: null }));
  interlude = between(say, () => state);
  draw();
});

afterEach(frame);

test("nothing stands there before the first round, and once somebody has bid", () => {
  assert.equal(body.childNodes.length, 0);
  playRound(1);
  assert.equal(body.childNodes.length, 1);
  tap("bid", { seat: 2, value: 0 });
  assert.equal(body.childNodes.length, 0);
});

test("the first time they come into room for lines of short names", async () => {
  playRound(1);
  assert.equal(lines(), 0);
  assert.equal(room().style.minHeight, `${3 * LINE}px`);

  await frame();

  assert.equal(lines(), 3);
});

test("later they come one frame after the tap, into room as high as they had", async () => {
  playRound(1);
  await frame();
  playRound(2);
  assert.equal(lines(), 0);
  assert.equal(room().style.minHeight, `${3 * TALL_LINE}px`);

  await frame();

  assert.equal(lines(), 3);
  assert.equal(room().style.minHeight, "");
});

test("whoever bids before that frame does not see them", async () => {
  playRound(1);
  playRound(2);
  tap("bid", { seat: 0, value: 0 });
  await frame();
  assert.equal(body.childNodes.length, 0);
});
