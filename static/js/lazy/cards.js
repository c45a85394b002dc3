// Effects of special cards on a round: tricks without a winner (Bomb), a bid that changes by one (Cloud).

import { button, choices, h, panel } from "../play/dom.js";
import { roundOf, trumpAtFirst, withBids, withRound } from "../play/game.js";
import { gain, signed } from "../play/names.js";
import { dealerOf, finalBids, isClosed } from "../play/rules.js";
import { addSteps, enteredIn, phase, voidTricks } from "../play/state.js";
import { trumpChoices } from "../play/views/round.js";
import { inOrder, named } from "../play/views/seats.js";
import { EXTRAS } from "./options.js";
import { whom } from "./people.js";

const cardsOf = ({ game, ui }) => game.cards[ui.round - 1];
const has = ({ game }, card) => game.edition.includes(card);

function bomb(state, { by }) {
  const { game, ui } = state;
  // A closed round keeps its tricks until they add up again.
  const entered = { ...enteredIn(state), void: voidTricks(state) + Number(by) };
  if (isClosed(game, ui.round)) return { game, ui: { ...ui, panel: null, entered } };
  const next = withRound(game, ui.round, { void_tricks: entered.void });
  // Counting trick by trick ends with the last trick, and continues if one is undone.
  const isCounted = roundOf(next, ui.round).winners.length > 0;
  return { game: next, ui: { ...ui, panel: null, entered: isCounted ? null : ui.entered } };
}

function cloud({ game, ui }, { seat, by }) {
  const bid_changes = [...roundOf(game, ui.round).bid_changes, { seat, by: Number(by) }];
  return { game: withBids(game, ui.round, { bid_changes }), ui: { ...ui, panel: null } };
}

function uncloud({ game, ui }, { index }) {
  const bid_changes = roundOf(game, ui.round).bid_changes.filter((_, other) => other !== index);
  return { game: withBids(game, ui.round, { bid_changes }), ui };
}

const opener = ({ ui }, name, word, say) =>
  button("panel", { name }, { class: "extra", "aria-expanded": String(ui.panel === name) }, say(word));

// A line near the main button, if the deck has a card that matters now; styles hide an empty one.
export function extras(state, say) {
  if (phase(state) === "bids") {
    const isUntouched = roundOf(state.game, state.ui.round).bids.every((bid) => bid === null);
    return h("div", { class: "extras" },
      isUntouched && has(state, "werewolf") && opener(state, "turnup-holder", "extra_werewolf", say));
  }
  const n = voidTricks(state);
  const look = { class: "extra", disabled: n >= cardsOf(state) };
  return h("div", { class: "extras" },
    has(state, "bomb") && button("bomb", { by: 1 }, look, say("extra_bomb")),
    has(state, "cloud") && phase(state) !== "sealed" && opener(state, "cloud", "extra_cloud", say),
    n > 0 &&
      h("span", { class: "voided" }, say("void_count", { n }),
        button("bomb", { by: -1 }, { class: "small", "aria-label": say("bomb_back") }, "×")));
}

function movedBids({ game, ui }, say) {
  const { bid_changes: changes } = roundOf(game, ui.round);
  const line = ({ seat, by }, index) => {
    const { name } = game.players[seat];
    const back = say("cloud_back", { what: `${name} ${gain(by)}` });
    return h("li", {}, h("span", {}, h("bdi", {}, name), ` ${gain(by)}`),
      button("uncloud", { index }, { class: "small", "aria-label": back }, "×"));
  };
  return h("ol", { class: "moves" }, changes.map(line));
}

function cloudSeat(state, seat, say) {
  const { name } = state.game.players[seat];
  const n = cardsOf(state);
  const bid = finalBids(roundOf(state.game, state.ui.round))[seat];
  const mover = (by) => {
    const fits = bid + by >= 0 && bid + by <= n;
    const label = say("change_of", { what: name, before: String(bid), after: signed(bid + by) });
    return button("cloud", { seat, by }, { class: fits ? "chip" : "chip no", disabled: !fits,
      "aria-label": label }, fits ? `${bid}→${bid + by}` : "–");
  };
  return h("li", { key: seat }, h("span", { class: "who" }, named(name)), mover(-1), mover(1));
}

export function cloudPanel(state, say) {
  const seats = inOrder(state).map((seat) => cloudSeat(state, seat, say));
  return h("section", { class: "panel cloud", "aria-label": say("extra_cloud") }, movedBids(state, say),
    h("p", {}, say("cloud_whose")), h("ol", { class: "movers" }, seats));
}

// --- The card turned up after the deal: who names trump, and what trump can be.

export const SUITS = ["blue", "green", "red", "yellow"];
const NO_TRUMP = ["nothing", "jester", "fairy", "bomb", "witch"];
const CLASSIC = ["number", "jester", "wizard"];
const LETTERS = { zn: { wizard: "Z", jester: "N" }, wj: { wizard: "W", jester: "J" } };

// card: a kind of card, "nothing" if none was left, "holder" if it was swapped for the Werewolf, "later" if a
// Vampire copied it.
export function outcomeOf(card) {
  if (NO_TRUMP.includes(card)) return { choices: ["none"], says: "turned_none" };
  if (card === "number") return { choices: SUITS, says: "turned_suit" };
  if (card === "holder") return { choices: [...SUITS, "none"], says: "turned_holder" };
  if (card === "later") return { choices: [...SUITS, "none"], says: "turned_vampire" };
  return { choices: SUITS, says: "turned_dealer" };
}

// Why no card is turned up, as a word of the page: prescribed, never trump, or no card left.
export function insteadOfCard(game, number) {
  if (trumpAtFirst(game, number) === null) return null;
  return { maximus: "turned_maximus", single_colour: "turned_never" }[game.schedule] ?? "turned_nothing";
}

// A second tap undoes it.
function toggled({ game, ui }, key, value) {
  const isTaken = roundOf(game, ui.round)[key] === value;
  return { game: withRound(game, ui.round, { [key]: isTaken ? null : value }), ui };
}

// Who named trump with the Werewolf, and what a Vampire that copied it made of it.
addSteps({ bomb, cloud, uncloud, named: (state, { seat }) => toggled(state, "named_by", seat),
  laterTrump: ({ game, ui }, { value }) =>
    toggled({ game, ui: { ...ui, panel: null } }, "later_trump", value) });

const cardWord = (card, say) =>
  say(EXTRAS.includes(card) ? `extra_${card}` : { holder: "extra_werewolf" }[card] ?? `turned_${card}`);

function whichCard({ game }, say) {
  const letters = LETTERS[game.letters ?? "zn"];
  const cards = [...CLASSIC, ...EXTRAS.filter((card) => game.edition.includes(card))];
  return panel("trumps turned", say("turned_up"),
    cards.map((card) =>
      button("panel", { name: `turnup-${card}` }, { class: "choice" }, h("span", {}, cardWord(card, say)),
        letters[card] && h("b", { class: "letter" }, letters[card]))
    ));
}

function outcome(state, card, say) {
  const { choices: names, says } = outcomeOf(card);
  const { name } = state.game.players[dealerOf(state.ui.round, state.game)];
  const { trump, later_trump: later, named_by: holder } = roundOf(state.game, state.ui.round);
  const holders = whom("named", "seat", holder, inOrder(state), state.game);
  return panel("trumps turned", cardWord(card, say), h("p", {}, say(says, { name })),
    card === "holder" && choices(say("who_holds_it"), holders),
    card === "later"
      ? trumpChoices("laterTrump", later, names, say)
      : trumpChoices("trump", trump, names, say));
}

export function turnedPanel(state, say) {
  const [, card] = state.ui.panel.split("-");
  return card ? outcome(state, card, say) : whichCard(state, say);
}

// Below the choices of trump: the reason for it, or how to find out.
export function aboutTrump(state, say) {
  const { game, ui } = state;
  const instead = insteadOfCard(game, ui.round);
  const trump = () => say(`trump_${trumpAtFirst(game, ui.round)}`);
  if (instead) return h("p", { class: "hint" }, say(instead, { trump: trump() }));
  const changes = game.edition.includes("vampire") && phase(state) !== "bids";
  const opening = (name, word) => button("panel", { name }, { class: "quiet" }, say(word));
  return [opening("turnup", "turned_up"), changes && opening("turnup-later", "turned_later")];
}

// --- The reminder for the first round, in which players see all cards but their own.

export function foresight(state, say) {
  const isFirst = state.ui.round === 1 && state.game.cards[0] === 1;
  return isFirst && ["bids", "sealed"].includes(phase(state)) &&
    h("p", { class: "foresight" }, say("foresight_now"));
}
