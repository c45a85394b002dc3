// What the phone must know of the rules to work without a network: the same facts as
// scorepad/rules, held to the same vectors by tests/js/rules.test.js. Pure functions only.

export const DECK = 60;
const KEPT_WORD = 20;
const PER_TRICK = 10;

const range = (from, to, step = 1) => {
  const list = [];
  for (let n = from; step > 0 ? n <= to : n >= to; n += step) list.push(n);
  return list;
};
const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

const TOURNAMENT = {
  3: range(2, 20, 2),
  4: [1, 3, 5, 7, 9, 11, 12, 13, 14, 15],
  5: [2, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  6: range(1, 10),
};
const MAXIMUS_TRUMP = ["blue", "red", "green", "yellow", "none"];

const SCHEDULES = {
  standard: (most) => range(1, most),
  first5: () => range(1, 5),
  first7: () => range(1, 7),
  half: (most) => range(1, Math.floor(most / 2)),
  quick: (most) => range(most % 2 ? 1 : 2, most, 2),
  last5: (most) => range(most - 4, most),
  amigo_tournament: (most, players) => TOURNAMENT[players],
  maximus: (most) => Array(5).fill(most),
  up_down: (most) => [...range(1, most), ...range(most - 1, 1, -1)],
  reverse: (most) => range(most, 1, -1),
  single_colour: (most, players) => (players < 5 ? range(4, 15) : null),
  special6: (most, players) => (players === 3 ? [1, 2, 4, 11, 16, 20] : null),
};

export const maxCards = (players, deck = DECK) => Math.floor(deck / players);

export function cardsPerRound(schedule, players) {
  return SCHEDULES[schedule](maxCards(players), players);
}

export const schedulesFor = (players) =>
  Object.keys(SCHEDULES).filter((id) => cardsPerRound(id, players));

// A rule of thumb: two minutes to deal, bid and write, six seconds for every card played.
export function minutesFor(cards, players) {
  const minutes = 2 * cards.length + (sum(cards) * players) / 10;
  return Math.max(5, 5 * Math.round(minutes / 5));
}

export const hasTurnUp = (schedule, players, cards, deck = DECK) =>
  schedule !== "single_colour" && players * cards < deck;

export function prescribedTrump(schedule, number, players, cards, deck = DECK) {
  if (schedule === "maximus") return MAXIMUS_TRUMP[number - 1];
  return hasTurnUp(schedule, players, cards, deck) ? null : "none";
}

function ruleBinds(rule, leads, leadsAlone) {
  if (rule.mode === "leading_dealer") return leads;
  if (rule.mode === "sole_leading_dealer") return leadsAlone;
  return true;
}

// The one bid that ±1 forbids the last bidder, or null.
export function forbiddenBid(priorBids, { cards, players, rule, leads = false, leadsAlone = false }) {
  if (!rule || priorBids.length !== players - 1 || cards < rule.min_cards) return null;
  if (!ruleBinds(rule, leads, leadsAlone)) return null;
  const even = cards - sum(priorBids);
  if (even < 0 || even > cards) return null;
  return even === 0 && rule.zero_always_allowed ? null : even;
}

const astray = (bid, tricks) => Math.abs(bid - tricks);

const classic = (bid, tricks) => (bid === tricks ? KEPT_WORD + PER_TRICK * tricks : -PER_TRICK * astray(bid, tricks));

const SCORINGS = {
  classic,
  classic_div10: (bid, tricks) => classic(bid, tricks) / PER_TRICK,
  alternative: (bid, tricks, cards) =>
    PER_TRICK * (tricks + (bid === tricks ? cards : (-astray(bid, tricks) * (astray(bid, tricks) + 1)) / 2)),
  junior: (bid, tricks) => (bid === tricks ? Math.max(1, tricks) : 0),
  custom: (bid, tricks, cards, { base, per_trick, per_miss, kept_zero }) => {
    if (bid !== tricks) return 0 - per_miss * astray(bid, tricks);
    return bid ? base + per_trick * tricks : kept_zero;
  },
};

// What a seat gets for a round of so many cards; the game says how it is scored.
export const pointsFor = (bid, tricks, cards, { scoring = "classic", formula } = {}) => SCORINGS[scoring](bid, tricks, cards, formula);

export const provisionalTotal = (total, bid, tricks, cards, game) => total + pointsFor(bid, tricks, cards, game);

export function finalBids(round) {
  const bids = [...round.bids];
  for (const { seat, by } of round.bid_changes) bids[seat] += by;
  return bids;
}

// --- What a table chooses before a game beside who plays, as the game keeps it: the rules of the house.

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
