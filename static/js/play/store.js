// Data in memory, written to the database at once. If the database fails, is silent or must not be used
// because the page is hidden, missing values are mirrored in localStorage and written later; if that fails
// too, the person is told to keep the page open. Each page has its own mirror. Another page that finds it
// takes it over, because this one may never return.

import { applied, emptyContent, isEmpty, merged, overFound, Silence, valuesOf, without } from "./database.js";
import { whenLeft } from "./dom.js";
import { attempt, newKey } from "./names.js";
import { SHAPE } from "./state.js";

const MIRROR = "scorepad.mirror";
const AGAIN_MS = 1000;

const keysOf = (storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index));

// base: a database(); storage: returns localStorage, and may throw. games: () => ids to read with the first
// response of a silent database; onRead(take, stored): called with it instead of take(), which adds it;
// onSilence(is): the database is silent, or responds again; rest(): resolves before a write begins, so that
// the tap is drawn first. A page that is left meanwhile mirrors the write.
export function storeOn(
  base,
  storage,
  { games = () => [], onRead = (take) => take(), onSilence = () => null, rest = null } = {},
) {
  const own = `${MIRROR}.${newKey()}`;
  let content = emptyContent();
  let missing = {}; // keys whose values the database does not have yet
  let issued = 0;
  let births = 0;
  let safe = true;
  let isRead = false; // until then, nothing in the database is overwritten
  let isSilent = false;
  let isMirrored = false;
  const flights = new Set(); // patches being written to the database
  let due = null; // makes the patch of a tap that is not in memory yet

  const mirrors = () => attempt(() => keysOf(storage()).filter((name) => name.startsWith(MIRROR)), []);
  const unwritten = () => valuesOf(content, missing);
  const underway = () => merged(missing, ...flights); // what a read of the database may lack

  function mirror() {
    isMirrored = false;
    return attempt(() => {
      if (isEmpty(missing)) storage().removeItem(own);
      else storage().setItem(own, JSON.stringify({ shape: SHAPE, patch: unwritten() }));
      isMirrored = !isEmpty(missing);
      return true;
    }, isEmpty(missing));
  }

  // A frozen page may never hear whether they were written.
  whenLeft(() => {
    settle();
    missing = merged(missing, ...flights);
    flights.clear();
    if (!isEmpty(missing)) mirror();
  });

  // What another page has taken over is written, and may have changed since.
  function forgetTaken() {
    if (!isMirrored || mirrors().includes(own)) return;
    missing = {};
    isMirrored = false;
  }

  function takeOver() {
    forgetTaken();
    const others = mirrors().filter((name) => name !== own);
    if (!others.length) return;
    const patch = merged(
      ...others.map((name) => attempt(() => JSON.parse(storage().getItem(name))?.patch ?? {}, {})),
    );
    content = applied(content, patch);
    missing = merged(missing, patch);
    if (mirror()) { for (const name of others) attempt(() => storage().removeItem(name)); }
  }

  // A new database is empty: the browser has deleted the old one.
  function isNew() {
    if (base.births() === births) return false;
    births = base.births();
    missing = merged(content, missing);
    return true;
  }

  // A silent database is asked again until it responds.
  function hear(is) {
    if (is === isSilent) return;
    isSilent = is;
    if (is) setTimeout(outlast, AGAIN_MS);
    onSilence(is);
  }

  async function outlast() {
    await heal();
    if (isSilent) setTimeout(outlast, AGAIN_MS);
  }

  async function asked(work) {
    try {
      const answer = await work();
      hear(false);
      return answer;
    } catch (error) {
      if (error instanceof Silence) hear(true);
      throw error;
    }
  }

  async function store(patchNow, isRested) {
    if (!isRead) throw new Error("not read yet");
    if (rest && !isRested) await rest();
    await asked(() => base.write(patchNow));
  }

  function settle() {
    const make = due;
    due = null;
    make?.();
  }

  // Writes what make() returns: called after the frame, before another read or write, or when people leave.
  function writeLater(make) {
    settle();
    return new Promise((done) => {
      const mine = () => done(write(make(), true));
      due = mine;
      rest().then(() => due === mine && settle());
    });
  }

  // Memory has the patch when this returns; the promise tells whether the database has it, too.
  async function write(patch, isRested = false) {
    settle();
    forgetTaken();
    content = applied(content, patch);
    issued += 1;
    const hadMissing = !isEmpty(missing);
    const whole = merged(missing, patch);
    flights.add(whole);
    try {
      await store(() => valuesOf(content, whole), isRested); // a retry writes the values of then
      forgetTaken();
      missing = without(missing, whole);
      if (isNew()) return write({});
      if (hadMissing || isMirrored) mirror();
      safe = true;
    } catch {
      forgetTaken();
      if (flights.has(whole)) missing = merged(missing, whole);
      safe = mirror();
    } finally {
      flights.delete(whole);
    }
    return safe;
  }

  // Adds data from the server. A game in a database that was not read yet is not overwritten.
  function learn({ games = {}, ...patch }) {
    if (isRead) return write({ ...patch, games });
    content = applied(content, { games });
    return write(patch);
  }

  const readGames = async (ids) =>
    Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await base.game(id)])));

  async function readFirst() {
    const fresh = await base.read();
    const ids = [...new Set([...games(), ...Object.keys(content.games)])];
    const stored = await readGames(ids);
    isNew();
    onRead(() => takeIn(fresh, stored), stored);
  }

  // Returns the games that were tapped in meanwhile. All others are as found.
  function takeIn(fresh, stored) {
    settle();
    const tapped = Object.keys(missing.games ?? {});
    const isOurs = ([id]) => tapped.includes(id) || !stored[id];
    const games = Object.fromEntries(Object.entries(content.games).filter(isOurs));
    content = applied({ ...fresh, games: { ...stored, ...games } }, overFound(fresh, unwritten()));
    missing = merged(missing, { games });
    isRead = true;
    return tapped;
  }

  // What other tabs wrote; read again if this one wrote meanwhile.
  async function readAgain() {
    let seen = -1;
    let fresh = null;
    while (seen !== issued) {
      seen = issued;
      fresh = await base.read();
    }
    isNew();
    content = applied({ ...fresh, games: content.games }, valuesOf(content, underway()));
  }

  async function refresh() {
    settle();
    if (isRead) takeOver();
    await asked(isRead ? readAgain : readFirst).catch(() => null);
  }

  async function game(id) {
    settle();
    if (isRead) takeOver();
    const seen = issued;
    const ours = id in (underway().games ?? {});
    const found = ours ? null : await asked(() => base.game(id)).catch(() => null);
    if (found && seen === issued) content = applied(content, { games: { [id]: found } });
    return content.games[id] ?? found;
  }

  async function heal() {
    await refresh();
    if (!isEmpty(missing)) await write({});
  }

  return { async open() {
    await refresh();
    takeOver();
    if (!isEmpty(missing)) await write({});
  }, content() {
    settle();
    return content;
  }, isRead: () => isRead, isSafe: () => safe, isSilent: () => isSilent, write: (patch) => write(patch),
    writeLater, learn, refresh, game, heal };
}

// --- Both games share the database of this phone. Each page sends and asks only about its own game.

const TOWERS = "/towers/";

export const isOfTowers = (path) => path.includes(TOWERS);

// box: a store(); shows only the requests whose path matches.
export const showingOnly = (box, isMeant) => ({ ...box, isMeant, content() {
  const all = box.content();
  return { ...all,
    waiting: Object.fromEntries(Object.entries(all.waiting).filter(([, { path }]) => isMeant(path))) };
} });

export const withoutTowers = (box) => showingOnly(box, (path) => !isOfTowers(path));
