// Wizards, bottles and colours as they are drawn: shape first, colour second.

import { h, symbol } from "../../play/elements.js";

export const dot = (colour) => h("i", { class: `dot colour-${colour ?? "none"}`, "aria-hidden": "true" });

const times = (count, name, state) => Array.from({ length: Math.max(0, count) }, (_, at) => symbol(name, { class: `symbol ${state}`, key: `${state}-${at}` }));

export const wizards = ({ home }, all) => h("span", { class: "marks", "aria-hidden": "true" }, times(home, "figure", "on"), times(all - home, "figure", "off"));

export const bottles = ({ full, spent, bottles: all }) =>
  h("span", { class: "marks", "aria-hidden": "true" }, times(full, "bottle", "on"), times(spent, "bottle-spent", "spent"), times(all - full - spent, "bottle-empty", "off"));

export const nameAt = (game, seat, say) => game.players[seat].name || say("player_number", { seat: seat + 1 });

export const deviceName = (device, say) => device?.name ?? say("another_phone");

export const listed = (names) => new Intl.ListFormat(document.documentElement.lang).format(names.map((name) => `\u2068${name}\u2069`));
