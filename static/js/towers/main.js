// The page of Wandering Towers: reads the URL, draws the state on the phone, saves every tap.

import { arriving, keepAwake } from "../play/device.js";
import { endFooter, h, hearTaps, holdingFocus, keyed, linksOf, whenSeen } from "../play/dom.js";
import { mayDelete } from "../play/groups.js";
import { newUuid, randomBelow, speaker } from "../play/names.js";
import { phone } from "../play/phone.js";
import { frame, NOTHING_KNOWN, signupNote, wordmark } from "../play/views/page.js";
import { newGame, towers } from "./kind.js";
import { changes, emptyStart, problemOf, setupFooter, setupPage, startAgain, startFooter, startPage,
  tableFacts } from "./setup.js";
import { act, opened, phase } from "./state.js";
import { deletedPage, endPage, menu, panel, playFooter, playHeader, playPage, question } from "./views.js";

const MOST_ROUNDS = 200;
const language = document.documentElement.lang;
const say = speaker(document, language);
const shell = document.querySelector("[data-towers]");
const starting = changes(randomBelow);

let state = null; // the running game, or null
let start = null; // the start page, or null

const known = () => kept.hostGroup()?.players ?? [];

function links(game) {
  const found = linksOf(shell, kept.group()?.id ?? "", game.id);
  return { ...found, mayDelete: mayDelete(kept.group() ?? {}, game.id), rules: found.rules + found.back,
    blank: `${found.blank}?players=${game.players.length}` };
}

const inside = (...main) => h("div", { class: "page" }, main);
const header = () => [wordmark(shell.dataset.home), h("p", { class: "game-name" }, say("title"))];

const PAGES = {
  start: { header, main: () =>
    inside(signupNote(!kept.group() && shell.dataset.signups, say),
      startPage({ start, known: known(), open: kept.listed() }, say)), footer: () =>
      startFooter(start, say) },
  setup: { header, main: () =>
    inside(setupPage(state, say, links(state.game))), footer: () =>
      setupFooter(state, say) },
  play: { header: () => playHeader(state, say), main: () => inside(panel(state, say), playPage(state, say)),
    footer: (mark) => playFooter(state, say, mark), menu: () =>
      state.ui.panel === "menu" && menu(say, links(state.game)) },
  end: { header, main: () => inside(endPage(state, say, links(state.game))), footer: (mark) =>
    endFooter(state, say, mark) },
  deleted: { header, main: () => inside(deletedPage(state, say)),
    footer: (
      mark,
    ) => [h("p", { class: "balance" }, mark), h("a", { class: "main", href: "#new" }, say("new_game"))] },
};

function view() {
  if (!state && !start) return NOTHING_KNOWN;
  const now = start ? "start" : state.game.deleted ? "deleted" : phase(state);
  return { phase: now, panel: state?.ui.panel, isPause: now !== "play", ...PAGES[now] };
}

const page = frame(shell, say, view, (asked) => question(asked, say));
await whenSeen();
const kept = await phone(towers, { ...page.hears, onState: show });
const stayAwake = keepAwake(() => state !== null && phase(state) !== "end");

function draw() {
  page.draw();
  if (state) document.title = `${say("title")} · Scorepad`;
  stayAwake();
}

const drawHolding = () => holdingFocus(draw, (key) => keyed(shell, key) ?? shell.querySelector("main"));

function keep(next) {
  state = next;
  drawHolding();
  kept.keep(state);
}

function show(found) {
  if (!found) return;
  [state, start] = [found, null];
  drawHolding();
}

function begin(stage, from = start) {
  const problem = problemOf(from, stage === "play", known());
  if (problem) {
    start = { ...from, problem: { ...problem, stage } };
    drawHolding();
    return void keyed(shell, `name-${problem.seat}`)?.focus();
  }
  const group = kept.groupFor({ language });
  const game = newGame({ id: newUuid(), players: kept.playersFor(from.seats),
    startedAt: new Date().toISOString(), ...tableFacts(from) });
  kept.meet(game.players.filter(({ id }) => id));
  start = null;
  history.replaceState(null, "", `#${group.id}/${game.id}`);
  kept.open(group.id, game.id);
  scrollTo(0, 0);
  return keep(opened(game, stage));
}

function showStart(next) {
  [state, start] = [null, next];
  history.replaceState(null, "", "#new");
  draw();
}

const beginnings = { setUp: () => begin("setup"), play: () => begin("play"),
  rematch: () => begin("setup", startAgain(state.game)),
  newWithChanges: () => showStart(startAgain(state.game)), toNames() {
  const { game } = state;
  kept.drop(game.id);
  showStart({ ...startAgain(game), first: game.start });
}, putAside() {
  kept.putAside();
  showStart(emptyStart());
} };

function tapped(action, args) {
  if (beginnings[action]) return void beginnings[action]();
  if (!state) {
    start = { ...starting[action](start, args), problem: null };
    return void (action === "nameIs" ? begin(args.stage) : drawHolding());
  }
  const next = act(state, action, args);
  if (["begin", "setup", "panel", "finish"].includes(action)) scrollTo(0, 0);
  if (next !== state) keep(next);
}

function noted(changed) {
  const [[name, value]] = Object.entries(changed);
  if (!state) return tapped("toggle", { name });
  // Not drawn: the page under the finger would change before it is lifted.
  const rounds = Math.max(0, Math.min(Number.parseInt(value, 10), MOST_ROUNDS)) || null;
  state = act(state, "note", { [name]: name === "rounds" ? rounds : value });
  return kept.keep(state);
}

function typed(changed) {
  const [[key, name]] = Object.entries(changed);
  start = { ...starting.named(start, { seat: Number(key.split("-")[1]), name }), problem: null };
  draw();
}

// Nothing else is known yet.
function wait() {
  state = start = null;
  page.draw();
}

const arrive = arriving(kept, show, () => showStart(emptyStart()), wait);

hearTaps(shell, tapped, noted, typed);
await arrive();
kept.wake();
