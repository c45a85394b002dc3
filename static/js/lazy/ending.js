// Awards worth laughing about at the end of a game: what was rare, and whose it was. The same as
// scorepad/statistics/story.py gives; tests/vectors/awards.json holds both to it.

import { h, svg, symbol } from "../play/dom.js";
import { signed } from "../play/names.js";
import {
  closedRounds, finalBids, isPresent, ranksOf, totalsByRound, totalsOf, winnersOf,
} from "../play/rules.js";

// Every bid of which the end is known: {seat, bid, took}, round by round.
const knownBids = (game) =>
  closedRounds(game).map((number) => {
    const round = game.rounds[number - 1];
    const bids = finalBids(round).map((bid, seat) => ({ seat, bid, took: round.tricks[seat] }));
    return bids.filter(({ bid, took }) => bid !== null && took !== null);
  });

const isMet = ({ bid, took }) => bid === took;
const off = ({ bid, took }) => Math.abs(bid - took);

// A feat is {seat, value}; whoever has the greatest value earns the award.
const counted = (game, counts) =>
  game.players.map((_, seat) => ({
    seat,
    value: knownBids(game).flat().filter((each) => each.seat === seat && counts(each)).length,
  }));

const boldestBid = (game) =>
  knownBids(game).flat().filter(isMet).map(({ seat, bid }) => ({ seat, value: bid }));
const reliableZero = (game) => counted(game, (each) => isMet(each) && each.bid === 0);
const sharpestEye = (game) => counted(game, isMet);
const wildestMiss = (game) => knownBids(game).flat().map((each) => ({ seat: each.seat, value: off(each) }));
const soClose = (game) => counted(game, (each) => off(each) === 1);

function longestRun(game) {
  const longest = (seat) => {
    let best = 0;
    let run = 0;
    for (const bids of knownBids(game)) {
      run = bids.some((each) => each.seat === seat && isMet(each)) ? run + 1 : 0;
      best = Math.max(best, run);
    }
    return best;
  };
  return game.players.map((_, seat) => ({ seat, value: longest(seat) }));
}

const isThere = (total) => total !== null;
const behind = (totals, seat) =>
  (isThere(totals[seat]) ? Math.max(...totals.filter(isThere)) - totals[seat] : 0);
const ahead = (totals, seat) =>
  totals.filter((total) => isThere(total) && isThere(totals[seat]) && total > totals[seat]).length;

// What seats made up on the leader since they were furthest behind. Only for those who also
// passed somebody: whoever stays last has not come back. Who went home is ahead of nobody any more.
function comeback(game) {
  const totals = totalsByRound(game);
  const rows = closedRounds(game)
    .map((number, row) => totals[row].map((total, seat) => (isPresent(game, seat, number) ? total : null)));
  const end = rows.at(-1) ?? [];
  return end.flatMap((total, seat) => {
    const gaps = rows.map((row) => behind(row, seat));
    const then = gaps.indexOf(Math.max(...gaps));
    const passed = isThere(total) && ahead(end, seat) < ahead(rows[then], seat);
    return passed ? [{ seat, value: gaps[then] - gaps.at(-1) }] : [];
  });
}

// From which value on an award is worth a word.
const AWARDS = [
  ["boldest_bid", 2, boldestBid],
  ["comeback", 30, comeback],
  ["reliable_zero", 3, reliableZero],
  ["longest_run", 3, longestRun],
  ["sharpest_eye", 3, sharpestEye],
  ["wildest_miss", 2, wildestMiss],
  ["so_close", 4, soClose],
];

// As {award, seats, value}. What more than half the table has in common is nothing special.
export function awardsOf(game) {
  return AWARDS.flatMap(([award, least, feats]) => {
    const found = feats(game);
    const value = Math.max(0, ...found.map((feat) => feat.value));
    const winners = new Set(found.filter((feat) => feat.value === value).map(({ seat }) => seat));
    const seats = [...winners].sort((a, b) => a - b);
    return value < least || seats.length > game.players.length / 2 ? [] : [{ award, seats, value }];
  });
}

const MOST = 4;
const MOST_OF_ONE = 2;

// A few to be told: first those that honour somebody new, and nobody more than twice.
export function worthTelling(prizes) {
  const honours = {};
  const told = new Set();
  for (const limit of [1, MOST_OF_ONE]) {
    for (const prize of prizes) {
      const fits = prize.seats.every((seat) => (honours[seat] ?? 0) < limit);
      if (told.has(prize) || told.size === MOST || !fits) continue;
      told.add(prize);
      for (const seat of prize.seats) honours[seat] = (honours[seat] ?? 0) + 1;
    }
  }
  return prizes.filter((prize) => told.has(prize));
}

// --- The end of a game: a podium for the first three ranks, and the awards.

// Whoever shares a rank shares its step; a rank that nobody has has no step.
export function stepsOf(game) {
  const ranks = ranksOf(game);
  const at = (rank) => ranks.flatMap((each, seat) => (each === rank ? [seat] : []));
  return [1, 2, 3].map((rank) => ({ rank, seats: at(rank) })).filter(({ seats }) => seats.length);
}

// Told apart by shape: a crown, a shield, a disc.
const SHIELD = "M12 1.5 21.5 5v7c0 5-4 8.7-9.5 10.5C6.5 20.7 2.5 17 2.5 12V5z";

function medal(rank) {
  if (rank === 1) return symbol("crown");
  const shape = rank === 2 ? svg("path", { d: SHIELD }) : svg("circle", { cx: 12, cy: 12, r: 10.5 });
  return svg("svg", { class: "symbol", viewBox: "0 0 24 24", "aria-hidden": "true" },
    shape,
    svg("text", { x: 12, y: 16.5 }, String(rank)),
  );
}

function step(game, { rank, seats }, say, rises) {
  const level = ({ text, isNew }) => h("small", { class: isNew ? "level risen" : "level" }, text);
  const name = (seat) => [h("bdi", {}, game.players[seat].name), rises[seat] && level(rises[seat])];
  return h("li", { class: `step-${rank}` },
    h("span", { class: "visually-hidden" }, say(`rank_${rank}`)),
    h("span", { class: "heroes" }, seats.flatMap(name).filter(Boolean)),
    h("span", { class: "block" },
      medal(rank),
      h("span", { class: "total" }, signed(totalsOf(game)[seats[0]])),
    ),
  );
}

// group: what the phone knows of it, the wins of its people among that.
export function podium({ game }, say, group) {
  if (!game.rounds.length) return null;
  const rises = risesOf(game, group, titlesIn(document), say);
  return h("ol", { class: "podium" }, stepsOf(game).map((each) => step(game, each, say, rises)));
}

const isolated = (name) => `\u2068${name}\u2069`;
export const namesOf = (game, seats, language) =>
  new Intl.ListFormat(language).format(seats.map((seat) => isolated(game.players[seat].name)));

// As {title, names, why}, in words.
export const honoursOf = (game, say, language) =>
  worthTelling(awardsOf(game)).map(({ award, seats, value }) => ({
    title: say(award),
    names: namesOf(game, seats, language),
    why: say(`${award}_why`, { n: value }),
  }));

export function honours({ game }, say) {
  const found = honoursOf(game, say, document.documentElement.lang);
  if (!found.length) return null;
  const item = ({ title, names, why }) =>
    h("li", {}, h("b", {}, title), h("span", {}, names), h("small", {}, why));
  return h("ul", { class: "honours", "aria-label": say("awards") }, found.map(item));
}

// --- Levels: every win lets a wizard rise by one, and brings another title now and then. What titles
// there are, and how many wins each takes, the server has written into the page.

// As [wins, title], the lowest first.
const titlesIn = (root) => [...root.querySelectorAll("template[data-title]")].map(({ dataset, content }) =>
  [Number(dataset.title), content.textContent.trim()]);

export const titleFor = (wins, titles) => titles.findLast(([least]) => least <= wins)[1];

// How many wins each seat has after this game; nothing where the phone does not know. The
// server's wins may hold this game already.
export function winsAfter(game, group) {
  if (!group?.wins || !game.counts) return null;
  const winners = winnersOf(game);
  const isNew = !group.counted?.includes(game.id);
  return game.players.map(({ id }, seat) => (group.wins[id] ?? 0) + Number(isNew && winners.includes(seat)));
}

// What each winner rises to, by seat: the level in words, and whether the title is new.
export function risesOf(game, group, titles, say) {
  const after = winsAfter(game, group);
  if (!after) return {};
  const rise = (seat) => {
    const title = titleFor(after[seat], titles);
    return { text: say(
      "level", { level: after[seat] + 1, title },
    ), isNew: title !== titleFor(after[seat] - 1, titles) };
  };
  return Object.fromEntries(
    winnersOf(game).filter((seat) => after[seat] > 0).map((seat) => [seat, rise(seat)]),
  );
}
