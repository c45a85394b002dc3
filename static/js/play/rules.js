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

const classic = (bid, tricks) =>
  (bid === tricks ? KEPT_WORD + PER_TRICK * tricks : -PER_TRICK * astray(bid, tricks));

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
export const pointsFor = (bid, tricks, cards, { scoring = "classic", formula } = {}) =>
  SCORINGS[scoring](bid, tricks, cards, formula);

export const provisionalTotal = (total, bid, tricks, cards, game) =>
  total + pointsFor(bid, tricks, cards, game);

export function finalBids(round) {
  const bids = [...round.bids];
  for (const { seat, by } of round.bid_changes) bids[seat] += by;
  return bids;
}

// --- What a table chooses before a game beside who plays, as the game keeps it: the rules of the house.

export const AMIGO = { mode: "last_bidder", min_cards: 1, zero_always_allowed: false };

// Of somebody who wants plain Wizard. deck and letters: null is people, Z and N.
export const PLAIN = {
  bid_mode: "open", edition: [], foresight: false, scoring: "classic", formula: null, deck: null,
  letters: null,
};

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
  return {
    schedule, cards: schedule === "custom" ? cards : null,
    even_bid_rule: even && own.bid_mode === "open" ? rule : null, ...own,
    foresight: start.foresight && allowsForesight(start, hands),
  };
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export const isPlain = (start) =>
  Object.keys(PLAIN).every((key) => same(start[key], PLAIN[key])) && (!start.even || same(start.rule, AMIGO));

// --- Who sits, deals and bids in which round, and what the rounds written so far add up to.

export function remembered(make) {
  const cache = new WeakMap();
  return (value) => {
    if (!cache.has(value)) cache.set(value, make(value));
    return cache.get(value);
  };
}

// --- Who sits at the table in which round, who deals, and which hands can be dealt to them.

const joinOf = ({ joined = [] }, seat) => joined.find((each) => each.seat === seat);
const leaveOf = ({ left = [] }, seat) => left.find((each) => each.seat === seat);

const hasArrived = (game, seat, number) => (joinOf(game, seat)?.round ?? 1) <= number;

export const isPresent = (game, seat, number) =>
  hasArrived(game, seat, number) && number <= (leaveOf(game, seat)?.after_round ?? number);

export const hasLeft = (game, seat, number) =>
  hasArrived(game, seat, number) && !isPresent(game, seat, number);

export const seatsOf = ({ players }) => players.map((_, seat) => seat);
export const presentIn = (game, number) => seatsOf(game).filter((seat) => isPresent(game, seat, number));

export const roundCount = (game) => game.ended_after ?? game.cards.length;

// Whoever does not play the last round that counts is ranked after all who do.
const isGone = (game, seat) => !isPresent(game, seat, roundCount(game));

// The hands that are dealt: where somebody joins, those too large for the table are dropped.
export function cardsOf(game) {
  const { schedule, planned, cards, edition = [], joined = [] } = game;
  const plan =
    schedule === "custom" ? (planned ?? cards) : cardsPerRound(schedule, presentIn(game, 1).length);
  const starts = joined.map(({ round }) => round).sort((a, b) => a - b);
  return starts.reduce((dealt, start) => {
    const most = maxCards(presentIn(game, start).length, DECK + edition.length);
    return dealt.filter((hand, index) => index + 1 < start || hand <= most);
  }, plan);
}

function nextPresent(game, seat, number) {
  const count = game.players.length;
  return seatsOf(game).map((step) => (seat + step) % count).find((other) => isPresent(game, other, number));
}

// The deal passes to the left after every round; a dealer named in a round moves all later ones.
function dealerAfter(game, before, number) {
  return nextPresent(game, game.rounds[number - 1]?.dealer ?? (number > 1 ? before + 1 : before), number);
}

const dealers = remembered(({ first_dealer: first }) => [first]);

export function dealerOf(number, game) {
  const known = dealers(game);
  while (known.length <= number) known.push(dealerAfter(game, known.at(-1), known.length));
  return known[number];
}

export function bidOrder(number, game) {
  const count = game.players.length;
  const dealer = dealerOf(number, game);
  return seatsOf(game).map((step) => (dealer + 1 + step) % count)
    .filter((seat) => isPresent(game, seat, number));
}

// --- What the rounds written so far add up to, and who stands where.

// Every seat at the table has bid and has its tricks.
export function isClosed(game, number) {
  const round = game.rounds[number - 1];
  return Boolean(round?.tricks) &&
    presentIn(game, number).every((seat) => round.bids[seat] !== null && round.tricks[seat] !== null);
}

export const closedRounds =
  remembered((game) => game.rounds.map((_, index) => index + 1).filter((number) => isClosed(game, number)));

export const pointsOf = (round, cards, game) =>
  finalBids(round)
    .map((bid, seat) => (bid === null ? null : pointsFor(bid, round.tricks[seat], cards, game)));

const startTotals = (game) => seatsOf(game).map((seat) => joinOf(game, seat)?.start_total ?? 0);
const plus = (totals, more) => totals.map((total, seat) => total + (more[seat] ?? 0));
const fined = (totals, { adjustments }, applies) =>
  totals.map((total, seat) =>
    total + sum(adjustments.filter((one) => one.seat === seat && applies(one)).map(({ points }) => points)));

// Running totals after the closed rounds, whoever is yet to come with what they will begin with.
const runningTotals = remembered((game) => {
  let totals = startTotals(game);
  return closedRounds(game).map((number) => {
    totals = fined(plus(
      totals, pointsOf(game.rounds[number - 1], game.cards?.[number - 1], game),
    ), game, ({ round }) => round === number);
    return { number, totals };
  });
});

const sinceArrival = (game, number, totals) =>
  totals.map((total, seat) => (hasArrived(game, seat, number) ? total : null));

// Running totals after each closed round, adjustments of a round included; null before somebody came.
export const totalsByRound =
  remembered((game) => runningTotals(game).map(({ number, totals }) => sinceArrival(game, number, totals)));

// What every seat has when a round begins; null for who is not at the table in it.
export function totalsBefore(game, number) {
  const totals = runningTotals(game).findLast((after) => after.number < number)?.totals ?? startTotals(game);
  return totals.map((total, seat) => (isPresent(game, seat, number) ? total : null));
}

export function totalsOf(game) {
  const after = runningTotals(game);
  const counted = after.map(({ number }) => number);
  return fined(after.at(-1)?.totals ?? startTotals(game), game, ({ round }) => !counted.includes(round));
}

// Competition ranks: 1, 1, 3. gone: the seats that come after all others, whatever they have.
export const ranks = (totals, gone = []) => {
  const isAhead = (other, mine) =>
    gone.includes(other) === gone.includes(mine) ? totals[other] > totals[mine] : gone.includes(mine);
  const seats = totals.map((_, seat) => seat);
  return seats.map((mine) => 1 + seats.filter((other) => isAhead(other, mine)).length);
};

export const ranksOf = (game, totals = totalsOf(game)) =>
  ranks(totals, seatsOf(game).filter((seat) => totals[seat] === null || isGone(game, seat)));

export const winnersOf = (game) => ranksOf(game).flatMap((rank, seat) => (rank === 1 ? [seat] : []));

export function leads(totals, seat) {
  const best = Math.max(...totals.filter((total) => total !== null));
  const alone = totals.filter((total) => total === best).length === 1;
  return { leads: totals[seat] === best, leadsAlone: alone && totals[seat] === best };
}

// --- Who has met how many bids in a row, up to now.

const WORTH_A_WORD = 3;
const MOST = 3;

const closed = (game) => closedRounds(game).map((number) => game.rounds[number - 1]);

// Rounds in which a seat was absent neither end a streak nor add to it.
export function streaks(game) {
  const running = game.players.map(() => 0);
  for (const round of closed(game)) {
    finalBids(round).forEach((bid, seat) => {
      if (bid !== null) running[seat] = bid === round.tricks[seat] ? running[seat] + 1 : 0;
    });
  }
  return running;
}

// The longest first; of those who still play.
export function worthAWord(game) {
  const last = closed(game).at(-1);
  return streaks(game)
    .map((n, seat) => ({ seat, n }))
    .filter(({ seat, n }) => n >= WORTH_A_WORD && last.bids[seat] !== null)
    .sort((a, b) => b.n - a.n)
    .slice(0, MOST);
}
