// Who takes a trick, and what may be played to it: the same facts as scorepad/rules/wizard/tricks.py
// and judging.py, held to the same vectors by tests/js/judge.test.js. Pure functions only.

import { copiesOf, copied, mustFollow } from "./cards.js";

const LED_LIKE_A_JESTER = ["jester", "fairy", "bomb", "witch"];
const STRENGTH = { witch: -2, fairy: -1, wizard: 3, dragon: 4 };
const FAIRY_WITH_DRAGON = 5;
const JESTERS = 4;
export const MOST_SEATS = 6;
export const MOST_HELD = 20;

export const suitLed = (cards) => cards.find(({ kind }) => !LED_LIKE_A_JESTER.includes(kind))?.suit ?? null;

function strength(card, led, trump, hasDragon) {
  if (hasDragon && card.kind === "fairy") return [FAIRY_WITH_DRAGON];
  const follows = card.suit !== null && card.suit === led;
  const trumps = card.suit !== null && card.suit === trump;
  // Off-suit cards are all alike, so their value must not count.
  return [STRENGTH[card.kind] ?? 0, trumps, follows, follows || trumps ? card.value : 0].map(Number);
}

function isStronger(one, other) {
  const at = one.findIndex((part, index) => part !== (other[index] ?? 0));
  return at >= 0 && one[at] > (other[at] ?? 0);
}

function strongest(cards, trump) {
  const led = suitLed(cards);
  const hasDragon = cards.some(({ kind }) => kind === "dragon");
  const strengths = cards.map((card) => strength(card, led, trump, hasDragon));
  return strengths.reduce((best, one, at) => (isStronger(one, strengths[best]) ? at : best), 0);
}

const REASONS = { dragon: "dragon", wizard: "first_wizard", witch: "only_the_witch" };

function reasonFor(card, has, trump) {
  if (card.kind === "fairy") return has("dragon") ? "fairy_beats_dragon" : "fairy_beats_witch";
  if (card.suit) return card.suit === trump ? "highest_trump" : "highest_of_suit";
  return REASONS[card.kind] ?? "first_jester";
}

// trump: a suit, or null where there is none. Places count from 0.
export function outcomeOf(cards, trump) {
  const place = strongest(cards, trump);
  const has = (kind) => cards.some((card) => card.kind === kind);
  const isVoid = has("bomb");
  return {
    place,
    reason: reasonFor(cards[place], has, trump),
    isVoid,
    winner: isVoid ? null : place,
    changesBid: has("cloud") && !isVoid ? place : null,
    hasJuggler: has("juggler"),
    hasCloud: has("cloud"),
    hasWitch: has("witch"),
  };
}

// What nothing but real Jesters gives away; 0 seats are unknown.
function toJesters(cards, seats) {
  if (cards.some(({ name }) => name !== "J") || allJestersPossible(cards.length, true)) return [];
  return allJestersPossible(seats) ? ["none_turned_up"] : ["none_turned_up", "few_jesters"];
}

// What a judge says, in this order: who takes it, why, and what follows.
export function verdictOn(cards, trump, seats = 0) {
  const outcome = outcomeOf(cards, trump);
  const { isVoid, hasCloud, hasJuggler, hasWitch } = outcome;
  const isOpen = cards.length < seats;
  const first = isVoid ? (isOpen ? "nobody_so_far" : "nobody") : isOpen ? "so_far" : "takes";
  const cloud = isVoid ? "no_change" : "change_bid";
  const said = [first, outcome.reason, ...toJesters(cards, seats), hasJuggler && "hand_on", hasCloud && cloud, hasWitch && "swap"];
  return { place: outcome.place, said: said.filter(Boolean) };
}

function followRule(cards, hand) {
  const led = suitLed(cards);
  if (led === null) return cards.length ? "no_suit" : "leads";
  return hand.some((card) => mustFollow(card) && card.suit === led) ? "must_follow" : "has_none";
}

// Which cards of a hand may be played next, one truth for each, and the rule behind it.
export function rulingOn(cards, hand) {
  const rule = followRule(cards, hand);
  const suit = suitLed(cards);
  const legal = hand.map((card) => rule !== "must_follow" || !mustFollow(card) || card.suit === suit);
  return { rule, suit, legal };
}

export const allJestersPossible = (players, turnUpIsJester = false) => players <= JESTERS - Number(turnUpIsJester);

const tooMany = (problem, cards, most) => (cards.length > most ? [{ problem, most, card: null }] : []);

function tooOften(cards) {
  const times = new Map();
  for (const { own } of cards) times.set(own, (times.get(own) ?? 0) + 1);
  return [...times].flatMap(([own, count]) => {
    const card = cards.findLast((each) => each.own === own);
    const most = copiesOf(card);
    return count > most ? [{ problem: most === 1 ? "card_twice" : "card_too_often", most, card }] : [];
  });
}

// A Wizard or Jester may be what a Shapeshifter was declared to be.
function turnedUp(cards) {
  const vampires = cards.filter(({ mask, kind }) => mask === "VA" && !["wizard", "jester"].includes(kind));
  const names = vampires.map((card) => copied(card).own);
  return cards
    .filter(({ mask, own }) => !mask && names.includes(own))
    .map((card) => ({ problem: "card_turned_up", most: 0, card }));
}

// Everything that keeps these cards from lying on a table; who asks to play has none in the trick yet.
export function objectionsTo(cards, hand = [], { seats = MOST_SEATS, asksToPlay = false } = {}) {
  return [
    ...tooMany("too_many_played", cards, seats - Number(asksToPlay)),
    ...tooMany("too_many_held", hand, MOST_HELD),
    ...tooOften([...cards, ...hand]),
    ...turnedUp([...cards, ...hand]),
  ];
}
