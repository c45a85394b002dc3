import assert from "node:assert/strict";
import test from "node:test";
import * as people from "../../static/js/lazy/people.js";
import { applied, emptyContent } from "../../static/js/play/database.js";
import * as seating from "../../static/js/play/game.js";
import { roundOf, withRound } from "../../static/js/play/game.js";
import * as outbox from "../../static/js/play/outbox.js";
import { resourcesOf } from "../../static/js/play/resources.js";
import * as table from "../../static/js/play/state.js";
import { startAgain } from "../../static/js/play/views/start.js";
import { gameOf as begun, people as persons, played as done } from "./games.js";

const gameOf = (names, changes = {}) => ({ ...begun({ players: persons(...names) }), ...changes });
const fourPlayers = (changes) => table.opened(gameOf(["Ute", "Kevin", "Ada", "Tom"], changes));
const names = ({ game }) => game.players.map(({ name }) => name).join(" ");
const byName = ({ game }, number) =>
  Object.fromEntries(game.players.map(({ name }, seat) => [name, roundOf(game, number).bids[seat]]));

// Everybody bids 0 but the first, and all make it.
function played(state, rounds = 1) {
  for (let round = 0; round < rounds; round += 1) {
    const cards = state.game.cards[state.ui.round - 1];
    state = done(state, ["bid", { seat: state.ui.open, value: cards }]);
    while (state.ui.open !== null) state = done(state, ["bid", { seat: state.ui.open, value: 0 }]);
    state = done(state, ["closeRound"]);
  }
  return state;
}

const zoë = (after, startTotal = 20) => ({ player: persons("Zoë")[0], after, startTotal });

test("the game's own seats follow too", () => {
  const game = gameOf(["A", "B", "C", "D"], { first_dealer: 3, adjustments: [{ seat: 2, points: -20 }],
    joined: [{ seat: 1, round: 2, start_total: 0 }], left: [{ seat: 3, after_round: 3 }] });
  const next = seating.movedUp(game, 2);
  assert.equal(names({ game: next }), "A C B D");
  assert.deepEqual([next.first_dealer, next.adjustments[0].seat, next.joined[0].seat, next.left[0].seat,
    next.seating], [3, 1, 2, 3, 1]);
});

test("a player joins in a round before its first bid, after it in the next", () => {
  const before = done(played(fourPlayers()), ["join", zoë(3)]);
  assert.deepEqual(before.game.joined, [{ seat: 4, round: 2, start_total: 20 }]);
  assert.equal(before.game.cards.length, 12);
  const after = done(played(fourPlayers()), ["bid", { seat: 2, value: 0 }], ["join", zoë(0)]);
  assert.deepEqual(after.game.joined, [{ seat: 1, round: 3, start_total: 20 }]);
  assert.equal(byName(after, 2).Ada, 0);
  assert.equal(after.game.players[after.ui.open].name, "Tom");
});

test("trump that only the smaller table prescribed is open again, and the other way round", () => {
  const twelfth = played(fourPlayers(), 11);
  const trump = (state) => roundOf(state.game, 12).trump;
  assert.equal(trump(done(twelfth, ["trump", { value: "red" }], ["trump", { value: "" }])), null);
  const noted = done(twelfth, ["dealer", { seat: 1 }], ["join", zoë(3)]);
  assert.equal(trump(noted), "none");
  assert.equal(trump(done(noted, ["leave", { seat: 0 }])), null);
});

test("the remaining hands are shown before a player joins", () => {
  assert.deepEqual(people.handsWithOneMore(played(fourPlayers(), 7).game), [8, 9, 10, 11, 12]);
  assert.deepEqual(people.handsWithOneMore(played(fourPlayers(), 12).game), []);
  assert.deepEqual(people.handsWithOneMore(gameOf([..."ABCDEFG"])), [1, 2, 3, 4, 5, 6, 7, 7, 7, 7]);
  assert.deepEqual(people.handsWithOneMore(gameOf([..."ABCDEFGH"])), []);
  assert.deepEqual(people.handsWithOneMore(gameOf(["A", "B", "C", "D"], { schedule: "single_colour" })), []);
});

test("a dealer who goes home leaves the deal to the next, and has named no trump", () => {
  const { game, ...rest } = done(played(fourPlayers()), ["dealer", { seat: 0 }]);
  const state = { ...rest, game: withRound(game, 2, { named_by: 0 }) };
  const { dealer, named_by } = roundOf(done(state, ["leave", { seat: 0 }]).game, 2);
  assert.deepEqual([dealer, named_by], [1, null]);
  assert.equal(roundOf(done(state, ["leave", { seat: 1 }]).game, 2).named_by, 0);
});

test("a player leaves after a finished or begun round, never before one, and three stay", () => {
  const state = played(fourPlayers());
  assert.deepEqual([fourPlayers().game, state.game].map((game) => people.mayLeave(game, 0)), [false, true]);
  const left = done(state, ["leave", { seat: 0 }]);
  assert.deepEqual(left.game.left, [{ seat: 0, after_round: 1 }]);
  assert.equal(people.areEnoughToLeave(left.game), false);
  const begun = done(state, ["bid", { seat: 2, value: 0 }], ["leave", { seat: 2 }]);
  assert.deepEqual(begun.game.left, [{ seat: 2, after_round: 2 }]);
  const again = done(played(fourPlayers(), 4), ["openRound", { round: 2 }], ["dealAgain"]);
  assert.deepEqual(done(again, ["leave", { seat: 0 }]).game.left, [{ seat: 0, after_round: 4 }]);
  assert.equal(done(again, ["join", zoë(3)]).game.joined[0].round, 5);
});

test("an undone join leaves the bids of the others where they were", () => {
  const state = done(played(fourPlayers()), ["bid", { seat: 2, value: 1 }], ["join", zoë(0)], ["undo"]);
  assert.deepEqual(byName(state, 2), { Ute: null, Kevin: null, Ada: 1, Tom: null });
});

test("a state is seated as another phone has it, past and future included", () => {
  const state = done(played(fourPlayers()), ["bid", { seat: 2, value: 1 }], ["bid", { seat: 3, value: 2 }], [
    "undo",
  ]);
  const theirs = seating.withLatecomer(played(fourPlayers()).game, zoë(1));
  const next = table.seatedAs(state, theirs);
  assert.deepEqual(byName(next, 2), { Ute: null, Kevin: null, Zoë: null, Ada: 1, Tom: null });
  assert.equal(byName(done(next, ["redo"]), 2).Tom, 2);
  assert.equal(names(done(next, ["redo"])), names(next));
  assert.equal(next.game.players[next.ui.open].name, "Tom");
  assert.equal(done(next, ["undo"]).game.seating, theirs.seating);
});

test("a rematch is for those who are still there, and the deal goes on", () => {
  const state = done(played(fourPlayers()), ["leave", { seat: 1 }]);
  const start = startAgain({ ...state.game, ended_after: 2 });
  assert.deepEqual([start.seats, start.first], [["Ute", "Ada", "Tom"], 1]);
});

// --- on the way to the server ---------------------------------------------------------

const PATH = "/api/groups/G/games/g";
let keys = 0;
const key = () => `k${(keys += 1)}`;
const edits = (box, state) =>
  outbox.edits(box, resourcesOf("G", state.game, new Set(Object.keys(outbox.lastBodies(box)))), key);
const edited = (box, state) => applied(box, edits(box, state));
// What waits is moved to the new seats, which then wait, too.
function reseated(box, before, after) {
  const change = (body) => seating.movedBody(body, before.game.players, after.game);
  return edited(applied(box, outbox.reseated(box, `${PATH}/rounds/`, change, before.game.players)), after);
}
function sent(box) {
  const order = [];
  while (outbox.head(box)) {
    const { entry, patch } = outbox.next(box);
    order.push(entry);
    box = applied(applied(box, patch), outbox.acknowledged(entry, '"1"'));
  }
  return { order, box };
}

const first = done(fourPlayers(), ["bid", { seat: 1, value: 1 }]);
const moved = done(first, ["moveUp", { seat: 3 }]);
const bid = done(moved, ["bid", { seat: moved.ui.open, value: 0 }]);

test("a new seating travels alone: the server moves its rounds by itself", () => {
  const { box } = sent(edited(emptyContent(), first));
  const { order } = sent(reseated(box, first, moved));
  assert.deepEqual(order.map(({ path }) => path), [PATH]);
});

test("a round never travels before the seats it was written for, nor is what waited sent once more", () => {
  const waiting = reseated(edited(emptyContent(), first), first, moved);
  const { order } = sent(edited(waiting, bid));
  assert.deepEqual(order.map(({ path, body }) => [path.slice(PATH.length), body.seating ?? 0]), [["", 0], [
    "/rounds/1",
    0,
  ], ["", 1], ["/rounds/1", 1]]);
  assert.deepEqual(edits(sent(waiting).box, moved).waiting, {});
});

test("while the seats are disputed no round for other seats is sent", () => {
  let { box } = sent(edited(emptyContent(), first));
  box = reseated(box, first, moved);
  const { entry, patch } = outbox.next(box);
  box = applied(applied(box, patch), outbox.marked(entry, { theirs: { etag: '"7"', body: entry.body } }));
  assert.equal(outbox.head(edited(box, bid)), null);
});

test("what waits is written anew for the seats of another phone, under new keys", () => {
  const box = edited(emptyContent(), first);
  const theirs = seating.movedUp(first.game, 1);
  const change = (body) => seating.movedBody(body, first.game.players, theirs);
  const [, round] = outbox.inOrder(applied(box, outbox.rewritten(box, `${PATH}/rounds/`, change, key)));
  assert.deepEqual([round.body.bids, round.body.seating], [[1, null, null, null], 1]);
  assert.ok(!(round.key in box.waiting));
});

test("a round that was undone away is sent empty", () => {
  const { box } = sent(edited(emptyContent(), first));
  const [round] = outbox.inOrder(edited(box, done(first, ["undo"])));
  assert.deepEqual([round.path, round.body.bids], [`${PATH}/rounds/1`, [null, null, null, null]]);
});
