// The judge's page: its form has the questions, the script adds the cards and the answer.

import { keepWay } from "../pages/rules.js";
import { h, redraw, symbol } from "../play/dom.js";
import { speaker, withDeck } from "../play/names.js";
import { act, answerTo, cardOf, cardsOf, faceOf, isNumber, nameOf, NO_CARDS } from "./case.js";

const form = document.querySelector("[data-judge]");
const say = withDeck(speaker(document, document.documentElement.lang), () => form.elements.deck.value);
let state = NO_CARDS;

// The case, with what is chosen in the form.
const asked = () => ({ ...state, ...Object.fromEntries(new FormData(form)) });

function cardNode(card, tray, place, mark = "") {
  const name = nameOf(card, say);
  const look = isNumber(card) ? "" : "named";
  return h("li", {},
    h("button", { name: "drop", value: `${tray}-${place}`, class: `card ${look} ${mark} suit-${card.suit}`,
      "aria-label": say("taking", { n: place + 1, card: name }) }, card.suit && symbol(`suit-${card.suit}`),
      h("span", {}, isNumber(card) ? faceOf(card, form.elements.deck.value) : name)));
}

function show(next) {
  state = next;
  const { ask, deck, begun } = asked();
  const { look, lines, marks } = answerTo(asked(), say);
  Object.assign(form.dataset, { ask, deck });
  for (const part of form.querySelectorAll("[data-begun]")) {
    part.hidden = !part.dataset.begun.split(" ").includes(begun);
  }
  for (const button of form.querySelectorAll(".numbers button")) {
    const card = cardOf(button.value);
    button.textContent = faceOf(card, deck);
    button.setAttribute("aria-label", nameOf(card, say));
  }
  for (const tray of ["played", "hand"]) {
    redraw(form.querySelector(`[data-${tray}]`), cardsOf(state, tray).map((card, place) =>
      cardNode(card, tray, place, marks?.[tray]?.[place])
    ));
  }
  redraw(form.querySelector("[data-verdict]"),
    lines.map((line, at) => h("p", { class: at ? "" : look }, line)));
}

// Scrolls a question into view, and moves the focus there if the button tapped is hidden or removed.
function moveFocus(tapped) {
  const question = form.querySelector(".options:not([hidden])");
  question?.scrollIntoView({ block: "nearest" });
  if (tapped.offsetParent) return;
  const place = question?.querySelector("button") ?? form.querySelector(".tray button, .figures button");
  place.focus();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, value } = event.submitter;
  if (!name) return;
  if (name === "clear") form.elements.into.value = "played";
  show(act(asked(), name, value));
  moveFocus(event.submitter);
});
form.addEventListener("change", ({ target: { name } }) => {
  // A card that is not complete is not taken along to another question.
  const begun = ["ask", "into"].includes(name) ? "" : state.begun;
  show({ ...state, begun, problem: undefined });
});

// What the table that asks plays is in the URL.
const table = new URLSearchParams(location.search);
for (const name of ["trump", "seats", "deck"]) {
  if (table.has(name)) form.elements[name].value = table.get(name);
}
form.dataset.letters = table.get("letters");
keepWay();
show(state);
