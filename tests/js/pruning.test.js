import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, emptyContent } from "../../static/js/play/database.js";
import { opening } from "../../static/js/play/groups.js";
import { gamePath, roundPath } from "../../static/js/play/resources.js";
import { wizard } from "../../static/js/play/wizard.js";

const MOST = 20;
const known = (id) => ({ games: { [id]: { game: { id } } }, kept: { seen: { [gamePath("group", id)]: 3 } },
  known: { [gamePath("group", id)]: { etag: '"g3"' }, [roundPath("group", id, 1)]: { etag: '"1"' } } });

// Games opened one after the other, each as it comes from the server.
function afterOpening(ids, content = emptyContent()) {
  return ids.reduce((before, id) => {
    const { seen } = known(id).kept;
    const there = applied(before, { ...known(id), kept: { seen: { ...before.kept.seen, ...seen } } });
    return applied(there, opening(wizard, there, id));
  }, content);
}

const many = (count) => Array.from({ length: count }, (_, index) => `game-${index}`);
const ids = ({ games }) => Object.keys(games);

test("the last games stay, with all that is known of them", () => {
  const content = afterOpening(many(MOST + 2));

  assert.deepEqual(ids(content), many(MOST + 2).slice(2));
  for (const table of [content.known, content.kept.seen]) {
    assert.ok(!Object.keys(table).some((path) => path.startsWith(gamePath("group", "game-0"))));
    assert.ok(Object.keys(table).some((path) => path.startsWith(gamePath("group", "game-2"))));
  }
  assert.equal(content.kept.visited.length, MOST);
});

test("what waits to be sent stays, however old", () => {
  const path = roundPath("group", "game-0", 1);
  const first = applied(afterOpening(["game-0"]), {
    waiting: { key: { path, body: {}, key: "key", order: 1 } },
  });

  const content = afterOpening(many(MOST + 2).slice(1), first);

  assert.ok(ids(content).includes("game-0"));
  assert.ok(path in content.known);
  assert.ok("key" in content.waiting);
  assert.ok(!ids(content).includes("game-1"));
});

test("a game that is open here stays, however old", () => {
  const first = applied(afterOpening(["game-0"]), { kept: { "open.game-0": { game: "game-0" } } });

  assert.ok(ids(afterOpening(many(MOST + 2).slice(1), first)).includes("game-0"));
});
