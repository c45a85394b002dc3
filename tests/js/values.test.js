import assert from "node:assert/strict";
import { test } from "node:test";

import { attach } from "../../static/js/behaviours/values.js";

const listening = (more) => {
  const heard = {};
  return { ...more, addEventListener: (kind, act) => (heard[kind] = act), tell: (kind, event) => heard[kind](event) };
};

const chart = (texts) => {
  const values = texts.map((text) => ({
    isOn: false,
    classList: { toggle: (_name, on) => (values.find((each) => each.text === text).isOn = on) },
    text,
    querySelector: () => ({ textContent: text }),
  }));
  const said = { textContent: "" };
  const slider = listening({ value: "0", attributes: {}, setAttribute: (name, text) => (slider.attributes[name] = text) });
  const line = { hidden: true, querySelector: (name) => (name === "output" ? said : slider) };
  const figure = listening({ querySelector: () => line, querySelectorAll: () => values });
  attach(figure);
  return { figure, line, said, slider, values };
};

const on = (value) => ({ target: { closest: () => value } });

test("what is touched is said, and marked alone", () => {
  const { figure, line, said, slider, values } = chart(["Bid 0", "Bid 1", "Bid 2"]);

  figure.tell("pointerdown", on(values[0]));
  figure.tell("pointerover", on(values[1]));

  assert.equal(line.hidden, false);
  assert.equal(said.textContent, "Bid 1");
  assert.deepEqual(values.map((each) => each.isOn), [false, true, false]);
  assert.equal(slider.value, 1);
});

test("beside every value nothing changes", () => {
  const { figure, said, values } = chart(["Bid 0"]);

  figure.tell("pointerdown", on(values[0]));
  figure.tell("pointerdown", on(null));

  assert.equal(said.textContent, "Bid 0");
});

test("the keyboard goes through all values, and screen readers hear them", () => {
  const { said, slider } = chart(["Bid 0", "Bid 1"]);

  slider.tell("focus");
  assert.equal(said.textContent, "Bid 0");
  slider.value = "1";
  slider.tell("input");

  assert.equal(said.textContent, "Bid 1");
  assert.equal(slider.attributes["aria-valuetext"], "Bid 1");
});

test("a chart without values stays as it is", () => {
  assert.equal(chart([]).line.hidden, true);
});
