// What every page has (node --import): a document, and what the server says of the games, as tests/web/test_play.py
// keeps it.

import { readFileSync } from "node:fs";
import { GAMES } from "../../static/js/play/rules.js";

const games = JSON.parse(readFileSync(new URL("../vectors/page_rules.json", import.meta.url)));
Object.assign(GAMES, games);
globalThis.document = { documentElement: { lang: "en" }, addEventListener: () => null };
