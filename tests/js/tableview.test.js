import assert from "node:assert/strict";
import test from "node:test";

import { sizeOf } from "../../static/js/later/tableview.js";

test("the type of a name follows the room it takes, whatever the script", () => {
  for (const name of ["U", "王小明", "Thomas"]) assert.equal(sizeOf(name), "narrow", name);
  for (const name of ["Thomas-Alexander", "王小明王小明王小", "x".repeat(40)]) assert.equal(sizeOf(name), "wide", name);
  assert.equal(sizeOf("Maximiliane"), "wide");
  assert.equal(sizeOf("Schneiderhansjörg"), "widest");
  for (const name of ["王".repeat(40), "한".repeat(23)]) assert.equal(sizeOf(name), "widest", name);
});
