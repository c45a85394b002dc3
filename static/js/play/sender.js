// Sends the outbox, one request at a time, oldest first, until nothing is left but what a person
// must settle. An answer counts only if it is ours: JSON, an ETag and our own header (hotel portals say 200 too).

import * as outbox from "./outbox.js";
import { refusalIn, waitIn } from "./refusals.js";

const QUIET_MS = 300; // after the last tap: what is tapped in one go travels in one go, and never beside a tap
const LONGEST_QUIET_MS = 2000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const REQUEST_MS = 15_000; // a dead router never answers
const CONFLICT = 412;
const NOT_OURS_TO_WRITE = [401, 404];
const ONLY_LOOKS = 403;

const patienceFor = (response) => Math.min(waitIn(response), 2 * LONGEST_WAIT_MS);

function request(entry, etag, more) {
  const condition = etag ? { "If-Match": etag } : { "If-None-Match": "*" };
  const headers = { "Content-Type": "application/json", "Idempotency-Key": `"${entry.key}"`, ...condition, ...more };
  const body = JSON.stringify(entry.body);
  return fetch(entry.path, { method: "PUT", headers, body, credentials: "same-origin", signal: AbortSignal.timeout(REQUEST_MS) });
}

// box: { content(), write(patch), refresh() }; alone: (task) => one tab at a time; origin: see databaseid.js;
// on: { saved, sending, waiting(refusal), refused, conflict }; refusal: what keeps the server from taking it, see
// refusals.js, null where nothing was heard of it
export function sender(box, alone, origin, on) {
  let busy = false;
  let wait = FIRST_WAIT_MS;
  let timer = null;
  let tapped = null; // {since, timer}: taps that are still going on
  let notBefore = 0; // a busy server wants to be left alone
  const passed = new Set(); // refused a moment ago; tried again with the next wake from outside

  const waits = () => Boolean(outbox.head(box.content(), passed));

  async function settle(response, sent) {
    const answer = await response.json();
    const entry = box.content().waiting[sent.key] ?? sent; // the seats may have changed meanwhile
    const etag = response.headers.get("ETag");
    if (response.ok && etag) {
      await box.write(outbox.acknowledged(entry, etag));
      if (!entry.path.includes("/rounds/")) passed.clear(); // what hangs on it may be right now
      return on.saved(answer, entry);
    }
    if (response.status === CONFLICT) return on.conflict(answer, entry, etag);
    if (entry.again && response.status === ONLY_LOOKS) return box.write(outbox.dropped(entry));
    passed.add(entry.key);
    const why = NOT_OURS_TO_WRITE.includes(response.status) ? outbox.OUTSIDE : (answer.detail ?? String(response.status));
    await box.write(outbox.refused(entry, why));
    return on.refused(answer, entry);
  }

  async function sendHead() {
    const { entry, patch } = outbox.next(box.content(), passed);
    await box.write(patch);
    const response = await request(entry, box.content().known[entry.path]?.etag, origin.header());
    notBefore = performance.now() + patienceFor(response);
    if (await origin.heed(response)) throw new Error("another database"); // the same once more, after all that it builds on
    const refusal = await refusalIn(response);
    if (refusal) throw Object.assign(new Error(`try later: ${refusal.reason}`), { refusal });
    await settle(response, entry);
    wait = FIRST_WAIT_MS;
  }

  async function sendAll(mayGoOn) {
    await box.refresh();
    while (waits()) {
      if (!(await mayGoOn())) throw new Error("another tab sends");
      on.sending();
      await sendHead();
    }
  }

  function wakeIn(duration) {
    clearTimeout(timer);
    timer = setTimeout(() => wake(true, wait), duration);
  }

  function later() {
    wakeIn(Math.max(notBefore - performance.now(), wait * (0.8 + 0.4 * Math.random())));
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  // Whoever wakes it from outside wants it now: patience begins anew.
  async function wake(again = false, patience = FIRST_WAIT_MS) {
    if (again) passed.clear();
    wait = patience;
    tapped = clearTimeout(tapped?.timer);
    if (busy || !waits()) return;
    const early = notBefore - performance.now();
    if (early > 0) return void wakeIn(early);
    busy = true;
    let done = false;
    try {
      await alone(sendAll);
      done = true;
    } catch ({ refusal = null }) {
      on.waiting(refusal);
      later();
    } finally {
      busy = false;
    }
    if (done && passed.size) wakeIn(LONGEST_WAIT_MS);
    if (done) wake(); // a tap may have come in while the lock was given back
  }

  function wakeSoon() {
    const since = tapped?.since ?? performance.now();
    clearTimeout(tapped?.timer);
    const left = since + LONGEST_QUIET_MS - performance.now();
    tapped = { since, timer: setTimeout(wake, Math.min(QUIET_MS, Math.max(left, 0))) };
  }

  return { wake, wakeSoon, waits };
}
