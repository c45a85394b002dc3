// What lies above the table for a while: the question that a conflict puts, and the history.
// Neither keeps anybody from playing on below.

import { fetchLater, later } from "./later.js";
import { bodyAt, gamePath, roundPath } from "./resources.js";
import { roundOf } from "./game.js";

// past: {states(path), restore(path, body)}
export function asides(main, group, past, say) {
  let question = null;
  let last = null;
  let open = null; // the history that was asked for: it stays while the table below is played

  const pathOf = ({ game, ui }) =>
    ui.panel === "history" ? roundPath(group(), game.id, ui.round) : ui.panel === "history_game" ? gamePath(group(), game.id) : null;

  function opened({ game, ui }, path) {
    if (path === open?.path) return open;
    const number = ui.panel === "history" ? ui.round : 0;
    const now = number ? roundOf(game, number) : bodyAt(game, path);
    const about = { path, number, game, now, load: () => past.states(path), restore: (body) => past.restore(path, body) };
    return { path, section: later.parts.history(about, say) };
  }

  function draw(state = last) {
    last = state;
    main.querySelector(".conflict")?.remove();
    const path = state && pathOf(state);
    if ((question || path) && !later.parts) return fetchLater(() => draw());
    open = path ? opened(state, path) : null;
    if (open) main.querySelector(".table")?.prepend(open.section);
    if (question) main.prepend(later.parts.conflict(question, say));
    return null;
  }

  function ask(asked) {
    question = asked;
    draw();
  }

  return { ask, draw };
}
