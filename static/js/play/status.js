// Where the last tap is by now, said in the footer: on this phone, sending, saved.

import { h } from "./elements.js";
import { made } from "./redraw.js";

const WORRIES = ["fleeting", "outside", "unkept", "refused"];

// live: where a screen reader hears of what is wrong.
export function statusMark(live, say) {
  const mark = made(h("span", { class: "state writing" }));
  let worry = "";

  // Only what is new; that all is well would be heard after every tap.
  function hearWorry(text) {
    if (text && text !== worry) live.textContent = text;
    worry = text;
  }

  // While a tap is being written there is nothing to promise yet.
  function drawStatus(word, slots = {}) {
    const text = word === "writing" ? "" : say(`state_${word}`, slots);
    mark.className = `state ${word}`;
    if (mark.textContent !== text) mark.textContent = text;
    if (word !== "writing") hearWorry(WORRIES.includes(word) ? text : "");
  }

  return { mark, drawStatus };
}
