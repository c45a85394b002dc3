// The page, drawn from a state: header, middle, and the footer with its mark of what is saved.

import { afterFrame, h, keyed, made, redraw } from "../dom.js";
import { hasBegun, roundOf } from "../game.js";
import { mayDelete } from "../groups.js";
import { fetchLazy, lazy } from "../lazy.js";
import { bodyAt, gamePath, roundPath } from "../resources.js";
import { closedRounds } from "../sheet.js";
import { isCorrecting, isTableView, phase } from "../state.js";
import { aside, footer, header, round } from "./round.js";
import { chart, crowning, end, endFooter, standings, streakLine } from "./standings.js";
import { statusMark } from "./status.js";

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
    redraw(root.main, lazy.parts.tableView(state, say));
    redraw(root.footer, []);
  }

  function drawDeleted(state) {
    drawWordmark();
    redraw(root.main, h("div", { class: "table ended" }, lazy.parts.deleted(state, say, links(state))));
    redraw(root.footer, lazy.parts.deletedFooter(say, mark));
  }

  function drawPeopleFooter(state) {
    redraw(root.footer, lazy.parts.peopleFooter(state, say, mark));
  }

  function drawPeople(state) {
    redraw(root.header, lazy.parts.peopleHeader(say));
    redraw(root.main, lazy.parts.people(state, say, group().players));
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
    if (name && lazy.parts) {
      LATER[name](state);
      return name;
    }
    (state.ui.round === null ? drawEnd : drawRound)(state);
    return phase(state);
  }

  const drawAgain = () => drawn && drawGame(newest());
  const listen = () => drawn && lazy.parts?.listen(newest(), drawAgain);

  // What the whole page looks like, for the styles; `:has` would ask all of it again at every tap.
  function setLook(phase, panel) {
    if (shell.dataset.phase !== phase) shell.dataset.phase = phase;
    if (shell.dataset.panel !== panel) shell.dataset.panel = panel;
  }

  function drawGame(state) {
    drawn = state;
    setLook(drawPhase(state), (lazy.parts && state.ui.panel) ?? "");
    above.draw(state);
    if (!lazy.parts && needsLater(state)) fetchLazy(drawAgain);
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

// --- What lies above the table for a while: the question that a conflict puts, and the history.
// Neither keeps anybody from playing on below.

// past: {isStored(path), states(path), restore(path, body)}: what the server has; live: where a screen reader hears of a question.
function asides({ main, live }, group, past, say) {
  let asked = null; // the question
  let drawn = null; // and its section, which stays the same while the page is drawn again
  let last = null;
  let open = null; // the history that was asked for: it stays while the table below is played

  const pathOf = ({ game, ui }) =>
    ui.panel === "history" ? roundPath(group(), game.id, ui.round) : ui.panel === "history_game" ? gamePath(group(), game.id) : null;

  function opened({ game, ui }, path) {
    if (path === open?.path) return open;
    const number = ui.panel === "history" ? ui.round : 0;
    const now = number ? roundOf(game, number) : bodyAt(game, path);
    const load = async () => (past.isStored(gamePath(group(), game.id)) ? past.states(path) : []);
    const about = { path, number, game, now, load, restore: (body) => past.restore(path, body) };
    return { path, section: made(lazy.parts.history(about, say)) };
  }

  // A section that stands there already is left alone.
  function stand(place, selector, section) {
    const old = main.querySelector(selector);
    if (old !== section) old?.remove();
    if (section && section.parentNode !== place) place?.prepend(section);
  }

  function draw(state = last) {
    last = state;
    const path = state && pathOf(state);
    if ((asked || path) && !lazy.parts) return fetchLazy(draw);
    open = path ? opened(state, path) : null;
    stand(main.querySelector(".table"), ".history", open?.section);
    stand(main, ".conflict", asked && !(state && isTableView(state)) ? sectionOf(asked) : null);
    return null;
  }

  // Drawn anew only where it is another question, or mine has changed.
  function sectionOf({ key, theirs, mine }) {
    const about = JSON.stringify([key, theirs, mine]);
    if (drawn?.about === about) return drawn.section;
    const section = made(lazy.parts.conflict(asked, say));
    if (drawn?.key !== key) live.textContent = section.getAttribute("aria-label");
    drawn = { key, about, section };
    return section;
  }

  function ask(found) {
    asked = found;
    draw();
  }

  return { ask, draw };
}

// --- What stands between two rounds on a phone: who moved up, who is never wrong, and the curve. It
// leaves with the first bid. The tap that ended the round is answered first: standings and curve come
// one frame later, into room as high as they had the last time, so that nothing below them jumps.

const LINE = 40; // of the standings where no name is long, as in play.css

function isBetween(state) {
  if (!state || !["bids", "sealed"].includes(phase(state)) || state.ui.hand || state.ui.round === 1 || isCorrecting(state)) return false;
  return !hasBegun(roundOf(state.game, state.ui.round));
}

// current: () => the state that is on the page by then.
function between(say, current) {
  const ranking = made(h("div"));
  const curve = made(h("div", { class: "curve-room" }));
  let height = null; // of the ranking, when it stood there last

  const firstHeight = ({ game }) => LINE * game.players.length;

  function fill(state) {
    redraw(ranking, standings(state, say));
    redraw(curve, chart(state, say));
    ranking.style.minHeight = "";
  }

  function leaveRoom() {
    redraw(ranking);
    redraw(curve);
    ranking.style.minHeight = `${height}px`;
    afterFrame(() => {
      if (!isBetween(current())) return;
      fill(current());
      height = ranking.offsetHeight;
    });
  }

  return (state) => {
    const isThere = ranking.isConnected;
    if (!isBetween(state)) {
      height ??= firstHeight(state);
      return null;
    }
    const hasCurve = closedRounds(state.game).length > 1;
    if (!isThere && height) leaveRoom();
    else if (ranking.firstChild || !isThere) fill(state);
    return h("section", { class: "interlude" }, ranking, streakLine(state, say), hasCurve && curve);
  };
}
