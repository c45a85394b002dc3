// The state of all players, the starting positions and the winners: the same rules as scorepad/games/towers,
// tested with the same vectors (tests/js/towers.test.js). Pure functions only; seats count from 0, clockwise.

import { ranks, sum } from "../play/rules.js";
import { acting } from "../play/state.js";

export const SEATS = [2, 3, 4, 5, 6];
export const CAPACITY = [3, 3, 3, 2, 2, 2, 1, 1, 1];
export const SHIELDED = [1, 3, 5, 7, 9];
export const HIGHEST_COST = 6;

export const WIZARDS = { 2: 5, 3: 4, 4: 4, 5: 3, 6: 3 };
export const POTIONS = { 2: 6, 3: 5, 4: 5, 5: 4, 6: 4 };
const IN_BOX = { blue: 5, yellow: 5, red: 4, green: 4, orange: 3, purple: 3 };
const TEAM_TABLES = [4, 6];

export const COSTS = { advance_wizard: 2, advance_tower: 1, swap_tower: 1, headwind_wizard: 2,
  headwind_tower: 1, nudge_ravenskeep: 2, piggyback: 2, free_wizard: 2, other: 1 };
export const SPELLS = Object.keys(COSTS);
export const BASE_GAME = ["advance_wizard", "advance_tower"].map((spell) => ({ spell, cost: COSTS[spell] }));

export const usableColours = (players) =>
  Object.keys(IN_BOX).filter((colour) => IN_BOX[colour] >= WIZARDS[players]);
export const canTeam = (players) => TEAM_TABLES.includes(players);
export const partnerOf = (seat, players) => (seat + players / 2) % players;
const turnOrder = (players, start) => Array.from({ length: players }, (_, step) => (start + step) % players);

export const sidesOf = (players, teams) =>
  turnOrder(teams ? players / 2 : players, 0).map((seat) => (teams ? [seat, seat + players / 2] : [seat]));

// The seats whose wizards stand on each of the nine towers, in the order of placement.
export function placement(players, start) {
  const queue = Array(WIZARDS[players]).fill(turnOrder(players, start)).flat();
  return CAPACITY.map((room) => queue.splice(0, room));
}

export const filled = ({ full, spent }) => full + spent;

export const goalMet = (standing, wizards, potions) =>
  standing.home >= wizards && filled(standing) >= potions;

// What each side has, which partners share: of those at the goal, the most full bottles win; ties win
// together. The others rank by wizards and bottles, then by full ones (12 at most), unofficially.
function standingsOf(held, sides) {
  const [wizards, potions] = [WIZARDS[held.length], POTIONS[held.length]];
  const all = sides.map((seats) => {
    const of = (what) => sum(seats.map((seat) => held[seat][what]));
    const side = { home: of("home"), full: of("full"), spent: of("spent") };
    return { ...side, atGoal: goalMet(side, wizards * seats.length, potions * seats.length) };
  });
  const most = Math.max(...all.map(({ atGoal, full }) => (atGoal ? full : 0)));
  const won = all.map(({ atGoal, full }) => atGoal && full === most);
  const strength = all.map((side, at) => (won[at] ? Infinity : 100 * (side.home + filled(side)) + side.full));
  const places = ranks(strength);
  return all.map((side, at) => ({ ...side, won: won[at], rank: places[at] }));
}

// Players with another turn after the goal was met.
export function stillToPlay(players, start, trigger) {
  const order = turnOrder(players, start);
  return order.slice(order.indexOf(trigger) + 1);
}

// --- Follows a game event by event, as scorepad/games/towers/progress.py does.

const at = (list, seat, change) =>
  list.map((each, index) => (index === seat ? { ...each, ...change(each) } : each));

export const costOf = (game, spell) => game.spells.find((each) => each.spell === spell)?.cost ?? null;

const PROBLEMS = { home: ({ home }, _, { players }) => home >= WIZARDS[players.length] && "wizards_range",
  filled: (held) => filled(held) >= held.bottles && "potions_range", cast({ full }, { spell }, game) {
  const cost = costOf(game, spell);
  if (cost === null) return "spell_not_in_play";
  return full < cost && "spell_unpaid";
}, given({ full }, { seat, to }, { teams, players }) {
  if (!teams || to !== partnerOf(seat, players.length)) return "not_a_partner";
  return full < 1 && "nothing_to_give";
} };

const CHANGES = { home: (held, { seat }) => at(held, seat, ({ home }) => ({ home: home + 1 })),
  filled: (held, { seat }) => at(held, seat, ({ full }) => ({ full: full + 1 })),
  cast: (held, { seat, spell }, game) =>
    at(held, seat,
      ({ full, spent }) => ({ full: full - costOf(game, spell), spent: spent + costOf(game, spell) })),
  given(held, { seat, to }) {
    const gives = at(held, seat, ({ full, bottles }) => ({ full: full - 1, bottles: bottles - 1 }));
    return at(gives, to, ({ full, bottles }) => ({ full: full + 1, bottles: bottles + 1 }));
  } };

// Any wizard can come home on any turn, and bottles can be handed over; moving a tower fills one's own or a
// partner's bottle; masters also cast on others' turns.
function isInTurn({ what, seat }, turn, { master, teams, players }) {
  if (what === "turn_over") return seat === turn;
  if (master || what === "home" || what === "given" || seat === turn) return true;
  return what === "filled" && teams && partnerOf(seat, players.length) === turn;
}

export const UNUSUAL = ["spell_again", "two_home"]; // possible, entered once the table accepts them

// A turn has one spell. It ends when the player's own wizard comes home, and only Piggyback brings another
// along. Masters cast more, also after a turn has ended.
function unusual({ turn, thisTurn }, event, { master }) {
  const cast = thisTurn.filter(({ what }) => what === "cast");
  if (event.what === "cast" && cast.length && !master) return "spell_again";
  const isOwnHome = ({ what, seat }) => what === "home" && seat === turn;
  const isStep = isOwnHome(event) || (!master && ["home", "filled", "cast"].includes(event.what));
  const carriers = cast.filter(({ spell }) => master || spell === "piggyback");
  return isStep && thisTurn.filter(isOwnHome).length > carriers.length ? "two_home" : null;
}

// Why an event cannot happen now, or is unusual and not accepted, or null.
export function problemWith(progress, event, game) {
  if (progress.over) return "after_the_end";
  if (game.tracks_turns && !isInTurn(event, progress.turn, game)) return "turn_order";
  const problem = PROBLEMS[event.what]?.(progress.held[event.seat], event, game);
  return problem || (game.tracks_turns && !event.accepted ? unusual(progress, event, game) : null);
}

function next(progress, event, game, number) {
  const problem = problemWith(progress, event, game);
  const objection = { event: number, problem, seat: event.seat };
  const objections = problem ? [...progress.objections, objection] : progress.objections;
  if (problem && !UNUSUAL.includes(problem)) return { ...progress, objections };
  const held = CHANGES[event.what]?.(progress.held, event, game) ?? progress.held;
  const atGoal = standingsOf(held, game.sides).some((side) => side.atGoal);
  const trigger = progress.trigger ?? (atGoal && game.tracks_turns ? progress.turn : null);
  const now = { ...progress, objections, held, thisTurn: [...progress.thisTurn, event], atGoal, trigger };
  if (event.what !== "turn_over") return now;
  const turn = (now.turn + 1) % game.players.length;
  return { ...now, turn, turnsOver: now.turnsOver + 1, thisTurn: [], over: atGoal && turn === game.start };
}

function remaining({ trigger, over, turn }, { players, start, tracks_turns: tracks }) {
  if (trigger === null || over) return [];
  const left = stillToPlay(players.length, start, trigger);
  return tracks && left.includes(turn) ? left.slice(left.indexOf(turn)) : left;
}

export function progressOf(plain) {
  const { players, events, start, teams, finished, last_turn: last = null } = plain;
  const sides = sidesOf(players.length, teams && canTeam(players.length));
  const game = { ...plain, sides };
  const held = players.map(() => ({ home: 0, full: 0, spent: 0, bottles: POTIONS[players.length] }));
  const first = { held, turn: start, thisTurn: [], turnsOver: 0, atGoal: false, trigger: null, over: false,
    objections: [] };
  const after = events.reduce((before, event, number) => next(before, event, game, number), first);
  const over = after.over || Boolean(finished);
  const progress = { ...after, over, trigger: after.trigger ?? (after.atGoal ? last : null) };
  const turns = over ? after.turnsOver : after.turnsOver + 1;
  const standings = standingsOf(after.held, sides);
  const ofSeat = players.map((_, seat) => standings[sides.findIndex((side) => side.includes(seat))]);
  const areHome = after.held.every(({ home }) => home >= WIZARDS[players.length]);
  return { ...progress, remaining: remaining(progress, game), sides,
    rounds: plain.tracks_turns ? Math.ceil(turns / players.length) : plain.rounds ?? null, standings,
    isStuck: areHome && !after.atGoal, goals: ofSeat.map(({ atGoal }) => atGoal),
    winners: ofSeat.map(({ won }) => won), ranks: ofSeat.map(({ rank }) => rank) };
}

// --- What people do at the table: act(state, "happen", {what: "home", seat: 1}) returns the next state.

export const SETUP_STEPS = 9;

export const opened = (game, stage = "play") => ({ game, past: [], future: [],
  ui: { stage, hasBegun: stage === "play", ticks: [], panel: null, open: null, reminder: null,
    problem: null } });

export const phase = ({ game, ui: { stage } }) =>
  stage === "setup" ? "setup" : progressOf(game).over ? "end" : "play";

export const isNamed = ({ players }) => players.every(({ name }) => name.trim() !== "");

// A hint for the person who enters this; only a wizard of the player whose turn it is ends the turn.
function reminderOf({ what, ...event }, game, { turn }) {
  if (what === "turn_over") return null;
  const whose = !game.tracks_turns ? "any" : event.seat === turn ? "own" : "other";
  const word = what === "home" ? `reminds_home_${whose}` : `reminds_${what}`;
  return { ...event, word, turn };
}

// A game, or the options for one, with a spell at this cost, or without it.
export function withSpell(game, spell, cost) {
  const spells = game.spells.filter((each) => each.spell !== spell);
  if (cost) spells.push({ spell, cost });
  return { ...game, spells: spells.sort((a, b) => SPELLS.indexOf(a.spell) - SPELLS.indexOf(b.spell)) };
}

// The game as the table agreed to it before its rules objected: whatever is unusual in it happened.
export function agreed(game) {
  const asked = progressOf(game).objections.filter(({ problem }) => UNUSUAL.includes(problem));
  const accept = (events, { event }) => at(events, event, () => ({ accepted: true }));
  return { ...game, events: asked.reduce(accept, game.events) };
}

const settled = ({ ui }, game, changes = {}) => ({ game,
  ui: { ...ui, problem: null, reminder: null, ...changes } });
const refused = (state, problem) => settled(state, state.game, { problem });

function checked(state, game) {
  const { objections } = progressOf(game);
  const fits = objections.every(({ problem }) => UNUSUAL.includes(problem));
  return fits ? settled(state, game) : refused(state, { problem: "does_not_fit" });
}

const steps = {
  happen(state, event) {
    const { game, ui } = state;
    const progress = progressOf(game);
    const problem = problemWith(progress, event, game);
    if (problem) return refused(state, { problem, event: UNUSUAL.includes(problem) ? event : null });
    const reminder = reminderOf(event, game, progress);
    const open = ["cast", "turn_over"].includes(event.what) ? null : ui.open;
    return settled(state, { ...game, events: [...game.events, event] }, { reminder, open });
  },
  anyway: (state) => steps.happen(state, { ...state.ui.problem.event, accepted: true }),
  give: (state, { seat }) =>
    steps.happen(state, { what: "given", seat, to: partnerOf(seat, state.game.players.length) }),
  turnOver: (state) => steps.happen(state, { what: "turn_over", seat: progressOf(state.game).turn }),
  // If turns were not tracked: whose turn it was when the goal was met.
  trigger: (state, { seat }) => settled(state, { ...state.game, last_turn: seat === "" ? null : seat }),
  takeBack: (state, { number }) =>
    checked(state, { ...state.game, events: state.game.events.filter((_, at) => at !== number) }),
  finish: (state) => settled(state, { ...state.game, finished: true }, { panel: null }),
  // If turns are tracked, the end of the last one ends the game.
  reopen(state) {
    const { events, finished } = state.game;
    const left = finished ? events : events.slice(0, -1);
    return settled(state, { ...state.game, finished: false, events: left });
  },
  spell: (state, { spell, value }) => checked(state, withSpell(state.game, spell, value)),
  deleted: (state, { is }) =>
    settled(state, { ...state.game, deleted: Boolean(is), deleted_by: null }, { panel: null }),
  note: (state, changes) => settled(state, { ...state.game, ...changes }),
};

// Navigation is not undone.
const moves = {
  tick: ({ ui }, { step }) => ({ ...ui, ticks: ui.ticks.includes(step)
    ? ui.ticks.filter((one) => one !== step)
    : [...ui.ticks, step] }),
  begin: ({ ui }) => ({ ...ui, stage: "play", hasBegun: true, panel: null }),
  setup: ({ ui }) => ({ ...ui, stage: "setup", panel: null }),
  panel: ({ ui }, { name }) => ({ ...ui, panel: ui.panel === name ? null : name, problem: null }),
  open: ({ ui }, { seat }) => ({ ...ui, open: ui.open === seat ? null : seat, problem: null }),
};

// The open page stays, whatever is undone below it.
export const act = acting(steps, moves,
  ({ ui: { stage, hasBegun, panel } }, step) => settled(step, step.game, { stage, hasBegun, panel }));
