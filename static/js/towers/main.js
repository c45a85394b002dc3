// The page of Wandering Towers: reads where to go from the address, draws from the state on the phone, saves every tap.

import { arriving } from "../play/arriving.js";
import { attach as keepAwake } from "../play/awake.js";
import * as chance from "../play/chance.js";
import { holdingFocus, keyed } from "../play/focus.js";
import { whenSeen } from "../play/frames.js";
import { isBlank, nameKey } from "../play/names.js";
import { silence } from "../play/silence.js";
import { attach as hearTaps } from "../play/taps.js";
import { updates } from "../play/updating.js";
import { speaker } from "../play/words.js";
import { drawing } from "./drawing.js";
import { phone } from "./phone.js";
import { newGame } from "./resources.js";
import { changes, emptyStart, problemOf, startAgain, tableFacts } from "./start.js";
import { act, opened, phase, rested } from "./table.js";

const language = document.documentElement.lang;
const say = speaker(document, language);
const shell = document.querySelector("[data-towers]");
const starting = changes(chance.draw);
const BETWEEN = { ui: { round: null } }; // when a new version may be offered
const NUMBERS = ["rounds"];

let state = null; // the running game, or null on the start page
let start = null;
const page = drawing(shell, say, () => kept.group());
const storage = silence(page.root, say, shell.dataset.home);
await whenSeen();
const kept = await phone({
  onStatus: page.drawStatus,
  onState: show,
  onPlayers: rename,
  onQuestion: page.drawQuestion,
  onSilence(is) {
    storage.tell(is);
    if (!is && !state && !start) arrive();
  },
});
const offerUpdate = updates(page.root.main, say);
const stayAwake = keepAwake(shell, () => state !== null && phase(state) !== "end");

function draw() {
  if (state) page.drawGame(state);
  else page.drawStart({ start, known: kept.hostGroup()?.players ?? [], open: kept.listed() });
  storage.tell(kept.isSilent());
  offerUpdate(state && phase(state) === "play" ? null : BETWEEN);
  stayAwake();
}

const drawHolding = () => holdingFocus(draw, (key) => keyed(shell, key) ?? shell.querySelector("main"));

function keep(next) {
  state = next;
  drawHolding();
  kept.keep(state);
}

function show(found) {
  if (!found) return;
  [state, start] = [found, null];
  drawHolding();
}

// The same people under other ids, also in what can be undone.
function rename(id, before, players) {
  if (state?.game.id !== id) return;
  const now = (player) => players[before.findIndex((old) => old.id === player.id)] ?? player;
  const again = (step) => ({ ...step, game: { ...step.game, players: step.game.players.map(now) } });
  keep({ ...again(state), past: state.past.map(again), future: state.future.map(again) });
}

// --- starting -------------------------------------------------------------------------

// Who has no name yet has no id either: a table may be set up by colours alone.
function playersFor(names) {
  const known = kept.group()?.players ?? [];
  const find = (name) => known.find((player) => nameKey(player.name) === nameKey(name)) ?? { id: chance.uuid(), name: name.trim() };
  return names.map((name) => (isBlank(name) ? { id: null, name: "" } : find(name)));
}

function begin(stage, from = start) {
  const problem = problemOf(from, stage === "play");
  if (problem) {
    start = { ...from, problem };
    drawHolding();
    return void keyed(shell, `name-${problem.seat}`)?.focus();
  }
  const group = kept.groupFor({ language });
  const game = newGame({ id: chance.uuid(), players: playersFor(from.seats), startedAt: new Date().toISOString(), ...tableFacts(from) });
  kept.meet(game.players.filter(({ id }) => id));
  start = null;
  history.replaceState(null, "", `#${group.id}/${game.id}`);
  kept.open(group.id, game.id);
  scrollTo(0, 0);
  return keep(opened(game, stage));
}

function showStart(next) {
  [state, start] = [null, next];
  history.replaceState(null, "", "#new");
  draw();
}

const beginnings = {
  setUp: () => begin("setup"),
  play: () => begin("play"),
  rematch: () => begin("setup", startAgain(state.game)),
  newWithChanges: () => showStart(startAgain(state.game)),
  toNames() {
    const { game } = state;
    kept.drop(game.id);
    showStart({ ...startAgain(game), first: game.start });
  },
  putAside() {
    kept.putAside();
    showStart(emptyStart());
  },
};

// --- taps -----------------------------------------------------------------------------

function tapped(action, args) {
  if (beginnings[action]) return void beginnings[action]();
  if (!state) {
    start = { ...starting[action](start, args), problem: null };
    return void drawHolding();
  }
  const next = act(state, action, args);
  if (["begin", "setup", "panel"].includes(action)) scrollTo(0, 0);
  if (next !== state) keep(next);
}

const numberIn = (text) => (/^\d{1,3}$/.test(text ?? "") && Number(text) > 0 ? Math.min(Number(text), 200) : null);

function noted(changed) {
  const [[name, value]] = Object.entries(changed);
  if (!state) return tapped("toggle", { name });
  // Not drawn: the page under the finger would be another one before the finger is lifted.
  state = act(state, "note", { [name]: NUMBERS.includes(name) ? numberIn(value) : value });
  return kept.keep(state);
}

function typed(changed) {
  const [[key, name]] = Object.entries(changed);
  start = { ...starting.named(start, { seat: Number(key.split("-")[1]), name }), problem: null };
  draw();
}

addEventListener("keydown", (event) => {
  const { key, target, isComposing } = event;
  if (key === "Escape" && state?.ui.panel) return tapped("panel", { name: state.ui.panel });
  if (key !== "Enter" || isComposing || !target.dataset?.typed) return null;
  event.preventDefault();
  const next = Number(target.dataset.typed.split("-")[1]) + 1;
  return (keyed(shell, `name-${next}`) ?? shell.querySelector("footer .main")).focus();
});

// --- arriving -------------------------------------------------------------------------

const arrive = arriving(kept, (found) => show(rested(found)), () => showStart(emptyStart()), storage.wait);

addEventListener("hashchange", arrive);
hearTaps(shell, tapped, noted, typed);
for (const event of ["online", "focus", "pageshow"]) addEventListener(event, () => kept.wake());
document.addEventListener("visibilitychange", () => kept.wake());
await arrive();
kept.wake();
