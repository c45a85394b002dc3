// Three, two, one, and the bids are shown: the page presses its own button.

import { h } from "../play/elements.js";

export const COUNT_MS = 3000;

let timer = null;

function show() {
  timer = null;
  const shell = document.querySelector("[data-play]");
  const press = shell.querySelector('footer [data-do="reveal"]');
  if (!press || !shell.querySelector(".soon")) return; // meanwhile it was pressed, or somebody looks elsewhere
  shell.classList.add("revealing");
  press.click();
  setTimeout(() => shell.classList.remove("revealing"), COUNT_MS);
}

export function countdown() {
  timer ??= setTimeout(show, COUNT_MS);
  return h("p", { class: "countdown", "aria-hidden": "true" }, [3, 2, 1].map((number) => h("span", { key: number }, String(number))));
}
