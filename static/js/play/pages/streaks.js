// Who has met three bids or more in a row, in words.

import { h } from "../elements.js";
import { worthAWord } from "../streaks.js";

export function streakLine({ game }, say) {
  const found = worthAWord(game);
  if (!found.length) return null;
  const item = ({ seat, n }) => h("li", {}, say("streak", { name: game.players[seat].name, n }));
  return h("ul", { class: "streaks" }, found.map(item));
}
