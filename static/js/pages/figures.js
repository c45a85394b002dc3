// Times by the reader's clock, and charts whose values can be touched.

import { remembered } from "../play/sender.js";
import { clock, speaker } from "../play/words.js";

export function until(line) {
  line.textContent = line.dataset.said.replace("{time}", clock(line.dataset.at));
}

// --- <p data-script="figures.waits" hidden>: why a game of this phone is not on the server yet, in the words of the play page.

export function waits(line, refusal = remembered()) {
  if (!refusal) return;
  const say = speaker(document, document.documentElement.lang);
  line.textContent = say(`state_${refusal.reason}`, { time: clock(refusal.until) });
  line.hidden = false;
}

// --- <figure data-script="figures.values">: whichever value of the chart is touched, or reached by the slider, is written below.

const textOf = (value) => value.querySelector("title").textContent;

export function values(figure) {
  const values = [...figure.querySelectorAll(".value")];
  const line = figure.querySelector(".reading");
  const slider = line.querySelector("input");
  const said = line.querySelector("output");
  if (!values.length) return;
  line.hidden = false;

  const show = (value) => {
    for (const each of values) each.classList.toggle("on", each === value);
    said.textContent = textOf(value);
    slider.value = values.indexOf(value);
    slider.setAttribute("aria-valuetext", said.textContent);
  };
  const touched = ({ target }) => {
    const value = target.closest(".value");
    if (value) show(value);
  };

  figure.addEventListener("pointerover", touched);
  figure.addEventListener("pointerdown", touched);
  for (const kind of ["focus", "input"]) slider.addEventListener(kind, () => show(values[Number(slider.value)]));
}
