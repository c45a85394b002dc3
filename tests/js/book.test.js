import assert from "node:assert/strict";
import test from "node:test";
import { book } from "../../static/js/pages/live.js";

// A piece of a page: what a selector finds in it, and whether the book is being made.
const piece = (busy, parts = {}) => ({
  getAttribute: () => String(busy),
  querySelector: (selector) => parts[selector] ?? null,
});

globalThis.document = { adoptNode: (node) => node };

// A server that answers what it is told, until the page is loaded anew.
async function followed(part, ...answers) {
  const seen = { looks: 0, reloads: 0 };
  globalThis.location = { reload: () => { seen.reloads += 1; } };
  const look = async () => {
    seen.looks += 1;
    const answer = answers.shift();
    if (!answer) throw new Error("no network");
    return { page: { getElementById: () => answer } };
  };
  await book(part, { look, pause: async () => null });
  return seen;
}

test("a page with nothing in the making asks for nothing", async () => {
  assert.deepEqual(await followed(piece(false)), { looks: 0, reloads: 0 });
});

test("while it is made, words and bar are those of the fresh page", async () => {
  const replaced = [];
  const old = (name) => ({ replaceWith: (next) => replaced.push([name, next]) });
  const part = piece(true, { "#state": old("words"), progress: old("bar") });

  await followed(part, piece(true, { "#state": "2 of 9", progress: "2/9" }), piece(false));

  assert.deepEqual(replaced, [["words", "2 of 9"], ["bar", "2/9"]]);
});

test("when it is ready the page is loaded anew, once", async () => {
  assert.deepEqual(await followed(piece(true), piece(false)), { looks: 1, reloads: 1 });
});

test("an answer that does not come is asked for again", async () => {
  assert.deepEqual(await followed(piece(true), null, piece(true), piece(false)), { looks: 3, reloads: 1 });
});
