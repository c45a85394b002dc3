// The page's words, rendered into it by the server: <template data-word="card_W">.

import { copied, faceOf, played } from "./cards.js";

const PLACE = /[{]([a-z]+)[}]|%\(([a-z]+)\)s/g;

export function speaker(page) {
  const text = (key) => page.querySelector(`template[data-word="${key}"]`).content.textContent;
  return (key, slots = {}) => text(key).replace(PLACE, (_, name, other) => String(slots[name ?? other] ?? ""));
}

const SUIT = /^suit_/;
const NUMBER = /^number_(.+)$/;

// Suits and numbers are called as on the deck that lies on the table.
export const withDeck = (say, deck) => (key, slots = {}) => {
  if (deck !== "american") return say(key, slots);
  const [, suit] = NUMBER.exec(key) ?? [];
  if (suit) return say("american_number", { suit: say(`american_suit_${suit}`), face: faceOf(slots.n, deck) });
  return say(SUIT.test(key) ? `american_${key}` : key, slots);
};

// "Red 7", "Juggler (Red)", "Vampire (Wizard)"; in a hand nothing is announced yet.
export function nameOf(card, say) {
  const own = () => say(`card_${card.own}`);
  if (card.mask) {
    const acts = copied(card);
    return acts ? say("as_what", { card: own(), detail: nameOf(played(acts.name), say) }) : own();
  }
  if (card.kind === "number") return say(`number_${card.suit}`, { n: card.value });
  return card.suit ? say("as_what", { card: own(), detail: say(`suit_${card.suit}`) }) : own();
}

// The sentences of an answer, the answer itself first.
export function linesOf({ verdict, ruling, problem, hint }, cards, say) {
  if (problem) return [say(problem.problem, { ...problem, card: problem.card ? nameOf(problem.card, say) : "" })];
  if (hint) return [say(hint)];
  if (ruling) {
    const rule = say(ruling.rule, { suit: ruling.suit ? say(`suit_${ruling.suit}`) : "" });
    return ruling.rule === "must_follow" ? [rule, say("always")] : [rule];
  }
  const slots = { n: verdict.place + 1, card: nameOf(cards[verdict.place], say) };
  return verdict.said.map((key) => say(key, slots));
}
