import assert from "node:assert/strict";
import test from "node:test";
import { emptyRound, withRound } from "../../static/js/play/game.js";
import { edits, head, inOrder, marked, OUTSIDE, refusal, told } from "../../static/js/play/outbox.js";
import { gameBody, gameFrom, resourcesOf, withTheirs } from "../../static/js/play/resources.js";
import { refusalIn, sender } from "../../static/js/play/sender.js";
import { answered, begin, boxOf, gameOf as game } from "./games.js";

const ok = (how) => answered({ revision: 1 }, how);
const lost = () => {
  throw new TypeError("network");
};

// A phone with two requests waiting, and a server that gives these answers one after the other.
function table(...answers) {
  let count = 0;
  const key = () => `key${(count += 1)}`;
  const resources = [{ path: "/g", body: { finished: false } }, { path: "/g/rounds/1", body: { bids: [1] } }];
  const box = boxOf();
  box.write(edits(box.content(), resources, key));
  const asked = [];
  globalThis.fetch = async (path, { headers }) => {
    asked.push([path, headers["Idempotency-Key"], headers["If-Match"] ?? "*"]);
    return (answers.shift() ?? ok)();
  };
  const heard = [];
  const refusals = []; // why it had to wait, each time
  const hear = (name) => (...args) => {
    heard.push(name);
    if (name === "waiting") refusals.push(args[0]?.reason ?? null);
    if (name === "conflict") box.write(marked(args[1], { theirs: { etag: args[2], body: {} } }));
  };
  const on = Object.fromEntries(
    ["saved", "sending", "waiting", "refused", "conflict"].map((name) => [name, hear(name)]),
  );
  const origin = { header: () => ({}), heed: async () => false };
  const post = sender(box, (task) => task(), origin, on);
  return { post, box, asked, heard, refusals,
    edit: (body, path = "/g/rounds/1") => box.write(edits(box.content(), [{ path, body }], key)) };
}

const problem = (status, type, more = {}) => () => answered({ type, detail: "no" }, { status, ...more });
const ofOurs = (reason) => `urn:problem-type:scorepad:${reason}`;
const WAITS = { too_many_groups: [429, "too_many_groups"], too_many_saves: [429, "too_many_saves"],
  too_many_ideas: [429, "too_often"], signup_code_needed: [403, "signup_code_needed"],
  signups_closed: [403, "signups_closed"], disk_full: [503, "disk_full"],
  database_locked: [503, "database_locked"] };
const OTHERS = [[problem(507, "about:blank"), "server_error"], [problem(408, "about:blank"), "too_often"], [
  problem(500, "about:blank"),
  "server_error",
], [() => new Response("", { status: 502 }), "gateway"], [() => new Response("<h1>", { status: 200 }),
  "portal"], [lost, null]];

test("k, n: a phone that waits is told why", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const ours = Object.entries(WAITS).map((
    [type, [status, reason]],
  ) => [problem(status, ofOurs(type), { "Retry-After": "20" }), reason]);
  for (const [answer, reason] of [...ours, ...OTHERS]) {
    const { post, box, heard, refusals } = table(answer);
    await post.wake();
    assert.deepEqual([heard, refusals], [["sending", "waiting"], [reason]]);
    assert.equal(inOrder(box.content()).filter(({ why }) => why).length, 0);
  }
});

test("k: until when a phone waits is a time of its own clock", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 10, 22, 17, 41, 26) });
  const found = await refusalIn(problem(429, ofOurs("too_many_groups"), { "Retry-After": "3574" })());
  assert.deepEqual(found, { reason: "too_many_groups", until: Date.UTC(2026, 10, 22, 18, 41) });
});

const paths = (asked) => asked.map(([path]) => path);
const second = () => ok({ status: 412 });

test("a conflict over a game that is not there yet holds back its rounds", async () => {
  const { post, heard, asked } = table(second);
  await post.wake();
  assert.deepEqual([heard, asked.length], [["sending", "conflict"], 1]);
});

test("what is refused stays on the phone and blocks nothing", async () => {
  const { post, box, asked, edit } = table(ok, problem(422, "about:blank"));
  edit({ bids: [2] }, "/g/rounds/2");
  await post.wake();
  assert.deepEqual(paths(asked), ["/g", "/g/rounds/1", "/g/rounds/2"]);
  assert.equal(head(box.content()).path, "/g/rounds/1");
  assert.deepEqual(refusal(inOrder(box.content())), { word: "refused", why: "no" });
  await post.wake();
  assert.equal(asked.length, 3);
  await post.wake(true);
  assert.deepEqual([asked.length, head(box.content()), refusal(inOrder(box.content()))], [4, null, null]);
});

test("r09: what was refused elsewhere is not told, nor what hangs on it", () => {
  const entries = { a: ["/g", OUTSIDE], b: ["/g/rounds/1"], c: ["/h", "no"], d: ["/h/rounds/1"], e: ["/i"] };
  const waiting = Object.fromEntries(
    Object.entries(entries).map(([key, [path, why]], order) => [key, { key, path, why, order }]),
  );
  const toldOn = (game) => told({ waiting }, ({ path }) => path.startsWith(game));
  assert.deepEqual(toldOn("/h").map(({ key }) => key), ["c", "d", "e"]);
  assert.deepEqual(["/g", "/h", "/i"].map((game) => refusal(toldOn(game))?.word), [OUTSIDE, "refused",
    undefined]);
});

test("a round that was refused is tried again once its game is saved", async () => {
  const { post, box, asked, edit } = table(ok, () => ok({ status: 409 }));
  await post.wake();
  edit({ finished: false, deleted: false }, "/g");
  await post.wake();
  assert.deepEqual(paths(asked), ["/g", "/g/rounds/1", "/g", "/g/rounds/1"]);
  assert.equal(head(box.content()), null);
});

test("what was set aside may be sent twice, for other seats meanwhile", async () => {
  const { post, edit, asked } = table();
  for (const bids of [[1], [1, null]]) {
    edit({ bids }, "/g/rounds/1/history/x");
    await post.wake();
  }
  assert.deepEqual(asked.slice(2).map(([, , seen]) => seen), ["*", "*"]);
});

// Waits, and says how often it was asked for something meanwhile.
async function asksWithin(t, asked, ms) {
  const before = asked.length;
  t.mock.timers.tick(ms);
  await new Promise((done) => begin(done, 5));
  return asked.length - before;
}

test("taps in one go travel in one go", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { post, asked, edit } = table();
  post.wakeSoon();
  assert.equal(await asksWithin(t, asked, 200), 0);
  await edit({ bids: [2] });
  post.wakeSoon();
  assert.equal(await asksWithin(t, asked, 200), 0);
  await asksWithin(t, asked, 100);
  assert.deepEqual(asked.map(([path]) => path), ["/g", "/g/rounds/1"]);
});

test("a wake-up from outside does not wait", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { post, asked } = table(lost, lost, lost, lost);
  for (let tries = 0; tries < 3; tries += 1) await post.wake(true);
  assert.equal(await asksWithin(t, asked, 1300), 1);
});

for (const [luck, share] of [[0, 0.8], [0.5, 1], [0.999_999, 1.2]]) {
  test(`n11: pauses grow 1, 2, 4 … 30 s where nothing arrives, by chance × ${share}`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    t.mock.method(Math, "random", () => luck);
    const { post, asked } = table(...Array(9).fill(lost));
    await post.wake(true);
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const pause = 1000 * seconds * share;
      assert.deepEqual([await asksWithin(t, asked, pause - 1), await asksWithin(t, asked, 2)], [0, 1],
        `after ${seconds} s`);
    }
  });
}

test("n11: after what arrived the next pause is a short one again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 0.5);
  const { post, asked } = table(lost, lost, lost, ok, lost);
  await post.wake(true);
  for (const pause of [1000, 2000, 4000]) await asksWithin(t, asked, pause);
  assert.deepEqual(asked.map(([path]) => path), ["/g", "/g", "/g", "/g", "/g/rounds/1"]);
  assert.deepEqual([await asksWithin(t, asked, 999), await asksWithin(t, asked, 1)], [0, 1]);
});

test("n11: a busy server is left alone for as long as it asks", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 0.5);
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const { post, asked } = table(() => ok({ status: 503, "Retry-After": "7" }));
  await post.wake(true);
  now += 5000;
  assert.equal(await asksWithin(t, asked, 5000), 0);
  await post.wake(true);
  assert.equal(asked.length, 1);
  now += 2000;
  assert.equal(await asksWithin(t, asked, 2000), 2);
});

test("n06: what waits is sent as it was tapped, though the clock goes back by a day and a year", async (t) => {
  let now = Date.UTC(2026, 10, 22);
  t.mock.method(Date, "now", () => now);
  const { post, asked, edit } = table();
  for (const [number, back] of [[2, 86_400_000], [3, 365 * 86_400_000]]) {
    now -= back;
    await edit({ bids: [number] }, `/g/rounds/${number}`);
  }
  await post.wake();
  assert.deepEqual(paths(asked), ["/g", "/g/rounds/1", "/g/rounds/2", "/g/rounds/3"]);
});

for (const end of ["finished", "deleted"]) {
  test(`a ${end} game does not overtake its rounds`, async () => {
    const { post, asked, edit } = table();
    await edit({ [end]: true }, "/g");
    await post.wake();
    assert.deepEqual(paths(asked), ["/g", "/g/rounds/1", "/g"]);
  });
}

const LEADER_RULE = { mode: "leading_dealer", min_cards: 1, zero_always_allowed: false };
// Who deals in round 3, Ada, leads by then if hers was the trick of round 1.
const ledBy = (tricks) => {
  const rounds = [[[1, 0, 1], tricks], [[1, 0, 0], [1, 0, 0]], [[1, 1, 0], [1, 1, 0]]];
  const begun = game({ schedule: "custom", cards: [1, 1, 2, 3], even_bid_rule: LEADER_RULE });
  return rounds.reduce((value, [bids, took], index) => withRound(value, index + 1, { bids, tricks: took }),
    begun);
};
const acceptedIn = (value) => resourcesOf("G", value, new Set()).slice(1).map(({ body }) => body.accepted);

test("bids of a closed round stand, whoever led since, those of the running one wait to be confirmed", () => {
  assert.deepEqual(acceptedIn(ledBy([1, 0, 0])), [[], [], []]);
  assert.deepEqual(acceptedIn(ledBy([0, 0, 1])), [[], [], ["bids_even"]]);
  const running = withRound(ledBy([0, 0, 1]), 3, { tricks: null });
  assert.deepEqual(acceptedIn(running), [[], []]);
  assert.deepEqual(acceptedIn({ ...game(), rounds: [emptyRound(3)] }), [], "nobody touched it");
  assert.deepEqual(acceptedIn({ ...game(), rounds: [{ ...emptyRound(3), note: "late" }] }), [[]]);
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
