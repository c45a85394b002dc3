// The card turned up after the deal: who names trump now, and what it can be.

import { button, h } from "../play/elements.js";
import { roundOf, trumpAtFirst, withRound } from "../play/game.js";
import { trumpWords } from "../play/pages/header.js";
import { inOrder } from "../play/pages/seats.js";
import { dealerOf } from "../play/presence.js";
import { addSteps, phase } from "../play/table.js";

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
const LATER = "later";
const isTurned = (panel) => panel.startsWith(PREFIX);

// Who named trump with the Werewolf, and what it became when a Vampire copied that; a second tap takes it back.
addSteps({
  named({ game, ui }, { seat }) {
    const isTaken = roundOf(game, ui.round).named_by === seat;
    return { game: withRound(game, ui.round, { named_by: isTaken ? null : seat }), ui };
  },
  laterTrump({ game, ui }, { value }) {
    const isTaken = roundOf(game, ui.round).later_trump === value;
    return { game: withRound(game, ui.round, { later_trump: isTaken ? null : value }), ui: { ...ui, panel: null } };
  },
});

const trumpChoices = (action, chosen, choices, say) =>
  choices.map((name) => button(action, { value: name }, { class: `choice suit-${name}`, "aria-pressed": String(chosen === name) }, trumpWords(name, say)));

function holders(state, say) {
  const { players } = state.game;
  const { named_by: chosen } = roundOf(state.game, state.ui.round);
  const seats = inOrder(state).map((seat) => button("named", { seat }, { class: "choice", "aria-pressed": String(chosen === seat) }, h("bdi", {}, players[seat].name)));
  return h("div", { class: "choices", role: "group", "aria-label": say("who_holds_it") }, h("p", { class: "hint" }, say("who_holds_it")), seats);
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
  const { trump } = roundOf(state.game, state.ui.round);
  return panelOf(cardWord(card, say), h("p", {}, say(says, { name })), card === "holder" && holders(state, say), trumpChoices("trump", trump, choices, say));
}

function laterTrump({ game, ui }, say) {
  const { later_trump: later } = roundOf(game, ui.round);
  return panelOf(say("turned_later"), h("p", {}, say("turned_vampire")), trumpChoices("laterTrump", later, [...SUITS, "none"], say));
}

export function turnedPanel(state, say) {
  const { panel } = state.ui;
  if (panel === PREFIX + LATER) return laterTrump(state, say);
  return isTurned(panel) ? outcome(state, panel.slice(PREFIX.length), say) : whichCard(state, say);
}

// Below the choices of trump: why it is what it is, or the way to find out.
export function aboutTrump(state, say) {
  const { game, ui } = state;
  const instead = insteadOfCard(game, ui.round);
  if (instead) return h("p", { class: "hint" }, say(instead, { trump: say(`trump_${trumpAtFirst(game, ui.round)}`) }));
  const changes = game.edition.includes("vampire") && phase(state) !== "bids";
  const panel = (name, word) => button("panel", { name }, { class: "quiet" }, say(word));
  return [panel("turnup", "turned_up"), changes && panel(PREFIX + LATER, "turned_later")];
}
