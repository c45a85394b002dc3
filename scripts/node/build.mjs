// Bundle and minify static/js and static/css into static/dist. Run by ./scripts/build.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { build, version } from "esbuild";

const STATIC = join(dirname(fileURLToPath(import.meta.url)), "../../static");
const DIST = join(STATIC, "dist");

// Each page is bundled alone: scripts are shared only between a page and what it loads later.
const PAGES = [{ play: "js/play/main.js", lazy: "js/lazy/parts.js" }, { towers: "js/towers/main.js" }, {
  judge: "js/judge/main.js",
}, { page: "js/pages/main.js" }, { worker: "js/worker.js" }];

const OPTIONS = {
  absWorkingDir: STATIC,
  outdir: "dist",
  bundle: true,
  minify: true,
  metafile: true,
  format: "esm",
  target: ["safari15.4", "chrome100", "firefox100"],
  legalComments: "none", // licences are beside the vendored files
  logLevel: "warning",
};

// The files that a script needs before it can run, itself first.
function closure(name, outputs) {
  const found = [name];
  for (const each of found) {
    for (const { path, kind } of outputs[each].imports) {
      if (kind === "import-statement" && !found.includes(path)) found.push(path);
    }
  }
  return found;
}

function filesByEntry({ outputs }) {
  const entries = Object.entries(outputs).filter(([name, { entryPoint }]) =>
    entryPoint && name.endsWith(".js")
  );
  return entries.map(([name, { entryPoint }]) => [entryPoint, closure(name, outputs)]);
}

function sha256(folders) {
  const digest = createHash("sha256");
  const names = folders.flatMap((folder) =>
    readdirSync(join(STATIC, folder), { recursive: true }).map((name) => join(folder, name))
  );
  for (const name of names.filter((each) => /\.(m?js|css)$/.test(each)).sort()) {
    digest.update(`${relative("", name)}\0`).update(
      createHash("sha256").update(readFileSync(join(STATIC, name))).digest(),
    );
  }
  return digest.digest("hex");
}

rmSync(DIST, { recursive: true, force: true });
const scripts = [];
for (const entryPoints of PAGES) {
  scripts.push(
    await build({ ...OPTIONS, entryPoints, splitting: !entryPoints.worker, chunkNames: "[name]-[hash]" }),
  );
}
await build({ ...OPTIONS, entryPoints: readdirSync(join(STATIC, "css")).map((name) => `css/${name}`),
  outdir: "dist/css", bundle: false });

const files = {}; // two pages may have different chunks of one source
for (const [source, names] of scripts.flatMap(({ metafile }) => filesByEntry(metafile)).sort()) {
  files[source] = [...new Set([...(files[source] ?? []), ...names])];
}
const built = sha256(["dist"]);
writeFileSync(join(DIST, "manifest.json"),
  `${
    JSON.stringify({ esbuild: version, sources: sha256(["css", "js", "vendor"]), built, files }, null, 1)
  }\n`);
