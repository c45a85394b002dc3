// How a game is laid on the shelf. Its past is a list of states that share almost everything, so
// they are stored as one table of distinct pieces and, for each state, the numbers of its pieces.
// `shape` numbers this arrangement; every stored record carries it.

import { remembered } from "./remembered.js";

export const SHAPE = 2;

const textOf = remembered((piece) => JSON.stringify(piece));
const settingsOf = remembered(({ rounds: _rounds, ...rest }) => rest);

export function packSteps(states) {
  const pieces = [];
  const numbers = new Map();
  const number = (piece) => {
    const text = textOf(piece);
    if (!numbers.has(text)) numbers.set(text, pieces.push(piece) - 1);
    return numbers.get(text);
  };
  const steps = states.map(({ game, ui }) => [number(settingsOf(game)), number(ui), game.rounds.map(number)]);
  return { pieces, steps };
}

export function unpackSteps({ pieces, steps }) {
  return steps.map(([rest, ui, rounds]) => ({
    game: { ...pieces[rest], rounds: rounds.map((n) => pieces[n]) },
    ui: pieces[ui],
  }));
}

export const packState = ({ game, ui, past, future }) => ({ game, ui, past: packSteps(past), future: packSteps(future) });

export const unpackState = ({ game, ui, past, future }) => ({ game, ui, past: unpackSteps(past), future: unpackSteps(future) });
