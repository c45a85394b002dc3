// A case before the judge, and what a tap makes of it: as scorepad/web/forms/judge.py, without asking.
// Pure functions only; a case never changes.

import {
  completed, copied, faceOf, held, MOST_SEATS, objectionsTo, OPEN, ownName, played, rulingOn, verdictOn,
} from "./cards.js";

const KNOWN = {
  ask: ["trick", "play"],
  trump: ["blue", "green", "red", "yellow", "none"],
  seats: ["3", "4", "5", "6"],
  into: ["played", "hand"],
  begun: OPEN,
  deck: ["american"],
  letters: ["zn", "wj"],
};
const EMPTY = { ask: "trick", trump: "", seats: "", into: "played", begun: "", deck: "", letters: "", played: [], hand: [], problem: null };
const MOST_WRITTEN = 300;

const namesIn = (text) =>
  text.slice(0, MOST_WRITTEN).normalize("NFKC").toUpperCase().split(/[\s,;+]+/).filter(Boolean).map(ownName);

export const isAboutHand = ({ ask }) => ask === "play";
const trayOf = (state) => (isAboutHand(state) ? state.into : "played");

const cardOf = { played, hand: held };
export const cardsOf = (state, tray) => state[tray].map(cardOf[tray]);

const noCard = (name) => ({ problem: "no_card", text: name.slice(0, 20) });

function objection(state) {
  for (const tray of ["played", "hand"]) {
    const wrong = state[tray].find((name) => !cardOf[tray](name));
    if (wrong !== undefined) return noCard(wrong);
  }
  const hand = isAboutHand(state) ? cardsOf(state, "hand") : [];
  const about = { seats: Number(state.seats) || MOST_SEATS, asksToPlay: isAboutHand(state) };
  return objectionsTo(cardsOf(state, "played"), hand, about)[0] ?? null;
}

// The new case, or the old one with what is wrong about the new.
function checked(state, next) {
  const problem = objection(next);
  return problem ? { ...state, problem } : { ...next, problem: null };
}

function withCard(state, more) {
  const name = completed(state.begun, more);
  const tray = trayOf(state);
  if (tray === "played" && OPEN.includes(name)) return { ...state, begun: name, problem: null };
  return checked(state, { ...state, begun: "", [tray]: [...state[tray], name] });
}

const withoutCard = (state, tray, place) => ({ ...state, problem: null, [tray]: state[tray].filter((_, at) => at !== place) });

const steps = {
  ask: (state, ask) => checked(state, { ...state, ask, begun: "" }),
  trump: (state, trump) => ({ ...state, trump }),
  seats: (state, seats) => checked(state, { ...state, seats }),
  into: (state, into) => ({ ...state, into, begun: "" }),
  add: withCard,
  drop(state, value) {
    const [tray, place] = value.split("-");
    return withoutCard(state, tray, Number(place));
  },
  clear: (state) => ({ ...state, played: [], hand: [], begun: "", into: "played", problem: null }),
  deck: (state, deck) => ({ ...state, deck }),
  typed: (state, texts) => checked(state, { ...state, begun: "", played: namesIn(texts.played), hand: namesIn(texts.hand) }),
};

export const isStep = (name) => name in steps;
export const act = (state, name, value) => steps[name](state, value);

// What the address says; a value that is none is left out.
export function fromQuery(query) {
  const state = { ...EMPTY };
  for (const [name, known] of Object.entries(KNOWN)) {
    const value = query.get(name) ?? "";
    if (known.includes(value)) state[name] = value;
  }
  for (const tray of ["played", "hand"]) state[tray] = namesIn(query.get(tray) ?? "");
  const problem = objection(state);
  // Cards that cannot lie there are shown with the reason; what is no card cannot be shown.
  return problem?.problem === "no_card" ? { ...state, played: [], hand: [], problem } : { ...state, problem };
}

export function toQuery(state) {
  const said = Object.keys(KNOWN).filter((name) => state[name] !== EMPTY[name]).map((name) => [name, state[name]]);
  const trays = ["played", "hand"].filter((tray) => state[tray].length).map((tray) => [tray, state[tray].join(" ")]);
  return new URLSearchParams([...said, ...trays]).toString();
}

// What the judge says: {verdict}, {ruling}, {problem} or {hint}.
export function answerTo(state) {
  if (state.problem) return { problem: state.problem };
  if (isAboutHand(state)) {
    return state.hand.length ? { ruling: rulingOn(cardsOf(state, "played"), cardsOf(state, "hand")) } : { hint: "hint_play" };
  }
  if (!state.played.length) return { hint: "hint_trick" };
  if (!state.trump) return { hint: "hint_trump" };
  const trump = state.trump === "none" ? null : state.trump;
  return { verdict: verdictOn(cardsOf(state, "played"), trump, Number(state.seats)) };
}

// --- The page's words, rendered into it by the server: <template data-word="card_W">.

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
