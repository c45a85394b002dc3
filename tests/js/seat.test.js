import assert from "node:assert/strict";
import { test } from "node:test";

import { uncover } from "../../static/js/behaviours/uncovering.js";

function part(waits) {
  const count = { dataset: { waits }, hidden: true, textContent: "" };
  const classes = new Set();
  const classList = { toggle: (name, on) => (on ? classes.add(name) : classes.delete(name)) };
  return { count, classes, classList, querySelector: () => (waits === undefined ? null : count) };
}

test("what was sealed is covered while three seconds are counted down", () => {
  const it = part("2300");
  let time = 1000;
  const turns = [];
  const wait = (turn, ms) => turns.push(() => ((time += ms), turn()));

  uncover(it, { wait, now: () => time });
  const told = [it.count.textContent];
  while (turns.length) {
    assert.ok(it.classes.has("covering"));
    turns.shift()();
    told.push(it.count.textContent);
  }

  assert.deepEqual(told, [3, 2, 1, 0]);
  assert.equal(it.classes.has("covering"), false);
  assert.equal(it.count.hidden, true);
});

test("nothing is covered where nothing was sealed", () => {
  const it = part(undefined);

  uncover(it, { wait: () => assert.fail("nobody waits") });

  assert.equal(it.classes.size, 0);
});
