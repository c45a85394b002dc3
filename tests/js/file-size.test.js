import assert from "node:assert/strict";
import { test } from "node:test";

import { attach } from "../../static/js/behaviours/file-size.js";

const fileInput = () =>
  Object.assign(new EventTarget(), {
    dataset: { most: "10", tooLarge: "Too large." },
    files: [],
    said: null,
    reportValidity() {},
    setCustomValidity(sentence) {
      this.said = sentence;
    },
  });

test("a file that is too large is not sent, another one is", () => {
  const input = fileInput();
  attach(input);
  const saidOf = (...files) => {
    input.files = files;
    input.dispatchEvent(new Event("change"));
    return input.said;
  };

  assert.equal(saidOf({ size: 11 }), "Too large.");
  assert.equal(saidOf({ size: 10 }), "");
  assert.equal(saidOf({ size: 11 }), "Too large.");
  assert.equal(saidOf(), "");
});
