import assert from "node:assert/strict";
import test from "node:test";
import { bodyAt, roundPath } from "../../static/js/play/resources.js";
import { act, opened } from "../../static/js/play/state.js";
import { wizard } from "../../static/js/play/wizard.js";
import { gameOf } from "./games.js";

const game = () => gameOf({ id: "game" });
const bid = (state, ...bids) => bids.reduce((now, [seat, value]) => act(now, "bid", { seat, value }), state);
const PATH = roundPath("group", "game", 1);

test("what waited before storage kept silent is on the page again, as a step that can be undone", () => {
  const before = bid(opened(game()), [1, 1], [2, 0]);
  const waiting = { k: { key: "k", order: 1, path: PATH, body: bodyAt(before.game, PATH) } };
  const since = act(opened(game()), "note", { place: "Ulm" });

  const found = wizard.rejoined({ waiting, known: {} }, since, before);

  assert.deepEqual([found.game.rounds[0].bids, found.game.place], [[null, 1, 0], "Ulm"]);
  assert.equal(act(found, "undo").game.rounds.length, 0);
  assert.equal(found.past.length, before.past.length + 2);
});

test("where nothing waited the state stays", () => {
  const since = bid(opened(game()), [1, 1]);
  assert.deepEqual(wizard.rejoined({ waiting: {}, known: {} }, since, null), since);
});

test("covered bids, which are on the phone only, are not lost", () => {
  const hidden = { ...game(), bid_mode: "hidden" };
  const before = { ...hidden, rounds: [{ ...bodyAt(hidden, PATH), sealed: [1, null, null] }] };

  const found = wizard.rejoined({ waiting: {}, known: {} }, opened(hidden), opened(before));

  assert.deepEqual(found.game.rounds[0].sealed, [1, null, null]);
});
