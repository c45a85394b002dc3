// What lies above the table for a while: the question that a conflict puts, and the history.
// Neither keeps anybody from playing on below.

import { fetchLater, later } from "./later.js";
import { bodyAt, gamePath, roundPath } from "./resources.js";
import { roundOf } from "./game.js";
import { made } from "./redraw.js";
import { isTableView } from "./table.js";

// past: {isStored(path), states(path), restore(path, body)}: what the server has; live: where a screen reader hears of a question.
export function asides({ main, live }, group, past, say) {
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
    return { path, section: made(later.parts.history(about, say)) };
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
    if ((asked || path) && !later.parts) return fetchLater(draw);
    open = path ? opened(state, path) : null;
    stand(main.querySelector(".table"), ".history", open?.section);
    stand(main, ".conflict", asked && !(state && isTableView(state)) ? sectionOf(asked) : null);
    return null;
  }

  // Drawn anew only where it is another question, or mine has changed.
  function sectionOf({ key, theirs, mine }) {
    const about = JSON.stringify([key, theirs, mine]);
    if (drawn?.about === about) return drawn.section;
    const section = made(later.parts.conflict(asked, say));
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
