// The page, drawn from the state on the phone: header, main part, and the footer with the save status.

import { arriving, keepAwake, updates } from "../play/device.js";
import { endFooter, h, hearTaps, holdingFocus, keyed, linksOf, made, redraw, sheetIn,
  whenSeen } from "../play/dom.js";
import { mayDelete } from "../play/groups.js";
import { newUuid, randomBelow, speaker } from "../play/names.js";
import { phone } from "../play/phone.js";
import { renamed } from "../play/state.js";
import { signupNote, silence, statusMark } from "../play/views/page.js";
import { newGame, towers } from "./kind.js";
import { changes, emptyStart, problemOf, setupFooter, setupPage, startAgain, startFooter, startPage,
  tableFacts } from "./setup.js";
import { act, opened, phase, rested } from "./state.js";
import { deletedPage, endPage, menu, panel, playFooter, playHeader, playPage, question } from "./views.js";

// onMenu: () => opens or closes the menu.
function drawing(shell, say, group, onMenu) {
  const part = (selector) => shell.querySelector(selector);
  const root = { header: part("header"), main: part("main"), footer: part("footer") };
  let isOpen = false;
  const openMenu = sheetIn(part("dialog"), () => isOpen && onMenu());
  const above = made(h("div", { class: "above" }));
  const page = made(h("div", { class: "page" }));
  const { mark, drawStatus } = statusMark(part("[aria-live]"), say);

  function links(game) {
    const found = linksOf(shell, group()?.id ?? "", game.id);
    return { ...found, mayDelete: mayDelete(group() ?? {}, game.id), rules: found.rules + found.back,
      blank: `${found.blank}?players=${game.players.length}` };
  }

  const wordmark = () =>
    redraw(root.header, h("a", { class: "wordmark", href: shell.dataset.home }, "Scorepad"),
      h("p", { class: "game-name" }, say("title")));

  function setPhase(name) {
    if (shell.dataset.phase !== name) shell.dataset.phase = name;
    if (page.parentNode !== root.main) root.main.replaceChildren(above, page);
  }

  function drawStart(view) {
    setPhase("start");
    wordmark();
    redraw(page, signupNote(!group() && shell.dataset.signups, say), startPage(view, say));
    redraw(root.footer, startFooter(view.start, say));
  }

  const PHASES = { setup(state) {
    wordmark();
    redraw(page, setupPage(state, say, links(state.game)));
    redraw(root.footer, setupFooter(state, say));
  }, play(state) {
    redraw(root.header, playHeader(state, say));
    redraw(page, panel(state, say, links(state.game)), playPage(state, say));
    redraw(root.footer, playFooter(state, say, mark));
  }, end(state) {
    wordmark();
    redraw(page, endPage(state, say, links(state.game)));
    redraw(root.footer, endFooter(state, say, mark));
  }, deleted(state) {
    wordmark();
    redraw(page, deletedPage(state, say));
    const anew = h("a", { class: "main", href: "#new" }, say("new_game"));
    redraw(root.footer, h("p", { class: "balance" }, mark), anew);
  } };

  function drawGame(state) {
    const name = state.game.deleted ? "deleted" : phase(state);
    setPhase(name);
    PHASES[name](state);
    isOpen = name === "play" && state.ui.panel === "menu";
    openMenu(isOpen && menu(say, links(state.game)));
    document.title = `${say("title")} · Scorepad`;
  }

  const drawQuestion = (asked) => redraw(above, asked && question(asked, say));

  return { root, drawStatus, drawStart, drawGame, drawQuestion };
}

// --- The page of Wandering Towers: reads the URL, draws the state on the phone, saves every tap.

const language = document.documentElement.lang;
const say = speaker(document, language);
const shell = document.querySelector("[data-towers]");
const starting = changes(randomBelow);

let state = null; // the running game, or null on the start page
let start = null;
const page = drawing(shell, say, () => kept.group(), () => tapped("panel", { name: "menu" }));
const storage = silence(page.root, say, shell.dataset.home);
await whenSeen();
const kept = await phone(towers, { onStatus: page.drawStatus, onState: show, onPlayers: rename,
  onQuestion: page.drawQuestion, onSilence(is) {
  storage.tell(is);
  if (!is && !state && !start) arrive();
} });
const offerUpdate = updates(page.root.main, say, () => !state || phase(state) !== "play");
const stayAwake = keepAwake(() => state !== null && phase(state) !== "end");

const known = () => kept.hostGroup()?.players ?? [];

function draw() {
  if (state) page.drawGame(state);
  else page.drawStart({ start, known: known(), open: kept.listed() });
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

function rename(id, before, players) {
  if (state?.game.id === id) keep(renamed(state, before, players));
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

const numberIn = (
  text,
) => (/^\d{1,3}$/.test(text ?? "") && Number(text) > 0 ? Math.min(Number(text), 200) : null);

function noted(changed) {
  const [[name, value]] = Object.entries(changed);
  if (!state) return tapped("toggle", { name });
  // Not drawn: the page under the finger would change before it is lifted.
  state = act(state, "note", { [name]: name === "rounds" ? numberIn(value) : value });
  return kept.keep(state);
}

function typed(changed) {
  const [[key, name]] = Object.entries(changed);
  start = { ...starting.named(start, { seat: Number(key.split("-")[1]), name }), problem: null };
  draw();
}

addEventListener("keydown", (event) => {
  const { key, target, isComposing } = event;
  if (key === "Escape" && state?.ui.panel) return tapped("panel", { name: state.ui.panel });
  if (key !== "Enter" || isComposing || !target.dataset?.typed) return null;
  event.preventDefault();
  const next = Number(target.dataset.typed.split("-")[1]) + 1;
  return (keyed(shell, `name-${next}`) ?? shell.querySelector("footer .main")).focus();
});

const arrive = arriving(kept, (found) => show(rested(found)), () => showStart(emptyStart()), storage.wait);

hearTaps(shell, tapped, noted, typed);
await arrive();
kept.wake();
