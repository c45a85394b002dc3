// The four tables stored on the phone, and changes to them as patches: {table: {key: value}}, where null
// deletes a key. A tap is one patch, written completely or not at all.

import { openDB } from "../../vendor/idb-8.0.4/index.js";
import { whenLeft } from "./dom.js";
import { SHAPE } from "./state.js";

const TABLES = ["kept", "games", "waiting", "known"];

// A patch of a table that deletes these keys.
export const gone = (keys) => Object.fromEntries(keys.map((key) => [key, null]));

const byTable = (make) => Object.fromEntries(TABLES.map((table) => [table, make(table)]));

const present = (table) => Object.fromEntries(Object.entries(table).filter(([, value]) => value !== null));

export const merged = (...patches) =>
  byTable((table) => Object.assign({}, ...patches.map((patch) => patch[table])));

export const emptyContent = () => merged();

export function applied(content, patch) {
  const isChanged = (table) => Object.keys(patch[table] ?? {}).length > 0;
  return byTable((
    table,
  ) => (isChanged(table) ? present({ ...content[table], ...patch[table] }) : content[table]));
}

// Returns the patch with the current values of another patch's keys.
export const valuesOf = (content, keys) =>
  byTable((table) =>
    Object.fromEntries(Object.keys(keys[table] ?? {}).map((key) => [key, content[table][key] ?? null]))
  );

export function without(patch, done) {
  const left = (table) => Object.entries(patch[table] ?? {}).filter(([key]) => !(key in (done[table] ?? {})));
  return byTable((table) => Object.fromEntries(left(table)));
}

export const isEmpty = (patch) => TABLES.every((table) => Object.keys(patch[table] ?? {}).length === 0);

// it may belong to another
const isDatabase = (key) => ["database", "towers.database"].includes(key);

// Data of groups and visited games stay as found; lists are combined.
function together(key, value, found) {
  if (!value || !found) return value;
  if (Array.isArray(value)) return [...value, ...found.filter((each) => !value.includes(each))];
  const holds = key === "group" || key.startsWith("group.") ? value.id === found.id : key.endsWith("seen");
  return holds ? { ...value, ...found } : value;
}

// Applies a patch made before anything was read to what is found: earlier requests come first, and keep their
// base revisions.
export function overFound(found, patch) {
  const { kept = {}, waiting = {}, known = {} } = patch;
  const last = Math.max(0, ...Object.values(found.waiting).map(({ order }) => order));
  const isOurs = ([key, entry]) => entry && !(key in found.waiting);
  const after = (
    [key, entry],
  ) => [key, isOurs([key, entry]) ? { ...entry, order: entry.order + last } : entry];
  const paths = Object.entries(found.waiting).flatMap((
    [key, { path }],
  ) => (waiting[key] === null ? [] : [path]));
  return { ...patch,
    kept: Object.fromEntries(
      Object.entries(kept).filter(([key]) => !isDatabase(key)).map((
        [key, value],
      ) => [key, together(key, value, found.kept[key])]),
    ), waiting: Object.fromEntries(Object.entries(waiting).map(after)),
    known: Object.fromEntries(Object.entries(known).filter(([path]) => !paths.includes(path))) };
}

// --- The database of this phone: four tables, each patch in one strict transaction. Safari freezes a page
// that is left, with its transactions, and every later write of the site waits for them: none begins while
// the page is hidden, and the connection closes when it is left. iPhones close the connection of a page in
// the background, so a failure reopens it once; sometimes they never respond, so every wait has a limit.

const NAME = "scorepad";
const VERSION = 1;
const PATIENCE_MS = 700;
const IMPATIENCE_MS = 300; // for a database that was silent before: a second in total
const READ_WHOLE = ["kept", "waiting", "known"]; // games are read one by one

const create = (db) => {
  for (const table of TABLES) if (!db.objectStoreNames.contains(table)) db.createObjectStore(table);
};

// Everything is queued at once, so that a page that dies right after the tap has written it.
function put(db, patch) {
  const transaction = db.transaction(TABLES, "readwrite", { durability: "strict" });
  const requests = TABLES.flatMap((table) => {
    const store = transaction.objectStore(table);
    return Object.entries(patch[table] ?? {}).map(([key, value]) =>
      value === null ? store.delete(key) : store.put({ shape: SHAPE, value }, key)
    );
  });
  transaction.commit?.();
  return Promise.all([...requests, transaction.done]);
}

async function readTable(store) {
  const [keys, records] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return Object.fromEntries(keys.map((key, index) => [key, records[index].value]));
}

// Ended by the browser, even if the page is frozen before it hears of it.
function reading(db, tables, work) {
  const transaction = db.transaction(tables, "readonly");
  const found = work(transaction);
  transaction.commit?.();
  return found;
}

async function readWhole(db) {
  const tables = await reading(db, READ_WHOLE,
    (transaction) => Promise.all(READ_WHOLE.map((table) => readTable(transaction.objectStore(table)))));
  return Object.fromEntries(READ_WHOLE.map((table, index) => [table, tables[index]]));
}

const readGame = async (db, id) => (await reading(db, "games", ({ store }) => store.get(id)))?.value ?? null;

export class Silence extends Error {}

function within(duration, work) {
  let timer = null;
  const silence = new Promise((_, failed) => {
    timer = setTimeout(failed, duration, new Silence("the database is silent"));
  });
  return Promise.race([work, silence]).finally(() => clearTimeout(timer));
}

const ABSENCE = "the page is hidden, or was meanwhile";

// presence() returns a function that tells whether the page was visible all the time.
function presences(onPageHide) {
  let isLeft = false;
  let absences = 0;
  whenLeft(() => {
    absences += 1;
  });
  globalThis.addEventListener?.("pagehide", () => {
    isLeft = true;
    onPageHide();
  });
  globalThis.addEventListener?.("pageshow", () => {
    isLeft = false;
  });
  return function presence() {
    const before = absences;
    return () => !isLeft && !globalThis.document?.hidden && absences === before;
  };
}

export function database(open = openDB) {
  let handle = null;
  let births = 0; // the browser may delete the database, and create a new one
  let patience = PATIENCE_MS;
  let isOpening = false; // no two requests to open it at once
  const forget = () => {
    handle = null;
  };
  const close = () => {
    handle?.then((old) => old.close()).catch(() => null);
    forget();
  };
  const presence = presences(close);

  function opened() {
    if (handle) return handle;
    handle = open(NAME, VERSION, { upgrade(db, before) {
      create(db);
      if (!before) births += 1;
    }, terminated: forget, blocking: (_now, _next, event) => {
      event.target.close();
      forget();
    } });
    isOpening = true;
    const settled = () => {
      isOpening = false;
    };
    handle.then(settled, settled);
    return handle;
  }

  function reopened() {
    if (isOpening) return handle;
    close();
    return opened();
  }

  async function begun(access, work, isHere) {
    const db = await access();
    if (!isHere()) throw new Error(ABSENCE);
    return work(db);
  }

  async function attempt(access, work, isHere) {
    try {
      const result = await within(patience, begun(access, work, isHere));
      patience = PATIENCE_MS;
      return result;
    } catch (error) {
      if (!isHere()) throw new Error(ABSENCE); // and the values may be outdated by now
      if (error instanceof Silence) patience = IMPATIENCE_MS;
      throw error;
    }
  }

  async function using(work) {
    const isHere = presence();
    if (!isHere()) throw new Error(ABSENCE);
    const isDeaf = isOpening && patience === IMPATIENCE_MS; // requested long ago: it will respond when it can
    if (isDeaf) throw new Silence("the database is silent");
    return attempt(opened, work, isHere).catch((error) => {
      if (!isHere()) throw error;
      return attempt(reopened, work, isHere);
    });
  }

  return { write: (patchNow) => using((db) => put(db, patchNow())), read: () => using(readWhole),
    game: (id) => using((db) => readGame(db, id)), births: () => births };
}
