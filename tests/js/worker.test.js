import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";
import "./games.js";

const SOURCE = readFileSync(new URL("../../static/js/worker.js", import.meta.url), "utf8");
const CONSTANTS =
  `const VERSION = "2"; const SHELLS = ["/play/en", "/play/de", "/play/ko", "/play/zh-Hans", "/play/zh-Hant"]; const FILES = ["/static/t/a.js"];\n`;
const POLICY = { "Content-Security-Policy": "trusted-types sw" };
const ORIGIN = "https://pad.example";

// The worker in a browser made of maps: its caches, and a network that is there or not.
function worker({ network = () => new Response("net", { headers: POLICY }), languages = ["de-AT"] } = {}) {
  const stores = new Map();
  const caches = { keys: async () => [...stores.keys()], delete: async (name) => stores.delete(name),
    open: async (name) => {
      if (!stores.has(name)) stores.set(name, new Map());
      const store = stores.get(name);
      return { put: async (key, value) => store.set(key, value),
        match: async (key) => store.get(key)?.clone() };
    } };
  const listeners = {};
  const fetch = async (request) => network(request.url ?? request);
  const self = { addEventListener: (name, listener) => Object.assign(listeners, { [name]: listener }),
    clients: { claim: async () => null }, location: { origin: ORIGIN }, navigator: { languages } };
  // Responses cannot lead to a path without a base, as they can in a worker.
  const redirecting = Object.assign(Object.create(Response), {
    redirect: (path) => Response.redirect(ORIGIN + path),
  });
  vm.runInNewContext(CONSTANTS + SOURCE, { self, caches, fetch, Response: redirecting, URL, Error, Promise,
    setTimeout });
  const run = (name, more = {}) => {
    let result = null;
    const hold = (promise) => {
      result = promise;
    };
    listeners[name]({ waitUntil: hold, respondWith: hold, ...more });
    return result;
  };
  const get = (path, mode = "no-cors", method = "GET") =>
    run("fetch", { request: { url: ORIGIN + path, mode, method } });
  return { run, get };
}

const offline = () => {
  throw new TypeError("no network");
};

test("a page that is not ours is never kept for ours", async () => {
  for (const network of [() => new Response("log in"),
    () => new Response("gone", { status: 404, headers: POLICY })])
  {
    await assert.rejects(worker({ network }).run("install"), /not ours/);
  }
});

test("other pages come from the network, and without one lead back to the game in one's language", async () => {
  assert.equal(await (await worker().get("/home", "navigate")).text(), "net");
  const lost = async (languages) =>
    (await worker({ network: offline, languages }).get("/home", "navigate")).headers.get("Location");
  assert.equal(await lost(["de-AT", "en"]), `${ORIGIN}/play/de`);
  for (const tag of ["zh-TW", "zh-HK", "zh-Hant-US"]) {
    assert.equal(await lost([tag]), `${ORIGIN}/play/zh-Hant`);
  }
  for (const tag of ["zh", "zh-CN", "zh-SG", "zh-Hans-HK"]) {
    assert.equal(await lost([tag]), `${ORIGIN}/play/zh-Hans`);
  }
  assert.equal(await lost(["C", "ko-KR"]), `${ORIGIN}/play/ko`);
  assert.equal(await lost(["fr"]), `${ORIGIN}/play/en`);
});

test("files that are shared to the app pass the worker", () => {
  assert.equal(worker().get("/import", "navigate", "POST"), null);
});

test("a sheet is waited for however long the server draws it, and without a network leads back to the game", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let answered = null;
  const { get } = worker({ network: () => new Promise((answer) => (answered = answer)) });
  const sheet = get("/groups/1/games/2/sheet.pdf", "navigate");
  t.mock.timers.tick(120_000);
  answered(new Response("drawn"));
  assert.equal(await (await sheet).text(), "drawn");
  assert.equal((await worker({ network: offline }).get("/pad.pdf", "navigate")).status, 302);
});
