import assert from "node:assert/strict";
import test from "node:test";
import { alone } from "../../static/js/play/sender.js";

// The lease in the database that all tabs share, as database.js gives it.
function shared() {
  let held = null;
  return async (owner, duration, now) => {
    const left = held ? held.until - now : 0;
    if (held?.owner !== owner && left > 0 && left <= duration) return false;
    held = { owner, until: now + duration };
    return true;
  };
}

const asks = (lease, tab) => alone(lease, null, tab)((mayGoOn) => mayGoOn());

test("n13: a lease is given back in the end, by a task that fails, too", async () => {
  const lease = shared();
  assert.equal(await asks(lease, "first"), true);
  const failing = alone(lease, null, "one")(async (mayGoOn) => {
    await mayGoOn();
    throw new TypeError("network");
  });
  await assert.rejects(failing, TypeError);
  assert.equal(await asks(lease, "other"), true);
});

test("r05: whoever finds the lease taken leaves it to the other", async () => {
  const lease = shared();
  await alone(lease, null, "one")(async (mayGoOn) => {
    assert.equal(await mayGoOn(), true);
    assert.equal(await asks(lease, "other"), false);
    assert.equal(await asks(lease, "third"), false);
  });
});

test("n13: a page that is loaded anew in the middle of a request takes the lease of its tab", async () => {
  const kept = new Map();
  const value = { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, text) };
  Object.defineProperty(globalThis, "sessionStorage", { value, configurable: true });
  const lease = shared();
  alone(lease, null)(async (mayGoOn) => {
    await mayGoOn();
    await new Promise(() => null);
  });
  assert.equal(await asks(lease, undefined), true);
  assert.equal(await asks(lease, "other"), true);
});

test("n13: where a browser keeps nothing of a tab, each page is one of its own", async () => {
  const value = { getItem: () => null, setItem: () => assert.fail("denied") };
  Object.defineProperty(globalThis, "sessionStorage", { value, configurable: true });
  assert.equal(await asks(shared(), undefined), true);
});
