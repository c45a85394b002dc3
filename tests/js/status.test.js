// What the footer says of the last tap, and what a page of the server says of a game it does not have.

import assert from "node:assert/strict";
import test from "node:test";
import "./fakepage.js";

Object.assign(document, { documentElement: { lang: "en" } });
const { follow: attach } = await import("../../static/js/pages/live.js");
const { until: attachUntil } = await import("../../static/js/pages/parts.js");
const { made } = await import("../../static/js/play/dom.js");
const { remember, remembered } = await import("../../static/js/play/sender.js");
const { signupNote, statusMark, wayOn } = await import("../../static/js/play/views/page.js");

const say = (key, slots = {}) => `${key} ${slots.time ?? slots.why ?? ""}`.trim();
const refused = (reason) => ["waits", { reason, until: 1, time: "18:41" }];

test("k: why and until when stand in the footer, and where to go on", () => {
  const live = { textContent: "" };
  const { mark, drawStatus } = statusMark(live, say);
  drawStatus(...refused("too_many_groups"));
  const [text, link] = mark.childNodes.filter(({ tag }) => tag);
  assert.deepEqual([mark.className, text.textContent], ["state waits", "state_too_many_groups 18:41"]);
  assert.deepEqual([link.tag, link.attributes.href, link.textContent], ["a", "/join", "join_group"]);
  assert.equal(live.textContent, "state_too_many_groups 18:41");
});

test("a group that needs a code or a link leads to where it is entered, and back to its game", () => {
  for (const [reason, word] of [["signup_code_needed", "enter_code"], ["signups_closed", "enter_link"]]) {
    const links = ["/play/en", "/towers/en"].map((path) => made(wayOn(reason, say, path)));
    assert.deepEqual(links.map(({ attributes }) => attributes.href), ["/signup", "/signup?game=towers"]);
    assert.equal(links[0].textContent, word);
    assert.equal(made(signupNote(reason, say)).textContent, `state_${reason} ${word}`);
  }
  assert.equal(wayOn("disk_full", say), undefined);
});

test("n: a full disk offers no other group", () => {
  const { mark, drawStatus } = statusMark({}, say);
  drawStatus(...refused("too_many_groups"));
  drawStatus(...refused("disk_full"));
  assert.deepEqual(mark.childNodes.map(({ textContent }) => textContent), ["state_disk_full 18:41"]);
  drawStatus("saved", { time: "18:42" });
  assert.deepEqual([mark.className, mark.textContent], ["state saved", "state_saved 18:42"]);
});

test("k: a page of the server knows for a while why this phone waits", (t) => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value) };
  t.after(() => delete globalThis.localStorage);
  assert.equal(remembered(), null);
  remember({ reason: "disk_full", until: 1000 });
  assert.equal(remembered(50_000).reason, "disk_full");
  assert.equal(remembered(70_000), null);
  remember(null);
  assert.equal(remembered(50_000), null);
});

test("k: a page says until when by the clock of who reads", () => {
  const line = { dataset: { at: new Date(2026, 10, 22, 18, 41).toISOString(), said: "Try again at {time}." },
    textContent: "Try again in 60 minutes." };
  attachUntil(line);
  assert.equal(line.textContent, "Try again at 18:41.");
});

test("n: a page that follows a game says what the error says, else that there is no connection", async () => {
  const lost = { textContent: "No connection.", hidden: true };
  globalThis.addEventListener = () => null;
  Object.assign(document, { visibilityState: "visible", addEventListener: () => null });
  const live = { dataset: {}, querySelector: (what) => (what === ".lost" ? lost : null),
    querySelectorAll: () => [] };
  const { take, lose } = attach(live, { look: async () => null, wait: () => null });
  const error = { getElementById: () => null, querySelector: () => ({ textContent: "The disk is full." }) };
  take({ status: 503, etag: null, page: error });
  assert.deepEqual(lost, { textContent: "The disk is full.", hidden: false });
  lose();
  assert.deepEqual(lost, { textContent: "No connection.", hidden: false });
  take({ status: 304 });
  assert.equal(lost.hidden, true);
});
