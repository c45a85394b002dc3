// The page of a game of bids and tricks: what it shows, and what a tap does.

import { afterFrame, button, endFooter, fetchLazy, h, keyed, lazy, linksOf } from "./dom.js";
import { mayDelete } from "./groups.js";
import { speaker, withDeck } from "./names.js";
import { gamePath } from "./resources.js";
import { closed, GAMES, isSameList } from "./rules.js";
import { act, phase } from "./state.js";
import { table, tick } from "./table.js";
import { wordmark } from "./views/page.js";
import { aside, footer, header, isBetween, round } from "./views/round.js";
import { looks } from "./views/seats.js";
import * as start from "./views/start.js";
import { wizard } from "./wizard.js";

const shell = document.querySelector("[data-play]");
const say = withDeck(speaker(document, document.documentElement.lang), () => shell.dataset.deck);
Object.assign(GAMES, JSON.parse(shell.dataset.games));
const wide = matchMedia("(min-width: 760px)"); // as in play.css
wide.addEventListener("change", () => played.draw());

function links({ game }) {
  const { kept } = played;
  const group = kept.group();
  const found = linksOf(shell, group.id, game.id);
  return { ...found, result: game.finished && found.result, mayDelete: mayDelete(group, game.id),
    isStored: kept.isStored(gamePath(group.id, game.id)),
    tournament: game.tournament && found.tournament + game.tournament };
}

// --- What is not needed in response to a tap: the ranking, the sheet, what is below the winner.

const Aside = ({ inside }) => h("aside", {}, inside());

let rest = { shown: [], round: 0, beside: null };
const news = {}; // of finished games, in words of the server

// The sheet is another value only if what it shows has changed: not by a bid. Returns whether to draw again.
function withRest(state) {
  const { game, ui } = state;
  const { rounds: _rounds, ...facts } = game;
  const shown = [ui.round, wide.matches, lazy.parts, ...Object.values(facts), ...closed(game)];
  const isNew = !isSameList(shown, rest.shown);
  const beside = () => h(Aside, { inside: () => aside(state, say, wide.matches) });
  if (isNew) rest = { shown, round: ui.round, beside: ui.round && beside() };
  return isNew;
}

// --- Its pages, see frame() in views/page.js.

const roundPage = (state) => ({ header: () => header(state, say, links(state)),
  main: () => [round(state, say, !wide.matches, rest.round === state.ui.round), rest.beside],
  footer: (mark) => footer(state, say, mark) });

function endPage(state) {
  const about = { ...links(state), news: news[links(state).result] ?? {} };
  const inside = () =>
    lazy.parts
      ? [lazy.parts.panelOf(state, say), lazy.parts.end(state, say, about, rest.round === null)]
      : h("h1", { class: "winner" }, say("game_over"));
  return { header: () => wordmark(shell.dataset.home, played.kept.group().name ?? undefined),
    main: () => h("div", { class: "table ended" }, inside()),
    footer: (mark) => endFooter(state, say, mark, about.tournament) };
}

function panelPage(state) {
  const { title, page, footer } = lazy.parts[state.ui.panel];
  const { players } = played.kept.group();
  const close = button("panel", { name: title }, { class: "more", "aria-label": say("close") }, "×");
  return { header: () => [h("h1", { class: "round" }, say(title)), close],
    main: () => page(state, say, players), footer: (mark) => footer(state, say, mark, players) };
}

const tablePage = (state) => ({ phase: "table", main: () => lazy.parts.tableView(state, say) });
const deletedPage = (state) => ({
  main: () => h("div", { class: "table ended" }, lazy.parts.deleted(state, say, links(state))),
  footer: (mark) => lazy.parts.deletedFooter(say, mark),
});
const LATER = { table: tablePage, turned: tablePage, people: panelPage, settings: panelPage,
  deleted: deletedPage };

function pageOf(state) {
  const { game, ui: { panel, round: now } } = state;
  const name = game.deleted ? "deleted" : panel;
  const later = lazy.parts && LATER[name];
  const page = later ?? (now === null ? endPage : roundPage);
  looks.chosen = played.kept.group()?.looks ?? {};
  return { phase: later ? name : phase(state), panel: lazy.parts && panel, deck: game.deck,
    isPause: now === null || isBetween(state),
    menu: () => lazy.parts && panel === "menu" && lazy.parts.menu(state, say, links(state)), ...page(state) };
}

function drawn(state) {
  if (state) lazy.parts?.listen(state, played.draw);
  afterFrame(drawRest);
}

// What is not part of the answer to a tap.
function drawRest() {
  const state = played.state();
  if (!lazy.parts && (state || played.kept.hostGroup())) fetchLazy(played.draw);
  if (!state) return;
  if (withRest(state)) played.draw();
  document.title = say("page_title", { round: state.ui.round ?? state.game.cards.length });
}

// The server tells more about a finished game that it has.
async function saved(state) {
  const { result } = links(state);
  const answer = result && await fetch(result).catch(() => null);
  if (!answer?.ok) return;
  news[result] = await answer.json();
  played.draw();
}

// --- What people do.

function newcomer({ name, after, total }) {
  const [player] = played.kept.playersFor([name]);
  played.kept.meet([player]);
  return { player, after, startTotal: Number(total) };
}

const TO_THE_TOP = ["openRound", "back", "closeRound", "panel", "view", "playSo"];
// These open another seat, which may be out of view.
const OPENING = ["bid", "miss"];

function acted(before, action, given) {
  const args = action === "join" ? newcomer(given) : given;
  const next = act(before, action, args, Date.now());
  if (next === before) return before;
  const isRead = action === "bid" && phase(next) === "reading";
  if (isRead || TO_THE_TOP.includes(action)) scrollTo(0, 0); // before drawing, to avoid an extra layout
  tick(action, next);
  if (action === "closeRound") shell.classList.remove("cold");
  afterFrame(() => {
    fetchLazy(() => played.read(lazy.parts.news(before, next, action, args, say)));
    const seat = OPENING.includes(action) && shell.querySelector(".seat.open");
    if (seat) seat.scrollIntoView({ block: "nearest" });
  });
  return next;
}

const typed = (changes) =>
  played.tapped(played.state().ui.panel === "people" ? "joiner" : "correction", changes);

function placeOfFocus(key) {
  const next = keyed(shell, key) ?? shell.querySelector(".seat.open .row, .hand button") ??
    shell.querySelector("h1");
  if (next?.matches("h1")) next.tabIndex = -1;
  return next;
}

const own = { ...start, pageOf, drawn, saved, question: (asked) => lazy.parts?.conflict(asked, say),
  act: acted, typed, placeOfFocus };
const played = await table(wizard, own, shell, say);

// Sent by the first page as a form, because its script was not there yet.
const sent = new URLSearchParams(location.search).getAll("seat").filter((name) => name.trim());
const names = sent.map(encodeURIComponent).join("/");
if (names) history.replaceState(null, "", `${location.pathname}#new/${names}`);

// The first page of a newcomer loads nothing else before the first touch.
for (const event of ["pointerdown", "keydown"]) {
  addEventListener(event, () => fetchLazy(played.draw), { once: true });
}

lazy.act = (action, args = {}) => played.state() && played.tapped(action, args);
lazy.kept = played.kept;
await played.open();
