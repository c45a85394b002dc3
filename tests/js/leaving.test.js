import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutGroup } from "../../static/js/pages/stored.js";
import { applied, emptyContent } from "../../static/js/play/database.js";
import { gamePath, groupPath, roundPath } from "../../static/js/play/resources.js";

const uuid = (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const [LEFT, STAYS, GAME, OTHER, WAITING, SET_UP] = ["a", "b", "c", "d", "e", "f"].map(uuid);

const ofGroup = (group, game) => ({
  kept: { [`group.${group}`]: { id: group, claim: "secret", players: [] },
    [`open.${game}`]: { group, game, names: ["Anna"] } },
  games: { [game]: { game: { id: game } } },
  waiting: { [`key ${group}`]: { key: `key ${group}`, path: roundPath(group, game, 2), body: {}, order: 1 } },
  known: { [groupPath(group)]: { etag: null }, [gamePath(group, game)]: { etag: '"g3"' } },
});

const content = [ofGroup(LEFT, GAME), ofGroup(STAYS, OTHER)].reduce(applied, { ...emptyContent(),
  kept: { group: { id: LEFT }, current: { group: LEFT, game: GAME }, visited: [GAME, OTHER],
    seen: { [gamePath(LEFT, GAME)]: 3, [gamePath(STAYS, OTHER)]: 4 } } });

test("a game that was never sent goes with its group", () => {
  const waiting = { key: { key: "key", path: gamePath(LEFT, WAITING), body: {}, order: 2 } };
  const before = applied(content, { waiting, games: { [WAITING]: { game: { id: WAITING } } } });

  assert.deepEqual(Object.keys(applied(before, withoutGroup(before, LEFT)).games), [OTHER]);
});

test("p06: a game that nothing names any more goes too, and what is of another group stays", () => {
  const lists = { "towers.visited": [WAITING, OTHER],
    "towers.open.x": { group: STAYS, game: SET_UP, names: [] } };
  const before = applied(content, { kept: { ...lists, visited: [GAME, OTHER, SET_UP] } });

  const patch = withoutGroup(before, LEFT);

  assert.deepEqual(Object.keys(patch.games).sort(), [LEFT, GAME, WAITING]);
  assert.deepEqual([patch.kept.visited, patch.kept["towers.visited"]], [[OTHER, SET_UP], [OTHER]]);
});
