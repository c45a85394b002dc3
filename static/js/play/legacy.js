// What pages before the database left in localStorage (shape 1), as a patch for it.

const OWN = "scorepad.";
const OLD_SHAPE = 1;

export const keysOf = (storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index));

function oldItems(storage) {
  const items = {};
  for (const key of keysOf(storage)) {
    const record = key.startsWith(OWN) ? parsed(storage.getItem(key)) : null;
    if (record?.shape === OLD_SHAPE) items[key.slice(OWN.length)] = record.value;
  }
  return items;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function knownOf({ etags = {}, bodies = {} }) {
  const paths = new Set([...Object.keys(etags), ...Object.keys(bodies)]);
  return Object.fromEntries([...paths].map((path) => [path, { etag: etags[path] ?? null, body: bodies[path] ?? null }]));
}

export function broughtOver(storage) {
  const { outbox = {}, ...items } = oldItems(storage);
  const patch = { kept: {}, games: {}, waiting: {}, known: knownOf(outbox) };
  (outbox.entries ?? []).forEach((entry, index) => {
    patch.waiting[entry.key] = { ...entry, order: index + 1 };
  });
  for (const [name, value] of Object.entries(items)) {
    if (name.startsWith("game.")) patch.games[name.slice("game.".length)] = value;
    else patch.kept[name] = value;
  }
  return patch;
}

// Once all of it is in the database.
export function forgetOld(storage) {
  for (const name of Object.keys(oldItems(storage))) storage.removeItem(OWN + name);
}
