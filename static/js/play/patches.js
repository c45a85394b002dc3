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

const isDatabase = (key) => ["database", "towers.database"].includes(key); // what is there may be of another one
const isOfGroup = (key) => key === "group" || key.startsWith("group.");
const isList = (value) => Array.isArray(value);

// What is known of a group, and of what was seen, holds as it was found; a list keeps what is in either.
function together(key, value, found) {
  if (!value || !found) return value;
  if (isList(value)) return [...value, ...found.filter((each) => !value.includes(each))];
  const holds = isOfGroup(key) ? value.id === found.id : key.endsWith("seen");
  return holds ? { ...value, ...found } : value;
}

// A patch that was made before anything was read, over what is found to be there: requests that waited come first,
// and still say what they were made on.
export function overFound(found, patch) {
  const { kept = {}, waiting = {}, known = {} } = patch;
  const last = Math.max(0, ...Object.values(found.waiting).map(({ order }) => order));
  const isOurs = ([key, entry]) => entry && !(key in found.waiting);
  const after = ([key, entry]) => [key, isOurs([key, entry]) ? { ...entry, order: entry.order + last } : entry];
  const paths = Object.entries(found.waiting).flatMap(([key, { path }]) => (waiting[key] === null ? [] : [path]));
  return {
    ...patch,
    kept: Object.fromEntries(Object.entries(kept).filter(([key]) => !isDatabase(key)).map(([key, value]) => [key, together(key, value, found.kept[key])])),
    waiting: Object.fromEntries(Object.entries(waiting).map(after)),
    known: Object.fromEntries(Object.entries(known).filter(([path]) => !paths.includes(path))),
  };
}
