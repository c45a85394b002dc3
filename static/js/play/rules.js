// The rules that the phone needs offline: the same as in scorepad/games, tested with the same vectors
// (tests/js/rules.test.js). Pure functions only.

// What the server says of each game of bids and tricks, by its word: number of players, deck, schedules and
// scorings (rules_of in scorepad/web/play.py).
export const GAMES = {};

// Of a game, or of the options for one.
export const gameRules = (of) => GAMES[of?.game ?? "wizard"];

export const sum = (numbers) => numbers.reduce((total, n) => total + (n ?? 0), 0);

export const deckOf = (of) => gameRules(of).deck + (of?.edition?.length ?? 0);
export const maxCards = (players, of) => Math.floor(deckOf(of) / players);

// null if so many cannot play it.
export const cardsPerRound = (schedule, players, of) => gameRules(of).schedules[schedule]?.[players] ?? null;

export const schedulesFor = (players, of) =>
  Object.keys(gameRules(of).schedules).filter((id) => cardsPerRound(id, players, of));

// An estimate: two minutes to deal, bid and write, six seconds for every card.
export function minutesFor(cards, players) {
  const minutes = 2 * cards.length + (sum(cards) * players) / 10;
  return Math.max(5, 5 * Math.round(minutes / 5));
}

// Trump if no card is turned up, or null.
export function prescribedTrump(schedule, number, players, cards, of) {
  const { trumps } = gameRules(of);
  if (trumps[schedule]) return trumps[schedule][number - 1];
  return players * cards < deckOf(of) ? null : "none";
}

// The bid that ±1 forbids the last bidder, or null. lead: points more than the best of the others.
export function forbiddenBid(priorBids, { cards, players, rule, lead }) {
  if (!rule || priorBids.length !== players - 1 || cards < rule.min_cards) return null;
  if (rule.mode === "leading_dealer" && lead < 0) return null;
  if (rule.mode === "sole_leading_dealer" && lead <= 0) return null;
  const even = cards - sum(priorBids);
  if (even < 0 || even > cards) return null;
  return even === 0 && rule.zero_always_allowed ? null : even;
}

// The points of a seat in a round, by the game's scoring.
export function pointsFor(bid, tricks, number, { game, scoring = "classic", formula, cards }) {
  const own = scoring === "custom" ? formula : gameRules({ game }).scorings[scoring];
  const hand = cards[number - 1];
  const astray = Math.abs(bid - tricks);
  if (!own) return 10 * (tricks + (astray ? (-astray * (astray + 1)) / 2 : hand)); // alternative
  const { trick_when_missed: kept = 0, flat_loss: lost = 0, zero_per_card: more = 0 } = own;
  const times = number > cards.length - (own.doubled_rounds ?? 0) ? 2 : 1;
  if (astray) return times * (kept * tricks - lost - own.per_miss * astray);
  return times * (bid ? own.base + own.per_trick * tricks : own.kept_zero + more * hand);
}

export function finalBids(round) {
  const bids = [...round.bids];
  for (const { seat, by } of round.bid_changes) bids[seat] += by;
  return bids;
}

// --- The options of a game, as the game stores them.

// As a start page has them. rules: those of the previous game, or null.
export function chosenIn(rules) {
  const { schedule, usual } = gameRules(rules);
  const own = Object.keys(usual).map((key) => [key, rules?.[key] ?? usual[key]]);
  return { ...(rules?.game && { game: rules.game }), schedule: rules?.schedule ?? schedule,
    cards: rules?.schedule === "custom" ? (rules.planned ?? rules.cards) : null, ...Object.fromEntries(own) };
}

// As the game stores them.
export function settingsFrom({ schedule, cards, ...start }, hands) {
  const own = Object.fromEntries(Object.keys(gameRules(start).usual).map((key) => [key, start[key]]));
  // It needs a first round of one card, and a deck without special cards.
  const foresight = start.foresight && hands[0] === 1 && start.edition.length === 0;
  const even_bid_rule = own.bid_mode === "open" ? own.even_bid_rule : null;
  return { ...(start.game && { game: start.game }), schedule, cards: schedule === "custom" ? cards : null,
    ...own, even_bid_rule, foresight };
}

export const isSameList = (one, other) =>
  one.length === other.length && one.every((each, at) => each === other[at]);

// What follows from a whole game, because every seat on the page asks for it.
function remembered(make) {
  const cache = new WeakMap();
  return (game) => {
    if (!cache.has(game)) cache.set(game, make(game));
    return cache.get(game);
  };
}

const joinOf = ({ joined = [] }, seat) => joined.find((each) => each.seat === seat);
export const firstRoundOf = (game, seat) => joinOf(game, seat)?.round ?? 1;
export const lastRoundOf = ({ left = [] }, seat) =>
  left.find((each) => each.seat === seat)?.after_round ?? null;

const hasArrived = (game, seat, number) => firstRoundOf(game, seat) <= number;
export const hasLeft = (game, seat, number) => number > (lastRoundOf(game, seat) ?? number);
export const isPresent = (game, seat, number) =>
  hasArrived(game, seat, number) && !hasLeft(game, seat, number);

export const seatsOf = ({ players }) => players.map((_, seat) => seat);
export const presentIn = (game, number) => seatsOf(game).filter((seat) => isPresent(game, seat, number));

export const roundCount = (game) => game.ended_after ?? game.cards.length;

// The hands to deal: after a join, those too large for the deck are dropped.
export function cardsOf(game) {
  const { schedule, planned, cards, joined = [] } = game;
  const plan = schedule === "custom"
    ? (planned ?? cards)
    : cardsPerRound(schedule, presentIn(game, 1).length, game);
  const starts = joined.map(({ round }) => round).sort((a, b) => a - b);
  return starts.reduce((dealt, start) => {
    const most = maxCards(presentIn(game, start).length, game);
    return dealt.filter((hand, index) => index + 1 < start || hand <= most);
  }, plan);
}

function clockwise(game, seat, number) {
  const around = seatsOf(game).map((step) => (seat + step) % game.players.length);
  return around.filter((other) => isPresent(game, other, number));
}

// The deal passes to the left after every round; a dealer set in a round changes all later ones.
const dealers = remembered(({ first_dealer: first }) => [first - 1]);

export function dealerOf(number, game) {
  const known = dealers(game);
  for (let each = known.length; each <= number; each += 1) {
    known.push(clockwise(game, game.rounds[each - 1]?.dealer ?? known[each - 1] + 1, each)[0]);
  }
  return known[number];
}

export const bidOrder = (number, game) => clockwise(game, dealerOf(number, game) + 1, number);

// --- The totals of the rounds so far, and the ranks.

export function isClosed(game, number) {
  const round = game.rounds[number - 1];
  return round?.unwritten ||
    Boolean(round?.tricks) &&
      presentIn(game, number).every((seat) => round.bids[seat] !== null && round.tricks[seat] !== null);
}

// Another phone may have played on after a game was ended early: those rounds do not count.
export const closedRounds = remembered((game) =>
  game.rounds.map((_, index) => index + 1).filter((number) =>
    isClosed(game, number) && number <= (game.ended_after ?? number)
  )
);

export const closed = (game) => closedRounds(game).map((number) => game.rounds[number - 1]);

export function pointsOf(game, number) {
  const round = game.rounds[number - 1];
  return finalBids(round).map((bid, seat) =>
    bid === null ? null : pointsFor(bid, round.tricks[seat], number, game)
  );
}

export const fined = (totals, { adjustments }, applies) =>
  totals.map((total, seat) =>
    total + sum(adjustments.filter((one) => one.seat === seat && applies(one)).map(({ points }) => points))
  );

// Nobody has points of an unwritten round, but its totals may be known.
function plusRound(totals, game, number) {
  const points = pointsOf(game, number);
  const added = totals.map((total, seat) => total + (points[seat] ?? 0));
  const given = fined(added, game, ({ round }) => round === number);
  return given.map((total, seat) => game.rounds[number - 1].totals?.[seat] ?? total);
}

// By number of the round, with 0 for the start; later joiners have their start total.
const runningTotals = remembered((game) => {
  const totals = [seatsOf(game).map((seat) => joinOf(game, seat)?.start_total ?? 0)];
  for (const number of closedRounds(game)) totals[number] = plusRound(totals.at(-1), game, number);
  return totals;
});

// Those after the last closed round so far.
export const totalsAfter = (game, number) => runningTotals(game).slice(0, number + 1).findLast(Boolean);

const seen = (totals, isSeen) => totals.map((total, seat) => (isSeen(seat) ? total : null));

// After each closed round with its adjustments; null before a player joined.
export const totalsByRound = (game) =>
  closedRounds(game).map((number) =>
    seen(totalsAfter(game, number), (seat) => hasArrived(game, seat, number))
  );

// The total of every seat when a round begins; null if absent in it.
export const totalsBefore = (game, number) =>
  seen(totalsAfter(game, number - 1), (seat) => isPresent(game, seat, number));

export function totalsOf(game) {
  const counted = closedRounds(game);
  return fined(totalsAfter(game, Infinity), game, ({ round }) => !counted.includes(round));
}

// Competition ranks: 1, 1, 3.
export const ranks = (totals) => totals.map((mine) => 1 + totals.filter((other) => other > mine).length);

const BELOW_ALL = 1e9;

// Players who miss the last round that counts rank after all others.
export const ranksOf = (game, totals = totalsOf(game)) =>
  ranks(
    totals.map((total, seat) =>
      total !== null && isPresent(game, seat, roundCount(game)) ? total : total - BELOW_ALL
    ),
  );

// Seats by rank, those of equal rank in their order.
export const byRank = (ranks, seats = ranks.map((_, seat) => seat)) =>
  [...seats].sort((one, other) => ranks[one] - ranks[other] || one - other);

export const winnersOf = (game) => ranksOf(game).flatMap((rank, seat) => (rank === 1 ? [seat] : []));

const WORTH_A_WORD = 3;
const MOST = 3;

// Who met three or more bids in a row, the longest first; rounds in which a seat was absent do not count.
export function streaks(game) {
  const all = seatsOf(game).map((seat) => {
    const played = closed(game).filter(({ bids }) => bids[seat] !== null);
    const last = played.findLastIndex((round) => finalBids(round)[seat] !== round.tricks[seat]);
    return { seat, n: played.length - 1 - last };
  });
  const isHere = (seat) => closed(game).at(-1).bids[seat] !== null;
  const found = all.filter(({ seat, n }) => n >= WORTH_A_WORD && isHere(seat));
  return found.sort((a, b) => b.n - a.n).slice(0, MOST);
}
