// Where the last tap is by now, said in the footer: on this phone, sending, saved, or why not.

import { h } from "./elements.js";
import { made, redraw } from "./redraw.js";

const WORRIES = ["waits", "fleeting", "outside", "unkept", "refused"];
const JOIN = "/join"; // where a table can go on whose group the server does not take

// While a tap is being written there is nothing to promise yet.
function textOf(word, { reason = word, ...slots }, say) {
  return word === "writing" ? "" : say(`state_${reason}`, slots);
}

// Fills the mark; returns what it says.
export function fillMark(mark, word, slots, say) {
  const text = textOf(word, slots, say);
  mark.className = `state ${word}`;
  const link = slots.reason === "too_many_groups" && [" ", h("a", { href: JOIN }, say("join_group"))];
  redraw(mark, h("span", {}, text), link);
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
