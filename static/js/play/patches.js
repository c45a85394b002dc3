// What the phone keeps, as four tables, and changes to it as patches: {table: {key: value}},
// where null takes a key away. A tap is one patch, written whole or not at all.

export const TABLES = ["kept", "games", "waiting", "known"];

export const emptyContent = () => ({ kept: {}, games: {}, waiting: {}, known: {} });

const present = (table) => Object.fromEntries(Object.entries(table).filter(([, value]) => value !== null));

// A patch after another one is one patch.
export const merged = (...patches) =>
  Object.fromEntries(TABLES.map((table) => [table, Object.assign({}, ...patches.map((patch) => patch[table] ?? {}))]));

export function applied(content, patch) {
  const both = merged(content, patch);
  return Object.fromEntries(TABLES.map((table) => [table, present(both[table])]));
}

// The patch that writes what the content now holds under the keys of another patch.
export const valuesOf = (content, keys) =>
  Object.fromEntries(
    TABLES.map((table) => [
      table,
      Object.fromEntries(Object.keys(keys[table] ?? {}).map((key) => [key, content[table][key] ?? null])),
    ]),
  );

export function without(patch, done) {
  const left = (table) => Object.entries(patch[table] ?? {}).filter(([key]) => !(key in (done[table] ?? {})));
  return Object.fromEntries(TABLES.map((table) => [table, Object.fromEntries(left(table))]));
}

export const isEmpty = (patch) => TABLES.every((table) => Object.keys(patch[table] ?? {}).length === 0);
