// Where the phone keeps things: localStorage, written on every tap.
// The past of a game is a list of states that share almost everything, so they are stored as
// one table of distinct pieces and, for each state, the numbers of its pieces.

const SHAPE = 1;

export function packSteps(states) {
  const pieces = [];
  const numbers = new Map();
  const number = (piece) => {
    const text = JSON.stringify(piece);
    if (!numbers.has(text)) numbers.set(text, pieces.push(piece) - 1);
    return numbers.get(text);
  };
  const steps = states.map(({ game: { rounds, ...rest }, ui }) => [number(rest), number(ui), rounds.map(number)]);
  return { pieces, steps };
}

export function unpackSteps({ pieces, steps }) {
  return steps.map(([rest, ui, rounds]) => ({
    game: { ...pieces[rest], rounds: rounds.map((n) => pieces[n]) },
    ui: pieces[ui],
  }));
}

export function shelf(storage, name) {
  const key = `scorepad.${name}`;
  return {
    read(otherwise) {
      const text = storage.getItem(key);
      const kept = text && JSON.parse(text);
      return kept?.shape === SHAPE ? kept.value : otherwise;
    },
    write: (value) => storage.setItem(key, JSON.stringify({ shape: SHAPE, value })),
    clear: () => storage.removeItem(key),
  };
}

export const packState = ({ game, ui, past, future }) => ({ game, ui, past: packSteps(past), future: packSteps(future) });

export const unpackState = ({ game, ui, past, future }) => ({ game, ui, past: unpackSteps(past), future: unpackSteps(future) });
