// The reminder of the first round, where everybody sees all cards but their own.

import { h } from "../play/elements.js";
import { phase } from "../play/table.js";

const isForesight = (state) => state.game.foresight && state.ui.round === 1 && state.game.cards[0] === 1 && ["bids", "sealed"].includes(phase(state));

export const foresight = (state, say) => (isForesight(state) ? h("p", { class: "foresight" }, say("foresight_now")) : null);
