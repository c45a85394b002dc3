// The end of a game: a podium for the first three ranks, and what the server tells about it once it is saved:
// {season, evening, awards, levels}, in its words (show_result in scorepad/web/games.py).

import { button, checkField, h, noteField, symbol, withIcon } from "../play/dom.js";
import { listed, signed } from "../play/names.js";
import { byRank, closedRounds, ranksOf, totalsOf, winnersOf } from "../play/rules.js";
import { avatar, named } from "../play/views/seats.js";
import { chart, pad } from "../play/views/standings.js";
import { SUITS } from "./cards.js";

// Players who share a rank share its step; a rank without players has no step.
export function stepsOf(game) {
  const ranks = ranksOf(game);
  const at = (rank) => ranks.flatMap((each, seat) => (each === rank ? [seat] : []));
  return [1, 2, 3].map((rank) => ({ rank, seats: at(rank) })).filter(({ seats }) => seats.length);
}

// levels: [text, whether its title is new] of each winner, by seat.
function step(game, { rank, seats }, say, levels = {}) {
  const hero = (seat) => {
    const [level, isNew] = levels[seat] ?? [];
    return [seats.length === 1 && avatar(game.players[seat]), named(game.players[seat].name),
      level && h("small", { class: isNew ? "level risen" : "level" }, level)];
  };
  return h("li", { class: `step-${rank}` }, rank === 1 && symbol("crown"),
    h("span", { class: rank === 1 ? "visually-hidden" : "rank" }, say(`rank_${rank}`)),
    h("span", { class: seats.length > 1 ? "heroes shared" : "heroes" }, seats.flatMap(hero)),
    h("b", { class: "total" }, signed(totalsOf(game)[seats[0]])));
}

// awards: [name, who, why] of each.
function honours({ awards = [] }, say) {
  const item = ([title, names, why]) =>
    h("li", {}, h("b", {}, title), h("span", {}, h("strong", {}, names), " ", h("small", {}, why)));
  return awards.length > 0 && h("ul", { class: "honours", "aria-label": say("awards") }, awards.map(item));
}

// --- The page at the end. The tap that ends the game shows the sky first; the rest follows (isWhole).

const PIECES = Array(7).fill(SUITS).flat();
const FRESH_MS = 3000;
const LONG = 34; // set in a smaller font
const LONGEST_MINUTES = 600; // games that took longer were paused

// word: "wins", with the total, if the sentence stands alone; "winner" above the podium.
export function headlineOf({ game }, say, word = "wins") {
  const seats = winnersOf(game);
  const names = listed(seats.map((seat) => game.players[seat].name));
  return say(word, { n: seats.length, total: totalsOf(game)[seats[0]] }).replace("{names}", () => names);
}

function howWon({ game, ui }, say) {
  const total = totalsOf(game)[winnersOf(game)[0]];
  const minutes = Math.round((ui.endedAt - Date.parse(game.started_at)) / 60_000);
  const isKnown = minutes > 0 && minutes < LONGEST_MINUTES;
  const points = say("points_in_rounds", { n: closedRounds(game).length, total });
  return isKnown ? `${points} · ${say("minutes_taken", { n: minutes })}` : points;
}

function sky(state, say, news, isWhole) {
  const isFresh = Date.now() - state.ui.endedAt < FRESH_MS;
  const headline = headlineOf(state, say, "winner");
  return h("section", { class: isFresh ? "sky fresh" : "sky" },
    h("h1", { class: headline.length > LONG ? "winner long" : "winner" }, headline),
    state.game.rounds.length > 0 &&
      [h("p", {}, howWon(state, say)), h("ol", { class: "podium" }, stepsOf(state.game).map((each) =>
        step(state.game, each, say, news.levels)
      ))],
    isWhole &&
      h("div", { class: "confetti", "aria-hidden": "true" }, PIECES.map((suit, key) =>
        h("i", { key, class: `suit-${suit}` }, symbol(`suit-${suit}`))
      )));
}

function others({ game }, say) {
  const ranks = ranksOf(game);
  const seats = byRank(ranks).filter((seat) => ranks[seat] > 3);
  const item = (seat) =>
    h("li", {}, `${say(`rank_${ranks[seat]}`)} `, h("bdi", {}, game.players[seat].name),
      ` ${signed(totalsOf(game)[seat])}`);
  return seats.length > 0 && h("ol", { class: "others" }, seats.map(item));
}

const onward = (href, words) => h("a", { class: "onward", href }, words, symbol("right"));

const whatNext = (state, links, news, say) =>
  h("nav", { class: "next", "aria-label": say("what_next") }, links.tournament
    ? onward(links.tournament, say("director_next"))
    : onward(links.season, news.season || say("season")), news.evening && onward(links.evening, news.evening),
    h("div", { class: "tiles" },
      h("button", { type: "button", class: "tile", key: "picture", onclick: ({ currentTarget }) =>
        sharePicture(currentTarget, state, say, links.picture) }, withIcon("share", say("picture"))),
      h("a", { class: "tile", href: links.print, download: links.isStored ? "" : null },
        withIcon("print", say("print"))),
      h("a", { class: "tile", href: links.sheet }, withIcon("paper", say("sheet"))),
      button("panel", { name: "menu" }, { class: "tile" }, withIcon("dots", say("menu")))),
    h("p", { class: "hint no-picture", role: "alert", hidden: true }, say("no_picture")));

// What comes later is below, so that nothing moves under a finger.
const rest = (state, say, links) =>
  h("div", { class: "after" }, others(state, say), chart(state, say), whatNext(state, links, links.news, say),
    honours(links.news, say),
    h("section", { class: "remember", "aria-label": say("remember") },
      noteField("place", state.game.place, say("place"), { maxlength: "80" }),
      noteField("remark", state.game.remark, say("remark"), { maxlength: "200" }),
      checkField({ name: "counts", checked: !state.game.counts,
        data: { note: "counts", key: "note-counts" } }, say("does_not_count"))), pad(state, say));

export function end(state, say, links, isWhole) {
  return [sky(state, say, links.news, isWhole), isWhole && rest(state, say, links)];
}

// --- The picture of the result, made by the server: shared, or downloaded if the phone cannot share.

async function sharePicture(tile, state, say, url) {
  tile.ariaBusy = "true";
  const picture = await fetch(url).then((response) => (response.ok ? response.blob() : null), () => null);
  tile.ariaBusy = null;
  document.querySelector(".no-picture").hidden = Boolean(picture);
  if (!picture) return;
  const day = new Date(state.game.started_at).toLocaleDateString("sv"); // as 2026-11-21
  const file = new File([picture], `scorepad-${day}.png`, { type: "image/png" });
  const sent = { files: [file], text: headlineOf(state, say) };
  const isShared = navigator.canShare?.({ files: sent.files }) &&
    (await navigator.share(sent).then(() => true, ({ name }) => name === "AbortError"));
  const link = { href: URL.createObjectURL(file), download: file.name };
  if (!isShared) Object.assign(document.createElement("a"), link).click();
}
