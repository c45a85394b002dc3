// The judge's page: every tap is answered here, and the address always says the whole case.

import { keepWay } from "../behaviours/back.js";
import { draw } from "./drawing.js";
import { moveByArrows, moveFocus } from "./focus.js";
import { speaker } from "./speaking.js";
import { act, fromQuery, isStep, toQuery } from "./state.js";

const form = document.querySelector("[data-judge]");
const say = speaker(document);
const past = [];
let state = fromQuery(new URLSearchParams(location.search));

function show(next) {
  state = next;
  draw(form, say, state);
  const query = toQuery(state);
  history.replaceState(null, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
}

function step(name, value) {
  if (name === "undo") return past.length ? show(past.pop()) : null;
  const next = act(state, name, value);
  if (!next.problem) past.push(state);
  return show(next);
}

const typed = () => ({ played: form.elements.played.value, hand: form.elements.hand.value });

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, value } = event.submitter ?? {};
  if (!name || name === "typed") return step("typed", typed());
  const place = event.submitter;
  if (name === "undo" || isStep(name)) step(name, value);
  return moveFocus(form, place);
});
form.addEventListener("change", ({ target }) => {
  if (target.name === "seats" || target.name === "deck") step(target.name, target.value);
});

moveByArrows(form.querySelector("[data-picker]"));
keepWay(document);
draw(form, say, state);
