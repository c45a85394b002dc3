// The cards as scorepad/rules/wizard/cards.py knows them, read from their short names. Pure functions only.

// Maps, because a name may come from an address and be __proto__.
const PLAIN = new Map(Object.entries({ W: "wizard", J: "jester", DR: "dragon", FA: "fairy", BO: "bomb", WI: "witch" }));
const ANNOUNCED = new Map(Object.entries({ J7: ["juggler", 7.5], C9: ["cloud", 9.75] }));
const MASKS = ["SH", "VA"];
const OF_SUIT = /^([BGRY])([1-9]|1[0-3])$/;
const OF_ANNOUNCED = /^(J7|C9)([BGRY])$/;
const COPIES = { wizard: 4, jester: 4 };

export const SUITS = { B: "blue", G: "green", R: "red", Y: "yellow" };

const card = (name, own, kind, more = {}) => ({ name, own, kind, suit: null, value: 0, mask: null, ...more });

function unmasked(name) {
  if (PLAIN.has(name)) return card(name, name, PLAIN.get(name));
  const number = OF_SUIT.exec(name);
  if (number) return card(name, name, "number", { suit: SUITS[number[1]], value: Number(number[2]) });
  const announced = OF_ANNOUNCED.exec(name);
  if (!announced) return null;
  const [kind, value] = ANNOUNCED.get(announced[1]);
  return card(name, announced[1], kind, { suit: SUITS[announced[2]], value });
}

function masked(name) {
  const mask = name.slice(0, 2);
  const acts = MASKS.includes(mask) ? unmasked(name.slice(2)) : null;
  if (!acts || (mask === "SH" && !["W", "J"].includes(acts.name))) return null;
  return { ...acts, name, own: mask, mask };
}

// What is printed on the numbers 1 to 13 of an American deck, and the name here of a card that is called so.
const FACES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SIGNS = { "♣": "B", "♥": "G", "♦": "R", "♠": "Y" };

export const faceOf = (value, deck) => (deck === "american" ? FACES[value - 1] : String(value));

export const ownName = (name) => {
  const [, sign, face] = /^([♣♥♦♠])\ufe0f?(.+)$/u.exec(name) ?? [];
  return FACES.includes(face) ? `${SIGNS[sign]}${FACES.indexOf(face) + 1}` : name;
};

// A card that lies in the trick, or null where no card is called that.
export const played = (name) => unmasked(name) ?? masked(name);

// A card in a hand: nothing was announced, declared or copied yet.
export function held(name) {
  if (ANNOUNCED.has(name)) return card(name, name, ANNOUNCED.get(name)[0]);
  if (MASKS.includes(name)) return card(name, name, "jester", { mask: name });
  return played(name);
}

const copiesOf = ({ kind, mask }) => (mask ? 1 : (COPIES[kind] ?? 1));

// Whether it binds its holder to its suit; other cards are always legal.
const mustFollow = ({ kind, mask }) => kind === "number" && !mask;

// What lies under the mask: the card that a Vampire copies.
export const copied = ({ name }) => unmasked(name.slice(2));

// Cards that are not whole until their player has announced, declared or copied something.
export const OPEN = ["J7", "C9", "SH", "VA", "VAJ7", "VAC9", "VASH"];

// A Vampire that copies a Shapeshifter is what its player declares.
export const completed = (begun, more) => (begun + more).replace(/^VASH(?=.)/, "VA");

// --- Who takes a trick, and what may be played to it: the same facts as scorepad/rules/wizard/tricks.py
// and judging.py, held to the same vectors by tests/js/judge.test.js. Pure functions only.

const LED_LIKE_A_JESTER = ["jester", "fairy", "bomb", "witch"];
const STRENGTH = { witch: -2, fairy: -1, wizard: 3, dragon: 4 };
const FAIRY_WITH_DRAGON = 5;
const JESTERS = 4;
export const MOST_SEATS = 6;
const MOST_HELD = 20;

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
