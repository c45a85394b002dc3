// What stands between two rounds on a phone: who moved up, who is never wrong, and the curve. It
// leaves with the first bid. The tap that ended the round is answered first: standings and curve come
// one frame later, into room as high as they had the last time, so that nothing below them jumps.

import { h } from "./elements.js";
import { afterFrame } from "./frames.js";
import { chart, standings } from "./pages/standings.js";
import { streakLine } from "./pages/streaks.js";
import { made, redraw } from "./redraw.js";
import { hasBegun, roundOf } from "./game.js";
import { isCorrecting, phase } from "./table.js";
import { closedRounds } from "./totals.js";

const LINE = 40; // of the standings where no name is long, as in play.css

function isBetween(state) {
  if (!state || !["bids", "sealed"].includes(phase(state)) || state.ui.hand || state.ui.round === 1 || isCorrecting(state)) return false;
  return !hasBegun(roundOf(state.game, state.ui.round));
}

// current: () => the state that is on the page by then.
export function between(say, current) {
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
