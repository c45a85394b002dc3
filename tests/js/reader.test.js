import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, emptyContent } from "../../static/js/play/database.js";
import { emptyRound, withRound } from "../../static/js/play/game.js";
import { edits } from "../../static/js/play/outbox.js";
import { gamePath, resourcesOf } from "../../static/js/play/resources.js";
import { databaseId, reader } from "../../static/js/play/server.js";
import { act, opened, packState, unpackState } from "../../static/js/play/state.js";
import { wizard } from "../../static/js/play/wizard.js";
import { boxOf, gameOf } from "./games.js";

const started = () => opened(gameOf({ id: "game", startedAt: "2026-11-21T19:00:00Z" }));
const PATH = gamePath("group", "game");

function dealtAgain() {
  const { game, ...rest } = started();
  const bids = { ...emptyRound(3), bids: [1, 0, 1], dealt_again: true };
  return { ...rest, game: withRound({ ...game, bid_mode: "hidden" }, 1, bids) };
}

// What the server says of a game, as the phone has it.
const answerOf = ({ rounds, ...game }, revision) => ({ ...game, revision,
  rounds: rounds.map(({ dealt_again: _again, ...round }, index) => ({ ...round, number: index + 1,
    revision: 1 })
  ) });

function phoneWith(state, answer) {
  const box = boxOf(
    applied(emptyContent(), { games: { game: packState(state) }, kept: { seen: { [PATH]: 1 } } }),
  );
  globalThis.fetch = async () =>
    new Response(JSON.stringify(answer), { headers: { ETag: '"g2"', "X-Scorepad": "1" } });
  return { box, from: reader(box, databaseId(box), wizard) };
}

test("a game that is here as it is there keeps what can be undone", async () => {
  const mine = act(started(), "bid", { seat: 1, value: 1 });
  const { box, from } = phoneWith(mine, { ...answerOf(mine.game, 2),
    started_at: "2026-11-21T19:00:00+00:00" });

  assert.equal(await from.state("group", "game"), null);

  assert.equal(unpackState(box.content().games.game).past.length, 1);
  assert.equal(box.content().kept.seen[PATH], 2);
});

// The server writes times in its own way, and does not keep that a round was dealt again.
for (const [what, mine] of [["a time", act(started(), "bid", { seat: 1, value: 1 })], [
  "a round that was dealt again",
  dealtAgain(),
]]) {
  test(`what is here as it is there is not sent again: ${what}`, async () => {
    const { box, from } = phoneWith(mine, { ...answerOf(mine.game, 2),
      started_at: "2026-11-21T20:00:00+01:00" });

    await from.state("group", "game");

    assert.deepEqual(edits(box.content(), resourcesOf("group", mine.game, new Set()), () => "key"), {
      waiting: {},
    });
  });
}

test("an answer that was under way while something was saved is asked for once more", async () => {
  const before = act(started(), "bid", { seat: 1, value: 1 });
  const mine = act(before, "bid", { seat: 2, value: 0 });
  const { box, from } = phoneWith(mine, answerOf(before.game, 2));
  const late = globalThis.fetch;
  let asked = 0;
  globalThis.fetch = async (...about) => {
    asked += 1;
    if (asked > 1) {
      return new Response(JSON.stringify(answerOf(mine.game, 3)), {
        headers: { ETag: '"g3"', "X-Scorepad": "1" },
      });
    }
    await box.write({ known: { [`${PATH}/rounds/1`]: { etag: '"2"', body: "{}" } } });
    return late(...about);
  };

  assert.equal(await from.state("group", "game"), null);

  assert.equal(asked, 2);
  assert.deepEqual(unpackState(box.content().games.game).game, mine.game);
});
