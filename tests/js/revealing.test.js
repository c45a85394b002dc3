// The server shows covered bids, and this phone writes to the round before it knows that revision.

import assert from "node:assert/strict";
import test from "node:test";
import { applied, emptyContent } from "../../static/js/play/database.js";
import { emptyRound } from "../../static/js/play/game.js";
import { patchFor as patchOf } from "../../static/js/play/phone.js";
import { opened } from "../../static/js/play/state.js";
import { wizard } from "../../static/js/play/wizard.js";
import { boxOf, gameOf, THREE as PLAYERS } from "./games.js";

const PATH = "/api/groups/g/games/one/rounds/1";
const SHOWN = { ...emptyRound(3), number: 1, revision: 1, bids: [1, 0, 0] };
const BOOKED = { bids: [1, 0, 0], tricks: [1, 0, 0] };

function entryOf(key, changes) {
  return { path: PATH, key, order: 1, attempted: true, body: { ...emptyRound(3), ...changes } };
}

// What the phone writes down where the server has another version of the round.
function patchFor(mine, { theirs = SHOWN, known = {}, mode = "hidden" } = {}) {
  const entries = mine.map((changes, turn) => entryOf(`key${turn}`, changes));
  const waiting = Object.fromEntries(entries.map((entry) => [entry.key, entry]));
  const content = { waiting, known, games: { one: { game: { bid_mode: mode } } } };
  const settling = wizard.conflicts({ content: () => content }, {});
  return settling.patchFor({ current: theirs, changed_by: null, changed_at: null }, entries[0], '"1"');
}

const isAsked = ({ waiting }) => Object.values(waiting).some((entry) => entry?.theirs);

test("tricks on top of the bids that the server showed are sent on top of its version", () => {
  const { waiting, known } = patchFor([BOOKED]);
  const [again] = Object.values(waiting).filter(Boolean);
  assert.equal(waiting.key0, null);
  assert.deepEqual([again.body.tricks, again.attempted], [[1, 0, 0], false]);
  assert.equal(known[PATH].etag, '"1"');
});

test("whoever changed more than the bids, or other bids, is asked about", () => {
  assert.equal(isAsked(patchFor([BOOKED], { theirs: { ...SHOWN, tricks: [0, 1, 0] } })), true);
  assert.equal(isAsked(patchFor([BOOKED], { theirs: { ...SHOWN, trump: "red" } })), true);
  assert.equal(isAsked(patchFor([BOOKED], { theirs: { ...SHOWN, bids: [0, 1, 0] } })), true);
  assert.equal(isAsked(patchFor([BOOKED], { mode: "open" })), true);
});

test("a round that was only moved is not asked about, though its even bids stand for the server now", () => {
  const before = { ...emptyRound(3), bids: [1, 0, 0], tricks: [0, 1, 0] };
  const known = { [PATH]: { etag: '"0"', body: JSON.stringify(before) } };
  const theirs = { ...before, number: 1, revision: 1, accepted: ["bids_even"] };
  const corrected = { bids: [1, 0, 0], tricks: [1, 0, 0] };
  assert.equal(isAsked(patchFor([corrected], { theirs, known })), false);
  assert.equal(isAsked(patchFor([corrected], { theirs: { ...theirs, trump: "red" }, known })), true);
});

// A phone with the first rounds of a game, of which nothing is sent yet; the first one is asked about.
function asking(game, theirs) {
  const empty = emptyContent();
  const content = applied(empty, patchOf(wizard, empty, { group: "g", game: "one" }, opened(game), ""));
  const { key } = Object.values(content.waiting).find(({ path }) => path === PATH);
  content.waiting[key].theirs = theirs;
  const box = boxOf(content);
  return { box, key, settling: wizard.conflicts(box, { onState() {} }) };
}

const begun = (more) => gameOf({ id: "one", firstDealer: 1, schedule: "first5", ...more });

test("whoever takes theirs has the bids stand that it forbids in a later round", async () => {
  const rule = { mode: "sole_leading_dealer", min_cards: 1, zero_always_allowed: false };
  const rounds = [{ ...emptyRound(3), bids: [1, 0, 0], tricks: [1, 0, 0] }, { ...emptyRound(3), dealer: 1,
    bids: [1, 0, 1], tricks: [1, 0, 1] }];
  const theirs = { etag: '"7"', body: { ...emptyRound(3), bids: [0, 1, 0], tricks: [0, 1, 0] } }; // Kevin leads then
  const { box, key, settling } = asking({ ...begun({ evenBidRule: rule }), rounds }, theirs);

  await settling.decide(box.content().waiting[key], false);

  const later = Object.values(box.content().waiting).filter(({ path }) => path.endsWith("/rounds/2"));
  assert.deepEqual(later.map(({ body }) => body.accepted), [[], ["bids_even"]]);
});

test("where seats change while theirs is asked about, all is read again: theirs may be of before", async () => {
  const game = begun();
  const theirs = { etag: '"1"', body: { ...emptyRound(3), bids: [0, 1, 0] } };
  const { box, key, settling } = asking({ ...game, rounds: [{ ...emptyRound(3), bids: [1, 0, 0] }] }, theirs);
  const settings = Object.values(box.content().waiting).find(({ path }) => !path.includes("/rounds/"));
  await box.write({ waiting: { [settings.key]: null } });
  const path = PATH.split("/rounds/")[0];
  const moved = { ...game, players: [...PLAYERS].reverse(), seating: 1, revision: 9,
    rounds: [{ ...emptyRound(3), number: 1, revision: 3, bids: [0, 1, 1] }] };

  await settling.refused({ current: moved }, { path });
  assert.equal(box.content().kept.seen[path], null);
  const [{ key: again }] = Object.values(box.content().waiting);
  assert.notEqual(again, key);
  await box.write({ waiting: { [again]: null } });
  await settling.refused({ current: moved }, { path });
  assert.equal(box.content().kept.seen[path], 9);
});
