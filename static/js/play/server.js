// What the server has: read where it moved on without us, and remembered as known.

import { groupPath } from "./resources.js";

const NAME = "X-Scorepad"; // in every response of the API, and in every request that says what was seen
const PATIENCE_MS = 8000; // then the phone goes on with what it has

// box: of one game's room, see store.js; fetchAgain: brings ../lazy/resend.js; onResend: () => there is something to send.
export function databaseId(box, fetchAgain, newKey, onResend) {
  let resending = null;
  const known = () => box.content().kept.database ?? null;

  const header = () => (known() ? { [NAME]: known() } : {});

  async function resend(id) {
    const { sentAgain } = await fetchAgain();
    const patch = await sentAgain(box, newKey);
    if (known() === id) return;
    await box.write({ ...patch, kept: { database: id, seen: {} } });
    onResend();
  }

  // Whether a response is of another database than the one known here, which is forgotten then.
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

  // What our server says of an address; nothing where it says nothing, or speaks of another database.
  async function ask(path, headers) {
    const said = { headers: { ...headers, ...header() }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) };
    const response = await fetch(path, said).catch(() => null);
    if (!response?.headers.has(NAME) || (await heed(response).catch(() => true)) || !response.ok) return null;
    const answer = await response.json().catch(() => null);
    return answer && { answer, etag: response.headers.get("ETag") };
  }

  return { ask, heed, header };
}

// --- What the server has: read where it moved on without us, and remembered as known.

// kind: of game, see phone.js.
export function reader(box, { ask }, kind) {
  // The game as it is on the server, and now here: null where it cannot be had, is as it is here, or
  // is not wanted any more when it comes. What can be undone here goes only if the game has changed.
  async function state(gid, id, isWanted = () => true) {
    const path = kind.pathOf(gid, id);
    const { known } = box.content();
    const seen = box.content().games[id] && box.content().kept.seen?.[path];
    const found = await ask(path, seen === undefined || seen === null ? {} : { "If-None-Match": `"g${seen}"` });
    if (!found || !isWanted()) return null;
    if (known !== box.content().known) return state(gid, id, isWanted); // something was saved, and the answer may be of before
    const { answer, etag } = found;
    const mine = box.content().games[id]?.game;
    const fresh = kind.opened({ ...answer, id }, mine);
    const isNew = !mine || !kind.isSameGame(mine, fresh.game);
    const revisions = { ...box.content().kept.seen, [path]: answer.revision };
    const learnt = kind.learntFrom(gid, { ...answer, id }, etag, isNew ? null : mine);
    // Not awaited: a tap that fell before this is drawn would be drawn away.
    box.learn({ ...learnt, kept: { seen: revisions }, games: isNew ? { [id]: kind.pack(fresh) } : {} });
    return isNew ? fresh : null;
  }

  const states = async (path) => (await ask(`${path}/history`, {}))?.answer.states ?? null;

  const group = async (gid) => (await ask(groupPath(gid), { Accept: "application/json" }))?.answer ?? null;

  // The game of this device that is running, as the server knows it.
  async function running() {
    const { group: gid, game, word } = (await ask("/api/running", {}))?.answer ?? {};
    return word === kind.word ? { group: gid, game } : null;
  }

  return { state, group, running, states };
}
