import assert from "node:assert/strict";
import { test } from "node:test";
import { playersSeat, uncover } from "../../static/js/pages/live.js";

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

// A seat without a browser: one form of two chips, the second of which ±1 bars.
function ownSeat(t, send) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const heard = {};
  const chips = [{ disabled: false }, { disabled: true }];
  const lost = { hidden: true };
  const seat = { dataset: { phase: "bid" }, querySelector: (what) => (what === ".lost" ? lost : null),
    querySelectorAll: () => [], classList: { toggle: () => null } };
  const form = { action: "/seat", isConnected: true,
    querySelectorAll: (what) => (what === ".chip" ? chips : chips.slice(0, 1)) };
  const world = {
    document: { visibilityState: "visible", addEventListener: (name, what) => (heard[name] = what) },
    addEventListener: () => null,
    FormData: class {
      *[Symbol.iterator]() {
        yield ["bid", "1"];
      }
    },
  };
  const before = Object.fromEntries(Object.keys(world).map((name) => [name, globalThis[name]]));
  Object.assign(globalThis, world);
  t.after(() => Object.assign(globalThis, before));
  playersSeat(seat, { send });
  const tap = () =>
    heard.submit({ target: { closest: () => form }, submitter: { classList: { add: () => null } },
      preventDefault: () => null });
  return { chips, lost, tap };
}

test("a bid that does not arrive is said, and may be tapped again", async (t) => {
  const sent = [];
  const it = ownSeat(t, async (_etag, address, body) => {
    sent.push([address, String(body), it.chips.map(({ disabled }) => disabled)]);
    if (sent.length === 1) throw new Error("no network");
    return { status: 304 };
  });

  await it.tap();
  assert.deepEqual([it.lost.hidden, it.chips.map(({ disabled }) => disabled)], [false, [false, true]]);

  await it.tap();
  assert.equal(it.lost.hidden, true);
  assert.deepEqual(sent, [1, 2].map(() => ["/seat", "bid=1", [true, true]])); // no second tap meanwhile
});
