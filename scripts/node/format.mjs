// Format scripts and style sheets with dprint: `node scripts/node/format.mjs`; with --check, list what would change.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { createFromBuffer } from "@dprint/formatter";
import { getPath } from "@dprint/typescript";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const FOLDERS = { "static/js": ".js", "tests/js": ".js", "scripts/node": ".mjs", "static/css": ".css" };
const STYLE = { quoteStyle: "preferDouble", operatorPosition: "maintain", preferSingleLine: true,
  "arrowFunction.useParentheses": "force", preferHanging: true, "parameters.preferHanging": "never" };
const STYLE_OF_CSS = { singleLineBlockThreshold: 3 };

const scripts = formatterOf(getPath(), STYLE);
const sheets = formatterOf(createRequire(import.meta.url).resolve("dprint-plugin-malva/plugin.wasm"),
  STYLE_OF_CSS);

for (const filePath of Object.entries(FOLDERS).flatMap(([folder, ending]) => filesIn(folder, ending))) {
  const fileText = readFileSync(filePath, "utf-8");
  const formatter = extname(filePath) === ".css" ? sheets : scripts;
  const formatted = formatter.formatText({ filePath, fileText });
  if (formatted === fileText) continue;
  console.log(filePath);
  if (process.argv.includes("--check")) process.exitCode = 1;
  else writeFileSync(filePath, formatted);
}

function formatterOf(plugin, style) {
  const formatter = createFromBuffer(readFileSync(plugin));
  formatter.setConfig({ lineWidth: 110, indentWidth: 2 }, style);
  return formatter;
}

function filesIn(folder, ending) {
  const names = readdirSync(join(ROOT, folder), { recursive: true });
  return names.filter((name) => name.endsWith(ending) && !name.includes("node_modules")).map((name) =>
    join(ROOT, folder, name)
  );
}
