// The case on the page. What the server wrote is filled in anew; nothing here parses HTML.

import { SUITS, faceOf } from "./cards.js";
import { linesOf, nameOf, withDeck } from "./speaking.js";
import { answerTo, cardsOf, isAboutHand } from "./state.js";

// What is printed on Wizards and Jesters.
const LETTERS = { zn: { W: "Z", J: "N" }, wj: { W: "W", J: "J" } };

function cardElement(form, say, card, { deck, tray, place, wins, legal }) {
  const item = form.ownerDocument.querySelector("template[data-card]").content.firstElementChild.cloneNode(true);
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
    const about = (place) => ({
      deck: state.deck,
      tray,
      place,
      wins: tray === "played" && verdict?.place === place,
      legal: tray === "hand" ? ruling?.legal[place] : undefined,
    });
    list.replaceChildren(...cardsOf(state, tray).map((card, place) => cardElement(form, say, card, about(place))));
  }
}

function drawVerdict(form, say, state, answer) {
  const part = form.querySelector("[data-verdict]");
  const lines = linesOf(answer, cardsOf(state, "played"), say);
  const paragraphs = lines.map((line, at) => {
    const paragraph = form.ownerDocument.createElement("p");
    const first = answer.problem ? "problem" : answer.hint ? "soft" : "answer";
    paragraph.className = at ? "" : first;
    paragraph.textContent = line;
    return paragraph;
  });
  const told = [...part.children].map(({ textContent, className }) => `${className} ${textContent}`).join();
  if (told !== paragraphs.map(({ textContent, className }) => `${className} ${textContent}`).join()) part.replaceChildren(...paragraphs);
}

function drawChoices(form, state) {
  for (const name of ["ask", "trump", "into"]) {
    for (const button of form.querySelectorAll(`button[name="${name}"]`)) {
      button.setAttribute("aria-pressed", String(button.value === state[name]));
    }
  }
  for (const part of form.querySelectorAll("[data-only]")) part.hidden = (part.dataset.only === "play") !== isAboutHand(state);
  for (const part of form.querySelectorAll("[data-begun]")) part.hidden = !part.dataset.begun.split(" ").includes(state.begun);
  form.querySelector("[data-picker]").hidden = !["", "VA"].includes(state.begun);
  form.elements.seats.value = state.seats;
  form.elements.played.value = state.played.join(" ");
  form.elements.hand.value = state.hand.join(" ");
}

// The cards to tap, as they look on this table; drawn anew where that changes.
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
  for (const mark of form.querySelectorAll("[data-letter]")) mark.textContent = LETTERS[letters]?.[mark.dataset.letter] ?? "";
}

export function draw(form, speak, state) {
  const say = withDeck(speak, state.deck);
  const answer = answerTo(state);
  form.dataset.ask = state.ask;
  drawDeck(form, say, state);
  drawChoices(form, state);
  drawTrays(form, say, state, answer);
  drawVerdict(form, say, state, answer);
}

