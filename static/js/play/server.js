// What the server has: read where it moved on without us, and remembered as known.

import { merged } from "./database.js";
import * as outbox from "./outbox.js";
import {
  bodyFrom, gameBody, gameFrom, gamePath, groupPath, isSame, resourcesOf, roundBody, roundFrom, roundPath,
  withCovered,
} from "./resources.js";
import { opened, packState } from "./state.js";

const NAME = "X-Scorepad"; // in every response of the API, and in every request that says what was seen
const PATIENCE_MS = 8000; // then the phone goes on with what it has

// box: of one game's room, see rooms.js; fetchAgain: brings ../anew/again.js; onResend: () => there is something to send.
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

// All of it as it is sent, but for how bids came into a round; the text of a time may differ where the time does not.
const told = (gid, game) => resourcesOf(gid, { ...game, started_at: null }, new Set()).map(({ path, body: { dealt_again: _again, ...body } }) => ({ path, body }));

// mine: bodies of this phone that say the same, by path; as the server writes them, the next tap would send them again.
export function learntFrom(gid, answer, etag, mine = {}) {
  const learnt = (path, theirs, mark) => outbox.learnt(path, mine[path] ?? theirs, mark);
  const rounds = answer.rounds.map((round) =>
    learnt(roundPath(gid, answer.id, round.number), roundBody(answer, roundFrom(round)), `"${round.revision}"`),
  );
  return merged(learnt(gamePath(gid, answer.id), gameBody(gameFrom(answer)), etag), ...rounds);
}

const bodiesOf = (gid, game) => Object.fromEntries(resourcesOf(gid, game, new Set()).map(({ path, body }) => [path, body]));

// ask: see databaseid.js.
export function reader(box, { ask }) {
  // The game as it is on the server, and now here: null where it cannot be had, is as it is here, or
  // is not wanted any more when it comes. What can be undone here goes only if the game has changed.
  async function state(gid, id, isWanted = () => true) {
    const path = gamePath(gid, id);
    const { known } = box.content();
    const seen = box.content().games[id] && box.content().kept.seen?.[path];
    const found = await ask(path, seen === undefined || seen === null ? {} : { "If-None-Match": `"g${seen}"` });
    if (!found || !isWanted()) return null;
    if (known !== box.content().known) return state(gid, id, isWanted); // something was saved, and the answer may be of before
    const { answer, etag } = found;
    const mine = box.content().games[id]?.game;
    const fresh = opened(withCovered(gameFrom(answer), mine));
    const isNew = !mine || !isSame(told(gid, mine), told(gid, fresh.game));
    const revisions = { ...box.content().kept.seen, [path]: answer.revision };
    const learnt = learntFrom(gid, answer, etag, isNew ? {} : bodiesOf(gid, mine));
    // Not awaited: a tap that fell before this is drawn would be drawn away.
    box.learn({ ...learnt, kept: { seen: revisions }, games: isNew ? { [id]: packState(fresh) } : {} });
    return isNew ? fresh : null;
  }

  // The settings alone, on top of which rounds that wait here may still be sent.
  async function settings(path) {
    const found = await ask(path, {});
    return found && { etag: found.etag, body: bodyFrom(path, found.answer), deletedBy: found.answer.deleted_by };
  }

  const states = async (path) => (await ask(`${path}/history`, {}))?.answer.states ?? null;

  const group = async (gid) => (await ask(groupPath(gid), { Accept: "application/json" }))?.answer ?? null;

  // The game of this device that is running, as the server knows it.
  async function running() {
    const { group: gid, game, word } = (await ask("/api/running", {}))?.answer ?? {};
    return word === "wizard" ? { group: gid, game } : null;
  }

  return { state, group, running, settings, states };
}
