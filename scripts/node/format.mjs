// Format the scripts with dprint: `node scripts/node/format.mjs`; with --check, list what would change.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { createFromBuffer } from "@dprint/formatter";
import { getPath } from "@dprint/typescript";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const FOLDERS = ["static/js", "tests/js"];
const STYLE = { quoteStyle: "preferDouble", operatorPosition: "maintain", preferSingleLine: true,
  "arrowFunction.useParentheses": "force", preferHanging: true, "parameters.preferHanging": "never" };

const formatter = createFromBuffer(readFileSync(getPath()));
formatter.setConfig({ lineWidth: 110, indentWidth: 2 }, STYLE);

const scripts = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(ROOT, folder, name)).filter((
    path,
  ) => path.endsWith(".js"))
);
const own = readdirSync(join(ROOT, "scripts/node")).filter((name) => name.endsWith(".mjs"));
const paths = [...scripts, ...own.map((name) => join(ROOT, "scripts/node", name))];

for (const filePath of paths) {
  const fileText = readFileSync(filePath, "utf-8");
  const formatted = formatter.formatText({ filePath, fileText });
  if (formatted === fileText) continue;
  console.log(filePath);
  if (process.argv.includes("--check")) process.exitCode = 1;
  else writeFileSync(filePath, formatted);
}
