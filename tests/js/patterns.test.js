// I13: no pattern in the scripts is held up by a long text (tests/repo/test_patterns.py has the others).
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

const SCRIPTS = new URL("../../static/js/", import.meta.url);
const LITERAL =
  /(?:[=(,:!&|?;[]|return)\s*\/(?![*\/])((?:\\.|\[(?:\\.|[^\]\n\\])*\]|[^\/\\\n[])+)\/([a-z]*)(?=\s*[.,;)\]])/g;
const PIECES = ["a", "0", " ", "\t\n", "-", "_", ".", "=", "a1-", "Ab ", "0,0", "é", "{a", "<a", "♣",
  "\u200d"];
const ENDS = ["", "!", "\0"];
const LONG = 20_000;
// What reads every letter once takes a thousandth of this; what tries all ways to part them never ends.
const GUARD_MS = 2_000;
const ground = createContext({});

const scripts = readdirSync(SCRIPTS, { recursive: true }).filter((name) => name.endsWith(".js"));
const patterns = scripts.flatMap((name) =>
  [...readFileSync(new URL(name, SCRIPTS), "utf8").matchAll(LITERAL)].map(([, source, flags]) => ({ name,
    source, flags })
  )
);

function isHeldUp(source, flags, patience = GUARD_MS) {
  const all = flags.includes("g") ? flags : `${flags}g`;
  return PIECES.some((piece) =>
    ENDS.some((end) => {
      const text = piece.repeat(LONG / piece.length) + end;
      try {
        runInContext('text.replace(new RegExp(source, all), "")',
          Object.assign(ground, { text, source, all }), { timeout: patience });
        return false;
      } catch (error) {
        if (error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return true;
        throw error;
      }
    })
  );
}

test("a long text holds up no pattern of the scripts", () => {
  assert.ok(patterns.length > 20, `${patterns.length} found`);
  const heldUp = patterns.filter(({ source, flags }) => isHeldUp(source, flags));
  assert.deepEqual(heldUp, []);
});
