import assert from "node:assert/strict";
import test from "node:test";
import { follow, pause, playersSeat, uncover } from "../../static/js/pages/live.js";

test("followers ask every two seconds, give or take a fifth", () => {
  assert.deepEqual([0, 0.5, 1].map((chance) => Math.round(pause(chance))), [1600, 2000, 2400]);
});

// A page without a browser: one element, one listener for each event, a clock that is wound by hand.
function page(t, answers) {
  const heard = {};
  const waiting = [];
  const asked = [];
  let reloads = 0;
  const part = (name, over = false) => ({ name, lost: { hidden: true, textContent: "No connection." },
    dataset: over ? { over: "" } : {}, querySelector(what) {
    return what === ".lost" ? this.lost : null;
  }, querySelectorAll: () => [{ dataset: { said: "Round 2." } }, { dataset: { said: `${name} bids.` } }],
    replaceWith: (next) => (world.live = next) });
  const world = { live: part("first"), visible: true, told: { textContent: "" } };
  globalThis.document = { get visibilityState() {
    return world.visible ? "visible" : "hidden";
  }, addEventListener: (name, what) => (heard[name] = what), querySelector: () => world.told,
    importNode: (node) => node };
  globalThis.addEventListener = (name, what) => (heard[name] = what);
  globalThis.location = { reload: () => reloads++ };
  t.after(() => ["document", "addEventListener", "location"].forEach((name) => delete globalThis[name]));
  const look = async (etag) => {
    asked.push(etag);
    const answer = answers.shift();
    if (!answer) throw new Error("no network");
    return answer;
  };
  const pauses = [];
  const wait = (what, pause) => pauses.push(pause) && waiting.push(what);
  const { take } = follow(world.live, { look, wait });
  const answered = (name, etag, over) => ({ status: 200, etag,
    page: { getElementById: () => part(name, over) } });
  return { world, heard, asked, pauses, reloads: () => reloads, answered, tick: () => waiting.shift()(),
    waits: () => waiting.length, answers, take };
}

test("only what was not there before is read out", async (t) => {
  const it = page(t, []);
  it.answers.push(it.answered("second", '"l2"'));

  await it.tick();

  assert.equal(it.world.told.textContent, "second bids.");
});

test("nobody asks while nobody looks, and at once when somebody does", async (t) => {
  const it = page(t, [{ status: 304 }, { status: 304 }]);
  it.world.visible = false;

  await it.tick();
  assert.deepEqual([it.asked.length, it.waits()], [0, 0]);

  it.world.visible = true;
  await it.heard.visibilitychange();
  assert.deepEqual([it.asked.length, it.waits()], [1, 1]);
});

test("n: an error is told, else that there is no connection, and both are forgotten", async (t) => {
  const error = { getElementById: () => null, querySelector: () => ({ textContent: "The disk is full." }) };
  const it = page(t, [{ status: 503, etag: null, page: error }, undefined, { status: 304 }]);
  const { lost } = it.world.live;

  await it.tick();
  assert.deepEqual(lost, { textContent: "The disk is full.", hidden: false });
  await it.tick();
  assert.deepEqual(lost, { textContent: "No connection.", hidden: false });
  await it.tick();
  assert.equal(lost.hidden, true);
});

test("a device that was put out reloads, and so is told", async (t) => {
  const it = page(t, [{ status: 404 }]);

  await it.tick();

  assert.equal(it.reloads(), 1);
});

test("a finished game is asked about seldom, as it may be corrected or go on after all", async (t) => {
  const it = page(t, []);
  it.answers.push(it.answered("last", '"l9"', true), { status: 304 }, it.answered("goes on", '"l10"'));

  await it.tick();
  await it.tick();
  await it.heard.pageshow();

  assert.equal(it.world.live.name, "goes on");
  assert.deepEqual(it.pauses.map((pause) => pause >= 24_000), [false, true, true, false]);
});

test("what a tap brought is not taken back by an answer that was asked for before it", async (t) => {
  const it = page(t, []);
  it.answers.push(it.answered("older", '"l2"'));

  const turn = it.tick();
  it.take(it.answered("newer", '"l3"'));
  await turn;

  assert.equal(it.world.live.name, "newer");
});

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
  uncover(part(undefined), { wait: () => assert.fail("nothing was sealed") });
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
