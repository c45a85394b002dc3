// Whoever has not bid when the table wants to go on does it late, where all can see it: the server shows that
// bid together with those that others sealed on phones of their own.

import { addSteps } from "../play/table.js";
import { missing } from "./sealing.js";

export const isLate = (state) => Boolean(state.ui.late) && missing(state).length > 0;

// Those who are still to be asked.
export const unasked = (state) => missing(state).filter((seat) => state.ui.late?.[seat] === undefined);

// By seat; null for whoever bid in time.
export function lateBids(state) {
  const late = missing(state);
  return state.game.players.map((_, seat) => (late.includes(seat) ? (state.ui.late?.[seat] ?? null) : null));
}

function asking(state, late) {
  const next = { ...state.ui, late };
  return { ...next, open: late && (unasked({ ...state, ui: next })[0] ?? null) };
}

addSteps(
  {},
  {
    // And a second tap waits for them after all.
    late: (state) => asking(state, isLate(state) ? null : {}),
    bidLate: (state, { seat, value }) => asking(state, { ...state.ui.late, [seat]: value }),
  },
);
