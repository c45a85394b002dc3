// Where the last tap is by now, said in the footer: on this phone, sending, saved, or why not.

import { h } from "./elements.js";
import { made, redraw } from "./redraw.js";

const WORRIES = ["waits", "fleeting", "outside", "unkept", "refused"];
const TOWERS = "/towers/";
const WAYS_ON = { too_many_groups: ["/join", "join_group"], signup_code_needed: ["/signup", "enter_code"], signups_closed: ["/signup", "enter_link"] };

// Where a table can go on whose group the server does not take.
export function wayOn(reason, say, path = globalThis.location?.pathname ?? "") {
  const [href, word] = WAYS_ON[reason] ?? [];
  return href && h("a", { href: path.startsWith(TOWERS) ? `${href}?game=towers` : href }, say(word));
}

// While a tap is being written there is nothing to promise yet.
function textOf(word, { reason = word, ...slots }, say) {
  return word === "writing" ? "" : say(`state_${reason}`, slots);
}

// Before a game starts: what keeps its group from being taken, null where nothing does.
export const signupNote = (reason, say) => reason && h("p", { class: "signup" }, say(`state_${reason}`), " ", wayOn(reason, say));

// Fills the mark; returns what it says.
export function fillMark(mark, word, slots, say) {
  const text = textOf(word, slots, say);
  mark.className = `state ${word}`;
  const link = wayOn(slots.reason, say);
  redraw(mark, h("span", {}, text), link && [" ", link]);
  return text;
}

// live: where a screen reader hears of what is wrong.
export function statusMark(live, say) {
  const mark = made(h("span", { class: "state writing" }));
  let worry = "";

  // Only what is new; that all is well would be heard after every tap.
  function hearWorry(text) {
    if (text && text !== worry) live.textContent = text;
    worry = text;
  }

  function drawStatus(word, slots = {}) {
    const text = fillMark(mark, word, slots, say);
    if (word !== "writing") hearWorry(WORRIES.includes(word) ? text : "");
  }

  return { mark, drawStatus };
}
