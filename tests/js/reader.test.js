import assert from "node:assert/strict";
import test from "node:test";
import { deviceName } from "../../static/js/lazy/history.js";
import { applied, emptyContent } from "../../static/js/play/database.js";
import { emptyRound, withRound } from "../../static/js/play/game.js";
import { edits, lastBody } from "../../static/js/play/outbox.js";
import { bodyAt, changes, gameBody, gamePath, resourcesOf, roundPath,
  withCovered } from "../../static/js/play/resources.js";
import { serverFor } from "../../static/js/play/sender.js";
import { act, opened } from "../../static/js/play/state.js";
import { wizard } from "../../static/js/play/wizard.js";
import { answered, boxOf, gameOf, say, THREE as PLAYERS } from "./games.js";

const started = () => opened(gameOf({ id: "game", started_at: "2026-11-21T19:00:00Z" }));
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
  const box = boxOf(applied(emptyContent(), { games: { game: state }, kept: { seen: { [PATH]: 1 } } }));
  globalThis.fetch = async () => answered(answer, { etag: '"g2"' });
  return { box, from: serverFor(box, wizard) };
}

// The server writes times in its own way, and does not keep that a round was dealt again.
for (const [what, mine] of [["a time", act(started(), "bid", { seat: 1, value: 1 })], [
  "a round that was dealt again",
  dealtAgain(),
]]) {
  test(`what is here as it is there can be undone, and is not sent again: ${what}`, async () => {
    const { box, from } = phoneWith(mine, { ...answerOf(mine.game, 2),
      started_at: "2026-11-21T20:00:00+01:00" });

    assert.equal(await from.state("group", "game"), null);

    const { games, kept } = box.content();
    assert.deepEqual([games.game.past, kept.seen[PATH]], [mine.past, 2]);
    const again = edits(box.content(), resourcesOf("group", mine.game, new Set()), () => "key");
    assert.deepEqual(again, { waiting: {} });
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
    if (asked > 1) return answered(answerOf(mine.game, 3), { etag: '"g3"' });
    await box.write({ known: { [`${PATH}/rounds/1`]: { etag: '"2"', body: "{}" } } });
    return late(...about);
  };

  assert.equal(await from.state("group", "game"), null);

  assert.equal(asked, 2);
  assert.deepEqual(box.content().games.game.game, mine.game);
});

const bid = (state, ...bids) => bids.reduce((now, [seat, value]) => act(now, "bid", { seat, value }), state);
const ROUND = roundPath("group", "game", 1);

test("what waited before storage kept silent is on the page again, as a step that can be undone", () => {
  const before = bid(started(), [1, 1], [2, 0]);
  const waiting = { k: { key: "k", order: 1, path: ROUND, body: bodyAt(before.game, ROUND) } };
  const since = act(started(), "note", { place: "Ulm" });

  const found = wizard.rejoined({ waiting, known: {} }, since, before);

  assert.deepEqual([found.game.rounds[0].bids, found.game.place], [[null, 1, 0], "Ulm"]);
  assert.equal(act(found, "undo").game.rounds.length, 0);
  assert.equal(found.past.length, before.past.length + 2);
  assert.deepEqual(wizard.rejoined({ waiting: {}, known: {} }, since, null), since, "nothing waited");
});

test("covered bids, which are on the phone only, are not lost", () => {
  const hidden = { ...started().game, bid_mode: "hidden" };
  const before = { ...hidden, rounds: [{ ...bodyAt(hidden, ROUND), sealed: [1, null, null] }] };

  const found = wizard.rejoined({ waiting: {}, known: {} }, opened(hidden), opened(before));

  assert.deepEqual(found.game.rounds[0].sealed, [1, null, null]);

  const late = { ...hidden, rounds: [{ ...bodyAt(hidden, ROUND), bids: [1, null, 0] }] };
  assert.deepEqual(withCovered(hidden, late).rounds[0].bids, [1, null, 0]);
});

test("bids that must be confirmed stay until then, whatever others change meanwhile", async () => {
  const even_bid_rule = { mode: "last_bidder", min_cards: 1, zero_always_allowed: false };
  const sent = bid(opened({ ...started().game, even_bid_rule }), [1, 0], [2, 0], [0, 0]);
  const mine = act(sent, "bid", { seat: 1, value: 1 }, Infinity);
  const joined = { players: [...PLAYERS, { id: "Zoë", name: "Zoë" }], seating: 1 };
  const { box, from } = phoneWith(mine, answerOf({ ...sent.game, ...joined }, 2));
  await box.write({ known: { [ROUND]: { etag: '"1"', body: JSON.stringify(bodyAt(sent.game, ROUND)) } } });

  assert.equal(await from.state("group", "game"), null);
  await wizard.conflicts(box, { onState() {} }).refused({ current: await from.ask(PATH) }, { path: PATH });
  assert.deepEqual(box.content().games.game.game.rounds[0].bids, [0, 1, 0, null]);
});

const ONE = "/api/groups/g/games/one/rounds/1";
const SHOWN = { ...emptyRound(3), number: 1, revision: 1, bids: [1, 0, 0] };
const BOOKED = { bids: [1, 0, 0], tricks: [1, 0, 0] };

// What the phone writes down where the server has another version of the round.
function patchFor(mine, { theirs = SHOWN, known = {}, mode = "hidden" } = {}) {
  const entry = { path: ONE, key: "key", order: 1, attempted: true, body: { ...emptyRound(3), ...mine } };
  const content = { waiting: { key: entry }, known, games: { one: { game: { bid_mode: mode } } } };
  const settling = wizard.conflicts({ content: () => content }, {});
  return settling.patchFor({ current: theirs, changed_by: null, changed_at: null }, entry, '"1"');
}

const isAsked = ({ waiting }) => Object.values(waiting).some((entry) => entry?.theirs);

test("tricks on top of the bids that the server showed are sent on top of its version", () => {
  const { waiting, known } = patchFor(BOOKED);
  const [again] = Object.values(waiting).filter(Boolean);
  assert.equal(waiting.key, null);
  assert.deepEqual([again.body.tricks, again.attempted], [[1, 0, 0], false]);
  assert.equal(known[ONE].etag, '"1"');
});

test("a device that changed more than the bids, or other bids, is asked about", () => {
  for (const more of [{ tricks: [0, 1, 0] }, { trump: "red" }, { bids: [0, 1, 0] }]) {
    assert.equal(isAsked(patchFor(BOOKED, { theirs: { ...SHOWN, ...more } })), true);
  }
  assert.equal(isAsked(patchFor(BOOKED, { mode: "open" })), true);
});

test("tricks that were sent before hidden bids came are set aside, if others are there", () => {
  const mine = { bids: [null, null, null], tricks: [1, 0, 0] };
  const kept = (tricks) =>
    Object.values(patchFor(mine, { theirs: { ...SHOWN, tricks } }).waiting).filter(Boolean);
  assert.deepEqual(kept([0, 1, 0]).map(({ body }) => body.tricks), [[1, 0, 0]]);
  assert.deepEqual(kept([1, 0, 0]), []);
});

test("a round that was only moved is not asked about, though its even bids stand for the server now", () => {
  const before = { ...emptyRound(3), bids: [1, 0, 0], tricks: [0, 1, 0] };
  const known = { [ONE]: { etag: '"0"', body: JSON.stringify(before) } };
  const theirs = { ...before, number: 1, revision: 1, accepted: ["bids_even"] };
  const corrected = { bids: [1, 0, 0], tricks: [1, 0, 0] };
  assert.equal(isAsked(patchFor(corrected, { theirs, known })), false);
  assert.equal(isAsked(patchFor(corrected, { theirs: { ...theirs, trump: "red" }, known })), true);
});

// A phone with the first rounds of a game, of which nothing is sent yet; the first one is asked about.
function asking(game, theirs) {
  const empty = emptyContent();
  const state = opened(game);
  const content = applied(empty, { ...wizard.requestsFor(empty, "g", state), games: { one: state } });
  const { key } = Object.values(content.waiting).find(({ path }) => path === ONE);
  content.waiting[key].theirs = theirs;
  const box = boxOf(content);
  const settings = Object.values(content.waiting).find(({ path }) => !path.includes("/rounds/"));
  return { box, key, settings, settling: wizard.conflicts(box, { onState() {} }) };
}

const begun = (more) => gameOf({ id: "one", first_dealer: 1, schedule: "first5", ...more });

test("taking theirs keeps the bids that it forbids in a later round", async () => {
  const rule = { mode: "sole_leading_dealer", min_cards: 1, zero_always_allowed: false };
  const rounds = [{ ...emptyRound(3), bids: [1, 0, 0], tricks: [1, 0, 0] }, { ...emptyRound(3), dealer: 1,
    bids: [1, 0, 1], tricks: [1, 0, 1] }];
  const theirs = { etag: '"7"', body: { ...emptyRound(3), bids: [0, 1, 0], tricks: [0, 1, 0] } }; // Kevin leads then
  const { box, key, settling } = asking({ ...begun({ even_bid_rule: rule }), rounds }, theirs);

  await settling.decide(box.content().waiting[key], false);

  const later = Object.values(box.content().waiting).filter(({ path }) => path.endsWith("/rounds/2"));
  assert.deepEqual(later.map(({ body }) => body.accepted), [[], ["bids_even"]]);
});

test("where seats change while theirs is asked about, all is read again: theirs may be of before", async () => {
  const game = begun();
  const theirs = { etag: '"1"', body: { ...emptyRound(3), bids: [0, 1, 0] } };
  const { box, key, settings, settling } = asking({ ...game,
    rounds: [{ ...emptyRound(3), bids: [1, 0, 0] }] }, theirs);
  await box.write({ waiting: { [settings.key]: null } });
  const path = ONE.split("/rounds/")[0];
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

test("taking mine keeps their corrections at the seats that others have", async () => {
  const rounds = [{ ...emptyRound(3), bids: [1, 0, 0] }];
  const { box, settings, settling } = asking({ ...begun(), rounds, adjustments: [{ seat: 0, points: 10 }] });
  const body = { ...gameBody(begun()), players: [...PLAYERS].reverse(), seating: 1 };
  await box.write({ known: { [settings.path]: { etag: '"g1"', body: JSON.stringify(gameBody(begun())) } } });

  await settling.decide({ ...settings, theirs: { etag: '"g2"', body } }, true);

  const { adjustments, seating } = lastBody(box.content(), settings.path);
  assert.deepEqual([adjustments, seating], [[{ seat: 2, points: 10 }], 1]);
});

test("where a player joined elsewhere, bids that were revealed here stay, and those hidden since", async () => {
  const rounds = [{ ...emptyRound(3), bids: [1, 0, 0], tricks: [1, 0, 0] }, { ...emptyRound(3),
    sealed: [2, null, null] }];
  const game = { ...begun({ bid_mode: "hidden" }), rounds };
  const { box, settings, settling } = asking(game);
  await box.write({ waiting: { [settings.key]: null } });
  const current = { ...game, players: [...PLAYERS, { id: "Zoë", name: "Zoë" }], seating: 1, revision: 2,
    rounds: [] };

  for (let times = 0; times < 2; times += 1) await settling.refused({ current }, { path: ONE });

  assert.deepEqual(box.content().games.one.game.rounds.map(({ bids, sealed }) => sealed ?? bids), [[1, 0, 0,
    null], [2, null, null, null]]);
});

const played = () => withRound(gameOf(), 1, { bids: [0, 1, 0], tricks: [0, 1, 0] });

test("what differs is told seat by seat, an empty cell and 0 apart", () => {
  const before = { bids: [1, null, 2], tricks: null, trump: null };
  const after = { bids: [1, 0, 2], tricks: [1, 0, 2], trump: "red" };
  assert.deepEqual(
    changes(before, after).map(({ key, seat, before: was, after: is }) => [key, seat, was, is]),
    [["bids", 1, null, 0], ["tricks", 0, null, 1], ["tricks", 1, null, 0], ["tricks", 2, null, 2], ["trump",
      undefined, null, "red"]],
  );
});

test("a device is this one, else its name, else its kind", () => {
  const named = (device) => deviceName(device, say);
  assert.equal(named({ name: "Anna's", kind: "iphone", you: true }), "device_you");
  assert.equal(named({ name: "Anna's", kind: "iphone", you: false }), "Anna's");
  assert.equal(named({ name: null, kind: "iphone", you: false }), "device_iphone");
  assert.equal(named(null), "device_other");
});

test("a restored round is one step, and undone with one", () => {
  const state = opened(played());
  const theirs = withRound(played(), 1, { bids: [1, 1, 0], tricks: null });
  const next = act(state, "restore", { game: theirs });
  assert.deepEqual([next.game.rounds[0].bids, next.ui.round], [[1, 1, 0], 1]);
  assert.deepEqual(act(next, "undo").game, state.game);
});
