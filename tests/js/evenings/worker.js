// One phone, as the play page puts it together, without a page: in a thread of its own, with the globals of a browser
// that it needs and a clock that runs a hundred times as fast. It is told what to do in messages, and answers each
// when all is quiet again.

import { parentPort, workerData } from "node:worker_threads";

const HURRY = 100;
const SOON_MS = 700; // what waits longer is patience with a network, and nothing that is about to happen

const { address } = workerData;
let cookie = "";
let isOnline = true;
let busy = 0;
const soon = new Set();

const [timeout, network] = [globalThis.setTimeout, globalThis.fetch];

globalThis.setTimeout = (work, duration = 0, ...all) => {
  const timer = timeout(() => {
    soon.delete(timer);
    work(...all);
  }, duration / HURRY);
  if (duration < SOON_MS) soon.add(timer);
  return timer;
};

const clear = globalThis.clearTimeout;
globalThis.clearTimeout = (timer) => {
  soon.delete(timer);
  clear(timer);
};

globalThis.fetch = async (path, { headers = {}, ...how } = {}) => {
  if (!isOnline) throw new TypeError("no network");
  busy += 1;
  try {
    const own = { Origin: address, "Sec-Fetch-Site": "same-origin", Cookie: cookie };
    const response = await network(address + path, { ...how, headers: { ...own, ...headers } });
    [cookie = cookie] = response.headers.getSetCookie().map((each) => each.split(";")[0]);
    const body = await response.text();
    return new Response(body || null, response);
  } finally {
    busy -= 1;
  }
};

const items = new Map();
globalThis.localStorage = { getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => items.set(key, value), removeItem: (key) => items.delete(key) };
globalThis.document = { documentElement: { lang: "en" }, hidden: false, addEventListener() {} };
globalThis.requestAnimationFrame = (work) => globalThis.setTimeout(work, 0);
globalThis.addEventListener = () => {};
globalThis.navigator ??= {};
delete globalThis.BroadcastChannel;

const { phone } = await import("../../../static/js/play/phone.js");
const { isInQuestion } = await import("../../../static/js/play/resources.js");
const { dealerOf } = await import("../../../static/js/play/rules.js");
const { act, opened } = await import("../../../static/js/play/state.js");
const { wizard } = await import("../../../static/js/play/wizard.js");
const { chanceOf, tap } = await import("./thumb.js");

let state = null;
let question = null;
let status = "";
let now = 0;
const kept = await phone(wizard, { onStatus: (word, slots) => (status = [word, slots]),
  onState: (next) => (state = next), onQuestion: (next) => (question = next) });

function keep(next) {
  state = next;
  kept.keep(state);
}

function step(name, args) {
  now += 5000; // past every quiet moment
  const next = act(state, name, args, now);
  if (next !== state) keep(next);
}

// Nothing is on its way, and nothing is about to be.
async function quiet() {
  let calm = 0;
  while (calm < 3) {
    await new Promise((done) => timeout(done, 1));
    calm = busy || soon.size ? 0 : calm + 1;
  }
}

const doing = {
  found() {
    return kept.groupFor({ language: "en" }).id;
  },
  begin({ group, game }) {
    kept.open(group, game.id);
    keep(opened(game));
  },
  async arrive({ group, game, as }) {
    cookie = as;
    kept.useGroup(group);
    state = await kept.load(group, game);
  },
  tap({ seed, newcomers }) {
    const left = [...newcomers];
    const [name, args] = tap(state, chanceOf(seed), left);
    if (name === "deleted") return { said: "", newcomers }; // then the other can write no more, and is told so
    step(name, args);
    return { said: `${name} ${JSON.stringify(args)}`, newcomers: left };
  },
  async look() {
    await kept.wake();
  },
  async network({ is }) {
    isOnline = is;
    if (is) await kept.wake();
  },
  async answer({ isMine }) {
    const about = question && `${isMine ? "mine" : "theirs"} of round ${question.number}`;
    await question?.settle(isMine);
    return about;
  },
  // Tricks half booked are let go, and bids that ±1 forbids are confirmed, which are not sent before.
  rest() {
    if (state.ui.entered) step("bidsChanged", {});
    const { game, ui: { round } } = state;
    if (round === null || !isInQuestion(game, round)) return;
    const seat = dealerOf(round, game);
    step("bid", { seat, value: game.rounds[round - 1].bids[seat] });
    step("bidAnyway", {});
  },
};

parentPort.on("message", async ({ name, ...args }) => {
  const work = async () => doing[name](args);
  const said = await work().catch(({ stack }) => ({ fault: stack }));
  await quiet();
  parentPort.postMessage({ said, game: state?.game, asked: Boolean(question), status, cookie });
});
parentPort.postMessage({});
