import assert from "node:assert/strict";
import test from "node:test";
import { follow } from "../../static/js/pages/live.js";

// A page without a browser: one element, one listener for each event, a clock that is wound by hand, and a
// server that has a list of answers.
function page(t, answers, more = {}) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 0.5);
  const heard = {};
  const asked = [];
  const world = { reloads: 0, told: { textContent: "" }, ...more };
  const part = (name, phase) => ({ name, lost: { hidden: true, textContent: "No connection." },
    dataset: { phase }, classList: { toggle: (_, on) => (world.covering = on) }, querySelector(what) {
    return what === ".lost" ? this.lost : (world.count ?? null);
  }, querySelectorAll: () => [{ dataset: { said: "Round 2." } }, { dataset: { said: `${name} bids.` } }],
    replaceWith: (next) => (world.live = next) });
  world.live = part("first");
  const browser = {
    document: { hidden: false, addEventListener: (name, what) => (heard[name] = what), querySelector: () =>
      world.told },
    addEventListener: (name, what) => (heard[name] = what),
    location: { href: "/seat", reload: () => (world.reloads += 1) },
    history: { replaceState: () => null },
    FormData: class {
      *[Symbol.iterator]() {}
    },
    XMLHttpRequest: class {
      open(method, address) {
        asked.push({ method, address });
      }
      overrideMimeType() {}
      setRequestHeader() {}
      getResponseHeader() {
        return '"1"';
      }
      send(sent) {
        Object.assign(asked.at(-1), { sent: String(sent) });
        const { status, name, phase, why } = answers.shift() ?? {};
        const response = { getElementById: () => (name ? part(name, phase) : null),
          querySelector: () => (why ? { textContent: why } : null) };
        this.answer = () => (status ? this.onload() : this.onerror());
        Object.assign(this, { status, response });
        if (world.slow) world.slow = this.answer;
        else this.answer();
      }
    },
  };
  const before = Object.fromEntries(Object.keys(browser).map((name) => [name, globalThis[name]]));
  Object.assign(globalThis, browser);
  t.after(() => Object.assign(globalThis, before));
  follow(world.live);
  const settle = () => new Promise((done) => setImmediate(done));
  const tick = (ms = 2000) => (t.mock.timers.tick(ms), settle());
  return Object.assign(world, { asked, heard, settle, tick, document });
}

test("followers ask every two seconds, give or take a fifth", async (t) => {
  const it = page(t, [{ status: 304 }, { status: 304 }]);
  await it.tick(1999);
  assert.equal(it.asked.length, 0);
  t.mock.method(Math, "random", () => 1);
  await it.tick(1);
  assert.equal(it.asked.length, 1);
  await it.tick(2399);
  assert.equal(it.asked.length, 1);
  await it.tick(1);
  assert.equal(it.asked.length, 2);
});

test("only what was not there before is read out", async (t) => {
  const it = page(t, [{ status: 200, name: "second" }]);
  await it.tick();
  assert.equal(it.told.textContent, "second bids.");
});

test("a hidden page does not ask, and asks at once when it is shown again", async (t) => {
  const it = page(t, [{ status: 304 }, { status: 304 }]);
  it.document.hidden = true;
  await it.tick();
  await it.tick();
  assert.equal(it.asked.length, 0);

  it.document.hidden = false;
  it.heard.visibilitychange();
  it.heard.pageshow();
  await it.settle();
  assert.equal(it.asked.length, 1);
  await it.tick();
  assert.equal(it.asked.length, 2);
});

test("n: an error or a lost connection is shown, and removed once it is over", async (t) => {
  const it = page(t, [{ status: 503, why: "The disk is full." }, {}, { status: 304 }]);
  const { lost } = it.live;
  await it.tick();
  assert.deepEqual(lost, { textContent: "The disk is full.", hidden: false });
  await it.tick();
  assert.deepEqual(lost, { textContent: "No connection.", hidden: false });
  await it.tick();
  assert.equal(lost.hidden, true);
});

test("a removed device reloads, and so shows that it was removed", async (t) => {
  const it = page(t, [{ status: 404 }]);
  await it.tick();
  assert.equal(it.reloads, 1);
});

test("a finished game is asked about seldom, as it may be corrected or go on after all", async (t) => {
  const it = page(t, [{ status: 200, name: "last", phase: "over" }, { status: 304 }, { status: 200,
    name: "goes on" }]);
  await it.tick();
  await it.tick(29_999);
  assert.equal(it.asked.length, 1);
  await it.tick(1);
  assert.equal(it.asked.length, 2);
  it.heard.pageshow();
  await it.settle();
  assert.equal(it.live.name, "goes on");
});

// A form of two chips, the second of which ±1 bars.
function chipsForm() {
  const chips = [{ disabled: false }, { disabled: true }];
  const form = { action: "/seat/bid", matches: () => true, querySelectorAll: () => chips.slice(0, 1) };
  const submitter = { name: "bid", value: "1", classList: { add: () => null } };
  return { chips, event: { target: form, submitter, preventDefault: () => null } };
}

test("an answer requested before a tap does not undo the tap", async (t) => {
  const it = page(t, [{ status: 200, name: "older" }, { status: 200, name: "newer" }], { slow: true });
  await it.tick();
  const older = it.slow;
  it.slow = null;
  it.heard.submit(chipsForm().event);
  await it.settle();
  older();
  await it.settle();
  assert.equal(it.live.name, "newer");
});

test("a bid that does not arrive is reported, and can be tapped again", async (t) => {
  const it = page(t, [{}, { status: 304 }]);
  const { chips, event } = chipsForm();
  const isOff = () => chips.map(({ disabled }) => disabled);

  it.heard.submit(event);
  assert.deepEqual(isOff(), [true, true]); // no second tap meanwhile
  await it.settle();
  assert.deepEqual([it.live.lost.hidden, isOff()], [false, [false, true]]);

  it.heard.submit(event);
  await it.settle();
  assert.equal(it.live.lost.hidden, true);
  const sent = { method: "POST", address: "/seat/bid", sent: "bid=1" };
  assert.deepEqual(it.asked, [sent, sent]);
});

test("sealed bids stay hidden during a countdown of three seconds", (t) => {
  const count = { dataset: { waits: "2300" }, hidden: true };
  const it = page(t, [], { count });
  const told = [300, 1000, 1000].map((ms) => {
    const now = [it.covering, count.hidden, count.textContent];
    t.mock.timers.tick(ms);
    return now;
  });
  assert.deepEqual(told, [[true, false, 3], [true, false, 2], [true, false, 1]]);
  assert.deepEqual([it.covering, count.hidden], [false, true]);
});
