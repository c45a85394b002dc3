// What the footer says of the last tap, and what a page of the server says of a game it does not have.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { join } from "../../static/js/pages/parts.js";
import { button, h, redraw, svg } from "../../static/js/play/dom.js";
import { Fake, touchedSince } from "./fakepage.js";

Object.assign(document, { documentElement: { lang: "en" } });
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

let page = null;
const show = (...children) => touchedSince(() => redraw(page, ...children));
const shown = () => page.childNodes.map(({ textContent }) => textContent);
const seat = (number, text, names = "seat") => h("li", { class: names, key: number }, text);

beforeEach(() => {
  page = new Fake("main");
});

test("what is the same is not touched at all", () => {
  const draw =
    () => [h("p", { class: "facts" }, "2 cards"), h("ol", {}, seat(0, "Ute"), seat(1, "Kevin")),
      svg("svg", {}, svg("use", { href: "#crown" }))];
  show(...draw());

  assert.deepEqual(show(...draw()), []);
});

test("an element goes on with its key, wherever it stands then", () => {
  show(seat(0, "Ute"), seat(1, "Kevin"), seat(2, "Ada"));
  const [ute] = page.childNodes;

  const done = show(seat(1, "Kevin"), seat(2, "Ada"), seat(0, "Ute"));

  assert.deepEqual(shown(), ["Kevin", "Ada", "Ute"]);
  assert.equal(page.childNodes[2], ute);
  assert.deepEqual(done, ["put li", "gone li"]);
});

test("another button is another element: a finger on the old one presses nothing new", () => {
  show(button("bid", { seat: 1, value: 0 }, { class: "main" }, "0"));
  const [old] = page.childNodes;

  show(button("bid", { seat: 2, value: 0 }, { class: "main" }, "0"));

  assert.notEqual(page.childNodes[0], old);
  assert.equal(page.childNodes[0].attributes["data-key"], "bid-2-0");
});

test("what was typed gives way to what the game says, and only then", () => {
  const draw = (
    value,
    counts,
  ) => [h("input", { name: "place", value }), h("input", { type: "checkbox", checked: counts })];
  show(...draw("", true));
  const [field, box] = page.childNodes;
  field.value = "Berlin"; // typed and noted, not drawn; then undone
  box.checked = false;

  show(...draw("", true));

  assert.equal(field.value, "");
  assert.equal(box.checked, true);
});

test("a note that somebody is writing stays when the page is drawn again", () => {
  const draw = (value) => h("input", { name: "place", value, data: { note: "place" } });
  show(draw(""));
  const [field] = page.childNodes;
  field.value = "Gard";
  document.activeElement = field;

  show(draw(""));
  assert.equal(field.value, "Gard");

  show(draw("Kitchen")); // another phone noted it
  assert.equal(field.value, "Kitchen");

  field.value = "Garden";
  document.activeElement = null;
  show(draw("Kitchen"));
  assert.equal(field.value, "Kitchen");
});

test("a code, a link's secret or a key leaves the address, nothing else does, and nothing is sent", (t) => {
  const field = { hidden: false };
  const code = { value: "", closest: () => field };
  const known = { hidden: true };
  let sent = 0;
  const form = { elements: { code }, querySelectorAll: () => [known], submit: () => sent++,
    requestSubmit: () => sent++ };
  const shown = [];
  globalThis.history = { replaceState: (...rest) => shown.push(rest.at(-1)) };
  t.after(() => ["location", "history"].forEach((name) => delete globalThis[name]));

  for (const hash of ["", "#", "#content", "#a b c d e f"]) {
    globalThis.location = { hash, pathname: "/join" };
    join(form);
  }
  assert.deepEqual([code.value, field.hidden, shown], ["", false, []]);

  for (const secret of ["K7F3MQ2X", "aB-_".repeat(10), "a".repeat(12) + ".abcdef."]) {
    globalThis.location = { hash: `#${secret}`, pathname: "/join" };
    join(form);
    assert.deepEqual([code.value, field.hidden, known.hidden, shown.pop(), sent], [secret, true, false,
      "/join", 0]);
  }
});
