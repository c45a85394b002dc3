import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { afterFrame } from "../../static/js/play/dom.js";

const LONGER_THAN_A_FRAME = 150;
const tick = (ms = 0) => new Promise((resolve) => { setTimeout(resolve, ms); });

let frames = [];
let done = [];
const doing = (name) => () => done.push(name);
const frame = () => frames.splice(0).forEach((work) => work());

beforeEach(() => {
  frames = [];
  done = [];
  globalThis.document = { hidden: false };
  globalThis.requestAnimationFrame = (work) => frames.push(work);
});

test("what waits for one frame asks for it once, and is done in its order after it", async () => {
  for (const name of ["write", "focus", "say"]) afterFrame(doing(name));
  assert.equal(frames.length, 1);

  frame();
  assert.deepEqual(done, []);
  await tick();

  assert.deepEqual(done, ["write", "focus", "say"]);
});

test("what comes up meanwhile waits for the next frame", async () => {
  afterFrame(() => afterFrame(doing("later")));
  frame();
  await tick();
  assert.deepEqual([frames.length, done], [1, []]);

  frame();
  await tick();

  assert.deepEqual(done, ["later"]);
});

test("a covered page draws no frames: all is done all the same, once", async () => {
  afterFrame(doing("write"));
  afterFrame(doing("say"));
  await tick(LONGER_THAN_A_FRAME);
  assert.deepEqual(done, ["write", "say"]);

  frame();
  await tick();

  assert.deepEqual(done, ["write", "say"]);
});
