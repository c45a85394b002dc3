// What a table chooses before a game beside who plays, as the game keeps it: the rules of the house.

export const AMIGO = { mode: "last_bidder", min_cards: 1, zero_always_allowed: false };

// Of somebody who wants plain Wizard. deck and letters: null is people, Z and N.
export const PLAIN = { bid_mode: "open", edition: [], foresight: false, scoring: "classic", formula: null, deck: null, letters: null };

const plannedOf = ({ schedule, planned, cards }) => (schedule === "custom" ? (planned ?? cards) : null);

// As a start page holds them. rules: those of the game before, or that game; null where there is none.
export function chosenIn(rules) {
  const own = Object.keys(PLAIN).map((key) => [key, rules?.[key] ?? PLAIN[key]]);
  return {
    schedule: rules?.schedule ?? "standard",
    cards: rules ? plannedOf(rules) : null,
    even: Boolean(rules?.even_bid_rule),
    rule: rules?.even_bid_rule ?? AMIGO,
    ...Object.fromEntries(own),
  };
}

// Foresight needs one card in the first round, and a deck without extra cards.
const allowsForesight = ({ edition }, hands) => hands[0] === 1 && edition.length === 0;

// As the game keeps them.
export function settingsFrom({ schedule, cards, even, rule, ...start }, hands) {
  const own = Object.fromEntries(Object.keys(PLAIN).map((key) => [key, start[key]]));
  return { schedule, cards: schedule === "custom" ? cards : null, even_bid_rule: even && own.bid_mode === "open" ? rule : null, ...own, foresight: start.foresight && allowsForesight(start, hands) };
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export const isPlain = (start) => Object.keys(PLAIN).every((key) => same(start[key], PLAIN[key])) && (!start.even || same(start.rule, AMIGO));
