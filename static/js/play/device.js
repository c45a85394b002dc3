// Browser features for the page of a running game: URL, wake lock, vibration, new versions.

import { registered } from "./names.js";

// Keeps the screen on; returns the function to call after every drawing. Wake locks end when the page is
// hidden, and exist only on https and localhost.
export function keepAwake(isRunning) {
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
export async function watchVersion(onNew) {
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
export function arriving(kept, show, showStart, showSilence) {
  let turn = 0;

  async function find([group, game, ...more], isOver) {
    if (group === "new" && game) return showStart([game, ...more].map(decodeURIComponent));
    const found = game ? await kept.load(group, game) : null;
    if (isOver()) return null;
    if (found) return more[0] === "again" ? showStart([], found.game) : show(found);
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
