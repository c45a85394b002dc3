import assert from "node:assert/strict";
import test from "node:test";
import { database, Silence } from "../../static/js/play/database.js";

const silence = () => new Promise(() => {});
const handleOf = (get, close = () => null) => ({ transaction: () => ({ store: { get } }), close });
// The patience of the database without waiting for it.
function impatient(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  return async (work) => {
    let done = false;
    work.catch(() => null).finally(() => {
      done = true;
    });
    for (let tick = 0; tick < 300 && !done; tick += 1) {
      t.mock.timers.tick(100);
      await new Promise((next) => setImmediate(next));
    }
    assert.ok(done, "it waits for ever");
    return work;
  };
}

test("a database that answers late is used again", async (t) => {
  const patient = impatient(t);
  const waking = handleOf(async () => ({ value: "here" }));
  let wake = null;
  const base = database(() =>
    new Promise((done) => {
      wake = () => done(waking);
    })
  );
  await assert.rejects(patient(base.game("g")), /silent/);
  wake();
  await new Promise((next) => setImmediate(next));
  assert.equal(await patient(base.game("g")), "here");
});

test("a handle that keeps silent is opened anew", async (t) => {
  const patient = impatient(t);
  const deaf = handleOf(silence);
  const fresh = handleOf(async () => ({ value: "here" }));
  const handles = [deaf, fresh];
  const base = database(async () => handles.shift());
  assert.equal(await patient(base.game("g")), "here");
});

test("what keeps silent is waited for no longer than a second", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const base = database(async () => handleOf(silence));
  const failed = base.game("g").catch((error) => error);
  for (let tick = 0; tick < 10; tick += 1) {
    await new Promise((next) => setImmediate(next));
    t.mock.timers.tick(100);
  }
  assert.ok((await failed) instanceof Silence);
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
  const base = database(async () => handleOf(async () => ({ value: "here" })));
  const opening = base.game("g");
  document.hidden = true;
  await assert.rejects(opening, /hidden/);
  await assert.rejects(base.read(), /hidden/);
  document.hidden = false;
  assert.equal(await base.game("g"), "here");
});

test("the connection closes when the page is left, and opens anew when it is shown again", async (t) => {
  const heard = page(t);
  const done = [];
  const base = database(async () =>
    done.push("open") && handleOf(async () => ({ value: "here" }), () => done.push("close"))
  );
  await base.game("g");
  heard.pagehide();
  await assert.rejects(base.game("g"), /hidden/);
  assert.deepEqual(done, ["open", "close"]);
  heard.pageshow();
  assert.equal(await base.game("g"), "here");
  assert.deepEqual(done, ["open", "close", "open"]);
});
