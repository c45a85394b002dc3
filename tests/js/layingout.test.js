import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { h } from "../../static/js/play/elements.js";
import { layAhead, putAway, show } from "../../static/js/play/layingout.js";
import { redraw } from "../../static/js/play/redraw.js";
import { Fake, touchedSince } from "./fakepage.js";

const chips = (seat) => h("div", { class: "chips" }, h("button", {}, String(seat)));
const seat = (number, open) => h("li", { key: number }, h("span", {}, number === open ? "?" : ""), number === open && chips(number));
const bids = (open) => h("div", { class: "lines", key: "bids" }, h("ol", {}, [0, 1].map((number) => seat(number, open))));
const reading = () => h("div", { class: "lines", key: "reading" }, h("p", {}, "2 bid for 1"));
const isAhead = (element) => element.classList.has("ahead");

let page = null;
let now = null;
const draw = (lines) => touchedSince(() => redraw(page, lines));
const seatOnPage = (number) => page.childNodes[0].childNodes[0].childNodes[number];

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  page = new Fake("main");
  now = bids(0);
  draw(now);
});

afterEach(() => {
  putAway();
  mock.timers.reset();
});

test("the chips of the next seat stand with it before the tap, and the tap makes none", () => {
  const next = bids(1);
  layAhead(now, next);
  const laid = seatOnPage(1).childNodes.at(-1);
  assert.equal(isAhead(laid), true);
  assert.equal(seatOnPage(0).childNodes.length, 2);

  show();
  const touched = draw(next);

  assert.deepEqual(touched.filter((what) => /made|put/.test(what)), []);
  assert.equal(seatOnPage(1).childNodes.at(-1), laid);
  assert.equal(isAhead(laid), false);
  assert.equal(seatOnPage(0).childNodes.length, 1);
});

test("the lines of another phase stand below those of now, and take their place", () => {
  const next = reading();
  layAhead(now, next);
  assert.deepEqual(page.childNodes.map(isAhead), [false, true]);

  show();

  assert.deepEqual(draw(next), ["gone div"]);
  assert.equal(page.textContent, "2 bid for 1");
});

test("what is small is not put there: a mark of another size would move its neighbours", () => {
  layAhead(now, h("div", { class: "lines", key: "bids" }, h("ol", {}, seat(0, 0), seat(1, 0), h("li", { key: 2 }))));

  assert.equal(page.childNodes[0].childNodes[0].childNodes.length, 2);
});

test("of a tap that did not come nothing stays, and what it would have shown can still be drawn", () => {
  const next = bids(1);
  layAhead(now, next);
  putAway();
  assert.equal(seatOnPage(1).childNodes.length, 1);

  draw(next);

  assert.equal(isAhead(seatOnPage(1).childNodes.at(-1)), false);
});

test("another press begins anew, and one that is held too long is given up", () => {
  layAhead(now, bids(1));
  mock.timers.tick(200);
  layAhead(now, reading());
  mock.timers.tick(200);
  assert.deepEqual([page.childNodes.length, seatOnPage(1).childNodes.length], [2, 1]);

  mock.timers.tick(100);

  assert.equal(page.childNodes.length, 1);
});
