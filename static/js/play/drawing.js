// The page, drawn from a state: header, middle, and the footer with its mark of what is saved.

import { asides } from "./asides.js";
import { h, redraw } from "./elements.js";
import { end, endFooter } from "./pages/end.js";
import { footer } from "./pages/footer.js";
import { header } from "./pages/header.js";
import { round } from "./pages/round.js";
import { fetchLater, later } from "./later.js";
import { isTableView, phase } from "./table.js";

// group: () => the group that is playing; past: where the history is, see asides.js.
export function drawing(shell, say, group, past) {
  const part = (selector) => shell.querySelector(selector);
  const root = { header: part("header"), main: part("main"), footer: part("footer"), live: part("[aria-live]") };
  let status = { word: "writing", slots: {} };
  const above = asides(root, () => group().id, past, say);
  let drawn = null; // the game that is on the page now

  function links(state) {
    const filled = (pattern) => pattern.replace("{group}", group().id).replace("{game}", state.game.id);
    const { sheet, print, season, deleted, how, home, https } = shell.dataset;
    return { sheet: filled(sheet), print: filled(print), season: filled(season), deleted: filled(deleted), how, home, https };
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

  function drawDeleted(state) {
    drawWordmark();
    redraw(root.main, h("div", { class: "table ended" }, later.parts.deleted(state, say, links(state))));
    redraw(root.footer, later.parts.deletedFooter(say, statusMark()));
  }

  function drawPeopleFooter(state) {
    redraw(root.footer, later.parts.peopleFooter(state, say, statusMark()));
  }

  function drawPeople(state) {
    redraw(root.header, later.parts.peopleHeader(say));
    redraw(root.main, later.parts.people(state, say, group().players));
    drawPeopleFooter(state);
  }

  // Pages of their own, which come with what is fetched later.
  const LATER = { deleted: drawDeleted, table: drawTable, people: drawPeople };

  function pageOf(state) {
    if (state.game.deleted) return "deleted";
    return isTableView(state) ? "table" : state.ui.panel === "people" ? "people" : null;
  }

  function drawPhase(state) {
    const name = pageOf(state);
    if (name && later.parts) {
      LATER[name](state);
      return name;
    }
    (state.ui.round === null ? drawEnd : drawRound)(state);
    return phase(state);
  }

  const drawAgain = () => drawn && drawGame(drawn);

  function drawGame(state) {
    drawn = state;
    shell.dataset.phase = drawPhase(state);
    above.draw(state);
    if (!later.parts && (pageOf(state) || state.ui.round === null)) fetchLater(drawAgain);
    document.title = say("page_title", { round: state.ui.round ?? state.game.cards.length });
  }

  function drawStart() {
    drawn = null;
    shell.dataset.phase = "start";
    drawWordmark();
    root.main.replaceChildren();
    above.draw(null);
  }

  // The button that was pressed may be gone: the focus goes on with the table, not back to the top.
  function carryFocus() {
    if (document.activeElement !== document.body) return;
    const next = root.main.querySelector(".seat.open .row") ?? shell.querySelector("h1");
    if (next.matches("h1")) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  return { root, drawStatus, drawPeopleFooter, drawGame, drawStart, drawQuestion: above.ask, carryFocus };
}
