// <p data-behaviour="waits" hidden>: why a game of this phone is not on the server yet, in the words of the play page.

import { clock } from "../play/clock.js";
import { remembered } from "../play/refusals.js";
import { speaker } from "../play/words.js";

export function attach(line, refusal = remembered()) {
  if (!refusal) return;
  const say = speaker(document, document.documentElement.lang);
  line.textContent = say(`state_${refusal.reason}`, { time: clock(refusal.until) });
  line.hidden = false;
}
