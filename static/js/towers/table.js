// What people do at the table, as pure steps: act(state, "happen", {what: "home", seat: 1}) is the next
// state. A state is {game, ui, past, future}; past and future make undo and redo.

import { SPELLS } from "./rules.js";
import { costOf, problemWith, progressOf } from "./progress.js";
import { partnerOf, sidesOf } from "./rules.js";

const STEPS_KEPT = 100;
export const SETUP_STEPS = 9;

const ui = (stage) => ({ stage, hasBegun: stage === "play", ticks: [], panel: null, open: null, reminder: null, problem: null });

export const opened = (game, stage = "play") => ({ game, ui: ui(stage), past: [], future: [] });

// Whoever comes back finds nothing open.
export const rested = (state) => ({ ...state, ui: { ...state.ui, panel: null, problem: null, reminder: null } });

// One of: setup, play, end.
export function phase({ game, ui: { stage } }) {
  if (stage === "setup") return "setup";
  return progressOf(game).over ? "end" : "play";
}

export const isNamed = ({ players }) => players.every(({ name }) => name.trim() !== "");

const refused = (state, problem) => ({ ...state, ui: { ...state.ui, problem, reminder: null } });

// What whoever books this should know; a wizard home ends the turn whosever it was.
function reminderOf({ what, seat, spell, to }, game, progress) {
  if (what === "home") return { word: game.tracks_turns && seat !== progress.turn ? "reminds_home_other" : "reminds_home", seat, turn: progress.turn };
  if (what === "filled") return { word: "reminds_filled", seat };
  if (what === "cast") return { word: "reminds_cast", seat, spell, cost: costOf(game, spell) };
  return what === "given" ? { word: "reminds_given", seat, to } : null;
}

const withEvent = (game, event) => ({ ...game, events: [...game.events, event] });
const withSpells = (game, spells) => ({ ...game, spells: [...spells].sort((a, b) => SPELLS.indexOf(a.spell) - SPELLS.indexOf(b.spell)) });
const fits = (game) => progressOf(game).objections.length === 0;

const settled = (state, game, changes = {}) => ({ ...state, game, ui: { ...state.ui, problem: null, reminder: null, ...changes } });

const checked = (state, game, changes) => (fits(game) ? settled(state, game, changes) : refused(state, { problem: "does_not_fit" }));

const steps = {
  happen(state, event) {
    const progress = progressOf(state.game);
    const problem = problemWith(progress, event, { ...state.game, sides: sidesOf(state.game.players.length, state.game.teams) });
    if (problem) return refused(state, { problem, seat: event.seat, turn: progress.turn });
    const reminder = reminderOf(event, state.game, progress);
    return settled(state, withEvent(state.game, event), { reminder, open: event.what === "cast" ? null : state.ui.open });
  },
  give: (state, { seat }) => steps.happen(state, { what: "given", seat, to: partnerOf(seat, state.game.players.length) }),
  turnOver: (state) => settled(state, withEvent(state.game, { what: "turn_over", seat: progressOf(state.game).turn }), { open: null }),
  // Where turns were not tracked: whose turn it was when the goal was met.
  trigger: (state, { seat }) => settled(state, { ...state.game, last_turn: seat === "" ? null : seat }),
  takeBack: (state, { number }) => checked(state, { ...state.game, events: state.game.events.filter((_, at) => at !== number) }),
  finish: (state) => settled(state, { ...state.game, finished: true }, { panel: null }),
  reopen(state) {
    const { events, tracks_turns: tracks, finished } = state.game;
    const last = events.at(-1);
    // With tracked turns the last one being over has ended the game.
    const isByTurn = tracks && !finished && last?.what === "turn_over";
    return settled(state, { ...state.game, finished: false, events: isByTurn ? events.slice(0, -1) : events });
  },
  start: (state, { seat }) => checked(state, { ...state.game, start: seat }),
  cost: (state, { spell, value }) => checked(state, withSpells(state.game, state.game.spells.map((each) => (each.spell === spell ? { spell, cost: value } : each)))),
  spell(state, { spell, value }) {
    const others = state.game.spells.filter((each) => each.spell !== spell);
    return checked(state, withSpells(state.game, value ? [...others, { spell, cost: value }] : others));
  },
  deleted: (state, { is }) => settled(state, { ...state.game, deleted: Boolean(is), deleted_by: null }, { panel: null }),
  restore: (state, { game }) => settled(state, game, { panel: null }),
  note: (state, changes) => settled(state, { ...state.game, ...changes }),
};

// Moving about changes nothing that could be undone.
const moves = {
  tick: (at, { step }) => ({ ...at, ticks: at.ticks.includes(step) ? at.ticks.filter((one) => one !== step) : [...at.ticks, step] }),
  begin: (at) => ({ ...at, stage: "play", hasBegun: true, panel: null }),
  setup: (at) => ({ ...at, stage: "setup", panel: null }),
  panel: (at, { name }) => ({ ...at, panel: at.panel === name ? null : name, problem: null }),
  open: (at, { seat }) => ({ ...at, open: at.open === seat ? null : seat, problem: null }),
};

const calm = ({ game, ui: at }) => ({ game, ui: { ...at, problem: null, reminder: null } });

function undo(state) {
  const before = state.past.at(-1);
  if (!before) return state;
  return { ...before, past: state.past.slice(0, -1), future: [calm(state), ...state.future] };
}

function redo(state) {
  const [after, ...future] = state.future;
  if (!after) return state;
  return { ...after, past: [...state.past, calm(state)].slice(-STEPS_KEPT), future };
}

// The page that is open stays, whatever is undone below it.
const keepingPlace = (state, next) => (next === state ? state : { ...next, ui: { ...next.ui, stage: state.ui.stage, hasBegun: state.ui.hasBegun, panel: state.ui.panel } });

export function act(state, action, args = {}) {
  if (action === "undo") return keepingPlace(state, undo(state));
  if (action === "redo") return keepingPlace(state, redo(state));
  if (moves[action]) return { ...state, ui: moves[action](state.ui, args) };
  const next = steps[action](state, args);
  if (next.game === state.game) return next;
  return { ...next, past: [...state.past, calm(state)].slice(-STEPS_KEPT), future: [] };
}
