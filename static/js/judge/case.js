// A case for the judge: the cards, who takes the trick, what may be played, and the next case after a tap.
// The same rules as scorepad/games/wizard/tricks.py, tested with the same vectors (tests/js/judge.test.js).
// Pure functions only.

const KINDS = { W: "wizard", J: "jester", DR: "dragon", FA: "fairy", BO: "bomb", WI: "witch", J7: "juggler",
  C9: "cloud" };
const VALUES = { J7: 7.5, C9: 9.75 };
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

export const faceOf = ({ value }, deck) => (deck === "american" ? FACES[value - 1] : String(value));

// A number, and no copy of one: its holder must follow suit with it. Other cards may always be played.
export const isNumber = ({ kind, mask }) => kind === "number" && !mask;

// --- Who takes a trick, and what may be played to it.

const LED_LIKE_A_JESTER = ["jester", "fairy", "bomb", "witch"];
const JESTERS = 4;

// Why a card takes a trick, from the strongest to the weakest.
const REASONS = ["fairy_beats_dragon", "dragon", "first_wizard", "highest_trump", "highest_of_suit",
  "first_jester", "fairy_beats_witch", "only_the_witch"];
const OF_KIND = { dragon: "dragon", wizard: "first_wizard", witch: "only_the_witch" };

export const suitLed = (cards) => cards.find(({ kind }) => !LED_LIKE_A_JESTER.includes(kind))?.suit ?? null;

function reasonFor({ kind, suit }, led, trump, hasDragon) {
  if (kind === "fairy") return hasDragon ? "fairy_beats_dragon" : "fairy_beats_witch";
  if (suit !== null && suit === trump) return "highest_trump";
  return suit !== null && suit === led ? "highest_of_suit" : (OF_KIND[kind] ?? "first_jester");
}

// The trick outcome of Jesters only; 0 seats means unknown.
function toJesters(cards, seats) {
  if (cards.some(({ name }) => name !== "J") || allJestersPossible(cards.length, true)) return [];
  return allJestersPossible(seats) ? ["none_turned_up"] : ["none_turned_up", "few_jesters"];
}

// The place of the strongest card, from 0, and what is said of the trick. trump: a suit, or null.
export function verdictOn(cards, trump, seats = 0) {
  const led = suitLed(cards);
  const has = (kind) => cards.some((card) => card.kind === kind);
  const reasons = cards.map((card) => reasonFor(card, led, trump, has("dragon")));
  const reason = REASONS.find((each) => reasons.includes(each));
  const values = cards.map(({ value }, at) => (reasons[at] === reason ? value : -1));
  const place = values.indexOf(Math.max(...values)); // the first of the highest
  const result = has("bomb") ? ["nobody", "nobody_so_far"] : ["takes", "so_far"];
  const said = [result[Number(cards.length < seats)], reason, ...toJesters(cards, seats),
    has("juggler") && "hand_on", has("cloud") && (has("bomb") ? "no_change" : "change_bid"),
    has("witch") && "swap"];
  return { place, said: said.filter(Boolean) };
}

export function rulingOn(cards, hand) {
  const suit = suitLed(cards);
  const isBound = hand.some((card) => isNumber(card) && card.suit === suit);
  const legal = hand.map((card) => !isBound || !isNumber(card) || card.suit === suit);
  if (suit === null) return { rule: cards.length ? "no_suit" : "leads", suit, legal };
  return { rule: isBound ? "must_follow" : "has_none", suit, legal };
}

export const allJestersPossible = (players, turnUpIsJester = false) =>
  players <= JESTERS - Number(turnUpIsJester);

// --- Why cards cannot be on the table.

const MOST_SEATS = 8;
const copiesOf = ({ own }) => (["W", "J"].includes(own) ? 4 : 1);

const isOneTooMany = (card, at, all) =>
  all.slice(0, at).filter(({ own }) => own === card.own).length === copiesOf(card);

// Cards that a Vampire copies. A Wizard or Jester may be a Shapeshifter that was declared to be one.
function turnedUp(all) {
  const isCopy = ({ mask, kind }) => mask === "VA" && !["wizard", "jester"].includes(kind);
  const copied = all.filter(isCopy).map(({ name }) => cardOf(name.slice(2)).own);
  return all.find(({ mask, own }) => !mask && copied.includes(own));
}

// The first reason, if any; a player who asks has not played yet.
export function objectionTo(played, hand, seats, asksToPlay = false) {
  const most = seats - Number(asksToPlay);
  if (played.length > most) return { problem: "too_many_played", most };
  const all = [...played, ...hand];
  const again = all.find(isOneTooMany);
  if (again) {
    const copies = copiesOf(again);
    return { problem: copies === 1 ? "card_twice" : "card_too_often", most: copies, card: again };
  }
  const card = turnedUp(all);
  return card && { problem: "card_turned_up", card };
}

// --- A case and what a tap makes of it.

export const NO_CARDS = { played: [], hand: [], begun: "" };

// Cards whose player still has to announce, declare or copy something.
const OPEN = ["J7", "C9", "SH", "VA", "VAJ7", "VAC9", "VASH"];

const isAboutHand = ({ ask }) => ask === "play";

export const cardsOf = (state, tray) => state[tray].map(cardOf);

function objectionIn(state) {
  const asksToPlay = isAboutHand(state);
  const hand = asksToPlay ? cardsOf(state, "hand") : [];
  return objectionTo(cardsOf(state, "played"), hand, Number(state.seats) || MOST_SEATS, asksToPlay);
}

const steps = { add(state, more) {
  const name = (state.begun + more).replace(/^VASH(?=.)/, "VA"); // its copy is what its player declares
  const tray = isAboutHand(state) ? state.into : "played";
  if (tray === "played" && OPEN.includes(name)) return { ...state, begun: name };
  if (!CARD.test(name)) return state; // a Vampire that copies a Vampire
  return { ...state, begun: "", [tray]: [...state[tray], name] };
}, drop(state, value) {
  const [tray, place] = value.split("-");
  return { ...state, [tray]: state[tray].filter((_, at) => at !== Number(place)) };
}, clear: (state) => ({ ...state, ...NO_CARDS }) };

// Returns the new case, or the old one with the new one's problem. before: where undo leads.
export function act(state, name, value) {
  if (name === "undo") return state.before ?? state;
  const next = { ...steps[name](state, value), problem: undefined, before: state };
  const problem = name === "add" && objectionIn(next);
  return problem ? { ...state, problem } : next;
}

// --- The answer in the words of the page.

// "Red 7", "Juggler (Red)", "Vampire (Wizard)"; in a hand nothing is announced yet.
export function nameOf(card, say) {
  if (isNumber(card)) return say(`number_${card.suit}`, { n: card.value, face: faceOf(card, "american") });
  const own = say(`card_${card.own}`);
  const acts = card.mask && card.name.slice(2);
  if (acts) return say("as_what", { card: own, detail: nameOf(cardOf(acts), say) });
  return card.suit ? say("as_what", { card: own, detail: say(`suit_${card.suit}`) }) : own;
}

// The answer in sentences, how they look, and marks of cards: which takes the trick, which may be played.
export function answerTo(state, say) {
  const { trump, problem = objectionIn(state) } = state;
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
    const marks = { hand: legal.map((may) => (may ? "may" : "no")) };
    return { look: "answer", marks, lines: rule === "must_follow" ? [line, say("always")] : [line] };
  }
  if (!played.length) return hint("hint_trick");
  if (!trump) return hint("hint_trump");
  const { place, said } = verdictOn(played, trump === "none" ? null : trump, Number(state.seats));
  const slots = { n: place + 1, card: nameOf(played[place], say) };
  return { look: "answer", marks: { played: { [place]: "wins" } },
    lines: said.map((key) => say(key, slots)) };
}
