// Shows a case on the page by filling in what the server rendered; nothing here parses HTML.

import { keepWay } from "../pages/rules.js";
import { speaker } from "../play/names.js";
import { act, answerTo, cardsOf, faceOf, fromQuery, isAboutHand, linesOf, nameOf, SUITS,
  withDeck } from "./case.js";

const LETTERS = { zn: { W: "Z", J: "N" }, wj: { W: "W", J: "J" } };

function cardElement(form, say, card, { deck, tray, place, wins, legal }) {
  const item = form.ownerDocument.querySelector("template[data-card]").content.firstElementChild.cloneNode(
    true,
  );
  const button = item.querySelector("button");
  const name = nameOf(card, say);
  const isPlain = card.kind === "number" && !card.mask;
  button.value = `${tray}-${place}`;
  button.setAttribute("aria-label", say("taking", { n: place + 1, card: name }));
  button.classList.toggle("wins", wins);
  button.classList.toggle("named", !isPlain);
  if (card.suit) button.classList.add(`suit-${card.suit}`);
  item.querySelector("span").textContent = isPlain ? faceOf(card.value, deck) : name;
  if (card.suit) item.querySelector("use").setAttribute("href", `#suit-${card.suit}`);
  else item.querySelector("svg").remove();
  if (legal === undefined) item.querySelector("b").remove();
  else item.querySelector("b").className = legal ? "may" : "no";
  return item;
}

function drawTrays(form, say, state, { verdict, ruling }) {
  for (const list of form.querySelectorAll("[data-tray]")) {
    const { tray } = list.dataset;
    const cards = cardsOf(state, tray).map((card, place) =>
      cardElement(form, say, card, { deck: state.deck, tray, place,
        wins: tray === "played" && verdict?.place === place,
        legal: tray === "hand" ? ruling?.legal[place] : undefined })
    );
    list.replaceChildren(...cards);
  }
}

function drawVerdict(form, say, state, answer) {
  const part = form.querySelector("[data-verdict]");
  const lines = linesOf(answer, cardsOf(state, "played"), say);
  const first = answer.problem ? "problem" : answer.hint ? "soft" : "answer";
  const paragraphs = lines.map((textContent, at) =>
    Object.assign(form.ownerDocument.createElement("p"), { className: at ? "" : first, textContent })
  );
  const told = (all) => all.map(({ textContent, className }) => `${className} ${textContent}`).join();
  if (told([...part.children]) !== told(paragraphs)) part.replaceChildren(...paragraphs);
}

function drawChoices(form, state) {
  for (const name of ["ask", "trump", "into"]) {
    for (const button of form.querySelectorAll(`button[name="${name}"]`)) {
      button.setAttribute("aria-pressed", String(button.value === state[name]));
    }
  }
  for (const part of form.querySelectorAll("[data-only]")) {
    part.hidden = (part.dataset.only === "play") !== isAboutHand(state);
  }
  for (const part of form.querySelectorAll("[data-begun]")) {
    part.hidden = !part.dataset.begun.split(" ").includes(state.begun);
  }
  form.querySelector("[data-picker]").hidden = !["", "VA"].includes(state.begun);
  form.elements.seats.value = state.seats;
}

// Draws the cards to tap as they look in this deck; again only if that changes.
function drawDeck(form, say, { deck, letters }) {
  if (form.dataset.drawn === `${deck} ${letters}`) return;
  Object.assign(form.dataset, { drawn: `${deck} ${letters}`, deck });
  form.elements.deck.value = deck;
  for (const part of form.querySelectorAll("[data-suit]")) {
    const name = say(`suit_${part.dataset.suit}`);
    if (part.hasAttribute("role")) part.setAttribute("aria-label", name);
    else part.textContent = name;
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
  const answer = answerTo(state);
  form.dataset.ask = state.ask;
  drawDeck(form, say, state);
  drawChoices(form, state);
  drawTrays(form, say, state, answer);
  drawVerdict(form, say, state, answer);
}

// --- Scrolls a question into view, and moves the focus there if the focused button is hidden or removed.

function moveFocus(form, place) {
  form.querySelector("[data-begun]:not([hidden])")?.scrollIntoView({ block: "nearest" });
  if (place.isConnected && place.checkVisibility()) return;
  const places = ["[data-begun]:not([hidden]) button", ".tray button", ".figures button"];
  places.map((each) => form.querySelector(each)).find(Boolean)?.focus();
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3; // a card to the side counts as this many times farther away

// How far a place is in a direction, or Infinity. Places are [x, y].
function distance([x, y], [toX, toY], [right, down]) {
  const along = (toX - x) * right + (toY - y) * down;
  const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
  return along > 1 ? along + ASIDE * aside : Infinity;
}

function centre(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

// Arrow keys move between cards, so that Tab does not have to pass all of them.
function moveByArrows(picker) {
  picker.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way || !event.target.matches("button")) return;
    const buttons = [...picker.querySelectorAll("button")].filter((each) => each.checkVisibility());
    const far = buttons.map((each) => distance(centre(event.target), centre(each), way));
    const least = Math.min(...far);
    if (least === Infinity) return;
    event.preventDefault();
    buttons[far.indexOf(least)].focus();
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
