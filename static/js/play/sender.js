// Sends the outbox, one request at a time, oldest first, until only conflicts are left. A response counts
// only if it is ours: JSON, an ETag and our own header (captive portals return 200, too).

import { gone } from "./database.js";
import { attempt, newKey } from "./names.js";
import * as outbox from "./outbox.js";
import { groupPath } from "./resources.js";

const QUIET_MS = 300; // after the last tap: taps in quick succession are sent together
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const REQUEST_MS = 15_000; // a dead router never responds
const CONFLICT = 412;
const NOT_OURS_TO_WRITE = [401, 404];
const ONLY_LOOKS = 403;

export function request({ path, body, key }, etag, more) {
  const condition = etag ? { "If-Match": etag } : { "If-None-Match": "*" };
  const headers = { "Content-Type": "application/json", "Idempotency-Key": `"${key}"`, ...condition,
    ...more };
  return fetch(path, { method: "PUT", headers, body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_MS) });
}

// alone: see below; from: a serverFor(); on: { saved, sending, waiting(refusal), refused, conflict };
// refusal: see refusalIn(), null without a response.
export function sender(box, alone, from, on) {
  let busy = false;
  let wait = FIRST_WAIT_MS;
  let timer = null;
  let notBefore = 0; // a busy server asks to wait
  const passed = new Set(); // just rejected; retried when something else wakes the sender

  const waits = () => Boolean(outbox.head(box.content(), passed));

  async function settle(response, sent) {
    const answer = await response.json();
    const entry = box.content().waiting[sent.key] ?? sent; // the seats may have changed meanwhile
    const etag = response.headers.get("ETag");
    if (response.ok && etag) {
      await box.write(outbox.acknowledged(entry, etag));
      if (!entry.path.includes("/rounds/")) passed.clear(); // entries that depend on it may be valid now
      return on.saved(answer, entry);
    }
    if (response.status === CONFLICT) return on.conflict(answer, entry, etag);
    const isSpectators = entry.again && response.status === ONLY_LOOKS;
    if (isSpectators) return box.write({ waiting: { [entry.key]: null } });
    passed.add(entry.key);
    const why = NOT_OURS_TO_WRITE.includes(response.status)
      ? outbox.OUTSIDE
      : (answer.detail ?? String(response.status));
    await box.write(outbox.marked(entry, { why }));
    return on.refused(answer, entry);
  }

  async function sendHead() {
    const { entry, patch } = outbox.next(box.content(), passed);
    await box.write(patch);
    const response = await request(entry, box.content().known[entry.path]?.etag, from.header());
    notBefore = performance.now() + Math.min(waitIn(response), 2 * LONGEST_WAIT_MS);
    // the same again, after everything it builds on
    if (await from.heed(response)) throw new Error("another database");
    const refusal = await refusalIn(response);
    if (refusal) throw Object.assign(new Error(`try later: ${refusal.reason}`), { refusal });
    await settle(response, entry);
    wait = FIRST_WAIT_MS;
  }

  async function sendAll() {
    await box.refresh();
    while (waits()) {
      on.sending();
      await sendHead();
    }
  }

  function wakeIn(duration, again = true) {
    clearTimeout(timer);
    timer = setTimeout(() => wake(again, wait), duration);
  }

  function later() {
    wakeIn(Math.max(notBefore - performance.now(), wait * (0.8 + 0.4 * Math.random())));
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  // A wake-up from outside sends at once, with fresh timeouts.
  async function wake(again = false, patience = FIRST_WAIT_MS) {
    if (again) passed.clear();
    wait = patience;
    if (busy) return;
    if (!waits()) return void (passed.size && wakeIn(LONGEST_WAIT_MS));
    const early = notBefore - performance.now();
    if (early > 0) return void wakeIn(early);
    busy = true;
    try {
      await alone(sendAll);
    } catch ({ refusal = null }) {
      on.waiting(refusal);
      return void later();
    } finally {
      busy = false;
    }
    wake(); // a tap may have come in while the lock was released
  }

  function wakeSoon() {
    wait = FIRST_WAIT_MS;
    wakeIn(QUIET_MS, false);
  }

  return { wake, wakeSoon, waits };
}

// --- Why a request has to wait, as {reason, until}: a reason that the page has a sentence for, and a time.

const TYPE = "urn:problem-type:scorepad:";
// A new group that needs a code or link waits until it has one.
const REASONS = ["too_many_groups", "too_many_saves", "disk_full", "read_only", "database_locked",
  "database_away", "overloaded", "signup_code_needed", "signups_closed"];
const FOR_NOW = [408, 425, 429];
const LOG_IN = 511;
const NOTE = "scorepad.refusal"; // for server-rendered pages of games that the server does not have yet
const LASTS_MS = 60_000; // beyond its time: the next try may take this long

const isOurs = (response) => response.headers.has(NAME);

// A captive portal returns 200 or 511, a proxy without its server 502.
const strangerIn = ({ status }) => (status >= 500 && status !== LOG_IN ? "gateway" : "portal");

const waitIn = (response) => 1000 * Number(response.headers.get("Retry-After")) || 0;

// Null if the response settles the request, one way or the other.
export async function refusalIn(response) {
  const until = Date.now() + waitIn(response);
  if (!isOurs(response)) return { reason: strangerIn(response), until };
  if (response.ok) return null;
  const { type = "" } = await response.clone().json().catch(() => ({}));
  const reason = type.replace(TYPE, "");
  if (REASONS.includes(reason)) return { reason, until };
  if (response.status >= 500) return { reason: "server_error", until };
  return FOR_NOW.includes(response.status) ? { reason: "too_often", until } : null;
}

export const remember = (refusal) => attempt(() => localStorage.setItem(NOTE, JSON.stringify(refusal)));

export function remembered(now = Date.now()) {
  const found = attempt(() => JSON.parse(localStorage.getItem(NOTE)));
  return found?.until + LASTS_MS > now ? found : null;
}

// --- One tab sends at a time, under a Web Lock. Plain http denies those; there two senders waste requests,
// but do no harm, since every request has a key.

const LOCK = "scorepad.sender";
const TIMEOUT_MS = 20_000; // longer than a request may take

export async function alone(task) {
  const { locks } = navigator;
  let begun = false;
  const begin = () => {
    begun = true;
    return task();
  };
  if (!locks) return task();
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(TIMEOUT_MS) }, begin);
  } catch (error) {
    if (begun) throw error;
    return locks.request(LOCK, { steal: true }, begin); // the tab that has it is suspended in the background
  }
}

// --- What the server has: loaded if it is newer than ours, and stored as known.

const NAME = "X-Scorepad"; // in every response of the API, and in every request with a revision
const PATIENCE_MS = 8000; // then the phone continues with what it has

export const asked = (path, headers = {}) =>
  fetch(path, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });

// box, kind: of one game, see phone.js; onResend: () => there is something to send.
export function serverFor(box, kind, onResend) {
  const { keys } = kind;
  const database = () => box.content().kept[keys.database] ?? null;
  const header = () => (database() ? { [NAME]: database() } : {});

  // Whether a response is from another database than the known one, which is then forgotten.
  async function heed(response) {
    const id = response.headers.get(NAME);
    if (!id || id === database()) return false;
    if (!database()) {
      await box.write({ kept: { [keys.database]: id } });
      return false;
    }
    await box.refresh();
    if (database() === id) return true; // another response was faster, maybe in another tab
    await box.write({ ...sentAgain(box), kept: { [keys.database]: id, [keys.seen]: {} } });
    onResend();
    return true;
  }

  // The server's response for a URL, or nothing if it fails or is of another database.
  async function ask(path, headers = {}) {
    const response = await asked(path, { ...headers, ...header() }).catch(() => null);
    if (!response?.headers.has(NAME) || (await heed(response).catch(() => true)) || !response.ok) return null;
    return response.json().catch(() => null);
  }

  // The server's game, or null if there is none, if it equals ours, if it is no longer wanted, or as long as
  // bids here are not confirmed.
  async function state(gid, id, isWanted = () => true) {
    const path = kind.pathOf(gid, id);
    const { known } = box.content();
    const seen = box.content().games[id] && box.content().kept[keys.seen]?.[path];
    const answer = await ask(path, seen ? { "If-None-Match": `"g${seen}"` } : {});
    if (!answer || !isWanted()) return null;
    // something was saved, and the response may be older
    if (known !== box.content().known) return state(gid, id, isWanted);
    const mine = box.content().games[id]?.game;
    if (mine && kind.holdsBack?.(box.content(), gid, mine)) return null;
    const fresh = kind.opened({ ...answer, id }, mine);
    const isNew = !mine || !kind.isSameGame(mine, fresh.game);
    const revisions = { ...box.content().kept[keys.seen], [path]: answer.revision };
    const learnt = kind.learntFrom(gid, { ...answer, id }, isNew ? null : mine);
    // Not awaited: a tap made before it is drawn would be lost.
    box.learn({ ...learnt, kept: { [keys.seen]: revisions }, games: isNew ? { [id]: fresh } : {} });
    return isNew ? fresh : null;
  }

  const states = async (path) => (await ask(`${path}/history`))?.states ?? null;
  const group = (gid) => ask(groupPath(gid));

  async function running() {
    const { group: gid, game, word } = (await ask("/api/running")) ?? {};
    return word === kind.name ? { group: gid, game } : null;
  }

  return { ask, heed, header, state, group, running, states };
}

// --- What a phone sends again to another database.

// A patch: nothing is known any more, and what the server had of these games is sent as new, before what
// waits: settings before rounds, finished games as they were played. Deleted games are not sent.
function sentAgain({ content, isMeant }) {
  const { waiting, known } = content();
  const isSent = ([path, { body }]) => body && isMeant(path) && !path.includes("/history/");
  const had = Object.entries(known).filter(isSent).map(([path, { body }]) => ({ path,
    body: JSON.parse(body) })
  );
  const deleted = had.filter(({ body }) => body.deleted);
  const again = had.filter(({ path }) => !deleted.some((above) => path.startsWith(above.path)));
  again.sort((one, other) => one.path.localeCompare(other.path, "en", { numeric: true }));
  const isOver = ({ path, body }) =>
    body.finished && again.some((other) => other.path.startsWith(`${path}/rounds/`));
  const begun = again.map((one) =>
    isOver(one) ? { ...one, body: { ...one.body, finished: false, ended_after: null } } : one
  );
  const all = [...begun, ...again.filter(isOver)];
  const first = Math.min(1, ...Object.values(waiting).map(({ order }) => order)) - all.length;
  const entries = all.map((one, index) => ({ ...one, key: newKey(), order: first + index, attempted: false,
    again: true })
  );
  return { waiting: Object.fromEntries(entries.map((entry) => [entry.key, entry])),
    known: gone(Object.keys(known).filter(isMeant)) };
}
