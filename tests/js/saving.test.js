import assert from "node:assert/strict";
import test from "node:test";
import { applied, emptyContent } from "../../static/js/play/database.js";
import { emptyRound, withRound } from "../../static/js/play/game.js";
import * as outbox from "../../static/js/play/outbox.js";
import { gameBody, gameFrom, resourcesOf, withTheirs } from "../../static/js/play/resources.js";
import { gameOf as game } from "./games.js";

const emptyBox = () => emptyContent();
const after = (box, ...patches) => patches.reduce(applied, box);
const edited = (box, path, body, key) => after(box, outbox.edits(box, [{ path, body }], () => key));
const taken = (box) => {
  const { entry, patch } = outbox.next(box);
  return [entry, after(box, patch)];
};

const THEIRS = { etag: '"7"', body: { bids: [9] } };
function asked(box, theirs) {
  const { entry, patch } = outbox.next(box);
  const held = after(box, patch, outbox.disputed(entry, theirs));
  return [held.waiting[entry.key], held];
}

for (const end of ["finished", "deleted"]) {
  test(`a ${end} game does not overtake its rounds`, () => {
    let box = edited(emptyBox(), "/g", { [end]: false }, "a");
    box = edited(box, "/g/r/1", { bids: [1] }, "b");
    box = edited(box, "/g", { [end]: true }, "c");
    const sent = [];
    while (outbox.head(box)) {
      const [entry, rest] = taken(box);
      sent.push(entry.key);
      box = after(rest, outbox.acknowledged(entry, '"1"'));
    }
    assert.deepEqual(sent, ["a", "b", "c"]);
  });
}

test("settings in question hold back the rounds of a game the server does not have", () => {
  let [, box] = asked(edited(emptyBox(), "/g", { place: "Ulm" }, "a"), THEIRS);
  box = edited(edited(box, "/g/rounds/1", { bids: [2] }, "b"), "/g2", { place: null }, "c");
  assert.equal(outbox.head(box).key, "c");
  assert.equal(outbox.head(after(box, { known: { "/g": { etag: '"g1"' } } })).key, "b");
});

test("after a refusal a newer edit takes its place, and nothing else waits for it", () => {
  let [entry, box] = taken(edited(emptyBox(), "/r/1", { bids: [0] }, "a"));
  box = edited(after(box, outbox.refused(entry, "no")), "/r/2", { bids: [1] }, "b");
  assert.deepEqual([outbox.refusal(outbox.inOrder(box)).why, outbox.head(box, new Set(["a"])).key,
    outbox.head(box).key], ["no", "b", "a"]);
  box = edited(box, "/r/1", { bids: [1] }, "c");
  assert.equal(outbox.next(box, new Set(["a"])).entry.key, "c");
});

const LEADER_RULE = { mode: "leading_dealer", min_cards: 1, zero_always_allowed: false };
// Who deals in round 3, Ada, leads by then if hers was the trick of round 1.
const ledBy = (tricks) => {
  const rounds = [[[1, 0, 1], tricks], [[1, 0, 0], [1, 0, 0]], [[1, 1, 0], [1, 1, 0]]];
  const begun = game({ schedule: "custom", cards: [1, 1, 2, 3], evenBidRule: LEADER_RULE });
  return rounds.reduce((value, [bids, took], index) => withRound(value, index + 1, { bids, tricks: took }),
    begun);
};
const acceptedIn = (value) => resourcesOf("G", value, new Set()).slice(1).map(({ body }) => body.accepted);

test("bids of a closed round stand and are sent, whoever led since an earlier one was corrected", () => {
  assert.deepEqual(acceptedIn(ledBy([1, 0, 0])), [[], [], []]);
  assert.deepEqual(acceptedIn(ledBy([0, 0, 1])), [[], [], ["bids_even"]]);
});

test("bids of the running round that add up wait until they are confirmed", () => {
  const running = withRound(ledBy([0, 0, 1]), 3, { tricks: null });
  assert.deepEqual(acceptedIn(running), [[], []]);
});

test("a round nobody touched is not sent", () => {
  const value = { ...game(), rounds: [emptyRound(3)] };
  assert.equal(resourcesOf("G", value, new Set()).length, 1);
});

test("theirs of the settings leaves the rounds alone", () => {
  const begun = withRound(game(), 1, { bids: [0, 1, 0] });
  const next = withTheirs(begun, "/api/groups/G/games/g", { ...game(), place: "Ulm", rounds: [] });
  assert.deepEqual([next.place, next.rounds], ["Ulm", begun.rounds]);
});

test("a game of a tournament stays one when another phone has changed it, and is not sent as one", () => {
  const mine = gameFrom({ ...game(), tournament: "T" });
  const next = withTheirs(mine, "/api/groups/G/games/g", { ...gameBody(mine), place: "Ulm" });
  assert.deepEqual([next.tournament, gameBody(next).tournament], ["T", undefined]);
});
