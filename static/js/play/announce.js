// What a screen reader says after a step, in words of the page.

import { runningRound, roundCount } from "./game.js";
import { firstRoundOf, lastRoundOf } from "./seating.js";
import { phase } from "./table.js";

const ofLater = {}; // what js/later says of its own steps
export const addAnnouncements = (more) => Object.assign(ofLater, more);

const nameAt = ({ game }, seat) => game.players[seat].name;

export function announcement(state, action, args, say) {
  const { game, ui } = state;
  const now = phase(state);
  if (ui.ask) return say("not_allowed_ask", { value: ui.ask.value });
  if (now === "end") return say("game_over");
  if (action === "bid" || action === "bidAnyway") {
    const said = args.value === undefined ? "" : say("says_bid", { name: nameAt(state, args.seat), bid: args.value });
    if (now === "reading") return `${said} ${say("says_read")}`;
    return ui.open === null ? said : `${said} ${say("bids_next", { name: nameAt(state, ui.open) })}`;
  }
  if (action === "give") return say("says_took", { name: nameAt(state, args.seat), took: args.value });
  if (action === "join") return say("joins", { name: args.player.name, round: firstRoundOf(game, args.after + 1) });
  if (action === "leave") return say("leaves", { name: nameAt(state, args.seat), round: lastRoundOf(game, args.seat) });
  if (action === "winTrick") return say("says_won", { name: nameAt(state, args.seat) });
  if (action === "closeRound") return say("round_of", { round: Math.min(runningRound(game), roundCount(game)), rounds: roundCount(game) });
  return ofLater[action]?.(state, args, say) ?? "";
}
