// The card turned up after the deal: who names trump now, and what it can be.

import { button, h } from "../play/elements.js";
import { roundOf, trumpAtFirst } from "../play/game.js";
import { trumpWords } from "../play/pages/header.js";
import { dealerOf } from "../play/presence.js";
import { phase } from "../play/table.js";

const SUITS = ["blue", "green", "red", "yellow"];
const NO_TRUMP = ["nothing", "jester", "fairy", "bomb", "witch"];
const CLASSIC = ["number", "jester", "wizard"];
const LETTERS = { zn: { wizard: "Z", jester: "N" }, wj: { wizard: "W", jester: "J" } };
const EXTRA = ["dragon", "fairy", "bomb", "werewolf", "juggler", "cloud", "shapeshifter", "witch", "vampire"];

// card: a kind of card, "nothing" where none was left, "holder" where the Werewolf was swapped for it.
export function outcomeOf(card) {
  if (NO_TRUMP.includes(card)) return { choices: ["none"], says: "turned_none" };
  if (card === "number") return { choices: SUITS, says: "turned_suit" };
  if (card === "holder") return { choices: [...SUITS, "none"], says: "turned_holder" };
  return { choices: SUITS, says: "turned_dealer" };
}

export const cardsThatTurnUp = ({ edition }) => [...CLASSIC, ...EXTRA.filter((card) => edition.includes(card))];

// Where no card is turned up, as a word of the page: prescribed, never trump, or nothing left.
export function insteadOfCard(game, number) {
  if (trumpAtFirst(game, number) === null) return null;
  return { maximus: "turned_maximus", single_colour: "turned_never" }[game.schedule] ?? "turned_nothing";
}

const PREFIX = "turnup-";
const isTurned = (panel) => panel.startsWith(PREFIX);

function trumpChoices({ game, ui }, choices, say) {
  const { trump } = roundOf(game, ui.round);
  return choices.map((name) => button("trump", { value: name }, { class: `choice suit-${name}`, "aria-pressed": String(trump === name) }, trumpWords(name, say)));
}

const panelOf = (title, ...inside) => h("section", { class: "panel trumps turned", "aria-label": title }, h("h2", {}, title), ...inside);

const cardWord = (card, say) => say(CLASSIC.includes(card) ? `turned_${card}` : `extra_${card === "holder" ? "werewolf" : card}`);

// What is printed on the card, for whoever looks for it.
const letterOn = (card, { letters }) => {
  const letter = LETTERS[letters ?? "zn"][card];
  return letter && h("b", { class: "letter" }, letter);
};

function whichCard({ game }, say) {
  const choice = (card) => button("panel", { name: PREFIX + card }, { class: "choice" }, h("span", {}, cardWord(card, say)), letterOn(card, game));
  return panelOf(say("turned_up"), cardsThatTurnUp(game).map(choice));
}

function outcome(state, card, say) {
  const { choices, says } = outcomeOf(card);
  const { name } = state.game.players[dealerOf(state.ui.round, state.game)];
  return panelOf(cardWord(card, say), h("p", {}, say(says, { name })), trumpChoices(state, choices, say));
}

export function turnedPanel(state, say) {
  const { panel } = state.ui;
  return isTurned(panel) ? outcome(state, panel.slice(PREFIX.length), say) : whichCard(state, say);
}

// Below the choices of trump: why it is what it is, or the way to find out.
export function aboutTrump(state, say) {
  const { game, ui } = state;
  const instead = insteadOfCard(game, ui.round);
  if (instead) return h("p", { class: "hint" }, say(instead, { trump: say(`trump_${trumpAtFirst(game, ui.round)}`) }));
  const changes = game.edition.includes("vampire") && phase(state) !== "bids";
  return [button("panel", { name: "turnup" }, { class: "quiet" }, say("turned_up")), changes && h("p", { class: "hint" }, say("turned_vampire"))];
}
