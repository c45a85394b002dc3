// The phone of Wandering Towers against a server with one game, whose reads are answered when a test says so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { phone } from "../../static/js/play/phone.js";
import { gameFrom, gamePath, towers } from "../../static/js/towers/kind.js";
import { act, opened } from "../../static/js/towers/state.js";
import { answered as answer, begin, storage, THREE } from "./games.js";

const GAME = "game-1";
const PATH = gamePath("group", GAME);
const AT = "2026-11-21T19:00:00Z";

globalThis.addEventListener = () => null;
globalThis.requestAnimationFrame = (work) => setTimeout(work);
globalThis.navigator ??= {};
delete globalThis.BroadcastChannel; // Node ends only when nobody listens

const rest = (ms = 30) => new Promise((done) => begin(done, ms));
const PATIENCE_MS = 5000;
async function until(is) {
  const from = performance.now();
  while (!is() && performance.now() - from < PATIENCE_MS) await rest(5);
  assert.ok(is(), String(is));
}

function server() {
  const { id: _id, ...game } = gameFrom({ id: GAME, players: THREE, colours: ["blue", "yellow", "red"],
    started_at: AT });
  const has = { game, revision: 1, reads: [] };
  const ofNow = () => ({ etag: `"g${has.revision}"` });
  const change = (body) => Object.assign(has, { game: { ...has.game, ...body }, revision: has.revision + 1 });
  function written(headers, body) {
    if (headers["If-Match"] !== `"g${has.revision}"`) {
      return answer({ current: has.game, changed_by: "B", changed_at: AT }, { status: 412, ...ofNow() });
    }
    change(JSON.parse(body));
    return answer({ ...has.game, saved_at: AT }, ofNow());
  }
  globalThis.fetch = async (path, { method, headers, body }) => {
    if (path !== PATH) return answer({ detail: "no" }, { status: 409 });
    if (method === "PUT") return written(headers, body);
    const found = answer({ ...has.game, revision: has.revision }, ofNow());
    await new Promise((go) => has.reads.push(go));
    return found;
  };
  return { has, change, answered: () => has.reads.shift()() };
}

// A phone that shows the game, as a page does: what is shown is what the next tap builds on.
async function table() {
  await rest(); // the phone of the test before writes its last
  globalThis.localStorage = storage();
  const there = server();
  const page = { state: null, status: null, question: null };
  const onState = (state) => Object.assign(page, { state });
  const kept = await phone(towers, { onState, onQuestion: (question) => Object.assign(page, { question }),
    onStatus: (status) => Object.assign(page, { status }) });
  const loaded = kept.load("group", GAME);
  await until(() => there.has.reads.length);
  there.answered();
  onState(await loaded);
  const tap = (action, args) => {
    page.state = act(page.state, action, args);
    kept.keep(page.state);
  };
  const look = async () => {
    kept.wake();
    await until(() => there.has.reads.length);
  };
  return { ...there, page, kept, tap, look };
}

const fill = (seat) => ["happen", { what: "filled", seat }];
const filled = ({ events }) => events.map(({ seat }) => seat);

// A phone that looks, after another one has changed the game.
async function looking() {
  const phone = await table();
  phone.change({ remark: "x" });
  await phone.look();
  return phone;
}

test("r01: a tap that follows on a look overwrites nothing, nor is it drawn away", async () => {
  const { has, answered, page, tap } = await looking();
  answered();
  await rest();
  tap(...fill(1));
  if (has.reads.length) answered();
  await until(() => page.status === "saved");
  assert.deepEqual([filled(page.state.game), filled(has.game), has.game.remark], [[1], [1], "x"]);
});

test("r01: a tap while the phone looks is asked about where another phone was faster", async () => {
  const { has, answered, page, tap } = await looking();
  tap(...fill(1));
  answered();
  await until(() => page.question);
  assert.deepEqual([filled(page.state.game), has.game.remark], [[1], "x"]);
});

test("r09: what was refused in one game is told there and in its line, and in no other game", async () => {
  const { change, answered, look, page, kept, tap } = await table();
  kept.open("group", "game-2"); // the server takes no taps for it
  kept.keep(opened({ ...page.state.game, id: "game-2" }));
  await until(() => page.status === "refused");

  page.state = await kept.load("group", GAME);
  assert.equal(page.status, "saved");
  change({ remark: "x" });
  await look();
  answered();
  await until(() => page.state.game.remark === "x");
  tap(...fill(1));
  assert.equal(page.status, "writing");
  await until(() => page.status === "saved");

  assert.deepEqual(kept.listed().map(({ game, refused }) => [game, refused?.why]).sort(), [[GAME, undefined],
    ["game-2", "no"]]);
  await kept.load("group", "game-2");
  assert.equal(page.status, "refused");
});
