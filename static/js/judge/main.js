// Shows a case on the page by filling in what the server rendered.

import { keepWay } from "../pages/rules.js";
import { h, redraw, symbol } from "../play/dom.js";
import { speaker } from "../play/names.js";
import { act, answerTo, cardsOf, faceOf, fromQuery, nameOf, SUITS, withDeck } from "./case.js";

const LETTERS = { zn: { W: "Z", J: "N" }, wj: { W: "W", J: "J" } };

function cardNode(card, { tray, place, deck, wins, legal }, say) {
  const name = nameOf(card, say);
  const isPlain = card.kind === "number" && !card.mask;
  const look = `card ${wins ? "wins" : ""} ${isPlain ? "" : "named"} ${card.suit ? `suit-${card.suit}` : ""}`;
  const label = say("taking", { n: place + 1, card: name });
  return h("li", {},
    h("button", { name: "drop", value: `${tray}-${place}`, class: look, "aria-label": label },
      card.suit && symbol(`suit-${card.suit}`), h("span", {}, isPlain ? faceOf(card.value, deck) : name),
      legal !== undefined && h("b", { class: legal ? "may" : "no", "aria-hidden": "true" })));
}

function drawTrays(form, say, state, { place: best, legal }) {
  for (const list of form.querySelectorAll("[data-tray]")) {
    const { tray } = list.dataset;
    redraw(list, cardsOf(state, tray).map((card, place) =>
      cardNode(card, { deck: state.deck, tray, place, wins: tray === "played" && best === place,
        legal: tray === "hand" ? legal?.[place] : undefined }, say)
    ));
  }
}

function drawChoices(form, state) {
  for (const name of ["ask", "trump", "into"]) {
    for (const button of form.querySelectorAll(`button[name="${name}"]`)) {
      button.setAttribute("aria-pressed", String(button.value === state[name]));
    }
  }
  for (const part of form.querySelectorAll("[data-begun]")) {
    part.hidden = !part.dataset.begun.split(" ").includes(state.begun);
  }
  form.querySelector("[data-picker]").hidden = !["", "VA"].includes(state.begun);
  form.elements.seats.value = state.seats;
}

// Draws the cards to tap as they look in this deck; again only if that changes.
function drawDeck(form, say, { deck, letters }) {
  if (form.dataset.deck === deck) return;
  form.dataset.deck = deck;
  form.elements.deck.value = deck;
  for (const part of form.querySelectorAll("[data-suit]")) {
    part.textContent = say(`suit_${part.dataset.suit}`);
  }
  for (const button of form.querySelectorAll(".numbers button")) {
    const n = Number(button.value.slice(1));
    button.textContent = faceOf(n, deck);
    button.setAttribute("aria-label", say(`number_${SUITS[button.value[0]]}`, { n }));
  }
  for (const mark of form.querySelectorAll("[data-letter]")) {
    mark.textContent = LETTERS[letters]?.[mark.dataset.letter] ?? "";
  }
}

function draw(form, speak, state) {
  const say = withDeck(speak, state.deck);
  const answer = answerTo(state, say);
  form.dataset.ask = state.ask;
  drawDeck(form, say, state);
  drawChoices(form, state);
  drawTrays(form, say, state, answer);
  redraw(form.querySelector("[data-verdict]"),
    answer.lines.map((line, at) => h("p", { class: at ? "" : answer.look }, line)));
}

// --- Scrolls a question into view, and moves the focus there if the focused button is hidden or removed.

function moveFocus(form, place) {
  form.querySelector("[data-begun]:not([hidden])")?.scrollIntoView({ block: "nearest" });
  if (place.isConnected && place.checkVisibility()) return;
  const places = ["[data-begun]:not([hidden]) button", ".tray button", ".figures button"];
  places.map((each) => form.querySelector(each)).find(Boolean)?.focus();
}

const WAYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

// Arrow keys move between cards, so that Tab does not have to pass all of them.
function moveByArrows(picker) {
  picker.addEventListener("keydown", (event) => {
    const buttons = [...picker.querySelectorAll("button")].filter((each) => each.checkVisibility());
    const next = event.target.matches("button") && buttons[buttons.indexOf(event.target) + WAYS[event.key]];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

// --- The judge's page.

const form = document.querySelector("[data-judge]");
const say = speaker(document, document.documentElement.lang);
const past = [];
const seats = [...form.elements.seats.options].map(({ value }) => value).filter(Boolean);
let state = fromQuery(new URLSearchParams(location.search), seats);

function show(next) {
  state = next;
  draw(form, say, state);
}

function step(name, value) {
  if (name === "undo") return past.length ? show(past.pop()) : null;
  const next = act(state, name, value);
  if (!next.problem) past.push(state);
  return show(next);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { submitter } = event;
  step(submitter.name, submitter.value);
  moveFocus(form, submitter);
});
form.addEventListener("change", ({ target }) => {
  if (target.name === "seats" || target.name === "deck") step(target.name, target.value);
});

moveByArrows(form.querySelector("[data-picker]"));
keepWay(document);
draw(form, say, state);
