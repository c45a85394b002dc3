// The service worker's side of the page: register it, and offer a new version between two rounds.

import { h } from "./elements.js";
import { hasBegun, roundOf } from "./game.js";
import { made } from "./redraw.js";
import { isCorrecting } from "./table.js";

const WORKER = "/sw.js";

// Trusted Types: the only address of a script that this page ever makes.
function trusted(address) {
  const rules = {
    createScriptURL(wanted) {
      if (wanted !== WORKER) throw new TypeError(wanted);
      return wanted;
    },
  };
  return globalThis.trustedTypes ? trustedTypes.createPolicy("sw", rules).createScriptURL(address) : address;
}

// At the end of the game, or before the first bid of a round.
export function isBetween(state) {
  if (!state) return false; // names may be half typed
  const { game, ui } = state;
  if (ui.round === null) return true;
  return !isCorrecting(state) && !hasBegun(roundOf(game, ui.round));
}

function whenReady(registration, ready) {
  const hasOld = () => Boolean(navigator.serviceWorker.controller);
  const look = () => registration.waiting && hasOld() && ready(registration.waiting);
  registration.addEventListener("updatefound", () => {
    registration.installing.addEventListener("statechange", look);
  });
  look();
}

// The tap that starts the new version; the state is on the phone already.
function renew(worker) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  worker.postMessage("take over");
}

// place: where the line appears; returns the function to call after every drawing.
export function updates(place, say) {
  let worker = null;
  let state = null;
  const line = made(h("button", { type: "button", class: "update quiet", onclick: () => renew(worker) }, say("new_version")));

  function offer(drawn = state) {
    state = drawn;
    if (!worker || !isBetween(state)) line.remove();
    else if (line.parentNode !== place) place.prepend(line);
  }

  async function register() {
    const registration = await navigator.serviceWorker.register(trusted(WORKER), { scope: "/", updateViaCache: "none" });
    whenReady(registration, (found) => {
      worker = found;
      offer();
    });
    document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => null));
  }

  // Plain http has no service worker: an open page works on, a reload needs the network.
  if ("serviceWorker" in navigator) register().catch(() => null);
  return offer;
}
