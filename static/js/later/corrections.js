// Points beside those of the rounds: a penalty, or a correction of what was written. Each is an
// entry of its own with its reason, and can be changed and taken away again.

import { button, h } from "../play/elements.js";
import { presentIn, seatsOf } from "../play/presence.js";
import { addSteps } from "../play/table.js";
import { gain } from "../play/words.js";

const USUAL = [-20, -10, 10, 20];
const WHOLE = /^[+-]?\d{1,5}$/;

const textOf = (points) => (points === null || points === undefined ? "" : String(points));

// What has been said of the entry so far; index tells which one is changed. After the last round it is of none.
export function entryOf({ ui }) {
  const { index = null, seat = null, reason = "", round = ui.round, points } = ui.correction ?? {};
  const text = textOf(points).trim().replace("\u2212", "-");
  return { index, seat, reason, round, text, points: WHOLE.test(text) && Number(text) !== 0 ? Number(text) : null };
}

const isWhole = ({ seat, points }) => seat !== null && points !== null;

function adjust(state) {
  const { game, ui } = state;
  const { index, seat, points, reason, round } = entryOf(state);
  if (seat === null || points === null) return { game, ui };
  const entry = { seat, points, reason: reason.trim(), round };
  const adjustments = index === null ? [...game.adjustments, entry] : game.adjustments.map((old, at) => (at === index ? entry : old));
  return { game: { ...game, adjustments }, ui: { ...ui, correction: null } };
}

const unadjust = ({ game, ui }, { index }) => ({
  game: { ...game, adjustments: game.adjustments.filter((_, at) => at !== index) },
  ui: { ...ui, correction: null },
});

addSteps(
  { adjust, unadjust },
  {
    correction: ({ ui }, changes) => ({ ...ui, correction: { ...ui.correction, ...changes } }),
    amend: ({ game, ui }, { index }) => ({ ...ui, correction: { ...game.adjustments[index], index } }),
  },
);

// --- on the page ----------------------------------------------------------------------

function written({ game, ui }, say) {
  if (!game.adjustments.length) return null;
  const about = ({ reason, round }) => [round && say("next_round", { round }), reason].filter(Boolean).join(" · ");
  const line = (one, index) => {
    const { name } = game.players[one.seat];
    const points = gain(one.points);
    const label = (word) => ({ "aria-label": say(word, { name, points }) });
    const who = h("span", { class: "who" }, h("b", {}, h("bdi", {}, name)), h("small", { class: "under" }, about(one)));
    return h(
      "li",
      { class: ui.correction?.index === index ? "open" : null },
      button("amend", { index }, { class: "row", ...label("correction_amend") }, who, h("span", { class: "gain" }, points)),
      button("unadjust", { index }, { class: "small", ...label("correction_remove") }, "×"),
    );
  };
  return h("ol", { class: "corrections" }, game.adjustments.map(line));
}

const typed = (name, value, attributes) =>
  h("input", { type: "text", name, value, autocomplete: "off", spellcheck: "false", data: { typed: name, key: `typed-${name}` }, ...attributes });

function whom({ game }, { seat, round }, say) {
  const choice = (other) => button("correction", { seat: other }, { class: "choice", "aria-pressed": String(other === seat) }, h("bdi", {}, game.players[other].name));
  return h("fieldset", {}, h("legend", {}, say("correction_whom")), h("div", { class: "choices" }, (round ? presentIn(game, round) : seatsOf(game)).map(choice)));
}

function howMany({ points, text }, say) {
  const choice = (usual) => button("correction", { points: usual }, { class: "choice", "aria-pressed": String(usual === points) }, gain(usual));
  const box = typed("points", text.replace("-", "\u2212"), { "aria-label": say("correction_points"), maxlength: "6" });
  const isUnclear = text !== "" && points === null;
  return h(
    "fieldset",
    {},
    h("legend", {}, say("correction_points")),
    h("div", { class: "choices" }, USUAL.map(choice), box),
    isUnclear && h("p", { class: "problem", role: "alert" }, say("correction_unclear")),
  );
}

function bookButton({ game }, entry, say) {
  const isReady = isWhole(entry);
  const text = isReady ? say("correction_book", { name: game.players[entry.seat].name, points: gain(entry.points) }) : say("correction_whose");
  return button("adjust", {}, { class: "main", disabled: !isReady }, text);
}

export function correctionPanel(state, say) {
  const entry = entryOf(state);
  return h(
    "section",
    { class: "panel correction", "aria-label": say("correction") },
    h("h2", {}, say("correction")),
    h("p", { class: "hint" }, say("correction_why")),
    written(state, say),
    whom(state, entry, say),
    howMany(entry, say),
    h("label", { class: "field" }, h("span", {}, say("correction_reason")), typed("reason", entry.reason, { maxlength: "100", autocapitalize: "sentences", enterkeyhint: "done" })),
    h("div", { class: "choices" }, bookButton(state, entry, say), button("panel", { name: "correction" }, { class: "quiet" }, say("close"))),
  );
}
