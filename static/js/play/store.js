// Data in memory, written to the database at once. If the database fails, is silent or must not be used
// because the page is hidden, missing values are mirrored in localStorage and written later; if that fails
// too, the person is told to keep the page open. Each page has its own mirror. Another page that finds it
// takes it over, because this one may never return.

import { applied, emptyContent, isEmpty, merged, overFound, Silence, without } from "./database.js";
import { whenLeft } from "./dom.js";
import { attempt, newKey } from "./names.js";

const MIRROR = "scorepad.mirror";
const AGAIN_MS = 1000;

// base: a database(); storage: returns localStorage, and may throw. onRead(tapped, stored): the database has
// responded first, and what it holds is in memory now, except for the games tapped in; onSilence(is): it is
// silent, or responds again; rest(): resolves when a write may begin, so that a tap is drawn first. A page
// that is left before a write is confirmed mirrors it.
export function storeOn(base, storage, { onRead = () => null, onSilence = () => null, rest = null } = {}) {
  const own = `${MIRROR}.${newKey()}`;
  let content = emptyContent();
  let unsaved = emptyContent(); // what the database does not have yet, or may not
  let mirrored = null; // what our mirror has
  let issued = 0;
  let births = 0;
  let safe = true;
  let isRead = false; // until then, nothing in the database is overwritten
  let isSilent = false;
  let again = null; // a timer

  const mirrors = () => attempt(() => Object.keys(storage()).filter((name) => name.startsWith(MIRROR)), []);

  function mirror() {
    const patch = isEmpty(unsaved) ? null : unsaved;
    return attempt(() => {
      if (patch) storage().setItem(own, JSON.stringify({ patch }));
      else storage().removeItem(own);
      mirrored = patch;
      return true;
    }, !patch);
  }

  // A frozen page may never hear whether it was written.
  whenLeft(() => isEmpty(unsaved) || mirror());

  function add(patch) {
    content = applied(content, patch);
    unsaved = merged(unsaved, patch);
  }

  // What another page has taken over is written, and may have changed since.
  function forgetTaken() {
    if (!mirrored || mirrors().includes(own)) return;
    unsaved = without(unsaved, mirrored);
    mirrored = null;
  }

  function takeOver() {
    forgetTaken();
    const others = mirrors().filter((name) => name !== own);
    if (!others.length) return;
    add(merged(...others.map((name) => attempt(() => JSON.parse(storage().getItem(name)).patch, {}))));
    if (mirror()) { for (const name of others) attempt(() => storage().removeItem(name)); }
  }

  // A new database is empty: the browser has deleted the old one.
  function isNew() {
    if (base.births() === births) return false;
    births = base.births();
    unsaved = merged(content, unsaved);
    return true;
  }

  // A silent database is asked again until it responds.
  function hear(is) {
    const isNew = is !== isSilent;
    isSilent = is;
    clearTimeout(again);
    if (is) again = setTimeout(heal, AGAIN_MS);
    if (isNew) onSilence(is);
  }

  async function asked(work) {
    try {
      const answer = await work();
      hear(false);
      return answer;
    } catch (error) {
      hear(isSilent || error instanceof Silence);
      throw error;
    }
  }

  // Memory has the patch when this returns; the promise tells whether the database has it, too.
  async function write(patch) {
    forgetTaken();
    add(patch);
    issued += 1;
    let written = emptyContent();
    try {
      if (!isRead || isSilent) throw new Error("not read yet, or silent");
      if (rest) await rest();
      await asked(() => base.write(() => (written = unsaved))); // a retry writes the values of then
      forgetTaken();
      unsaved = without(unsaved, written);
      if (isNew()) return write({});
      if (mirrored) mirror();
      safe = true;
    } catch {
      forgetTaken();
      safe = mirror();
    }
    return safe;
  }

  // Adds data from the server. A game in a database that was not read yet is not overwritten.
  function learn({ games = {}, ...patch }) {
    if (isRead) return write({ ...patch, games });
    content = applied(content, { games });
    return write(patch);
  }

  // Returns the games that were tapped in meanwhile. All others are as found.
  function takeIn(fresh, stored) {
    const tapped = Object.keys(unsaved.games);
    const isOurs = ([id]) => tapped.includes(id) || !stored[id];
    const ours = Object.fromEntries(Object.entries(content.games).filter(isOurs));
    unsaved = merged(overFound(fresh, unsaved), { games: ours });
    content = applied({ ...fresh, games: stored }, unsaved);
    isRead = true;
    return tapped;
  }

  async function readFirst() {
    const fresh = await base.read();
    const ids = Object.keys(content.games);
    const found = await Promise.all(ids.map(async (id) => [id, await base.game(id)]));
    const stored = Object.fromEntries(found);
    isNew();
    onRead(takeIn(fresh, stored), stored);
  }

  // What other tabs wrote; read again if this one wrote meanwhile.
  async function readAgain() {
    const seen = issued;
    const fresh = await base.read();
    if (seen !== issued) return readAgain();
    isNew();
    content = applied({ ...fresh, games: content.games }, unsaved);
  }

  async function refresh() {
    if (isRead) takeOver();
    await asked(isRead ? readAgain : readFirst).catch(() => null);
  }

  async function game(id) {
    if (isRead) takeOver();
    const seen = issued;
    const isUseless = (isSilent && !isRead) || id in unsaved.games;
    const found = isUseless ? null : await asked(() => base.game(id)).catch(() => null);
    if (found && seen === issued) content = applied(content, { games: { [id]: found } });
    return content.games[id] ?? found;
  }

  async function heal() {
    await refresh();
    takeOver();
    if (!isEmpty(unsaved)) await write({});
  }

  return { content: () => content, isRead: () => isRead, isSafe: () => safe, isSilent: () => isSilent, write,
    learn, refresh, game, heal };
}

// --- Both games share the database of this phone. Each page sends and asks only about its own game.

const GROUP = /^\/api\/groups\/[^/]+$/;

// box: a store(); shows only the requests of one kind of game, and of groups, which both share.
export function roomOf({ idIn }, box) {
  const isMeant = (path) => idIn(path) !== null || GROUP.test(path);
  return { ...box, isMeant, content() {
    const { waiting, ...all } = box.content();
    const meant = Object.entries(waiting).filter(([, { path }]) => isMeant(path));
    return { ...all, waiting: Object.fromEntries(meant) };
  } };
}
