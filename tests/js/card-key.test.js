import assert from "node:assert/strict";
import { test } from "node:test";

import { attach, keyOf } from "../../static/js/behaviours/card-key.js";

const form = (value = "") => {
  const note = { hidden: true };
  return { note, dataset: { group: "g" }, elements: { claim: { value } }, querySelector: () => note };
};
const phone = (kept) => ({ read: async () => ({ kept }) });

test("the key is that of this group, wherever the phone has it", () => {
  assert.equal(keyOf("g", { "group.g": { id: "g", claim: "c" } }), "c");
  assert.equal(keyOf("g", { group: { id: "g", claim: "c" } }), "c");
  assert.equal(keyOf("g", { group: { id: "h", claim: "c" }, "group.h": { claim: "c" } }), "");
});

test("a phone that knows the key fills it in and says so", async () => {
  const page = form();
  await attach(page, phone({ "group.g": { claim: "c" } }));

  assert.deepEqual([page.elements.claim.value, page.note.hidden], ["c", false]);
});

test("what was typed stays, and a phone without key or database changes nothing", async () => {
  const typed = form("mine");
  await attach(typed, phone({ "group.g": { claim: "c" } }));
  assert.equal(typed.elements.claim.value, "mine");

  const deaf = { read: () => Promise.reject(new Error("silent")) };
  for (const base of [phone({}), deaf]) {
    const page = form();
    await attach(page, base);
    assert.deepEqual([page.elements.claim.value, page.note.hidden], ["", true]);
  }
});
