// Panels that not every table opens, each under its own name.

import { correctionPanel } from "./corrections.js";
import { bombPanel, cloudPanel } from "./specials.js";
import { turnedPanel } from "./turnup.js";
import { wherePanel } from "./where.js";

const PANELS = { bomb: bombPanel, cloud: cloudPanel, cloud_again: cloudPanel, correction: correctionPanel, turnup: turnedPanel, where: wherePanel };

export function panelOf(state, say) {
  const [name] = (state.ui.panel ?? "").split("-");
  return Object.hasOwn(PANELS, name) ? PANELS[name](state, say) : null;
}
