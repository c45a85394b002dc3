// What a table may choose before a game beside who plays and how long: as values, and what is wrong with them.

import { DECK, maxCards } from "../play/rules.js";

const TWENTY = ["dragon", "fairy", "bomb", "werewolf", "juggler", "cloud"];
export const EXTRAS = [...TWENTY, "shapeshifter", "witch", "vampire"];

// How many of the extra cards, in their order, were in the box of so many years.
export const BOXES = { 20: EXTRAS.slice(0, 6), 25: EXTRAS.slice(0, 7), 30: EXTRAS };

const isSameSet = (one, other) => one.length === other.length && one.every((card) => other.includes(card));

export const boxOf = (edition) => Object.keys(BOXES).find((years) => isSameSet(BOXES[years], edition)) ?? null;

// Dragon and Fairy come and go together.
const PAIR = ["dragon", "fairy"];

export function withCard(edition, card) {
  const both = PAIR.includes(card) ? PAIR : [card];
  const chosen = edition.includes(card) ? edition.filter((each) => !both.includes(each)) : [...edition, ...both];
  return EXTRAS.filter((each) => chosen.includes(each));
}

const rule = (mode, min_cards = 1, zero_always_allowed = false) => ({ mode, min_cards, zero_always_allowed });

export const RULES = {
  off: null,
  amigo: rule("last_bidder"),
  championship_2015: rule("last_bidder", 2),
  championship_2014: rule("last_bidder", 1, true),
  hardcore: rule("last_bidder", 4),
  canadian: rule("leading_dealer", 1, true),
  canadian_sole: rule("sole_leading_dealer"),
};

const isSameRule = (one, other) => one === other || ["mode", "min_cards", "zero_always_allowed"].every((key) => one?.[key] === other?.[key]);

// "other" is a rule that somebody made elsewhere.
export const nameOfRule = (wanted) => Object.keys(RULES).find((name) => isSameRule(RULES[name], wanted)) ?? "other";

const MOST_ROUNDS = 60;
const RANGE = /^(\d{1,2})(?:[-–](\d{1,2}))?$/;

function counted(from, to) {
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + step * index);
}

// "1 3 5 7", "1, 3, 5" or "1-5 4-1" as a list; null where it is none.
export function cardsFrom(text) {
  const parts = text.split(/[\s,;.、/·]+/u).filter(Boolean).map((part) => RANGE.exec(part));
  if (!parts.length || parts.includes(null)) return null;
  return parts.flatMap(([, from, to]) => counted(Number(from), Number(to ?? from)));
}

// As {word, …what it says}; null where the list can be dealt to so many players.
export function problemWithCards(cards, players, edition) {
  const most = maxCards(players, DECK + edition.length);
  if (!cards) return { word: "cards_unclear" };
  if (cards.length > MOST_ROUNDS) return { word: "rounds_too_many", most: MOST_ROUNDS };
  if (cards.includes(0)) return { word: "cards_too_few" };
  return Math.max(...cards) > most ? { word: "cards_too_many", players, most } : null;
}

export const FORMULA = { base: "20", per_trick: "10", per_miss: "10", kept_zero: "20" };
const WHOLE = /^[-−+]?\d{1,4}$/;
const MOST_POINTS = 1000;

export function numberFrom(text) {
  const number = WHOLE.test(text.trim()) ? Number(text.trim().replace("−", "-")) : NaN;
  return Math.abs(number) <= MOST_POINTS ? number : null;
}

// The four numbers as typed, as a formula; null where one of them is none.
export function formulaFrom(typed) {
  const numbers = Object.entries(typed).map(([key, text]) => [key, numberFrom(text)]);
  return numbers.some(([, number]) => number === null) ? null : Object.fromEntries(numbers);
}
