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

export const copiesOf = ({ kind, mask }) => (mask ? 1 : (COPIES[kind] ?? 1));

// Whether it binds its holder to its suit; other cards are always legal.
export const mustFollow = ({ kind, mask }) => kind === "number" && !mask;

// What lies under the mask: the card that a Vampire copies.
export const copied = ({ name }) => unmasked(name.slice(2));

// Cards that are not whole until their player has announced, declared or copied something.
export const OPEN = ["J7", "C9", "SH", "VA", "VAJ7", "VAC9", "VASH"];

// A Vampire that copies a Shapeshifter is what its player declares.
export const completed = (begun, more) => (begun + more).replace(/^VASH(?=.)/, "VA");
