// What the server has: loaded if it is newer than ours, and stored as known.

import { gone } from "./database.js";
import { newKey } from "./names.js";
import { groupPath } from "./resources.js";

const NAME = "X-Scorepad"; // in every response of the API, and in every request with a revision
const PATIENCE_MS = 8000; // then the phone continues with what it has

export const asked = (path, headers = {}) =>
  fetch(path, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });

// box: of one game, see store.js; onResend: () => there is something to send.
export function databaseId(box, onResend) {
  let resending = null;
  const known = () => box.content().kept.database ?? null;
  const header = () => (known() ? { [NAME]: known() } : {});

  async function resend(id) {
    const patch = await sentAgain(box);
    if (known() === id) return;
    await box.write({ ...patch, kept: { database: id, seen: {} } });
    onResend();
  }

  // Whether a response is from another database than the known one, which is then forgotten.
  async function heed(response) {
    const id = response.headers.get(NAME);
    if (!id || id === known()) return false;
    if (!known()) {
      await box.write({ kept: { database: id } });
      return false;
    }
    resending ??= resend(id).finally(() => {
      resending = null;
    });
    await resending;
    return true;
  }

  // The server's response for a URL, or nothing if it fails or is of another database.
  async function ask(path, headers) {
    const response = await asked(path, { ...headers, ...header() }).catch(() => null);
    if (!response?.headers.has(NAME) || (await heed(response).catch(() => true)) || !response.ok) return null;
    const answer = await response.json().catch(() => null);
    return answer && { answer, etag: response.headers.get("ETag") };
  }

  return { ask, heed, header };
}

// kind: of game, see phone.js.
export function reader(box, { ask }, kind) {
  // The server's game, or null if there is none, if it equals ours, or if it is no longer wanted.
  async function state(gid, id, isWanted = () => true) {
    const path = kind.pathOf(gid, id);
    const { known } = box.content();
    const seen = box.content().games[id] && box.content().kept.seen?.[path];
    const found = await ask(path,
      seen === undefined || seen === null ? {} : { "If-None-Match": `"g${seen}"` });
    if (!found || !isWanted()) return null;
    // something was saved, and the response may be older
    if (known !== box.content().known) return state(gid, id, isWanted);
    const { answer, etag } = found;
    const mine = box.content().games[id]?.game;
    const fresh = kind.opened({ ...answer, id }, mine);
    const isNew = !mine || !kind.isSameGame(mine, fresh.game);
    const revisions = { ...box.content().kept.seen, [path]: answer.revision };
    const learnt = kind.learntFrom(gid, { ...answer, id }, etag, isNew ? null : mine);
    // Not awaited: a tap made before it is drawn would be lost.
    box.learn({ ...learnt, kept: { seen: revisions }, games: isNew ? { [id]: fresh } : {} });
    return isNew ? fresh : null;
  }

  const states = async (path) => (await ask(`${path}/history`, {}))?.answer.states ?? null;
  const group = async (gid) => (await ask(groupPath(gid), { Accept: "application/json" }))?.answer ?? null;

  async function running() {
    const { group: gid, game, word } = (await ask("/api/running", {}))?.answer ?? {};
    return word === kind.name ? { group: gid, game } : null;
  }

  return { state, group, running, states };
}

// --- What a phone sends again to another database.

// What the server has of these games, as far as known: deleted games are not sent again.
function stored({ content, isMeant }) {
  const isSent = ([path, { body }]) => body && isMeant(path) && !path.includes("/history/");
  const all = Object.entries(content().known).filter(isSent);
  const found = all.map(([path, { body }]) => ({ path, body: JSON.parse(body) }));
  const deleted = found.filter(({ body }) => body.deleted);
  return found.filter(({ path }) => !deleted.some((gone) => path.startsWith(gone.path)));
}

// Games that are over here and there are skipped.
async function overOnBoth(box) {
  const over = [];
  for (const { path, body } of stored(box)) {
    const response = body.finished && (await asked(path));
    if (response?.ok && (await response.json()).finished) over.push(path);
  }
  return over;
}

const depth = ({ path }) => path.split("/").length;
const inPlace = (one, other) =>
  depth(one) - depth(other) || one.path.localeCompare(other.path, "en", { numeric: true });

// Settings before rounds; finished games as they were played. Waiting entries are newer and are sent anyway.
function inOrder(again, waits) {
  const isOver = ({ path, body }) =>
    body.finished && again.some((other) => other.path.startsWith(`${path}/rounds/`));
  const left = again.filter(({ path }) => !waits.has(path));
  const begun = again.filter((one) => isOver(one) || left.includes(one)).map((one) =>
    isOver(one) ? { ...one, body: { ...one.body, finished: false, ended_after: null } } : one
  );
  return [...begun, ...left.filter(isOver)];
}

// A patch: nothing is known any more, and everything is sent as new, before what waits.
async function sentAgain(box) {
  const over = await overOnBoth(box);
  await box.refresh(); // another tab may have been faster
  const { waiting, known } = box.content();
  const again = stored(box).filter(({ path }) => !over.some((above) => path.startsWith(above)));
  const all = inOrder(again.sort(inPlace), new Set(Object.values(waiting).map(({ path }) => path)));
  const first = Math.min(1, ...Object.values(waiting).map(({ order }) => order)) - all.length;
  const entries = all.map((one, index) => ({ ...one, key: newKey(), order: first + index, attempted: false,
    again: true })
  );
  return { waiting: Object.fromEntries(entries.map((entry) => [entry.key, entry])),
    known: gone(Object.keys(known).filter(box.isMeant)) };
}
