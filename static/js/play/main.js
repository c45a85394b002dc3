// The play page: reads where to go from the address, draws from the state on the phone, saves every tap.

import { announcement } from "./announce.js";
import { attach as keepAwake } from "./awake.js";
import * as chance from "./chance.js";
import { h, redraw } from "./elements.js";
import { newGame } from "./game.js";
import { nameKey } from "./names.js";
import { conflict } from "./pages/conflict.js";
import { end, endFooter } from "./pages/end.js";
import { footer } from "./pages/footer.js";
import { header } from "./pages/header.js";
import { round } from "./pages/round.js";
import { emptyStart, startAgain } from "./pages/start.js";
import { phone } from "./phone.js";
import { mountStart } from "./starting.js";
import { act, opened, phase } from "./table.js";
import { updates } from "./updating.js";
import { readWords, speaker } from "./words.js";

const language = document.documentElement.lang;
const say = speaker(readWords(document), language);
const shell = document.querySelector("[data-play]");
const root = {
  header: shell.querySelector("header"),
  main: shell.querySelector("main"),
  footer: shell.querySelector("footer"),
  live: shell.querySelector("[aria-live]"),
};
let state = null; // the running game, or null on the start page
let starting = null;
let status = { word: "writing", slots: {} };
const kept = await phone({ onStatus: drawStatus, onState: adopt, onPlayers: reseat, onConflict: drawConflict });

const offerUpdate = updates(root.main, say);
const stayAwake = keepAwake(shell, () => state !== null && !state.game.finished);

const PLAIN_NUMBER = /^\d+$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function links() {
  const filled = (pattern) => pattern.replace("{group}", kept.group().id).replace("{game}", state.game.id);
  const { sheet, print, season, how, home } = shell.dataset;
  return { sheet: filled(sheet), print: filled(print), season: filled(season), how, home };
}

// While a tap is being written there is nothing to promise yet.
function statusMark() {
  const { word, slots } = status;
  return h("span", { class: `state ${word}`, role: "status" }, word === "writing" ? "" : say(`state_${word}`, slots));
}

function drawStatus(word, slots = {}) {
  status = { word, slots };
  root.footer.querySelector(".state")?.replaceWith(statusMark());
}

function drawRound() {
  redraw(root.header, header(state, say));
  redraw(root.main, round(state, say, links()));
  redraw(root.footer, footer(state, say, statusMark()));
  shell.dataset.phase = phase(state);
}

function drawEnd() {
  redraw(root.header, h("a", { class: "wordmark", href: shell.dataset.home }, "Scorepad"));
  redraw(root.main, h("div", { class: "table ended" }, end(state, say, links())));
  redraw(root.footer, endFooter(state, say, statusMark()));
  shell.dataset.phase = "end";
}

function draw() {
  if (state.ui.round === null) drawEnd();
  else drawRound();
  offerUpdate(state);
  stayAwake();
  document.title = say("page_title", { round: state.ui.round ?? state.game.cards.length });
}

// The button that was pressed may be gone: the focus goes on with the table, not back to the top.
function carryFocus() {
  if (document.activeElement !== document.body) return;
  const next = root.main.querySelector(".seat.open .row") ?? shell.querySelector("h1");
  if (next.matches("h1")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

function keep(next) {
  state = next;
  kept.keep(state);
  draw();
  carryFocus();
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

function drawConflict(_answer, settle) {
  root.main.querySelector(".conflict")?.remove();
  root.main.prepend(conflict(say, settle));
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
  root.main.replaceChildren();
  history.replaceState(null, "", `#${group.id}/${game.id}`);
  kept.open(group.id, game.id);
  keep(opened(game));
}

function showStart(start) {
  state = null;
  shell.dataset.phase = "start";
  history.replaceState(null, "", "#new");
  redraw(root.header, h("a", { class: "wordmark", href: shell.dataset.home }, "Scorepad"));
  root.main.replaceChildren();
  offerUpdate(state);
  starting = mountStart({ root, say, known: kept.group()?.players ?? [], start, onStart: startGame });
}

const beginnings = {
  rematch: () => startGame(startAgain(state.game)),
  newWithChanges: () => showStart(startAgain(state.game)),
};

// --- taps -----------------------------------------------------------------------------

const argument = (text) => (PLAIN_NUMBER.test(text) ? Number(text) : text === "true" ? true : text);

function tapped(event) {
  const target = event.target.closest("[data-do]");
  if (!target || target.disabled) return;
  const { do: action, key: _key, ...raw } = target.dataset;
  const args = Object.fromEntries(Object.entries(raw).map(([name, text]) => [name, name === "name" ? text : argument(text)]));
  if (starting) return void starting.act(action, args);
  if (beginnings[action]) return void beginnings[action]();
  const next = act(state, action, args, Date.now());
  if (next === state) return;
  keep(next);
  root.live.textContent = announcement(state, action, args, say);
  if (action === "openRound" || action === "back" || action === "closeRound") scrollTo(0, 0);
}

function noted({ target }) {
  const name = target.dataset.note;
  if (!name || !state) return;
  const value = name === "counts" ? !target.checked : target.value.trim() || null;
  // Not drawn: the page under the finger would be another one before the finger is lifted.
  state = act(state, "note", { [name]: value }, Date.now());
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

shell.addEventListener("click", tapped);
shell.addEventListener("change", noted);
for (const event of ["online", "focus", "pageshow"]) addEventListener(event, () => kept.wake());
document.addEventListener("visibilitychange", () => kept.wake());
await arrive();
kept.wake();
