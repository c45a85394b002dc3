// What the footer says of the last tap, and what a page of the server says of a game it does not have.

import assert from "node:assert/strict";
import test from "node:test";
import { join, until as attachUntil } from "../../static/js/pages/parts.js";
import { remember, remembered } from "../../static/js/play/sender.js";
import { signupNote, statusMark, wayOn } from "../../static/js/play/views/page.js";
import { elementsIn, storage, textsIn } from "./games.js";

const say = (key, slots = {}) => `${key} ${slots.time ?? slots.why ?? ""}`.trim();

const refused = (reason) => statusMark("waits", { reason, until: 1, time: "18:41" }, say);
const links = (drawn) => elementsIn(drawn).filter(({ type }) => type === "a").map(({ props }) => props.href);

test("k: why and until when stand in the footer, and where to go on", () => {
  const mark = refused("too_many_groups");
  assert.equal(mark.props.class, "state waits");
  assert.deepEqual(textsIn(mark), ["state_too_many_groups 18:41", " ", "join_group"]);
  assert.deepEqual(links(mark), ["/join"]);
  assert.deepEqual(textsIn(refused("disk_full")), ["state_disk_full 18:41"], "no other group helps");
  assert.deepEqual(textsIn(statusMark("saved", { time: "18:42" }, say)), ["state_saved 18:42"]);
});

test("a group that needs a code or a link leads to where it is entered, and back to its game", () => {
  for (const [reason, word] of [["signup_code_needed", "enter_code"], ["signups_closed", "enter_link"]]) {
    const ways = ["/play/en", "/towers/en"].map((path) => wayOn(reason, say, path));
    assert.deepEqual(links(ways), ["/signup", "/signup?game=towers"]);
    assert.deepEqual(textsIn(signupNote(reason, say)), [`state_${reason}`, " ", word]);
  }
  assert.equal(wayOn("disk_full", say), undefined);
});

test("k: a page of the server knows for a while why this phone waits", (t) => {
  globalThis.localStorage = storage();
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
