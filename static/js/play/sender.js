// Sends the outbox, one request at a time, oldest first, until it is empty.
// An answer counts only if it is ours: JSON, an ETag and our own header (hotel portals say 200 too).

import * as outbox from "./outbox.js";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const REQUEST_MS = 15_000; // a dead router never answers
const CONFLICT = 412;

const isOurs = (response) => response.headers.has("X-Scorepad");

function request(entry, etag) {
  const condition = etag ? { "If-Match": etag } : { "If-None-Match": "*" };
  const headers = { "Content-Type": "application/json", "Idempotency-Key": `"${entry.key}"`, ...condition };
  const body = JSON.stringify(entry.body);
  return fetch(entry.path, { method: "PUT", headers, body, credentials: "same-origin", signal: AbortSignal.timeout(REQUEST_MS) });
}

// box: { content(), write(patch), refresh() }; alone: (task) => one tab at a time;
// on: { saved, sending, waiting, refused, conflict }
export function sender(box, alone, on) {
  let busy = false;
  let wait = FIRST_WAIT_MS;
  let timer = null;
  let stopped = false; // by a refusal or a conflict that a person must settle

  const waits = () => Boolean(outbox.head(box.content()));

  async function settle(response, entry) {
    const answer = await response.json();
    const etag = response.headers.get("ETag");
    if (response.ok && etag) {
      await box.write(outbox.acknowledged(entry, etag));
      on.saved(answer, entry);
      return true;
    }
    if (response.status >= 500 || response.status === 429) throw new Error(`try later: ${response.status}`);
    if (response.status === CONFLICT) return on.conflict(answer, entry, etag);
    await box.write(outbox.refused(entry));
    on.refused(answer, entry);
    return false;
  }

  async function sendHead() {
    const { entry, patch } = outbox.next(box.content());
    await box.write(patch);
    const response = await request(entry, box.content().known[entry.path]?.etag);
    if (!isOurs(response)) throw new Error("not our answer");
    stopped = !(await settle(response, entry));
    wait = FIRST_WAIT_MS;
  }

  async function sendAll(mayGoOn) {
    await box.refresh();
    stopped = false;
    while (waits() && !stopped) {
      if (!(await mayGoOn())) throw new Error("another tab sends");
      on.sending();
      await sendHead();
    }
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(wake, wait * (0.8 + 0.4 * Math.random()));
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  async function wake() {
    if (busy || !waits()) return;
    busy = true;
    let done = false;
    try {
      await alone(sendAll);
      done = !stopped;
    } catch {
      on.waiting();
      later();
    } finally {
      busy = false;
    }
    if (done) wake(); // a tap may have come in while the lock was given back
  }

  return { wake };
}
