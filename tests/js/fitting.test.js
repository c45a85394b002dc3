import assert from "node:assert/strict";
import test from "node:test";
import { broken, fitted as fit } from "../../static/js/lazy/picture.js";

// Every letter is half as wide as it is high, Chinese ones as wide.
const measure = (text, size) => [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? size : size / 2), 0);
const fitted = (text) => fit(measure, text, 300, [[40, 2], [30, 2], [20, 2]]);

test("a short text keeps the largest size, and words break at blanks before the letters shrink", () => {
  assert.deepEqual(fitted("Ute"), { size: 40, lines: ["Ute"] });
  assert.deepEqual(fitted("Thomas Alexander"), { size: 40, lines: ["Thomas", "Alexander"] });
});

test("a long name shrinks until its lines fit, in any script", () => {
  for (const name of ["x".repeat(40), "王".repeat(30), "Maximilian-Alexander von Wolfenbüttel-Sc", "👩🏽‍🚀".repeat(5)]) {
    const { size, lines } = fitted(name);
    assert.ok(lines.length <= 2, name);
    assert.equal(lines.join("").replaceAll(" ", ""), name.replaceAll(" ", ""), name);
    for (const line of lines) assert.ok(measure(line, size) <= 300 || [...line].length === 1, name);
  }
});

test("what fits nowhere ends with an ellipsis within the box", () => {
  const { size, lines } = fitted("x".repeat(200));
  assert.equal(lines.length, 2);
  assert.ok(lines[1].endsWith("…"));
  for (const line of lines) assert.ok(measure(line, size) <= 300);
});

test("a letter of several code points is never torn", () => {
  assert.deepEqual(broken("🇩🇪🇩🇪", (part) => part.length <= 4), ["🇩🇪", "🇩🇪"]);
});
