// In which group a new game begins: in none where this phone may not keep its score.

import assert from "node:assert/strict";
import test from "node:test";
import { withoutGroup } from "../../static/js/pages/stored.js";
import { applied, emptyContent } from "../../static/js/play/database.js";
import { groups, keptLine, mayDelete, openGames, opening } from "../../static/js/play/groups.js";
import { gamePath, groupPath, roundPath } from "../../static/js/play/resources.js";
import { wizard } from "../../static/js/play/wizard.js";
import { boxOf, gameOf } from "./games.js";

const PLAYER = { id: "player", name: "Ute" };
const LINE = { id: "game", finished: false };

// may: in which groups the server says that games may be begun; one that is missing cannot be reached.
function phoneWith(may = {}) {
  const box = boxOf();
  const group = async (
    id,
  ) => (id in may
    ? { id, name: id, players: [PLAYER], games: [LINE], rules: null, may_score: may[id] }
    : null);
  const opened = () => groups(box, { group }, wizard); // as after a reload
  return { opened, may, waiting: () => Object.values(box.content().waiting).map(({ path }) => path) };
}

const language = "en";

test("s01 after a game that was taken over a new one goes to the phone's own group", async () => {
  const phone = phoneWith({ club: false });
  const own = phone.opened().groupFor({ language }).id;
  const page = phone.opened();
  await page.meetGroup("club");

  assert.equal(page.group().id, "club"); // whose game is on the page
  assert.equal(page.groupFor({ language }).id, own);
  assert.deepEqual(page.elsewhere(), []);
  assert.equal(phone.opened().group().id, own);
});

test("s01 a group that is only read is not the one used last, even where its answer came late", async () => {
  const phone = phoneWith({ mine: true, club: false });
  await phone.opened().meetGroup("mine");
  const page = phone.opened();
  page.useGroup("club");
  const late = page.refreshGroup();
  assert.equal(page.hostGroup().id, "club");

  await late;

  assert.equal(page.hostGroup().id, "mine");
  assert.equal(phone.opened().hostGroup().id, "mine");
});

test("a device that may now begin games begins them there", async () => {
  const phone = phoneWith({ club: false });
  await phone.opened().meetGroup("club");
  phone.may.club = true;
  const page = phone.opened();
  await page.meetGroup("club");

  assert.equal(page.groupFor({ language }).id, "club");
  assert.deepEqual(page.elsewhere(), [LINE]);
  assert.deepEqual(phone.waiting(), []);
});

test("an unchecked group is the one used last", async () => {
  const phone = phoneWith({});
  phone.opened().groupFor({ language });
  await phone.opened().meetGroup("far");

  assert.equal(phone.opened().groupFor({ language }).id, "far");
});

test("s31 deleting is offered to scorekeepers, and not for a game that was only taken over", () => {
  const may = (group) => mayDelete(group, "game");
  const founded = { claim: "claim" }; // without a network
  const given = (game) => ({ may_score: false, scorekeeper_of: game });
  assert.deepEqual([{ may_score: true }, founded, given("game")].map(may), [true, true, true]);
  const unheard = {}; // the server was not asked yet
  assert.deepEqual([given("another"), given(null), unheard].map(may), [false, false, false]);
});

const game = (id, more = {}) => ({ ...gameOf({ id, schedule: "first5" }), ...more });
const kept = (group, mine, at) => keptLine(wizard, group, { game: mine }, at);

test("a running game is kept as a line, one that is over as nothing, nor is one that others finished open", () => {
  const at = "2026-11-21T20:00:00Z";
  const line = kept("g", game("a"), at);
  assert.deepEqual(line, {
    "open.a": { group: "g", game: "a", names: ["Ute", "Kevin", "Ada"], round: 1, rounds: 5, at },
  });
  for (const over of [{ finished: true }, { deleted: true }]) {
    assert.deepEqual(kept("g", game("a", over), at), { "open.a": null });
  }
  const finished = ["a", "d"].map((id) => ({ id, finished: true }));
  assert.deepEqual(openGames(wizard, line, "g", finished), []);
});

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

test("what waits to be sent or is open here stays, however old", () => {
  const path = roundPath("group", "game-0", 1);
  const first = applied(afterOpening(["game-0", "game-1"]), {
    waiting: { key: { path, body: {}, key: "key", order: 1 } },
    kept: { "open.game-1": { game: "game-1" } },
  });

  const content = afterOpening(many(MOST + 3).slice(2), first);

  assert.deepEqual(ids(content).slice(0, 3), ["game-0", "game-1", "game-3"]);
  assert.ok(path in content.known);
  assert.ok("key" in content.waiting);
});

test("p06: a game that was never sent, or that nothing names, goes with its group, and others stay", () => {
  const [LEFT, STAYS, GAME, OTHER, WAITING, SET_UP] = [..."abcdef"].map((digit) =>
    `${digit.repeat(8)}-0000-4000-8000-000000000000`
  );
  const games = Object.fromEntries([GAME, OTHER, WAITING, SET_UP].map((id) => [id, { game: { id } }]));
  const waiting = { key: { path: gamePath(LEFT, WAITING) }, other: { path: roundPath(STAYS, OTHER, 2) } };
  const kept = { [`group.${LEFT}`]: { id: LEFT }, visited: [GAME, OTHER], "towers.visited": [WAITING, SET_UP],
    "towers.open.x": { group: STAYS, game: OTHER, names: [] } };
  const content = { games, waiting, kept, known: { [gamePath(LEFT, GAME)]: {}, [groupPath(STAYS)]: {} } };

  const left = applied(content, withoutGroup(content, LEFT));

  assert.deepEqual(Object.keys(left.games), [OTHER]);
  assert.deepEqual(Object.keys(left.waiting), ["other"]);
  assert.deepEqual(Object.keys(left.known), [groupPath(STAYS)]);
  assert.deepEqual(Object.keys(left.kept), ["towers.open.x"]);
});
