import assert from "node:assert/strict";
import test from "node:test";

import { emptyRound, newGame, withRound } from "../../static/js/play/game.js";
import * as outbox from "../../static/js/play/outbox.js";
import { gameBody, gameFrom, resourcesOf } from "../../static/js/play/resources.js";
import { packState, unpackState } from "../../static/js/play/shelf.js";
import { act, opened } from "../../static/js/play/table.js";

const players = ["Ute", "Kevin", "Ada"].map((name) => ({ id: name, name }));
const game = () => newGame({ id: "g", players, firstDealer: 0, schedule: "standard", evenBidRule: null, startedAt: null });
const bidTwice = () => {
  const first = act(opened(game()), "bid", { seat: 1, value: 0 }, 1);
  return act(first, "bid", { seat: 2, value: 1 }, 2);
};

test("an edit never attempted is replaced by a newer one", () => {
  let box = outbox.enqueue(outbox.emptyOutbox(), "/r/1", { bids: [0] }, "a");
  box = outbox.enqueue(box, "/r/1", { bids: [1] }, "b");
  assert.deepEqual(box.entries.map(({ body, key }) => [body, key]), [[{ bids: [1] }, "b"]]);
});

test("an attempted edit is frozen and the newer one waits behind it", () => {
  let box = outbox.attempted(outbox.enqueue(outbox.emptyOutbox(), "/r/1", { bids: [0] }, "a"));
  box = outbox.enqueue(box, "/r/1", { bids: [1] }, "b");
  assert.deepEqual(box.entries.map(({ key }) => key), ["a", "b"]);
  box = outbox.acknowledged(box, '"1"');
  assert.equal(box.etags["/r/1"], '"1"');
  assert.equal(outbox.head(box).key, "b");
});

test("what was sent last is not sent again", () => {
  const box = outbox.enqueue(outbox.emptyOutbox(), "/r/1", { bids: [0] }, "a");
  assert.equal(outbox.enqueue(box, "/r/1", { bids: [0] }, "b"), box);
});

test("mine goes on top of theirs with a new key and their revision", () => {
  let box = outbox.attempted(outbox.enqueue(outbox.emptyOutbox(), "/r/1", { bids: [0] }, "a"));
  box = outbox.insist(box, '"7"', "b");
  assert.deepEqual([outbox.head(box).key, box.etags["/r/1"], outbox.head(box).attempted], ["b", '"7"', false]);
});

test("theirs drops what waits for that round only", () => {
  let box = outbox.enqueue(outbox.emptyOutbox(), "/r/1", { bids: [0] }, "a");
  box = outbox.enqueue(box, "/r/2", { bids: [0] }, "b");
  assert.deepEqual(outbox.yielded(box, '"7"').entries.map(({ path }) => path), ["/r/2"]);
});

test("a game arrives before its rounds, and is finished after them", () => {
  const begun = withRound(game(), 1, { bids: [0, 1, 0] });
  const paths = (value, sent) => resourcesOf("G", value, new Set(sent)).map(({ path }) => path);
  const own = "/api/groups/G/games/g";
  assert.deepEqual(paths(begun, []), [own, `${own}/rounds/1`]);
  assert.deepEqual(paths({ ...begun, finished: true }, [own]), [`${own}/rounds/1`, own]);
});

test("a round nobody touched is not sent", () => {
  const value = { ...game(), rounds: [emptyRound(3)] };
  assert.equal(resourcesOf("G", value, new Set()).length, 1);
});

test("a game comes back from the server as it went", () => {
  const value = withRound(game(), 1, { bids: [0, 1, 0], tricks: [0, 1, 0] });
  const rounds = value.rounds.map((round, index) => ({ ...round, number: index + 1, revision: 1 }));
  assert.deepEqual(gameFrom({ ...value, rounds, revision: 3, season: 1 }), value);
  assert.equal("rounds" in gameBody(value), false);
});

test("a packed state unpacks to the same, past and future included", () => {
  const state = act(bidTwice(), "undo");
  assert.deepEqual(unpackState(JSON.parse(JSON.stringify(packState(state)))), state);
});

test("a long past packs into little room", () => {
  let state = opened(game());
  for (let n = 0; n < 150; n += 1) state = act(state, "bid", { seat: 1, value: n % 2 }, 0);
  assert.ok(JSON.stringify(packState(state)).length < 20_000);
});
