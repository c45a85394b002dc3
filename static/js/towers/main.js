// The page of Wandering Towers: reads the URL, draws the state on the phone, saves every tap.

import { arriving, keepAwake, updates } from "../play/device.js";
import { endFooter, h, hearTaps, holdingFocus, keyed, linksOf, made, redraw, sheetIn,
  whenSeen } from "../play/dom.js";
import { mayDelete } from "../play/groups.js";
import { newUuid, randomBelow, speaker } from "../play/names.js";
import { phone } from "../play/phone.js";
import { signupNote, silence, statusMark } from "../play/views/page.js";
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
const part = (selector) => shell.querySelector(selector);
const root = { header: part("header"), main: part("main"), footer: part("footer") };
const above = made(h("div", { class: "above" }));
const { mark, drawStatus } = statusMark(part("[aria-live]"), say);

let state = null; // the running game, or null on the start page
let start = null;

const storage = silence(root, say, shell.dataset.home);
await whenSeen();
const kept = await phone(towers, { onStatus: drawStatus, onState: show,
  onQuestion: (asked) => redraw(above, asked && question(asked, say)), onSilence: storage.tell });
const offerUpdate = updates(root.main, say, () => !state || phase(state) !== "play");
const stayAwake = keepAwake(() => state !== null && phase(state) !== "end");

const known = () => kept.hostGroup()?.players ?? [];

function links(game) {
  const found = linksOf(shell, kept.group()?.id ?? "", game.id);
  return { ...found, mayDelete: mayDelete(kept.group() ?? {}, game.id), rules: found.rules + found.back,
    blank: `${found.blank}?players=${game.players.length}` };
}

const wordmark =
  () => [h("a", { class: "wordmark", href: shell.dataset.home }, "Scorepad"),
    h("p", { class: "game-name" }, say("title"))];

// The header, the page and the footer of each phase.
const PAGES = {
  start:
    () => [wordmark(), [signupNote(!kept.group() && shell.dataset.signups, say),
      startPage({ start, known: known(), open: kept.listed() }, say)], startFooter(start, say)],
  setup: () => [wordmark(), setupPage(state, say, links(state.game)), setupFooter(state, say)],
  play:
    () => [playHeader(state, say), [panel(state, say), playPage(state, say)], playFooter(state, say, mark)],
  end: () => [wordmark(), endPage(state, say, links(state.game)), endFooter(state, say, mark)],
  deleted:
    () => [wordmark(), deletedPage(state, say), [h("p", { class: "balance" }, mark),
      h("a", { class: "main", href: "#new" }, say("new_game"))]],
};

const phaseNow = () => (!state ? "start" : state.game.deleted ? "deleted" : phase(state));
const isMenuOpen = () => phaseNow() === "play" && state.ui.panel === "menu";
const openMenu = sheetIn(part("dialog"), () => isMenuOpen() && tapped("panel", { name: "menu" }));

function draw() {
  const [header, page, footer] = PAGES[phaseNow()]();
  Object.assign(shell.dataset, { phase: phaseNow(), panel: state?.ui.panel ?? "" });
  redraw(root.header, header);
  redraw(root.main, above, h("div", { class: "page" }, page));
  redraw(root.footer, footer);
  openMenu(isMenuOpen() && menu(say, links(state.game)));
  if (state) document.title = `${say("title")} · Scorepad`;
  storage.tell(kept.isSilent());
  offerUpdate();
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

const arrive = arriving(kept, show, () => showStart(emptyStart()), storage.wait);

hearTaps(shell, tapped, noted, typed);
await arrive();
kept.wake();
