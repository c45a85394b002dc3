// Three, two, one, and the bids are shown: the page presses its own button.

import { h } from "../play/elements.js";

export const COUNT_MS = 3000;

let timer = null;

const shell = () => document.querySelector("[data-play]");

export function revealing(show) {
  shell().classList.add("revealing");
  show();
  setTimeout(() => shell().classList.remove("revealing"), COUNT_MS);
}

function show() {
  timer = null;
  const press = shell().querySelector('footer [data-do="reveal"]');
  const isLeft = !press || !shell().querySelector(".soon"); // meanwhile it was pressed, or somebody looks elsewhere
  if (!isLeft) revealing(() => press.click());
}

export function countdown() {
  timer ??= setTimeout(show, COUNT_MS);
  return h("p", { class: "countdown", "aria-hidden": "true" }, [3, 2, 1].map((number) => h("span", { key: number }, String(number))));
}
