// Who has what, who stands where, and who wins: the same facts as scorepad/rules/towers, held to the
// same vectors by tests/js/towers.test.js. Pure functions only; seats count from 0, clockwise.

export const SEATS = [2, 3, 4, 5, 6];
export const MOST_SEATS = 6;
export const FEWEST_SEATS = 2;
export const HAND_CARDS = 3;
export const CAPACITY = [3, 3, 3, 2, 2, 2, 1, 1, 1];
export const SHIELDED = [1, 3, 5, 7, 9];
export const HIGHEST_COST = 6;

const WIZARDS = { 2: 5, 3: 4, 4: 4, 5: 3, 6: 3 };
const POTIONS = { 2: 6, 3: 5, 4: 5, 5: 4, 6: 4 };
const IN_BOX = { blue: 5, yellow: 5, red: 4, green: 4, orange: 3, purple: 3 };
const TEAM_TABLES = [4, 6];

export const COSTS = {
  advance_wizard: 2, advance_tower: 1, swap_tower: 1, headwind_wizard: 2, headwind_tower: 1,
  nudge_ravenskeep: 2, piggyback: 2, free_wizard: 2, other: 1,
};
export const SPELLS = Object.keys(COSTS);
export const BASE_GAME = ["advance_wizard", "advance_tower"].map((spell) => ({ spell, cost: COSTS[spell] }));

export const wizardsEach = (players) => WIZARDS[players];
export const potionsEach = (players) => POTIONS[players];
export const usableColours = (players) => Object.keys(IN_BOX).filter((colour) => IN_BOX[colour] >= WIZARDS[players]);
export const canTeam = (players) => TEAM_TABLES.includes(players);
export const partnerOf = (seat, players) => (seat + players / 2) % players;
export const turnOrder = (players, start) => Array.from({ length: players }, (_, step) => (start + step) % players);

export function sidesOf(players, teams) {
  if (!teams) return turnOrder(players, 0).map((seat) => [seat]);
  return turnOrder(players / 2, 0).map((seat) => [seat, seat + players / 2]);
}

export const sideOf = (seat, sides) => sides.findIndex((seats) => seats.includes(seat));

// The seats whose wizards stand on each of the nine towers, in the order they are put there.
export function placement(players, start) {
  const queue = Array(wizardsEach(players)).fill(turnOrder(players, start)).flat();
  return CAPACITY.map((room) => queue.splice(0, room));
}

export const filled = ({ full, spent }) => full + spent;
export const canCast = (full, cost) => full >= cost;

export const goalMet = (standing, wizards, potions) => standing.home >= wizards && filled(standing) >= potions;

const together = (standings) =>
  standings.reduce((all, { home, full, spent }) => ({ home: all.home + home, full: all.full + full, spent: all.spent + spent }));

export const sideStandings = (standings, sides) => sides.map((seats) => together(seats.map((seat) => standings[seat])));

export function sidesAtGoal(standings, sides) {
  const [wizards, potions] = [wizardsEach(standings.length), potionsEach(standings.length)];
  const reached = sideStandings(standings, sides);
  return sides.flatMap((seats, side) => (goalMet(reached[side], wizards * seats.length, potions * seats.length) ? [side] : []));
}

// Of those at the goal the fullest bottles; equally many win together.
export function winningSides(standings, sides) {
  const reached = sideStandings(standings, sides);
  const atGoal = sidesAtGoal(standings, sides);
  const most = Math.max(0, ...atGoal.map((side) => reached[side].full));
  return atGoal.filter((side) => reached[side].full === most);
}

export const isStuck = (standings, sides) =>
  standings.every(({ home }) => home >= wizardsEach(standings.length)) && !sidesAtGoal(standings, sides).length;

const isMore = (one, other) => {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && one[at] > other[at];
};

// 1 for the winners; the others are ranked unofficially.
export function ranksOf(standings, sides) {
  const won = winningSides(standings, sides);
  const strength = sideStandings(standings, sides).map((each, side) =>
    won.includes(side) ? [1, 0, 0] : [0, each.home + filled(each), each.full],
  );
  return strength.map((own) => 1 + strength.filter((other) => isMore(other, own)).length);
}

// Who plays once more after the turn that met the goal.
export function stillToPlay(players, start, trigger) {
  const order = turnOrder(players, start);
  return order.slice(order.indexOf(trigger) + 1);
}
