// The play page: reads the URL, draws the state on the phone, saves every tap.

import { arriving, keepAwake, tick } from "./device.js";
import { afterFrame, fetchLazy, hearTaps, holdingFocus, keyed, lazy, linksOf, whenSeen } from "./dom.js";
import { newGame } from "./game.js";
import { newUuid, speaker, withDeck } from "./names.js";
import { phone } from "./phone.js";
import { GAMES, settingsFrom } from "./rules.js";
import { act, opened, phase } from "./state.js";
import { frame, NOTHING_KNOWN, pages } from "./views/page.js";
import { cardsFor, emptyStart, mountStart, startAgain } from "./views/start.js";
import { wizard } from "./wizard.js";

const language = document.documentElement.lang;
const say = withDeck(speaker(document, language), () => state?.game.deck);
const shell = document.querySelector("[data-play]");
Object.assign(GAMES, JSON.parse(shell.dataset.games));
let state = null; // the running game, or null
let starting = null; // the start page, or null

const page = frame(shell, say, () => starting ?? (state ? pageOf(state) : NOTHING_KNOWN), (asked) => {
  if (lazy.parts) return lazy.parts.conflict(asked, say);
  return void fetchLazy(page.draw);
});
await whenSeen();
const kept = await phone(wizard, { ...page.hears, onStatus(word, slots) {
  page.drawStatus(word, slots);
  if (state && word === "saved") askNews(state);
}, onState: (found) => starting || show(found) });
const { pageOf, askNews, withRest } = pages(shell, say, kept, drawAgain);
const stayAwake = keepAwake(() => state !== null && !state.game.finished);

function draw() {
  lazy.parts?.listen(state, drawAgain);
  page.draw();
  afterFrame(drawn);
}

function drawAgain() {
  if (state) draw();
}

// What nobody looks at for the answer to a tap.
function drawn() {
  if (!state) return;
  if (withRest(state)) page.draw();
  document.title = say("page_title", { round: state.ui.round ?? state.game.cards.length });
  stayAwake();
  if (!lazy.parts) fetchLazy(drawAgain);
}

function show(found, placeOfFocus = (key) => keyed(shell, key)) {
  starting = null;
  state = found;
  holdingFocus(draw, placeOfFocus);
}

function placeOfFocus(key) {
  const next = keyed(shell, key) ?? shell.querySelector(".seat.open .row, .hand button") ??
    shell.querySelector("h1");
  if (next?.matches("h1")) next.tabIndex = -1;
  return next;
}

function keep(next) {
  show(next, placeOfFocus);
  kept.keep(state);
}

// A start becomes a game of its group, which is created if there is none.
function startGame({ seats, dealer, ...start }) {
  const chosen = settingsFrom(start, cardsFor(start, seats.length));
  const group = kept.groupFor({ language });
  const game = newGame({ id: newUuid(), players: kept.playersFor(seats), first_dealer: dealer,
    started_at: new Date().toISOString(), ...chosen });
  kept.meet(game.players, chosen);
  starting = null;
  history.replaceState(null, "", `#${group.id}/${game.id}`);
  kept.open(group.id, game.id);
  keep(opened(game));
}

function newcomer({ name, after, total }) {
  const [player] = kept.playersFor([name]);
  kept.meet([player]);
  return { player, after, startTotal: Number(total) };
}

function showStart(start) {
  scrollTo(0, 0); // the menu before it is long
  state = null;
  history.replaceState(null, "", "#new");
  starting = mountStart({ draw: page.draw, say, known: kept.hostGroup()?.players ?? [], open: kept.listed(),
    signups: !kept.hostGroup() && shell.dataset.signups, start, onStart: startGame });
  starting.open();
}

const freshStart = () => emptyStart(kept.hostGroup()?.rules);
const beginnings = { rematch: () => startGame(startAgain(state.game)),
  newWithChanges: () => showStart(startAgain(state.game)), putAside() {
  kept.putAside();
  showStart(freshStart());
},
  sharePicture: () =>
    lazy.parts.sharePicture(state, say, linksOf(shell, kept.group().id, state.game.id).picture) };

const TO_THE_TOP = ["openRound", "back", "closeRound", "panel", "view", "playSo"];
// These open another seat, which may be out of view.
const OPENING = ["bid", "miss"];

function tapped(action, given) {
  if (starting) return void starting.act(action, given);
  if (beginnings[action]) return void beginnings[action]();
  const args = action === "join" ? newcomer(given) : given;
  const before = state;
  const next = act(before, action, args, Date.now());
  if (next === before) return;
  const isRead = action === "bid" && phase(next) === "reading";
  if (isRead || TO_THE_TOP.includes(action)) scrollTo(0, 0); // before drawing, to avoid an extra layout
  tick(action, next);
  if (action === "closeRound") shell.classList.remove("cold");
  keep(next);
  afterFrame(() => {
    fetchLazy(() => page.read(lazy.parts.news(before, next, action, args, say)));
    const seat = OPENING.includes(action) && shell.querySelector(".seat.open");
    if (seat) seat.scrollIntoView({ block: "nearest" });
  });
}

function noted(changes) {
  if (!state) return;
  // Not drawn: the page under the finger would change before it is lifted.
  state = act(state, "note", changes, Date.now());
  kept.keep(state);
}

function typed(changes) {
  state = act(state, state.ui.panel === "people" ? "joiner" : "correction", changes, Date.now());
  kept.keep(state);
  draw();
}

const begin = (seats = [], game = null) =>
  showStart(game ? startAgain(game) : { ...freshStart(), ...(seats.length && { seats }) });

// Nothing else is known yet.
function wait() {
  state = starting = null;
  page.draw();
}

const arrive = arriving(kept, show, begin, wait);

// Sent by the first page as a form, because its script was not there yet.
const sent = new URLSearchParams(location.search).getAll("seat").filter((name) => name.trim());
if (sent.length) {
  const names = sent.map(encodeURIComponent).join("/");
  history.replaceState(null, "", `${location.pathname}#new/${names}`);
}

hearTaps(shell, tapped, noted, typed);
lazy.act = (action, args = {}) => state && tapped(action, args);
lazy.kept = kept;
await arrive();
kept.wake();
