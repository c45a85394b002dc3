// The page, drawn from a state: header, middle, and the footer with its mark of what is saved.

import { asides } from "./asides.js";
import { between } from "./between.js";
import { h } from "./elements.js";
import { crowning, end, endFooter } from "./pages/end.js";
import { footer } from "./pages/footer.js";
import { header } from "./pages/header.js";
import { aside, round } from "./pages/round.js";
import { fetchLater, later } from "./later.js";
import { keyed } from "./focus.js";
import { afterFrame } from "./frames.js";
import { mayDelete } from "./groups.js";
import { made, redraw } from "./redraw.js";
import { gamePath } from "./resources.js";
import { statusMark } from "./status.js";
import { isTableView, phase } from "./table.js";

const WIDE = "(min-width: 900px)"; // as in play.css

// group: () => the group that is playing; newest: () => the state as it is by now, which may have been typed
// into since it was drawn; past: what the server has, see asides.js.
export function drawing(shell, say, group, newest, past) {
  const part = (selector) => shell.querySelector(selector);
  const root = { header: part("header"), main: part("main"), footer: part("footer"), live: part("[aria-live]") };
  const block = made(h("aside"));
  const { mark, drawStatus } = statusMark(root.live, say);
  const above = asides(root, () => group().id, past, say);
  let drawn = null; // the game that is on the page now
  const interlude = between(say, () => drawn);
  const wide = matchMedia(WIDE);
  wide.addEventListener("change", () => drawAgain());

  function links(state) {
    const filled = (pattern) => pattern.replace("{group}", group().id).replace("{game}", state.game.id);
    const { sheet, print, season, deleted, rules, judge, home, https } = shell.dataset;
    const back = `#${group().id}/${state.game.id}`;
    return {
      mayDelete: mayDelete(group(), state.game.id),
      isStored: past.isStored(gamePath(group().id, state.game.id)),
      sheet: filled(sheet), print: filled(print), season: filled(season), deleted: filled(deleted), rules, judge, back, home, https,
    };
  }

  function drawWordmark() {
    redraw(root.header, h("a", { class: "wordmark", href: shell.dataset.home }, "Scorepad"));
  }

  // The paper block waits for the frame after: nobody looks there for the answer to a tap.
  function drawBlock() {
    if (drawn && drawn.ui.round !== null) redraw(block, aside(drawn, say, wide.matches));
  }

  function drawRound(state) {
    redraw(root.header, header(state, say));
    redraw(root.main, round(state, say, state.ui.panel && links(state), !wide.matches && interlude(state)), block);
    redraw(root.footer, footer(state, say, mark));
    afterFrame(drawBlock);
  }

  function drawEnd(state) {
    const isNew = shell.dataset.phase !== "end";
    drawWordmark();
    redraw(root.main, h("div", { class: "table ended" }, isNew ? crowning(state, say, group()) : end(state, say, links(state), group())));
    if (isNew) afterFrame(drawAgain);
    redraw(root.footer, endFooter(state, say, mark));
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
    redraw(root.footer, later.parts.deletedFooter(say, mark));
  }

  function drawPeopleFooter(state) {
    redraw(root.footer, later.parts.peopleFooter(state, say, mark));
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

  const needsLater = (state) => {
    const { game, ui } = state;
    return pageOf(state) || ui.round === null || ui.panel || game.foresight || game.bid_mode !== "open" || game.edition.length > 0 || game.scoring !== "classic";
  };

  function drawPhase(state) {
    const name = pageOf(state);
    if (name && later.parts) {
      LATER[name](state);
      return name;
    }
    (state.ui.round === null ? drawEnd : drawRound)(state);
    return phase(state);
  }

  const drawAgain = () => drawn && drawGame(newest());
  const listen = () => drawn && later.parts?.listen(newest(), drawAgain);

  // What the whole page looks like, for the styles; `:has` would ask all of it again at every tap.
  function setLook(phase, panel) {
    if (shell.dataset.phase !== phase) shell.dataset.phase = phase;
    if (shell.dataset.panel !== panel) shell.dataset.panel = panel;
  }

  function drawGame(state) {
    drawn = state;
    setLook(drawPhase(state), (later.parts && state.ui.panel) ?? "");
    above.draw(state);
    if (!later.parts && needsLater(state)) fetchLater(drawAgain);
    listen();
  }

  function drawStart() {
    drawn = null;
    setLook("start", "");
    drawWordmark();
    redraw(root.main);
    above.draw(null);
  }

  function placeOfFocus(key) {
    const next = keyed(shell, key) ?? root.main.querySelector(".seat.open .row, .hand button") ?? shell.querySelector("h1");
    if (next?.matches("h1")) next.tabIndex = -1;
    return next;
  }

  return { root, drawStatus, drawPeopleFooter, drawGame, drawStart, listen, drawQuestion: above.ask, placeOfFocus };
}
