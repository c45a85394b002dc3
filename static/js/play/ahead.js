// A finger that comes down on a button lifts again some 0.1 s later, and what people feel is the time after
// that. So what the tap will do is worked out while the finger is down; a finger that slides away does nothing.

import { act } from "./table.js";

const OFTEN = ["bid", "miss", "give", "winTrick", "closeRound"];
const LONGEST_MS = 300; // held longer, the tap would be quiet too short (see table.js)

const isSame = (args, other) => JSON.stringify(args) === JSON.stringify(other);

// prepare(state): draws it ahead.
export function ahead(prepare) {
  let guess = null;

  function pressed(state, action, args, now) {
    guess = null;
    if (!OFTEN.includes(action)) return;
    const next = act(state, action, args, now);
    if (next === state) return;
    guess = { state, action, args, now, next };
    prepare(next);
  }

  function after(state, action, args, now) {
    const isGuessed = guess?.state === state && guess.action === action && isSame(guess.args, args) && Math.abs(now - guess.now) < LONGEST_MS;
    const next = isGuessed ? guess.next : act(state, action, args, now);
    guess = null;
    return next;
  }

  return { pressed, after };
}
