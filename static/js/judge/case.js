// A case for the judge: the cards, who takes the trick, what may be played, and the next case after a tap.
// The same rules as scorepad/games/wizard/tricks.py, tested with the same vectors (tests/js/judge.test.js).
// Pure functions only.

const KINDS = { W: "wizard", J: "jester", DR: "dragon", FA: "fairy", BO: "bomb", WI: "witch", J7: "juggler",
  C9: "cloud" };
const VALUES = { J7: 7.5, C9: 9.75 };
const COPIES = { wizard: 4, jester: 4 };
const CARD = /^(SH|VA)?(W|J7?|DR|FA|BO|WI|C9|[BGRY]\d+)?([BGRY])?$/; // mask, card, announced suit

export const SUITS = { B: "blue", G: "green", R: "red", Y: "yellow" };

// B7, J7R (a Juggler announced red), VAW (a Vampire that copied a Wizard). In a hand, nothing was announced,
// declared or copied yet: J7, VA.
export function cardOf(name) {
  const [, mask = null, own = "J", announced] = CARD.exec(name);
  const isNumber = !(own in KINDS);
  return { name, own: mask ?? own, mask, kind: KINDS[own] ?? "number",
    suit: SUITS[announced ?? (isNumber && own[0])] ?? null,
    value: VALUES[own] ?? (isNumber ? Number(own.slice(1)) : 0) };
}

// What is printed on the numbers 1 to 13 of an American deck.
const FACES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

export const faceOf = (value, deck) => (deck === "american" ? FACES[value - 1] : String(value));

// Whether its holder must follow suit with it; other cards may always be played.
const mustFollow = ({ kind, mask }) => kind === "number" && !mask;

// Cards whose player still has to announce, declare or copy something.
const OPEN = ["J7", "C9", "SH", "VA", "VAJ7", "VAC9", "VASH"];

// A Vampire that copies a Shapeshifter is what its player declares.
export const completed = (begun, more) => (begun + more).replace(/^VASH(?=.)/, "VA");

// --- Who takes a trick, and what may be played to it.

const LED_LIKE_A_JESTER = ["jester", "fairy", "bomb", "witch"];
const STRENGTH = { witch: -2, fairy: -1, wizard: 3, dragon: 4 };
const FAIRY_WITH_DRAGON = 5;
const JESTERS = 4;

export const suitLed = (cards) => cards.find(({ kind }) => !LED_LIKE_A_JESTER.includes(kind))?.suit ?? null;

// The kind counts most, then trump, then the suit led, then the value; other cards are equal.
function strength({ kind, suit, value }, led, trump, hasDragon) {
  const ofKind = 1000 * (hasDragon && kind === "fairy" ? FAIRY_WITH_DRAGON : (STRENGTH[kind] ?? 0));
  if (suit !== null && suit === trump) return ofKind + 200 + value;
  return suit !== null && suit === led ? ofKind + 100 + value : ofKind;
}

// The first of the strongest cards.
function strongest(cards, trump) {
  const led = suitLed(cards);
  const hasDragon = cards.some(({ kind }) => kind === "dragon");
  const strengths = cards.map((card) => strength(card, led, trump, hasDragon));
  return strengths.indexOf(Math.max(...strengths));
}

const REASONS = { dragon: "dragon", wizard: "first_wizard", witch: "only_the_witch" };

function reasonFor(card, has, trump) {
  if (card.kind === "fairy") return has("dragon") ? "fairy_beats_dragon" : "fairy_beats_witch";
  if (card.suit) return card.suit === trump ? "highest_trump" : "highest_of_suit";
  return REASONS[card.kind] ?? "first_jester";
}

// trump: a suit, or null without trump. Places count from 0.
export function outcomeOf(cards, trump) {
  const place = strongest(cards, trump);
  const has = (kind) => cards.some((card) => card.kind === kind);
  const isVoid = has("bomb");
  return { place, reason: reasonFor(cards[place], has, trump), isVoid, winner: isVoid ? null : place,
    changesBid: has("cloud") && !isVoid ? place : null, hasJuggler: has("juggler"), hasCloud: has("cloud"),
    hasWitch: has("witch") };
}

// The trick outcome of Jesters only; 0 seats means unknown.
function toJesters(cards, seats) {
  if (cards.some(({ name }) => name !== "J") || allJestersPossible(cards.length, true)) return [];
  return allJestersPossible(seats) ? ["none_turned_up"] : ["none_turned_up", "few_jesters"];
}

export function verdictOn(cards, trump, seats = 0) {
  const outcome = outcomeOf(cards, trump);
  const { isVoid, hasCloud, hasJuggler, hasWitch } = outcome;
  const isOpen = cards.length < seats;
  const first = isVoid ? (isOpen ? "nobody_so_far" : "nobody") : isOpen ? "so_far" : "takes";
  const cloud = isVoid ? "no_change" : "change_bid";
  const said = [first, outcome.reason, ...toJesters(cards, seats), hasJuggler && "hand_on", hasCloud && cloud,
    hasWitch && "swap"];
  return { place: outcome.place, said: said.filter(Boolean) };
}

export function rulingOn(cards, hand) {
  const suit = suitLed(cards);
  const all = hand.map(() => true);
  if (suit === null) return { rule: cards.length ? "no_suit" : "leads", suit, legal: all };
  const isBound = hand.some((card) => mustFollow(card) && card.suit === suit);
  const legal = isBound ? hand.map((card) => !mustFollow(card) || card.suit === suit) : all;
  return { rule: isBound ? "must_follow" : "has_none", suit, legal };
}

export const allJestersPossible = (players, turnUpIsJester = false) =>
  players <= JESTERS - Number(turnUpIsJester);

const copiesOf = ({ kind, mask }) => (mask ? 1 : (COPIES[kind] ?? 1));

const isOneTooMany = (card, at, all) =>
  all.slice(0, at).filter(({ own }) => own === card.own).length === copiesOf(card);

// Cards that a Vampire copies. A Wizard or Jester may be a Shapeshifter that was declared to be one.
function turnedUp(all) {
  const isCopy = ({ mask, kind }) => mask === "VA" && !["wizard", "jester"].includes(kind);
  const copied = all.filter(isCopy).map(({ name }) => cardOf(name.slice(2)).own);
  return all.filter(({ mask, own }) => !mask && copied.includes(own));
}

// Returns every reason why these cards cannot be on the table; a player who asks has not played yet.
export function objectionsTo(cards, hand, { seats, asksToPlay = false }) {
  const most = seats - Number(asksToPlay);
  const all = [...cards, ...hand];
  const found = all.filter(isOneTooMany).map((card) => ({ card, most: copiesOf(card),
    problem: copiesOf(card) === 1 ? "card_twice" : "card_too_often" })
  );
  found.push(...turnedUp(all).map((card) => ({ card, most: 0, problem: "card_turned_up" })));
  return cards.length > most ? [{ problem: "too_many_played", most, card: null }, ...found] : found;
}

// --- A case and what a tap makes of it.

const EMPTY = { ask: "trick", trump: "", seats: "", into: "played", begun: "", deck: "", letters: "",
  played: [], hand: [], problem: null };

const isAboutHand = ({ ask }) => ask === "play";

export const cardsOf = (state, tray) => state[tray].map(cardOf);

// Returns the new case, or the old one with the new one's problem.
function checked(state, next) {
  const asksToPlay = isAboutHand(next);
  const about = { seats: Number(next.seats) || next.most, asksToPlay };
  const hand = asksToPlay ? cardsOf(next, "hand") : [];
  const [problem = null] = objectionsTo(cardsOf(next, "played"), hand, about);
  return { ...(problem ? state : next), problem };
}

function withCard(state, more) {
  const name = completed(state.begun, more);
  const tray = isAboutHand(state) ? state.into : "played";
  if (tray === "played" && OPEN.includes(name)) return { ...state, begun: name, problem: null };
  return checked(state, { ...state, begun: "", [tray]: [...state[tray], name] });
}

const steps = { ask: (state, ask) => checked(state, { ...state, ask, begun: "" }),
  trump: (state, trump) => ({ ...state, trump }),
  seats: (state, seats) => checked(state, { ...state, seats }),
  into: (state, into) => ({ ...state, into, begun: "" }), add: withCard, drop(state, value) {
  const [tray, place] = value.split("-");
  return { ...state, problem: null, [tray]: state[tray].filter((_, at) => at !== Number(place)) };
}, clear: (state) => ({ ...state, played: [], hand: [], begun: "", into: "played", problem: null }),
  deck: (state, deck) => ({ ...state, deck }) };

export const act = (state, name, value) => steps[name](state, value);

// The table that asks, from a URL; wrong values are ignored. seats: how many can play.
export function fromQuery(query, seats) {
  const trump = [...Object.values(SUITS), "none"];
  const known = { trump, seats, deck: ["american"], letters: ["zn", "wj"] };
  const said = Object.keys(known).map((name) => [name, query.get(name)]).filter(([name, value]) =>
    known[name].includes(value)
  );
  return { ...EMPTY, most: Number(seats.at(-1)), ...Object.fromEntries(said) };
}

// --- The answer in the words of the page.

export const withDeck = (say, deck) => (key, slots = {}) => {
  if (deck !== "american") return say(key, slots);
  const [what, suit] = key.split("_");
  const slotsOf = () => ({ suit: say(`american_suit_${suit}`), face: faceOf(slots.n, deck) });
  if (what === "number") return say("american_number", slotsOf());
  return say(what === "suit" ? `american_${key}` : key, slots);
};

// "Red 7", "Juggler (Red)", "Vampire (Wizard)"; in a hand nothing is announced yet.
export function nameOf(card, say) {
  if (card.kind === "number" && !card.mask) return say(`number_${card.suit}`, { n: card.value });
  const own = say(`card_${card.own}`);
  const acts = card.mask && card.name.slice(2);
  if (acts) return say("as_what", { card: own, detail: nameOf(cardOf(acts), say) });
  return card.suit ? say("as_what", { card: own, detail: say(`suit_${card.suit}`) }) : own;
}

// The judge's answer in sentences, and how they look: {look, lines}, with the place of the strongest card, or
// which cards of the hand may be played.
export function answerTo(state, say) {
  const { problem, trump } = state;
  const [played, hand] = [cardsOf(state, "played"), cardsOf(state, "hand")];
  const hint = (word) => ({ look: "soft", lines: [say(word)] });
  if (problem) {
    const card = problem.card ? nameOf(problem.card, say) : "";
    return { look: "problem", lines: [say(problem.problem, { ...problem, card })] };
  }
  if (isAboutHand(state)) {
    if (!hand.length) return hint("hint_play");
    const { rule, suit, legal } = rulingOn(played, hand);
    const line = say(rule, { suit: suit ? say(`suit_${suit}`) : "" });
    return { look: "answer", legal, lines: rule === "must_follow" ? [line, say("always")] : [line] };
  }
  if (!played.length) return hint("hint_trick");
  if (!trump) return hint("hint_trump");
  const { place, said } = verdictOn(played, trump === "none" ? null : trump, Number(state.seats));
  const slots = { n: place + 1, card: nameOf(played[place], say) };
  return { look: "answer", place, lines: said.map((key) => say(key, slots)) };
}
