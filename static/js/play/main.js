// The play page: reads where to go from the address, draws from the state on the phone, saves every tap.

import { announcement } from "./announce.js";
import { attach as keepAwake } from "./awake.js";
import * as chance from "./chance.js";
import { drawing } from "./drawing.js";
import { newGame } from "./game.js";
import { fetchWhenIdle } from "./later.js";
import { nameKey } from "./names.js";
import { emptyStart, startAgain } from "./pages/start.js";
import { phone } from "./phone.js";
import { withTheirs } from "./resources.js";
import { mountStart } from "./starting.js";
import { act, opened } from "./table.js";
import { attach as hearTaps } from "./taps.js";
import { updates } from "./updating.js";
import { readWords, speaker } from "./words.js";

const language = document.documentElement.lang;
const say = speaker(readWords(document), language);
const shell = document.querySelector("[data-play]");
let state = null; // the running game, or null on the start page
let starting = null;
const page = drawing(shell, say, () => kept.group().id, {
  states: (path) => kept.states(path),
  restore: (path, body) => tapped("restore", { game: withTheirs(state.game, path, body) }),
});
const kept = await phone({
  onStatus: page.drawStatus,
  onState: adopt,
  onPlayers: reseat,
  onQuestion: page.drawQuestion,
});

const offerUpdate = updates(page.root.main, say);
const stayAwake = keepAwake(shell, () => state !== null && !state.game.finished);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function draw() {
  page.drawGame(state);
  offerUpdate(state);
  stayAwake();
  fetchWhenIdle();
}

function keep(next) {
  state = next;
  kept.keep(state);
  draw();
  page.carryFocus();
}

function adopt(found) {
  if (starting) return;
  state = found;
  draw();
}

// The same people under other ids, also in what can be undone.
function reseat(id, players) {
  if (state?.game.id !== id) return;
  const again = (step) => ({ ...step, game: { ...step.game, players } });
  keep({ ...again(state), past: state.past.map(again), future: state.future.map(again) });
}

// --- starting -------------------------------------------------------------------------

function seatsFor(names) {
  const known = kept.group()?.players ?? [];
  return names.map((name) => known.find((player) => nameKey(player.name) === nameKey(name)) ?? { id: chance.uuid(), name });
}

function startGame({ seats, dealer, schedule, even }) {
  const evenBidRule = even ? { mode: "last_bidder", min_cards: 1, zero_always_allowed: false } : null;
  const group = kept.groupFor({ language });
  const game = newGame({
    id: chance.uuid(),
    players: seatsFor(seats),
    firstDealer: dealer,
    schedule,
    evenBidRule,
    startedAt: new Date().toISOString(),
  });
  kept.meet(game.players);
  starting = null;
  page.root.main.replaceChildren();
  history.replaceState(null, "", `#${group.id}/${game.id}`);
  kept.open(group.id, game.id);
  keep(opened(game));
}

function showStart(start) {
  state = null;
  history.replaceState(null, "", "#new");
  page.drawStart();
  offerUpdate(state);
  starting = mountStart({ root: page.root, say, known: kept.group()?.players ?? [], start, onStart: startGame });
}

const beginnings = {
  rematch: () => startGame(startAgain(state.game)),
  newWithChanges: () => showStart(startAgain(state.game)),
};

// --- taps -----------------------------------------------------------------------------

function tapped(action, args) {
  if (starting) return void starting.act(action, args);
  if (beginnings[action]) return void beginnings[action]();
  const next = act(state, action, args, Date.now());
  if (next === state) return;
  keep(next);
  page.root.live.textContent = announcement(state, action, args, say);
  if (action === "openRound" || action === "back" || action === "closeRound") scrollTo(0, 0);
}

function noted(changes) {
  if (!state) return;
  // Not drawn: the page under the finger would be another one before the finger is lifted.
  state = act(state, "note", changes, Date.now());
  kept.keep(state);
}

// --- arriving -------------------------------------------------------------------------

async function arrive() {
  const [group, game] = location.hash.slice(1).split("/");
  if (game) {
    state = await kept.load(group, game);
    if (state) return draw();
  }
  if (UUID.test(group)) kept.useGroup(group);
  const running = await kept.running();
  if (!group && running) {
    location.hash = `#${running.group}/${running.game}`;
    return arrive();
  }
  await kept.refreshGroup();
  return showStart(emptyStart());
}

hearTaps(shell, tapped, noted);
addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && state?.ui.panel) tapped("panel", { name: state.ui.panel });
});
for (const event of ["online", "focus", "pageshow"]) addEventListener(event, () => kept.wake());
document.addEventListener("visibilitychange", () => kept.wake());
await arrive();
kept.wake();
