// What no first tap needs: fetchLazy in play/dom.js brings it in idle time.

import { wherePanel } from "./announcements.js";
import { bombPanel, cloudPanel, turnedPanel } from "./cards.js";
import { correctionPanel } from "./people.js";

export { whereabouts } from "./announcements.js";
export {
  besideName, fetchSealedBids, listen, onOwnPhone, sealedFooter, sealedSeats, tableView,
} from "./bids.js";
export { aboutTrump, extras, foresight } from "./cards.js";
export { honours, podium } from "./ending.js";
export { conflict, deleted, deletedFooter, history } from "./history.js";
export {
  choices, chosen, chosenWords, options, ownRounds, ruleWhy, scoredHow, settings, written, wrongChoice,
} from "./options.js";
export { people } from "./people.js";
export { sharePicture } from "./picture.js";

const PANELS = {
  bomb: bombPanel, cloud: cloudPanel, cloud_again: cloudPanel, correction: correctionPanel,
  turnup: turnedPanel, where: wherePanel,
};

export function panelOf(state, say) {
  const [name] = (state.ui.panel ?? "").split("-");
  return Object.hasOwn(PANELS, name) ? PANELS[name](state, say) : null;
}
