// Bids that come from other phones, and those that go to the server from this one.

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { listen, onOwnPhone } from "../../static/js/lazy/bids.js";
import { missing } from "../../static/js/lazy/sealed_bids.js";
import { lazy } from "../../static/js/play/dom.js";
import { roundOf } from "../../static/js/play/game.js";
import { act, isCorrecting, opened, phase } from "../../static/js/play/state.js";
import { answered, gameOf, onPhone, say } from "./games.js";

document.querySelector = () => ({ classList: { add: () => null, remove: () => null } });
globalThis.location = { hash: "#group/game" };
mock.timers.enable({ apis: ["setTimeout"] });

let state = null;
let clock = 0;
let sent = []; // what was put on the server, as {path, headers, body}
let answers = []; // the server's next answers, as [status, body, etag, Retry-After]
let games = 0;
const TAKEN = [201, { revealed: null }, '"1"'];
const SEALED = [409, { objections: [{ field: "bid", problem: "bid_sealed" }] }, null];

lazy.act = (name, args = {}) => {
  state = act(state, name, args, clock += 10_007);
  listen(state, () => null); // as after every drawing
};

globalThis.fetch = async (path, { method, headers, body }) => {
  if (method === "PUT") sent.push({ path, headers, body: JSON.parse(body) });
  const [status, answer, etag, wait] = answers.shift();
  const more = wait && { "Retry-After": wait };
  return answered(answer, { status, etag, Date: new Date(0).toUTCString(), ...more });
};

const tap = (...taps) => taps.forEach(([name, args]) => lazy.act(name, args));
function start(mode, ...taps) {
  state = opened(gameOf({ id: `game${(games += 1)}`, schedule: "first5", bid_mode: mode }));
  [sent, answers] = [[], []];
  tap(...taps);
}
const first = () => roundOf(state.game, 1);

const PATH = () => `/api/groups/group/games/${state.game.id}/rounds/1/bids`;
const told = (by, more = {}) => ({ round: 1,
  seats: [0, 1, 2].map((seat) => ({ seat, phone: seat === 0, bid_by: by[seat] ?? null, bid: null })),
  reveals_at: null, state: null, ...more });
const settled = () => new Promise((done) => setImmediate(done));

// The next poll: first for these bids, then what is put on the server because of them.
async function listened(answer, draw = () => null) {
  answers.unshift([200, answer, '"1"']);
  listen(state, draw);
  mock.timers.tick(2500);
  await settled();
}
const hearThat = (by, more) => listened(told(by, more));
async function hearNothing(times) {
  for (let time = 0; time < times; time += 1) {
    mock.timers.tick(2500); // no answer is left
    await settled();
  }
}

test("covered bids go to the server once, if a player uses a phone of their own", async () => {
  start("hidden", ...onPhone(1, 1));
  answers = [TAKEN];
  await hearThat({});
  await hearThat({ 1: "table" });
  assert.deepEqual(sent.map(({ path, body }) => [path, body]), [[`${PATH()}/1`, { bid: 1, seating: 0 }]]);
  assert.equal(sent[0].headers["If-None-Match"], "*");
  assert.deepEqual(missing(state), [2, 0]);
});

test("a bid not yet covered is not sent, and a changed one goes on top of the first", async () => {
  start("hidden", ...onPhone(1, 1).slice(0, 3));
  await hearThat({});
  assert.deepEqual(sent, []);
  lazy.act("cover");
  answers = [TAKEN, [200, { revealed: null }, '"2"']];
  await hearThat({});
  tap(...onPhone(1, 0));
  await hearThat({ 1: "table" });
  assert.deepEqual(sent.map(({ headers, body }) => [headers["If-Match"], body.bid]), [[undefined, 1], ['"1"',
    0]]);
});

test("a bid that the server has from before this page was loaded is put on top of it", async () => {
  start("hidden", ...onPhone(1, 1));
  answers = [[412, {}, '"7"'], [200, { revealed: null }, '"8"']];
  await hearThat({ 1: "table" });
  await hearThat({ 1: "table" });
  assert.equal(sent[1].headers["If-Match"], '"7"');
});

test("what the server shows is shown here, together, and no step back takes it away", async () => {
  start("hidden", ...onPhone(1, 1));
  const shown = { state: { revision: 3, bids: [0, 1, 1], late_bids: [2] },
    reveals_at: new Date(2600).toISOString() };
  for (let times = 0; times < 2; times += 1) await hearThat({ 0: "own", 1: "table", 2: "table" }, shown);
  assert.equal(phase(state), "sealed"); // until the moment comes
  mock.timers.tick(200);
  assert.deepEqual([phase(state), first().bids, first().late_bids], ["reading", [0, 1, 1], [2]]);
  assert.deepEqual(state.past, []);
});

test("tricks of a secret round are there when its bids are shown, and nothing is being corrected", async () => {
  start("secret", ...onPhone(1, 1));
  answers = [TAKEN];
  await hearThat({ 0: "own", 2: "table" });
  for (const seat of [1, 2]) lazy.act("took", { seat, value: 0 });
  lazy.act("sendTricks");
  await hearThat({}, { state: { revision: 3, bids: [0, 1, 1], tricks: [1, 0, 0] } });
  mock.timers.tick(20);
  assert.equal(phase(state), "tricks");
  assert.equal(isCorrecting(state), false);
  lazy.act("closeRound");
  assert.deepEqual(state.game.rounds[0].tricks, [1, 0, 0]);
  assert.equal(state.ui.round, 2);
});

test("dealing again throws away what others had sealed, on top of the round that is there", async () => {
  start("hidden", ...onPhone(1, 1), ["dealAgain"]);
  answers = [[200, {}, '"5"']];
  await hearThat({ 0: "own", 1: "table" }, { state: { revision: 4, bids: [null, null, null] } });
  const [{ path, headers, body }] = sent;
  assert.deepEqual([path, headers["If-Match"]], [PATH().replace("/bids", ""), '"4"']);
  assert.deepEqual([body.dealt_again, body.bids], [true, [null, null, null]]);
  await hearThat({}, { state: { revision: 5, bids: [null, null, null] } });
  assert.equal(sent.length, 1);
});

test("offline the phone goes round to all players, and waits for no other phone", async () => {
  start("hidden", ...onPhone(1, 1));
  answers = [TAKEN];
  await hearThat({ 0: "own", 2: "own" });
  await hearNothing(2);
  assert.deepEqual(missing(state), []);
  await hearNothing(1);
  assert.deepEqual(missing(state), [2, 0]);
  tap(...onPhone(2, 0), ...onPhone(0, 0), ["reveal"]);
  assert.deepEqual([first().bids, first().dealt_again], [[0, 1, 0], true]); // before what was sealed elsewhere
});

test("online again it waits for other phones, and no player bids twice", async () => {
  start("hidden", ...onPhone(1, 1));
  answers = [TAKEN];
  await hearThat({ 0: "own" });
  await hearNothing(3);
  answers = [SEALED];
  tap(...onPhone(0, 1));
  await hearThat({ 0: "own", 1: "table" });
  assert.equal(first().sealed[0], null);
  await hearNothing(2);
  assert.deepEqual(missing(state), [2]);
});

test("a secret round that is being played goes on out of reach, and bids that lie elsewhere come late", async () => {
  start("secret", ...onPhone(1, 1));
  answers = [TAKEN];
  await hearThat({ 0: "own", 2: "table" });
  for (const seat of [1, 2]) lazy.act("took", { seat, value: 0 });
  await hearNothing(3);
  lazy.act("reveal");
  assert.deepEqual(first().late_bids, [2, 0]);
  assert.equal(phase(state), "bids");
  for (const seat of [2, 0]) lazy.act("bid", { seat, value: 0 });
  lazy.act("closeRound");
  assert.deepEqual(state.game.rounds[0].tricks, [1, 0, 0]);
});

// --- bids made in turn ----------------------------------------------------------------

const bidding = (bid, phone = true) => ({ round: 1,
  seats: [{ seat: 0, phone, bid_by: bid === null ? null : "own", bid }, { seat: 1, phone: false, bid_by: null,
    bid: null }], state: null });

test("a bid made on its own phone is booked as if it were tapped, and the chips that are open stay so", async () => {
  start("open", ["openSeat", { seat: 2 }]); // out of turn
  await listened(bidding(1));
  assert.deepEqual([first().bids[0], state.ui.open], [1, 2]);
  tap(["undo"]);
  assert.equal(first().bids[0], null);
});

// The server tells no bid beside a round that holds it.
test("r07 what was undone here stays so while it is told, and once dealt again the same bid is booked", async () => {
  start("open");
  await listened(bidding(1));
  tap(["undo"]);
  await listened(bidding(1));
  assert.equal(first().bids[0], null);

  start("open");
  await listened(bidding(1));
  await listened(bidding(null));
  assert.equal(first().bids[0], 1);
  tap(["dealAgain"]);
  await listened(bidding(null));
  assert.equal(first().bids[0], null);
  await listened(bidding(1));
  assert.equal(first().bids[0], 1);
});

test("what was tapped here is never overwritten, but the other bid is told", async () => {
  start("open", ["bid", { seat: 0, value: 0 }]);
  await listened(bidding(1));
  assert.equal(first().bids[0], 0);
  assert.equal(onOwnPhone(state, 0, say), "on_own_phone 1");
  assert.equal(onOwnPhone(state, 1, say), null);
});

test("n05 without a new bid the page is not drawn again under a finger", async () => {
  start("open", ["bid", { seat: 1, value: 0 }]);
  const draw = mock.fn();
  await listened(bidding(null));
  await listened(bidding(null), draw);
  assert.equal(draw.mock.callCount(), 0);
  lazy.act("bid", { seat: 0, value: 0 });

  await listened(bidding(1), draw);

  assert.equal(draw.mock.callCount(), 1);
});

test("k, n: a bid that the server does not take for now is said to wait, and is not sent again before", async (t) => {
  start("hidden", ...onPhone(1, 1));
  let now = 1_000_000;
  t.mock.method(Date, "now", () => now);
  answers = [[503, { type: "urn:problem-type:scorepad:disk_full" }, null, "60"], [201, { revealed: null },
    '"1"']];
  await hearThat({});
  await hearThat({});
  assert.deepEqual([state.ui.heard.waits.reason, sent.length], ["disk_full", 1]);
  now += 60_000;
  await hearThat({});
  await hearThat({ 1: "table" });
  assert.deepEqual([state.ui.heard.waits, sent.length], [null, 2]);
});
