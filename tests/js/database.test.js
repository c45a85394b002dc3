import assert from "node:assert/strict";
import test from "node:test";

import { database } from "../../static/js/play/database.js";

const silence = () => new Promise(() => {});
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

test("a database that never opens is given up, and not asked again and again", async (t) => {
  const patient = impatient(t);
  let asked = 0;
  const base = database(() => {
    asked += 1;
    return silence();
  });
  await assert.rejects(patient(base.read()), /silent/);
  await assert.rejects(patient(base.game("g")), /silent/);
  assert.equal(asked, 1);
});

test("a database that answers late is used again", async (t) => {
  const patient = impatient(t);
  const waking = { get: async () => ({ value: "here" }), close: () => null };
  let wake = null;
  const base = database(
    () =>
      new Promise((done) => {
        wake = () => done(waking);
      }),
  );
  await assert.rejects(patient(base.game("g")), /silent/);
  wake();
  await new Promise((next) => setImmediate(next));
  assert.equal(await patient(base.game("g")), "here");
});

test("without any database there is an error, not an exception", async () => {
  const base = database(() => {
    throw new Error("forbidden");
  });
  await assert.rejects(base.read(), /forbidden/);
});

test("a handle that keeps silent is opened anew", async (t) => {
  const patient = impatient(t);
  const deaf = { get: silence, close: () => null };
  const fresh = { get: async () => ({ value: "here" }), close: () => null };
  const handles = [deaf, fresh];
  const base = database(async () => handles.shift());
  assert.equal(await patient(base.game("g")), "here");
});
