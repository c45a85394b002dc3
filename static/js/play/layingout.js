// What a tap brings that is new and large (the lines of another phase, the chips of another seat) stands where it will be while
// the finger is still down, without height, so that the browser has styled it and laid it out when the finger lifts.

import { made, pairs } from "./redraw.js";

const LONGEST_MS = 300; // as long as what is worked out ahead is good for, see ahead.js

let waiting = [];
let timer = null;

function put(parent, node) {
  const element = made(node);
  element.classList.add("ahead");
  parent.append(element);
  waiting.push(element);
}

function layOut(parent, before, after) {
  const { found } = pairs(before, after);
  for (const [at, node] of after.entries()) {
    const old = found[at];
    if (!old && node.tag === "div") put(parent, node);
    if (old?.children && old.element !== node.element) layOut(old.element, old.children, node.children);
  }
}

// Of a tap that does not come after all.
export function putAway() {
  for (const element of waiting) element.remove();
  show();
}

// The page is drawn as it was foreseen.
export function show() {
  for (const element of waiting) element.classList.remove("ahead");
  waiting = [];
  clearTimeout(timer);
}

// before: what is drawn; after: what will be in its place.
export function layAhead(before, after) {
  putAway();
  layOut(before.element.parentNode, [before], [after]);
  timer = setTimeout(putAway, LONGEST_MS);
}
