import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { button, h, redraw, svg } from "../../static/js/play/dom.js";
import { Fake, touchedSince } from "./fakepage.js";

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
