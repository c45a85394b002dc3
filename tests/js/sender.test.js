import assert from "node:assert/strict";
import test from "node:test";

import { edits, head } from "../../static/js/play/outbox.js";
import { applied, emptyContent } from "../../static/js/play/patches.js";
import { sender } from "../../static/js/play/sender.js";

const OURS = { "X-Scorepad": "1", ETag: '"1"', "Content-Type": "application/json" };
const ok = (headers = OURS, status = 200) => new Response('{"revision": 1}', { status, headers });
const lost = () => {
  throw new TypeError("network");
};

// A phone with two requests waiting, and a server that gives these answers one after the other.
function table(...answers) {
  let content = emptyContent();
  let count = 0;
  const key = () => `key${(count += 1)}`;
  const resources = [{ path: "/g", body: { finished: false } }, { path: "/g/rounds/1", body: { bids: [1] } }];
  const box = {
    content: () => content,
    refresh: async () => null,
    write: async (patch) => {
      content = applied(content, patch);
    },
  };
  box.write(edits(content, resources, key));
  const asked = [];
  globalThis.fetch = async (path, { headers }) => {
    asked.push([path, headers["Idempotency-Key"], headers["If-Match"] ?? "*"]);
    return (answers.shift() ?? ok)();
  };
  const heard = [];
  const hear = (name) => (...args) => {
    heard.push(name);
    return name === "conflict" ? args.length === 0 : undefined;
  };
  const on = Object.fromEntries(["saved", "sending", "waiting", "refused", "conflict"].map((name) => [name, hear(name)]));
  const post = sender(box, (task) => task(async () => true), on);
  return { post, box, asked, heard, edit: (body) => box.write(edits(content, [{ path: "/g/rounds/1", body }], key)) };
}

test("everything is sent in order, each once", async () => {
  const { post, box, asked } = table();
  await post.wake();
  assert.deepEqual(asked.map(([path]) => path), ["/g", "/g/rounds/1"]);
  assert.equal(head(box.content()), null);
});

test("an answer that is not ours saves nothing", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const portal = () => new Response("<h1>Log in</h1>", { headers: { "Content-Type": "text/html", ETag: '"x"' } });
  const foreign = () => ok({ ETag: '"x"' });
  const bare = () => ok({ "X-Scorepad": "1" }, 503);
  for (const answer of [portal, foreign, bare]) {
    const { post, box, heard } = table(answer);
    await post.wake();
    assert.equal(head(box.content()).path, "/g");
    assert.deepEqual(heard, ["sending", "waiting"]);
  }
});

test("a lost answer is asked for again with the same key, newer edits wait behind it", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { post, asked, edit } = table(ok, lost);
  await post.wake();
  edit({ bids: [2] });
  await post.wake();
  const [, , again, newer] = asked;
  assert.deepEqual(again, asked[1]);
  assert.deepEqual(newer, ["/g/rounds/1", '"key3"', '"1"']);
});

test("a conflict stops the sender until somebody has decided", async () => {
  const { post, heard, asked } = table(() => ok(OURS, 412));
  await post.wake();
  assert.deepEqual([heard, asked.length], [["sending", "conflict"], 1]);
});

test("what is refused stays on the phone", async () => {
  const { post, box, heard } = table(() => ok(OURS, 422));
  await post.wake();
  assert.deepEqual(heard, ["sending", "refused"]);
  assert.equal(head(box.content()).attempted, false);
});
