import assert from "node:assert/strict";
import { test } from "node:test";
import { keyIn } from "../../static/js/pages/parts.js";

test("a key is taken from behind the hash", () => {
  assert.equal(keyIn(`#${"aB-_".repeat(10)}xyz`), `${"aB-_".repeat(10)}xyz`);
});

test("anything else is no key", () => {
  for (const hash of ["", "#", "#content", `#${"a".repeat(44)}`, `#${"a".repeat(42)} `]) assert.equal(keyIn(hash), "");
});
