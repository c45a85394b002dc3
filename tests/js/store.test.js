import assert from "node:assert/strict";
import test from "node:test";
import { database, emptyContent, Silence } from "../../static/js/play/database.js";
import { withRound } from "../../static/js/play/game.js";
import * as outbox from "../../static/js/play/outbox.js";
import { currentTricks, opened as openedAt, phase } from "../../static/js/play/state.js";
import { storeOn } from "../../static/js/play/store.js";
import { gameOf, storage } from "./games.js";

// A database in memory that fails as often as it is told to.
function base(tables = {}) {
  const held = { kept: {}, games: {}, waiting: {}, known: {}, ...tables };
  const made = { held, failing: 0, writes: 0, births: () => 0 };
  const check = () => {
    if (made.failing > 0) {
      made.failing -= 1;
      throw made.error ?? new Error("the handle is dead");
    }
  };
  made.write = async (patchNow) => {
    check();
    made.writes += 1;
    for (const [table, values] of Object.entries(patchNow())) {
      for (const [key, value] of Object.entries(values)) {
        if (value === null) delete held[table][key];
        else held[table][key] = value;
      }
    }
  };
  made.read = async () => {
    check();
    return structuredClone({ ...held, games: undefined });
  };
  made.game = async (id) => {
    check();
    return held.games[id] ?? null;
  };
  return made;
}

const HERE = { ui: {} };

const tap = (value) => ({ games: { g: { value } }, waiting: { [`k${value}`]: { value } } });

async function opened(database, shelf, about) {
  const made = storeOn(database, shelf, about);
  await made.heal();
  return made;
}

async function fresh(database = base(), shelf = storage()) {
  return { database, shelf, box: await opened(database, () => shelf) };
}

test("if the database fails, a tap is mirrored, and written with the next one", async () => {
  const { database, shelf, box } = await fresh();
  database.failing = 1;
  assert.equal(await box.write(tap(1)), true);
  const [mirror] = Object.values(shelf);
  assert.equal(JSON.parse(mirror).patch.games.g.value, 1);
  await box.write(tap(2));
  assert.deepEqual(Object.keys(database.held.waiting), ["k1", "k2"]);
  assert.deepEqual(database.held.games.g, { value: 2 });
  assert.equal(Object.keys(shelf).length, 0);
});

test("a tap during a reading of the database is not lost from memory", async () => {
  const { box } = await fresh();
  const reading = box.refresh();
  box.write(tap(1));
  await reading;
  assert.deepEqual(box.content().waiting, { k1: { value: 1 } });
});

test("a tap that waits for its frame is not lost by a reading of the database", async () => {
  let framed = null;
  const rest = () => new Promise((done) => (framed = done));
  const box = await opened(base(), () => storage(), { rest });
  const written = box.write(tap(1));
  await box.refresh();
  assert.equal((await box.game("g")).value, 1);
  assert.deepEqual(Object.keys(box.content().waiting), ["k1"]);
  framed();
  assert.equal(await written, true);
});

test("what another page has mirrored is taken over, and that page takes nothing back", async () => {
  const database = base();
  const shelf = storage();
  const left = await opened(database, () => shelf);
  database.failing = 1;
  await left.write(tap(1)); // as it was hidden
  const here = await opened(database, () => shelf);
  assert.deepEqual(await here.game("g"), { value: 1 });
  await here.write(tap(2));

  await left.heal();

  assert.deepEqual([await left.game("g"), database.held.games.g], [{ value: 2 }, { value: 2 }]);
  assert.deepEqual(Object.keys(database.held.waiting), ["k1", "k2"]);
  assert.equal(Object.keys(shelf).length, 0);
});

test("what is on its way into the database when the page is left is there for the next one", async (t) => {
  let leave = null;
  globalThis.addEventListener = (_name, work) => (leave = work);
  t.after(() => delete globalThis.addEventListener);
  const database = base();
  const shelf = storage();
  const left = await opened(database, () => shelf);
  const { write } = database;
  let thaw = null;
  database.write = () => new Promise((_, reject) => (thaw = reject));
  const written = left.write(tap(1));
  leave();
  database.write = write;

  const here = await opened(database, () => shelf);
  assert.deepEqual(await here.game("g"), { value: 1 });
  await here.write(tap(2));
  thaw(new Error("it was left")); // and is shown again
  await written;
  await left.heal();

  assert.deepEqual([await left.game("g"), database.held.games.g], [{ value: 2 }, { value: 2 }]);
});

const silent = (database) => {
  database.failing = 2; // the first reading, and the next
  database.error = new Silence("silent");
};

test("a silent database is reported, and asked again until it answers", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const database = base({ kept: { group: { id: "G", claim: "c" } } });
  silent(database);
  const said = [];
  const shelf = storage();
  const box = await opened(database, () => shelf, { onSilence: (is) => said.push(is) });
  assert.deepEqual([said, box.isSilent(), box.isRead()], [[true], true, false]);
  for (let second = 0; second < 3; second += 1) {
    t.mock.timers.tick(1000);
    await new Promise((next) => setImmediate(next));
  }
  assert.deepEqual([said, box.content().kept.group.claim], [[true, false], "c"]);
});

test("what was written before the database answered costs nothing of what it held", async () => {
  const was = { path: "/r/1", key: "old", order: 7 };
  const group = { id: "G", claim: "c", players: ["Ute"] };
  const held = { kept: { "group.G": group, database: "2", current: "f" }, waiting: { old: was },
    known: { "/r/1": { etag: "1" }, "/r/2": { etag: "1" } }, games: { g: { value: 0 }, f: { value: 0 } } };
  const database = base(held);
  database.failing = 1;
  const { box } = await fresh(database);
  await box.write({ ...tap(1),
    kept: { "group.G": { id: "G", players: [] }, database: "1", current: "g", "open.g": { round: 1 } },
    known: { "/r/1": { etag: "9" }, "/r/2": { etag: "9" } },
    ...outbox.edits(emptyContent(), [{ path: "/r/2", body: {} }], () => "new") });
  await box.learn({ games: { f: { value: "server" } } });
  assert.equal(database.writes, 0);

  await box.heal();

  assert.deepEqual(database.held.kept, { "group.G": group, database: "2", current: "g",
    "open.g": { round: 1 } });
  assert.deepEqual(outbox.inOrder(database.held).map(({ key }) => key), ["old", "new"]);
  assert.deepEqual(database.held.known, { "/r/1": { etag: "1" }, "/r/2": { etag: "9" } });
  assert.deepEqual(database.held.games, { g: { value: 1 }, f: { value: 0 } });
});

const silence = () => new Promise(() => {});
const handleOf = (get, close = () => null) => ({ transaction: () => ({ store: { get } }), close });
// The patience of the database without waiting for it.
function impatient(t, most = 300) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  return async (work) => {
    let done = false;
    work.catch(() => null).finally(() => (done = true));
    for (let tick = 0; tick < most && !done; tick += 1) {
      t.mock.timers.tick(100);
      await new Promise((next) => setImmediate(next));
    }
    assert.ok(done, "it waits for ever");
    return work;
  };
}

test("a database that answers late is used again", async (t) => {
  const patient = impatient(t);
  const waking = handleOf(async () => ({ value: HERE }));
  let wake = null;
  const base = database(() => new Promise((done) => (wake = done)));
  await assert.rejects(patient(base.game("g")), /silent/);
  wake(waking);
  await new Promise((next) => setImmediate(next));
  assert.deepEqual(await patient(base.game("g")), HERE);
});

test("a handle that keeps silent is opened anew", async (t) => {
  const patient = impatient(t);
  const handles = [handleOf(silence), handleOf(async () => ({ value: HERE }))];
  const base = database(async () => handles.shift());
  assert.deepEqual(await patient(base.game("g")), HERE);
});

test("a silent database is waited for no longer than a second", async (t) => {
  const patient = impatient(t, 10);
  const base = database(async () => handleOf(silence));
  await assert.rejects(patient(base.game("g")), Silence);
});

test("of what an older version stored, undo steps are lost, and tricks are still entered", async () => {
  const read = (stored) => database(async () => handleOf(async () => stored)).game("g");
  const steps = { game: { id: "g" }, ui: {}, past: { pieces: [] }, future: {} };
  assert.deepEqual(await read({ shape: 2, value: steps }), { ...steps, past: [], future: [] });

  const value = openedAt(withRound(gameOf(), 1, { bids: [0, 1, 0] }));
  const draft = { missed: [0, 1], given: { 0: 1 } };
  const state = await read({ shape: 3, value: { ...value, ui: { ...value.ui, draft } } });
  assert.deepEqual([phase(state), currentTricks(state)], ["tricks", [1, 0, 0]]);
});

// A page whose events a test makes.
function page(t) {
  const heard = {};
  Object.assign(globalThis, { document: { hidden: false },
    addEventListener: (name, hear) => (heard[name] = hear) });
  t.after(() => ["document", "addEventListener"].forEach((name) => delete globalThis[name]));
  return heard;
}

test("nothing is asked while the page is hidden, not even of a database that is about to open", async (t) => {
  page(t);
  const base = database(async () => handleOf(async () => ({ value: HERE })));
  const opening = base.game("g");
  document.hidden = true;
  await assert.rejects(opening, /hidden/);
  await assert.rejects(base.read(), /hidden/);
  document.hidden = false;
  assert.deepEqual(await base.game("g"), HERE);
});

test("the connection closes when the page is left, and opens anew when it is shown again", async (t) => {
  const heard = page(t);
  const done = [];
  const base = database(async () =>
    done.push("open") && handleOf(async () => ({ value: HERE }), () => done.push("close"))
  );
  await base.game("g");
  heard.pagehide();
  document.hidden = true;
  await assert.rejects(base.game("g"), /hidden/);
  assert.deepEqual(done, ["open", "close"]);
  document.hidden = false;
  assert.deepEqual(await base.game("g"), HERE);
  assert.deepEqual(done, ["open", "close", "open"]);
});
