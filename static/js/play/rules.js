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

export function prescribedTrump(schedule, number, players, cards) {
  if (schedule === "maximus") return MAXIMUS_TRUMP[number - 1];
  return hasTurnUp(schedule, players, cards) ? null : "none";
}

// --- who sits at the table in which round ---------------------------------------------

const joinOf = ({ joined = [] }, seat) => joined.find((each) => each.seat === seat);
const leaveOf = ({ left = [] }, seat) => left.find((each) => each.seat === seat);

const hasArrived = (game, seat, number) => (joinOf(game, seat)?.round ?? 1) <= number;

export const isPresent = (game, seat, number) =>
  hasArrived(game, seat, number) && number <= (leaveOf(game, seat)?.after_round ?? number);

export const hasLeft = (game, seat, number) => hasArrived(game, seat, number) && !isPresent(game, seat, number);

const seatsOf = ({ players }) => players.map((_, seat) => seat);
export const presentIn = (game, number) => seatsOf(game).filter((seat) => isPresent(game, seat, number));

export const roundCount = (game) => game.ended_after ?? game.cards.length;

// Whoever does not play the last round that counts is ranked after all who do.
export const isGone = (game, seat) => !isPresent(game, seat, roundCount(game));

// The hands that are dealt: where somebody joins, those too large for the table are dropped.
export function cardsOf(game) {
  const { schedule, planned, cards, edition = [], joined = [] } = game;
  const plan = schedule === "custom" ? (planned ?? cards) : cardsPerRound(schedule, presentIn(game, 1).length);
  const starts = joined.map(({ round }) => round).sort((a, b) => a - b);
  return starts.reduce((dealt, start) => {
    const most = maxCards(presentIn(game, start).length, DECK + edition.length);
    return dealt.filter((hand, index) => index + 1 < start || hand <= most);
  }, plan);
}

function nextPresent(game, seat, number) {
  const count = game.players.length;
  return range(0, count - 1).map((step) => (seat + step) % count).find((other) => isPresent(game, other, number));
}

// The deal passes to the left after every round; a dealer named in a round moves all later ones.
export function dealerOf(number, game) {
  let dealer = game.first_dealer;
  for (let n = 1; n <= number; n += 1) {
    dealer = nextPresent(game, game.rounds[n - 1]?.dealer ?? (n > 1 ? dealer + 1 : dealer), n);
  }
  return dealer;
}

export function bidOrder(number, game) {
  const count = game.players.length;
  const dealer = dealerOf(number, game);
  return range(1, count).map((step) => (dealer + step) % count).filter((seat) => isPresent(game, seat, number));
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

export function pointsFor(bid, tricks) {
  return bid === tricks ? KEPT_WORD + PER_TRICK * tricks : -PER_TRICK * Math.abs(bid - tricks);
}

export const provisionalTotal = (total, bid, tricks) => total + pointsFor(bid, tricks);

export function finalBids(round) {
  const bids = [...round.bids];
  for (const { seat, by } of round.bid_changes) bids[seat] += by;
  return bids;
}

// Every seat at the table has bid and has its tricks.
export function isClosed(game, number) {
  const round = game.rounds[number - 1];
  return Boolean(round?.tricks) && presentIn(game, number).every((seat) => round.bids[seat] !== null && round.tricks[seat] !== null);
}

export const closedRounds = (game) => game.rounds.map((_, index) => index + 1).filter((number) => isClosed(game, number));

export const pointsOf = (round) =>
  finalBids(round).map((bid, seat) => (bid === null ? null : pointsFor(bid, round.tricks[seat])));

const startTotals = (game) => seatsOf(game).map((seat) => joinOf(game, seat)?.start_total ?? 0);
const plus = (totals, more) => totals.map((total, seat) => total + (more[seat] ?? 0));
const fined = (totals, { adjustments }, applies) =>
  totals.map((total, seat) => total + sum(adjustments.filter((one) => one.seat === seat && applies(one)).map(({ points }) => points)));

// Running totals after the closed rounds, whoever is yet to come with what they will begin with.
function runningTotals(game) {
  let totals = startTotals(game);
  return closedRounds(game).map((number) => {
    totals = fined(plus(totals, pointsOf(game.rounds[number - 1])), game, ({ round }) => round === number);
    return { number, totals };
  });
}

const sinceArrival = (game, number, totals) => totals.map((total, seat) => (hasArrived(game, seat, number) ? total : null));

// Running totals after each closed round, adjustments of a round included; null before somebody came.
export const totalsByRound = (game) => runningTotals(game).map(({ number, totals }) => sinceArrival(game, number, totals));

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
