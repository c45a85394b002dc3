// Bids that nobody sees are for some tables only: what they need is fetched once one of them is chosen,
// before the game begins, so that it is here when the network is not.

import { roundOf } from "../play/game.js";

const AGAIN_AFTER_MS = 5000;

let parts = null;
let arriving = null;
const waiting = new Set(); // what draws itself again once they are here

// A browser never asks twice for a module that failed, so another try needs another address.
const fetched = (tries) => import(new URL(`unseen.js${tries ? `?again=${tries}` : ""}`, import.meta.url).href);

const pause = () => new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));

async function fetchUntilHere() {
  for (let tries = 0; !parts; tries += 1) parts = await fetched(tries).catch(pause);
  for (const draw of waiting) draw();
}

// Called once more than needed it does nothing.
export function fetchUnseen({ bid_mode: mode }, draw) {
  if (mode === "open" || parts) return;
  waiting.add(draw);
  arriving ??= fetchUntilHere();
}

// Where nobody bids in turn.
export function besideName({ game, ui }, seat, position, say) {
  if (roundOf(game, ui.round).late_bids?.includes(seat)) return say("bid_late");
  return position === 0 ? say("leads_only") : "";
}

export const sealedSeats = (state, say) => parts?.sealedSeats(state, say);
export const sealedFooter = (state, say, saved) => parts?.sealedFooter(state, say, saved);
export const hearUnseen = (...all) => parts?.hear(...all);
export const hasBidUnseen = (state, seat) => parts?.hasBid(state, seat);
export const haveBid = (state, say) => parts?.haveBid(state, say);
