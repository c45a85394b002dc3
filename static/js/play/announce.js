// What a screen reader says after a step, in words of the page.

import { runningRound, roundCount } from "./game.js";
import { presentIn } from "./presence.js";
import { firstRoundOf, lastRoundOf } from "./seating.js";
import { currentTricks, phase } from "./table.js";

const ofLater = {}; // what js/later says of its own steps
export const addAnnouncements = (more) => Object.assign(ofLater, more);

const nameAt = ({ game }, seat) => game.players[seat].name;

// Those of everybody whose tricks were filled in by this tap.
function tricksGiven(state, say) {
  const before = currentTricks({ ...state, ...state.past.at(-1) });
  const seats = presentIn(state.game, state.ui.round);
  const after = currentTricks(state);
  const given = seats.filter((seat) => after[seat] !== null && after[seat] !== before[seat]);
  return given.map((seat) => say("says_took", { name: nameAt(state, seat), took: after[seat] })).join(" ");
}

export function announcement(state, action, args, say) {
  const { game, ui } = state;
  const now = phase(state);
  if (ui.ask) return say("not_allowed_ask", { value: ui.ask.value });
  if (now === "end") return say("game_over");
  if (action === "bid" || action === "bidAnyway") {
    const said = args.value === undefined ? "" : say("says_bid", { name: nameAt(state, args.seat), bid: args.value });
    if (now === "reading") return `${said} ${say("says_read")}`;
    return ui.open === null ? said : `${said} ${say("says_next", { name: nameAt(state, ui.open) })}`;
  }
  if (action === "give" || (action === "miss" && ui.open === args.seat)) return tricksGiven(state, say);
  if (action === "join") return say("joins", { name: args.player.name, round: firstRoundOf(game, args.after + 1) });
  if (action === "leave") return say("leaves", { name: nameAt(state, args.seat), round: lastRoundOf(game, args.seat) });
  if (action === "winTrick") return say("says_won", { name: nameAt(state, args.seat) });
  if (action === "closeRound") return say("round_of", { round: Math.min(runningRound(game), roundCount(game)), rounds: roundCount(game) });
  return ofLater[action]?.(state, args, say) ?? "";
}
