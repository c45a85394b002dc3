// What the pages of both games do: show the start page or the game of the URL, save every tap, keep the
// screen on, vibrate, and offer new versions.

import { afterFrame, hearTaps, holdingFocus, keyed, whenSeen } from "./dom.js";
import { newUuid, registered } from "./names.js";
import { phone } from "./phone.js";
import { changed, firstOf, frame, problemOf, startFooter, startPage } from "./views/page.js";

// kind: see phone.js. own: what the game brings to the start page, and pageOf(state), a page as in frame();
// header(): of the start page; act(state, action, args): the state after a tap; placeOfFocus(key): where the
// focus goes if it is lost by that; drawn(state): work after every drawing.
export async function table(kind, own, shell, say) {
  let state = null; // the running game, or null
  let start = null; // what is chosen on the start page, or null
  const main = shell.querySelector("main");
  const page = frame(shell, say, view, own.question);
  await whenSeen();
  const kept = await phone(kind, { onStatus(word, slots) {
    page.drawStatus(word, slots);
    if (state && word === "saved") own.saved?.(state);
  }, onState: (found) => start || show(found), onQuestion: (asked) => page.tell({ asked }),
    onSilence: (isSilent) => page.tell({ isSilent }) });
  watchVersion((takeOver) => page.tell({ takeOver }));
  const stayAwake = keepAwake(() => state && !kind.isOver(state));
  const known = () => kept.hostGroup()?.players ?? [];
  const freshStart = () => own.emptyStart(kept.hostGroup()?.rules);

  // Nothing is known yet while the storage is silent.
  function view() {
    if (!start) return state ? own.pageOf(state) : { phase: "start" };
    const facts = { known: known(), open: kept.listed(), signups: !kept.hostGroup() && shell.dataset.signups,
      oninput: ({ target }) => tapped("write", { field: target }) };
    return { phase: "start", header: own.header, main: () => startPage(start, facts, own, say),
      footer: () => startFooter(start, own, say) };
  }

  function draw() {
    page.draw();
    own.drawn(state);
    afterFrame(stayAwake);
  }

  function show(found, chosen = null, placeOfFocus = (key) => keyed(shell, key)) {
    [state, start] = [found, chosen];
    holdingFocus(draw, placeOfFocus);
  }

  function keep(next) {
    show(next, null, own.placeOfFocus);
    kept.keep(state);
  }

  function showStart(chosen) {
    scrollTo(0, 0); // the menu before it is long
    history.replaceState(null, "", "#new");
    show(null, own.fitted(chosen));
    if (!known().length) main.querySelector(".names :placeholder-shown")?.focus();
  }

  // A start becomes a game of its group, which is created if there is none.
  function startGame(chosen) {
    const group = kept.groupFor({ language: document.documentElement.lang });
    const players = kept.playersFor(own.playing(chosen).map((seat) => chosen.seats[seat]));
    const about = { id: newUuid(), players, started_at: new Date().toISOString() };
    const { state: next, rules } = own.begun({ ...chosen, first: firstOf(chosen, own) }, about);
    kept.meet(players.filter(({ id }) => id), rules);
    history.replaceState(null, "", `#${group.id}/${about.id}`);
    kept.open(group.id, about.id);
    scrollTo(0, 0);
    keep(next);
  }

  function begin(chosen) {
    const problem = problemOf(chosen, known(), own);
    if (!problem) return startGame(chosen);
    show(null, { ...chosen, problem });
    const field = keyed(main, problem.key ?? `name-${problem.seat}`);
    // It may be folded away.
    for (const fold of main.querySelectorAll("details")) fold.open ||= fold.contains(field);
    return field?.focus();
  }

  const beginnings = { start: (args) => begin({ ...start, ...args }),
    rematch: () => begin(own.fitted(own.startAgain(state.game))),
    newWithChanges: () => showStart(own.startAgain(state.game)), putAside() {
    kept.putAside();
    showStart(freshStart());
  } };

  function changeStart(action, args) {
    show(null, changed(start, action, args, own));
    if (action === "nameIs") begin(start);
  }

  function tapped(action, args) {
    if (beginnings[action]) return void beginnings[action](args);
    if (start) return void changeStart(action, args);
    const before = state;
    const next = own.act(before, action, args);
    if (next !== before) keep(next);
  }

  function noted(changes) {
    if (!state) return;
    // Not drawn: the page under the finger would change before it is lifted.
    state = own.act(state, "note", changes);
    kept.keep(state);
  }

  async function open() {
    hearTaps(shell, tapped, noted, own.typed);
    const fromUrl = (seats, game) =>
      showStart(game ? own.startAgain(game) : { ...freshStart(), ...(seats && { seats }) });
    await arriving(kept, show, fromUrl, () => show(null))();
    kept.wake();
  }

  return { kept, state: () => state, draw, read: page.read, tapped, showStart, open };
}

// Keeps the screen on; returns the function to call after every drawing. Wake locks end when the page is
// hidden, and exist only on https and localhost.
function keepAwake(isRunning) {
  let lock = null;
  async function look() {
    const isHeld = lock && !lock.released;
    if (isHeld && !isRunning()) await lock.release();
    else if (!isHeld && isRunning() && !document.hidden) {
      lock = await navigator.wakeLock?.request("screen").catch(() => null);
    }
  }
  document.addEventListener("visibilitychange", look);
  return look;
}

// --- Vibrates shortly when something is entered, unless the phone prefers reduced motion.

const BOOKED = ["bid", "bidAnyway", "give", "winTrick", "closeRound", "bomb", "cloud"];
const SHORT = 15;
const TWICE = [30, 60, 30];

export function tickFor(action, { ui }) {
  if (action === "bid" && ui.ask) return TWICE;
  return BOOKED.includes(action) ? SHORT : null;
}

export function tick(action, state) {
  const pattern = tickFor(action, state);
  if (pattern && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(pattern);
}

// --- The page's part of the service worker.

// The service worker caches our font; the first load omits it (css/tokens.css).
const showFont = () =>
  navigator.serviceWorker.controller && document.documentElement.removeAttribute("data-first-load");

// onNew(takeOver): a new version waits; takeOver() loads the page with it.
async function watchVersion(onNew) {
  // Plain http has no service worker: an open page works on, a reload needs the network.
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  showFont();
  serviceWorker.addEventListener("controllerchange", showFont);
  const registration = await registered();
  if (!registration) return;
  function look() {
    const { waiting } = registration;
    if (!waiting || !serviceWorker.controller) return;
    onNew(() => {
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting.postMessage("take over");
    });
  }
  registration.addEventListener("updatefound",
    () => registration.installing.addEventListener("statechange", look));
  document.addEventListener("visibilitychange",
    () => document.hidden || registration.update().catch(() => null));
  look();
}

// --- Resolves the URL: to a game, the start page of a group, or the running game.

const TIMEOUT_MS = 1500; // then the phone shows what it has stored
const AGAIN_MS = 2000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const timeout = () => new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));

// show(state): shows a game; showStart(): shows the start page, with names or a game to repeat if the URL has
// them (#new/Ute/Ada, #group/game/again); showSilence(): storage may contain the game, but does not respond.
function arriving(kept, show, showStart, showSilence) {
  let turn = 0;

  async function find([group, game, ...more], isOver) {
    if (group === "new" && game) return showStart([game, ...more].map(decodeURIComponent));
    const found = game ? await kept.load(group, game) : null;
    if (isOver()) return null;
    if (found) return more[0] === "again" ? showStart(null, found.game) : show(found);
    const running = group ? null : await kept.running();
    if (isOver()) return null;
    if (running) {
      history.replaceState(null, "", `#${running.group}/${running.game}`);
      return arrive();
    }
    if (kept.isSilent() && (game || !group)) {
      setTimeout(() => isOver() || arrive(), AGAIN_MS);
      return showSilence();
    }
    if (UUID.test(group)) kept.useGroup(group);
    await (kept.group() ? Promise.race([kept.refreshGroup(), timeout()]) : null);
    return isOver() ? null : showStart();
  }

  function arrive() {
    turn += 1;
    const mine = turn;
    return find(location.hash.slice(1).split("/"), () => mine !== turn);
  }

  addEventListener("hashchange", arrive);
  for (const event of ["online", "focus", "pageshow"]) addEventListener(event, () => kept.wake());
  document.addEventListener("visibilitychange", () => kept.wake());
  return arrive;
}
