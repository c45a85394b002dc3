// Awards at the end of a game, for what was rare. The same as in scorepad/statistics/story.py, tested with
// the same vectors (tests/vectors/awards.json).

import { button, checkField, h, noteField, symbol, withIcon } from "../play/dom.js";
import { listed, signed, words } from "../play/names.js";
import {
  byRank, closed, closedRounds, finalBids, isPresent, ranksOf, totalsByRound, totalsOf, winnersOf,
} from "../play/rules.js";
import { avatar, named } from "../play/views/seats.js";
import { chart, pad } from "../play/views/standings.js";
import { SUITS } from "./cards.js";

// Returns every completed bid: {seat, bid, took}, round by round.
const knownBids = (game) => closed(game).map((round) =>
  finalBids(round).map((bid, seat) => ({ seat, bid, took: round.tricks?.[seat] }))
    .filter(({ bid, took }) => bid !== null && took !== null));

const isMet = ({ bid, took }) => bid === took;
const off = ({ bid, took }) => Math.abs(bid - took);

// A feat is {seat, value}; the greatest value earns the award.
const counted = (game, counts) => game.players.map((_, seat) =>
  ({ seat, value: knownBids(game).flat().filter((each) => each.seat === seat && counts(each)).length }));

function longestRun(game) {
  return game.players.map((_, seat) => {
    let [value, run] = [0, 0];
    for (const bids of knownBids(game)) {
      run = bids.some((each) => each.seat === seat && isMet(each)) ? run + 1 : 0;
      value = Math.max(value, run);
    }
    return { seat, value };
  });
}

const isThere = (total) => total !== null;
const behind = (totals, seat) =>
  (isThere(totals[seat]) ? Math.max(...totals.filter(isThere)) - totals[seat] : 0);
const ahead = (totals, seat) =>
  totals.filter((total) => isThere(total) && isThere(totals[seat]) && total > totals[seat]).length;

// How far seats came back on the leader since they were furthest behind, if they also passed somebody.
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

const AWARDS = [
  ["boldest_bid", 2, (game) =>
    knownBids(game).flat().filter(isMet).map(({ seat, bid }) => ({ seat, value: bid }))],
  ["comeback", 30, comeback],
  ["reliable_zero", 3, (game) => counted(game, (each) => isMet(each) && each.bid === 0)],
  ["longest_run", 3, longestRun],
  ["sharpest_eye", 3, (game) => counted(game, isMet)],
  ["wildest_miss", 2, (game) =>
    knownBids(game).flat().map((each) => ({ seat: each.seat, value: off(each) }))],
  ["so_close", 4, (game) => counted(game, (each) => off(each) === 1)],
];

// Returns {award, seats, value}. An award that more than half the table would share is not given.
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
const SHOWN = 3; // fit without scrolling
const MOST_OF_ONE = 2;

// Selects a few: first those for new players, and at most two for one player.
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

// Players who share a rank share its step; a rank without players has no step.
export function stepsOf(game) {
  const ranks = ranksOf(game);
  const at = (rank) => ranks.flatMap((each, seat) => (each === rank ? [seat] : []));
  return [1, 2, 3].map((rank) => ({ rank, seats: at(rank) })).filter(({ seats }) => seats.length);
}

function step(game, { rank, seats }, say, rises) {
  const level = ({ text, isNew }) => h("small", { class: isNew ? "level risen" : "level" }, text);
  const isAlone = seats.length === 1;
  const hero = (seat) => [
    isAlone && avatar(game.players[seat]), named(game.players[seat].name), rises[seat] && level(rises[seat]),
  ];
  return h("li", { class: `step-${rank}` },
    rank === 1 && symbol("crown"),
    h("span", { class: rank === 1 ? "visually-hidden" : "rank" }, say(`rank_${rank}`)),
    h("span", { class: seats.length > 1 ? "heroes shared" : "heroes" }, seats.flatMap(hero)),
    h("b", { class: "total" }, signed(totalsOf(game)[seats[0]])),
  );
}

// group: the group as this phone knows it, with the wins of its players.
function podium({ game }, say, group) {
  const rises = risesOf(game, group, words.titles, say);
  return h("ol", { class: "podium" }, stepsOf(game).map((each) => step(game, each, say, rises)));
}

const namesOf = (game, seats) => listed(seats.map((seat) => game.players[seat].name));

function honours({ game }, say) {
  const item = ({ award, seats, value }) => h("li", {}, h("b", {}, say(award)), h("span", {},
    h("strong", {}, namesOf(game, seats)), " ", h("small", {}, say(`${award}_why`, { n: value }))));
  const found = worthTelling(awardsOf(game)).slice(0, SHOWN).map(item);
  return found.length > 0 && h("ul", { class: "honours", "aria-label": say("awards") }, found);
}

// --- Levels: every win raises a player by one level, and sometimes to a new title.

// titles: pairs of [wins, title], lowest first, rendered into the page by the server.
export const titleFor = (wins, titles) => titles.findLast(([least]) => least <= wins)[1];

// The wins of each seat, this game included, or null if unknown. The server may have counted it already.
export function winsAfter(game, group) {
  if (!group?.wins || !game.counts) return null;
  const winners = winnersOf(game);
  const isNew = !group.counted?.includes(game.id);
  return game.players.map(({ id }, seat) => (group.wins[id] ?? 0) + Number(isNew && winners.includes(seat)));
}

export function risesOf(game, group, titles, say) {
  const after = winsAfter(game, group);
  if (!after) return {};
  const rise = (seat) => {
    const [title, before] = [0, 1].map((less) => titleFor(after[seat] - less, titles));
    return [seat, { text: say("level", { level: after[seat] + 1, title }), isNew: title !== before }];
  };
  return Object.fromEntries(winnersOf(game).filter((seat) => after[seat] > 0).map(rise));
}

// --- The page at the end. The tap that ends the game shows the sky first; the rest follows (isWhole).

const PIECES = 28;
const FRESH_MS = 3000;
const LONG = 34; // set in a smaller font
const COUNTING_MS = 900;
const LONGEST_MINUTES = 600; // games that took longer were paused

// word: "wins", with the total, if the sentence stands alone; "winner" above the podium.
export function headlineOf({ game }, say, word = "wins") {
  const seats = winnersOf(game);
  const names = namesOf(game, seats);
  return say(word, { n: seats.length, total: totalsOf(game)[seats[0]] }).replace("{names}", () => names);
}

function howWon({ game, ui }, say) {
  const total = totalsOf(game)[winnersOf(game)[0]];
  const minutes = Math.round((ui.endedAt - Date.parse(game.started_at)) / 60_000);
  const isKnown = minutes > 0 && minutes < LONGEST_MINUTES;
  const points = say("points_in_rounds", { n: closedRounds(game).length, total });
  return isKnown ? `${points} · ${say("minutes_taken", { n: minutes })}` : points;
}

const confetti = () => h("div", { class: "confetti", "aria-hidden": "true" },
  Array.from({ length: PIECES }, (_, index) =>
    h("i", { key: index, class: `suit-${SUITS[index % 4]}` }, symbol(`suit-${SUITS[index % 4]}`))));

function sky(state, say, group, isWhole) {
  const isFresh = Date.now() - state.ui.endedAt < FRESH_MS;
  const headline = headlineOf(state, say, "winner");
  return h("section", { class: isFresh ? "sky fresh" : "sky" },
    h("h1", { class: headline.length > LONG ? "winner long" : "winner" }, headline),
    state.game.rounds.length > 0 && [h("p", {}, howWon(state, say)), podium(state, say, group)],
    isWhole && confetti(),
  );
}

function others({ game }, say) {
  const ranks = ranksOf(game);
  const seats = byRank(ranks).filter((seat) => ranks[seat] > 3);
  const item = (seat) => h("li", {}, `${say(`rank_${ranks[seat]}`)} `,
    h("bdi", {}, game.players[seat].name), ` ${signed(totalsOf(game)[seat])}`);
  return seats.length > 0 && h("ol", { class: "others" }, seats.map(item));
}

const onward = (href, words) => h("a", { class: "onward", href }, words, symbol("right"));

// news: a line of the season and one of the evening, in the server's words.
const whatNext = (links, news, say) => h("nav", { class: "next", "aria-label": say("what_next") },
  links.tournament
    ? onward(links.tournament, say("director_next"))
    : onward(links.season, news[0] || say("season")),
  news[1] && onward(links.evening, news[1]),
  h("div", { class: "tiles" },
    button("sharePicture", {}, { class: "tile" }, withIcon("share", say("picture"))),
    h("a", { class: "tile", href: links.print, download: links.isStored }, withIcon("print", say("print"))),
    h("a", { class: "tile", href: links.sheet }, withIcon("paper", say("sheet"))),
    button("panel", { name: "menu" }, { class: "tile" }, withIcon("dots", say("menu")))),
  h("p", { class: "hint no-picture", role: "alert", hidden: true }, say("no_picture")));

const rest = (state, say, links) => h("div", { class: "after" },
  others(state, say), chart(state, say), honours(state, say),
  whatNext(links, links.news?.split("\n") ?? [], say),
  h("section", { class: "remember", "aria-label": say("remember") },
    noteField("place", state.game.place, say("place"), { maxlength: "80" }),
    noteField("remark", state.game.remark, say("remark"), { maxlength: "200" }),
    checkField(
      { name: "counts", checked: !state.game.counts, data: { note: "counts", key: "note-counts" } },
      say("does_not_count"),
    ),
  ),
  pad(state, say));

export const end = (state, say, links, group, isWhole) =>
  [sky(state, say, group, isWhole), isWhole && rest(state, say, links)];

export function celebrate(place) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const totals = [...place.querySelectorAll(".fresh .total")].map(({ firstChild }) => firstChild);
  const ends = totals.map(({ data }) => Number(data.replace("\u2212", "-")));
  const begun = performance.now();
  const count = (now) => {
    const part = Math.min(1, Math.max(0, now - begun) / COUNTING_MS);
    totals.forEach((text, index) => { text.data = signed(Math.round(ends[index] * (1 - (1 - part) ** 3))); });
    if (part < 1) requestAnimationFrame(count);
  };
  if (totals.length) requestAnimationFrame(count);
}

// --- The picture of the result, made by the server: shared, or downloaded if the phone cannot share.

function download(file) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

async function shared(file, text) {
  if (!navigator.canShare?.({ files: [file] })) return false;
  return navigator.share({ files: [file], text }).then(() => true, ({ name }) => name === "AbortError");
}

// url: of the picture.
export async function sharePicture(state, say, url) {
  const tile = document.querySelector('[data-do="sharePicture"]');
  tile.ariaBusy = "true";
  const picture = await fetch(url).then((response) => (response.ok ? response.blob() : null), () => null);
  tile.ariaBusy = null;
  document.querySelector(".no-picture").hidden = Boolean(picture);
  if (!picture) return;
  const day = new Date(state.game.started_at).toLocaleDateString("sv"); // as 2026-11-21
  const file = new File([picture], `scorepad-${day}.png`, { type: "image/png" });
  if (!(await shared(file, headlineOf(state, say)))) download(file);
}
