// A game followed event by event: how far everybody is, whose turn, who has won; as
// scorepad/rules/towers/progress.py, and held to the same games.

import { canCast, canTeam, filled, partnerOf, potionsEach, ranksOf, sideOf, sidesAtGoal, sidesOf, stillToPlay, winningSides, wizardsEach } from "./rules.js";

const at = (list, seat, change) => list.map((each, index) => (index === seat ? { ...each, ...change(each) } : each));

export const costOf = (game, spell) => game.spells.find((each) => each.spell === spell)?.cost ?? null;

const PROBLEMS = {
  home: ({ home }, _, { players }) => home >= wizardsEach(players.length) && "wizards_range",
  filled: (held) => filled(held) >= held.bottles && "potions_range",
  cast({ full }, { spell }, game) {
    const cost = costOf(game, spell);
    if (cost === null) return "spell_not_in_play";
    return !canCast(full, cost) && "spell_unpaid";
  },
  given({ full }, { seat, to }, { teams, players }) {
    if (!teams || to !== partnerOf(seat, players.length)) return "not_a_partner";
    return full < 1 && "nothing_to_give";
  },
  turn_over: () => false,
};

const CHANGES = {
  home: (held, { seat }) => at(held, seat, ({ home }) => ({ home: home + 1 })),
  filled: (held, { seat }) => at(held, seat, ({ full }) => ({ full: full + 1 })),
  cast: (held, { seat, spell }, game) =>
    at(held, seat, ({ full, spent }) => ({ full: full - costOf(game, spell), spent: spent + costOf(game, spell) })),
  given: (held, { seat, to }) =>
    at(at(held, seat, ({ full, bottles }) => ({ full: full - 1, bottles: bottles - 1 })), to, ({ full, bottles }) => ({ full: full + 1, bottles: bottles + 1 })),
  turn_over: (held) => held,
};

// Anybody's wizard can come home on any turn, and bottles be handed over; who moves a tower fills a
// bottle of their own or their partner's; masters cast on others' turns too.
function isInTurn({ what, seat }, turn, { master, teams, players }) {
  if (what === "turn_over") return seat === turn;
  if (master || what === "home" || what === "given" || seat === turn) return true;
  return what === "filled" && teams && partnerOf(seat, players.length) === turn;
}

// Why an event cannot have happened to a table that has come so far; null where it can.
export function problemWith(progress, event, game) {
  if (progress.over) return "after_the_end";
  if (game.tracks_turns && !isInTurn(event, progress.turn, game)) return "turn_order";
  return PROBLEMS[event.what](progress.held[event.seat], event, game) || null;
}

function next(progress, event, game, number) {
  const problem = problemWith(progress, event, game);
  if (problem) return { ...progress, objections: [...progress.objections, { event: number, problem, seat: event.seat }] };
  const held = CHANGES[event.what](progress.held, event, game);
  const isNew = !progress.atGoal && sidesAtGoal(held, game.sides).length > 0;
  const trigger = isNew && game.tracks_turns ? progress.turn : progress.trigger;
  const now = { ...progress, held, atGoal: progress.atGoal || isNew, trigger };
  if (event.what !== "turn_over") return now;
  const turn = (now.turn + 1) % game.players.length;
  return { ...now, turn, turnsOver: now.turnsOver + 1, over: now.atGoal && turn === game.start };
}

function remaining({ trigger, over, turn }, { players, start, tracks_turns: tracks }) {
  if (trigger === null || over) return [];
  const left = stillToPlay(players.length, start, trigger);
  return tracks && left.includes(turn) ? left.slice(left.indexOf(turn)) : left;
}

const withSides = (game) => ({ ...game, sides: sidesOf(game.players.length, game.teams && canTeam(game.players.length)) });

export function progressOf(plain) {
  const game = withSides(plain);
  const { players, events, start, finished, last_turn: last = null } = game;
  const empty = { home: 0, full: 0, spent: 0, bottles: potionsEach(players.length) };
  const first = { held: players.map(() => empty), turn: start, turnsOver: 0, atGoal: false, trigger: null, over: false, objections: [] };
  let progress = events.reduce((before, event, number) => next(before, event, game, number), first);
  if (progress.atGoal && progress.trigger === null) progress = { ...progress, trigger: last };
  progress = { ...progress, over: progress.over || Boolean(finished) };
  return { ...progress, remaining: remaining(progress, game), rounds: roundsPlayed(progress, game), ...result(progress, game) };
}

function roundsPlayed({ over, turnsOver }, { tracks_turns: tracks, rounds = null, players }) {
  if (!tracks) return rounds;
  return Math.ceil((over ? turnsOver : turnsOver + 1) / players.length);
}

// Per seat: partners share what their side has.
function result({ held }, { sides, players }) {
  const [atGoal, won, ranks] = [sidesAtGoal(held, sides), winningSides(held, sides), ranksOf(held, sides)];
  const seats = players.map((_, seat) => sideOf(seat, sides));
  return { sides, goals: seats.map((side) => atGoal.includes(side)), winners: seats.map((side) => won.includes(side)), ranks: seats.map((side) => ranks[side]) };
}
