import assert from "node:assert/strict";
import { test } from "node:test";

import { drawnFirst } from "../../static/js/play/drawnfirst.js";

function boxed() {
  const inside = [];
  const frames = [];
  let leave = null;
  const box = drawnFirst(
    { content: () => [...inside], write: async (what) => void inside.push(what), isSafe: () => true },
    { later: (work) => frames.push(work), onLeaving: (work) => { leave = work; } },
  );
  return { box, inside, frame: () => frames.splice(0).forEach((work) => work()), leave: () => leave() };
}

const tap = (box, name) => box.soon(() => box.write(name));

test("a tap is in the box after the frame, once", () => {
  const { box, inside, frame } = boxed();

  tap(box, "bid 2");
  assert.deepEqual(inside, []);
  frame();
  frame();

  assert.deepEqual(inside, ["bid 2"]);
});

test("nobody looks into the box without the tap, or writes before it", () => {
  const { box } = boxed();
  tap(box, "bid 2");
  assert.deepEqual(box.content(), ["bid 2"]);

  tap(box, "bid 3");
  box.write("what the server has");

  assert.deepEqual(box.content(), ["bid 2", "bid 3", "what the server has"]);
});

test("two taps within a frame are two", () => {
  const { box, inside, frame } = boxed();

  tap(box, "bid 2");
  tap(box, "bid 3");
  frame();

  assert.deepEqual(inside, ["bid 2", "bid 3"]);
});

test("a page that is left has no frame to wait for", () => {
  const { box, inside, leave, frame } = boxed();

  tap(box, "bid 2");
  leave();
  assert.deepEqual(inside, ["bid 2"]);
  frame();

  assert.deepEqual(inside, ["bid 2"]);
});
