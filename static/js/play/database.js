// The four tables stored on the phone, and changes to them as patches: {table: {key: value}}, where null
// deletes a key. A tap is one patch, written completely or not at all.

import { openDB } from "../../vendor/idb-8.0.4/index.js";
import { whenLeft } from "./dom.js";
import { withoutDraft } from "./state.js";

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
  const changed = (table) => present({ ...content[table], ...patch[table] });
  return byTable((table) => (isChanged(table) ? changed(table) : content[table]));
}

// The part of a patch that is not done, or has other values by now.
export function without(patch, done) {
  const left = (table) => Object.entries(patch[table]).filter(([key, value]) => done[table][key] !== value);
  return byTable((table) => Object.fromEntries(left(table)));
}

export const isEmpty = (patch) => TABLES.every((table) => Object.keys(patch[table]).length === 0);

// Keys of what is kept for one kind of game.
export const keysWith = (prefix) =>
  Object.fromEntries(["current", "database", "open", "seen", "visited"].map((name) => [name, prefix + name]));

const TAPPED = /^(towers\.)?(current$|open\.)/; // keys that only a tap changes

// A patch made before anything was read, for what is found: that stays, except for what was tapped since.
// Requests found there keep the versions that they were based on.
export function overFound(found, patch) {
  const waiting = Object.entries(found.waiting).filter(([key]) => !(key in patch.waiting));
  const paths = waiting.map(([, { path }]) => path);
  const kept = Object.entries(patch.kept).filter(([key]) => !(key in found.kept) || TAPPED.test(key));
  const known = Object.entries(patch.known).filter(([path]) => !paths.includes(path));
  return { ...patch, kept: Object.fromEntries(kept), known: Object.fromEntries(known) };
}

// --- The database of this phone: four tables, each patch in one strict transaction. Safari freezes a page
// that is left, with its transactions, and every later write of the site waits for them: none begins while
// the page is hidden, and the connection closes when it is left. iPhones close the connection of a page in
// the background, so a failure reopens it once; sometimes they never respond, so every wait has a limit.

const SHAPE = 3; // of what is stored; stored with it
const NAME = "scorepad";
const VERSION = 1;
const PATIENCE_MS = 500; // of two attempts: a second in total
const READ_WHOLE = ["kept", "waiting", "known"]; // games are read one by one

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

// Both are ended by the browser, even if the page is frozen before it hears of it.
async function readWhole(db) {
  const transaction = db.transaction(READ_WHOLE);
  const reading = READ_WHOLE.map((table) => readTable(transaction.objectStore(table)));
  transaction.commit?.();
  const tables = await Promise.all(reading);
  return Object.fromEntries(READ_WHOLE.map((table, index) => [table, tables[index]]));
}

async function readGame(db, id) {
  const transaction = db.transaction("games");
  const reading = transaction.store.get(id);
  transaction.commit?.();
  const { shape, value } = (await reading) ?? {};
  if (!value) return null;
  // Versions before the third stored undo steps in another way: they are lost.
  return withoutDraft(shape < SHAPE ? { ...value, past: [], future: [] } : value);
}

export class Silence extends Error {}

const within = (duration, work) =>
  Promise.race([work, new Promise((_, failed) => setTimeout(failed, duration, new Silence("it is silent")))]);

const ABSENCE = "the page is hidden, or was meanwhile";

export function database(open = openDB) {
  let handle = null;
  let births = 0; // the browser may delete the database, and create a new one
  let isOpening = false; // no two requests to open it at once
  let absences = 0;

  function close() {
    handle?.then((old) => old.close()).catch(() => null);
    handle = null;
  }

  whenLeft(() => {
    absences += 1;
  });
  globalThis.addEventListener?.("pagehide", close);

  function opened() {
    if (handle) return handle;
    isOpening = true;
    handle = open(NAME, VERSION, { upgrade(db) {
      for (const table of TABLES) db.createObjectStore(table);
      births += 1;
    }, terminated: close, blocking: close });
    handle.catch(() => null).finally(() => {
      isOpening = false;
    });
    return handle;
  }

  async function using(work) {
    const before = absences;
    function check() {
      if (globalThis.document?.hidden || absences !== before) throw new Error(ABSENCE);
    }
    async function begun() {
      check();
      const db = await opened();
      check();
      return work(db);
    }
    try {
      return await within(PATIENCE_MS, begun());
    } catch {
      check();
      if (!isOpening) close();
    }
    return within(PATIENCE_MS, begun()).catch((error) => {
      check(); // a frozen page hears nothing
      throw error;
    });
  }

  return { write: (patchNow) => using((db) => put(db, patchNow())), read: () => using(readWhole),
    game: (id) => using((db) => readGame(db, id)), births: () => births };
}
