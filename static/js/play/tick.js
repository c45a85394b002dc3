// A short tick in the hand, where the phone has one, for what is booked; a double one for the bid
// that ±1 refuses. Who asked the phone for less motion gets none: it is the only wish for calm that
// a page can hear, and every tick says only what can also be seen and heard.

const BOOKED = ["bid", "bidAnyway", "give", "winTrick", "closeRound", "bomb", "cloud"];
const SHORT = 15;
const TWICE = [30, 60, 30];

export function tickFor(action, { ui }) {
  if (action === "bid" && ui.ask) return TWICE;
  return BOOKED.includes(action) ? SHORT : null;
}

let calm = null; // follows the phone by itself
const wantsCalm = () => (calm ??= matchMedia("(prefers-reduced-motion: reduce)")).matches;

export function tick(action, state) {
  const pattern = tickFor(action, state);
  if (pattern && !wantsCalm()) navigator.vibrate?.(pattern);
}
