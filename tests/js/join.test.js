import assert from "node:assert/strict";
import { test } from "node:test";
import { join, keyIn, secretIn } from "../../static/js/pages/parts.js";

test("a code or a link's secret is taken from behind the hash", () => {
  assert.equal(secretIn("#K7F3MQ2X"), "K7F3MQ2X");
  assert.equal(secretIn(`#${"aB-_".repeat(5)}xy`), `${"aB-_".repeat(5)}xy`);
});

test("anything else is no code", () => {
  for (const hash of ["", "#", "#content", "#a b c d e f", `#${"a".repeat(41)}`]) {
    assert.equal(secretIn(hash), "");
  }
});

test("it leaves the address, and nothing is sent", (t) => {
  const field = { hidden: false };
  const code = { value: "", closest: () => field };
  const known = { hidden: true };
  let sent = 0;
  const form = { elements: { code }, querySelector: () => known, submit: () => sent++,
    requestSubmit: () => sent++ };
  const shown = [];
  globalThis.location = { hash: "#K7F3MQ2X", pathname: "/join" };
  globalThis.history = { replaceState: (...rest) => shown.push(rest.at(-1)) };
  t.after(() => {
    delete globalThis.location;
    delete globalThis.history;
  });

  join(form);

  assert.deepEqual([code.value, field.hidden, known.hidden, shown, sent], ["K7F3MQ2X", true, false, ["/join"],
    0]);
});

test("a key is taken from behind the hash", () => {
  assert.equal(keyIn(`#${"aB-_".repeat(10)}xyz`), `${"aB-_".repeat(10)}xyz`);
});

test("anything else is no key", () => {
  for (const hash of ["", "#", "#content", `#${"a".repeat(44)}`, `#${"a".repeat(42)} `]) {
    assert.equal(keyIn(hash), "");
  }
});
