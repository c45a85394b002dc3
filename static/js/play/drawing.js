// The page, drawn from a state: header, middle, and the footer with its mark of what is saved.

import { h, redraw } from "./elements.js";
import { conflict } from "./pages/conflict.js";
import { end, endFooter } from "./pages/end.js";
import { footer } from "./pages/footer.js";
import { header } from "./pages/header.js";
import { round } from "./pages/round.js";
import { fetchLater, later } from "./later.js";
import { isTableView, phase } from "./table.js";

// group: () => the id of the group that is playing.
export function drawing(shell, say, group) {
  const part = (selector) => shell.querySelector(selector);
  const root = { header: part("header"), main: part("main"), footer: part("footer"), live: part("[aria-live]") };
  let status = { word: "writing", slots: {} };
  let drawn = null; // the game that is on the page now

  function links(state) {
    const filled = (pattern) => pattern.replace("{group}", group()).replace("{game}", state.game.id);
    const { sheet, print, season, how, home } = shell.dataset;
    return { sheet: filled(sheet), print: filled(print), season: filled(season), how, home };
  }

  // While a tap is being written there is nothing to promise yet.
  function statusMark() {
    const { word, slots } = status;
    return h("span", { class: `state ${word}`, role: "status" }, word === "writing" ? "" : say(`state_${word}`, slots));
  }

  function drawStatus(word, slots = {}) {
    status = { word, slots };
    root.footer.querySelector(".state")?.replaceWith(statusMark());
  }

  function drawWordmark() {
    redraw(root.header, h("a", { class: "wordmark", href: shell.dataset.home }, "Scorepad"));
  }

  function drawRound(state) {
    redraw(root.header, header(state, say));
    redraw(root.main, round(state, say, links(state)));
    redraw(root.footer, footer(state, say, statusMark()));
  }

  function drawEnd(state) {
    drawWordmark();
    redraw(root.main, h("div", { class: "table ended" }, end(state, say, links(state))));
    redraw(root.footer, endFooter(state, say, statusMark()));
  }

  // Large, for people a metre away; nothing else on the page.
  function drawTable(state) {
    redraw(root.header, []);
    redraw(root.main, later.parts.tableView(state, say));
    redraw(root.footer, []);
  }

  function drawPhase(state) {
    if (isTableView(state) && later.parts) {
      drawTable(state);
      return "table";
    }
    (state.ui.round === null ? drawEnd : drawRound)(state);
    return phase(state);
  }

  const drawAgain = (state) => state === drawn && drawGame(state);

  function drawGame(state) {
    drawn = state;
    shell.dataset.phase = drawPhase(state);
    if (!later.parts && (isTableView(state) || state.ui.round === null)) fetchLater(() => drawAgain(state));
    document.title = say("page_title", { round: state.ui.round ?? state.game.cards.length });
  }

  function drawStart() {
    drawn = null;
    shell.dataset.phase = "start";
    drawWordmark();
    root.main.replaceChildren();
  }

  function drawConflict(settle) {
    root.main.querySelector(".conflict")?.remove();
    root.main.prepend(conflict(say, settle));
  }

  // The button that was pressed may be gone: the focus goes on with the table, not back to the top.
  function carryFocus() {
    if (document.activeElement !== document.body) return;
    const next = root.main.querySelector(".seat.open .row") ?? shell.querySelector("h1");
    if (next.matches("h1")) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  return { root, drawStatus, drawGame, drawStart, drawConflict, carryFocus };
}
