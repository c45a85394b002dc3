// A game nobody plays, drawn in idle time where nobody sees it: the browser has then compiled what draws
// a round, matched its styles and shaped its letters, and the first taps of an evening are as quick as the others.

import { drawing } from "./drawing.js";
import { h } from "./elements.js";
import { whenIdle } from "./frames.js";
import { newGame } from "./game.js";
import { later } from "./later.js";
import { made } from "./redraw.js";
import { act, opened } from "./table.js";

const SCRIPT = [
  ["bid", { seat: 1, value: 1 }],
  ["bid", { seat: 2, value: 0 }],
  ["bid", { seat: 0, value: 0 }],
  ["miss", { seat: 1 }],
  ["give", { seat: 1, value: 0 }],
  ["miss", { seat: 2 }],
  ["closeRound", {}],
  ["bid", { seat: 2, value: 1 }],
  ["bid", { seat: 0, value: 0 }],
  ["bid", { seat: 1, value: 1 }],
  ["closeRound", {}],
];

const LONG_MS = 10_000; // between two steps, so that none is taken for a double tap

const players = ["A", "B", "C"].map((name) => ({ id: name, name }));

function stage(shell) {
  const parts = [h("header"), h("main"), h("footer"), h("p", { "aria-live": "off" })];
  const copy = made(h("div", { class: "play", inert: true }, ...parts));
  Object.assign(copy.dataset, shell.dataset);
  Object.assign(copy.style, { position: "fixed", inset: "0", visibility: "hidden", contain: "strict" });
  return copy;
}

const atFirst = () => opened(newGame({ id: "", players, firstDealer: 0, schedule: "standard", evenBidRule: null, startedAt: "" }));

export const scenes = () =>
  SCRIPT.reduce((states, step, number) => [...states, act(states.at(-1), ...step, (number + 1) * LONG_MS)], [atFirst()]);

export function rehearse(shell, say) {
  const copy = stage(shell);
  let states = null;
  let shown = null;
  const page = drawing(copy, say, () => ({ id: "" }), () => shown);

  // Taken away before the next frame: nobody sees or hears it.
  function draw(state) {
    shown = state;
    page.drawGame(state);
    shell.after(copy);
    copy.getBoundingClientRect();
    copy.remove();
  }

  // In small steps: whoever types meanwhile shall not feel it.
  function next() {
    if (later.parts || states?.length === 0) return; // with those parts a round is, or was, on this page
    if (states) draw(states.shift());
    else states = scenes();
    whenIdle(next);
  }

  whenIdle(next);
}
