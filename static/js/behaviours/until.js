// <p data-behaviour="until" data-at="…" data-said="… {time} …">: the time by the clock of whoever reads.

import { clock } from "../play/clock.js";

export function attach(line) {
  line.textContent = line.dataset.said.replace("{time}", clock(line.dataset.at));
}
