// What is kept, in memory first and in the database right after. Where the database fails, what it
// lacks is mirrored in localStorage and written again with the next patch; where that fails too,
// the person is told to keep the page open.

import { broughtOver, forgetOld } from "./legacy.js";
import { applied, emptyContent, isEmpty, merged, valuesOf, without } from "./patches.js";
import { SHAPE } from "./shelf.js";

const MIRROR = "scorepad.mirror";

function attempt(work, otherwise) {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

// base: a database(); storage: gives localStorage, and may throw.
export function vault(base, storage) {
  let content = emptyContent();
  let missing = {}; // keys whose values the database does not have yet
  let issued = 0;
  let births = 0;
  let safe = true;

  const mirrored = () => attempt(() => JSON.parse(storage().getItem(MIRROR))?.patch ?? {}, {});
  const unwritten = () => valuesOf(content, missing);

  function mirror() {
    return attempt(() => {
      if (isEmpty(missing)) storage().removeItem(MIRROR);
      else storage().setItem(MIRROR, JSON.stringify({ shape: SHAPE, patch: unwritten() }));
      return true;
    }, isEmpty(missing));
  }

  // A new database has nothing of what memory holds: the browser has thrown the old one away.
  function isNew() {
    if (base.births() === births) return false;
    births = base.births();
    missing = merged(content, missing);
    return true;
  }

  // Memory holds the patch when this returns; the promise tells whether the phone holds it too.
  async function write(patch) {
    content = applied(content, patch);
    issued += 1;
    const hadMissing = !isEmpty(missing);
    const whole = merged(missing, patch);
    try {
      await base.write(() => valuesOf(content, whole)); // a second try writes what holds by then
      missing = without(missing, whole);
      if (isNew()) return write({});
      if (hadMissing) mirror();
      safe = true;
    } catch {
      missing = merged(missing, whole);
      safe = mirror();
    }
    return safe;
  }

  // What other tabs wrote; read again where this one wrote meanwhile.
  async function refresh() {
    let seen = -1;
    let fresh = null;
    while (seen !== issued) {
      seen = issued;
      fresh = await base.read().catch(() => null);
    }
    isNew();
    if (fresh) content = applied({ ...fresh, games: content.games }, unwritten());
  }

  async function game(id) {
    const ours = id in (missing.games ?? {});
    const found = ours ? null : await base.game(id).catch(() => null);
    if (found) content = applied(content, { games: { [id]: found } });
    return found ?? content.games[id] ?? null;
  }

  async function heal() {
    await refresh();
    if (!isEmpty(missing)) await write({});
  }

  async function bringOver() {
    const old = attempt(() => broughtOver(storage()), {});
    const left = merged(without(old, { kept: content.kept }), mirrored());
    if (isEmpty(left)) return;
    missing = left;
    await write(left);
    if (isEmpty(missing)) attempt(() => forgetOld(storage()));
  }

  return {
    async open() {
      await refresh();
      await bringOver();
    },
    content: () => content,
    isSafe: () => safe,
    write,
    refresh,
    game,
    heal,
    lease: (...terms) => base.lease(...terms).catch(() => true),
  };
}
