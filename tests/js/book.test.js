import assert from "node:assert/strict";
import test from "node:test";
import { book, isBusy } from "../../static/js/pages/live.js";

// A piece of a page: what a selector finds in it, and whether the book is being made.
const piece = (busy, parts = {}) => ({
  getAttribute: () => String(busy),
  querySelector: (selector) => parts[selector] ?? null,
});

// Time that stands still until the test lets it go on, and a server that answers what it is told.
function begin(part, ...answers) {
  const waiting = [];
  const seen = { looks: 0, reloads: 0, go: () => waiting.shift()?.(), waits: () => waiting.length };
  book(part, {
    look: (_, answer) => {
      seen.looks += 1;
      answer(answers.shift());
    },
    wait: (next) => waiting.push(next),
    reload: () => {
      seen.reloads += 1;
    },
  });
  return seen;
}

globalThis.location = { href: "/book" };
globalThis.document = { adoptNode: (node) => node };

test("a page with nothing in the making asks for nothing", () => {
  const seen = begin(piece(false));

  assert.equal(seen.waits(), 0);
  assert.equal(isBusy(null), false);
});

test("while it is made, words and bar are those of the fresh page", () => {
  const replaced = [];
  const old = (name) => ({ replaceWith: (next) => replaced.push([name, next]) });
  const part = piece(true, { "#state": old("words"), progress: old("bar") });
  const seen = begin(part, piece(true, { "#state": "2 of 9", progress: "2/9" }));

  seen.go();

  assert.deepEqual(replaced, [["words", "2 of 9"], ["bar", "2/9"]]);
  assert.equal(seen.waits(), 1);
});

test("when it is ready the page is loaded anew, once", () => {
  const seen = begin(piece(true), piece(false));

  seen.go();

  assert.deepEqual([seen.reloads, seen.waits()], [1, 0]);
});

test("an answer that does not come is asked for again", () => {
  const seen = begin(piece(true), null, piece(true));

  seen.go();
  seen.go();

  assert.deepEqual([seen.looks, seen.reloads, seen.waits()], [2, 0, 1]);
});
