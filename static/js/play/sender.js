// Sends the outbox, one request at a time, oldest first, until it is empty.
// An answer counts only if it is ours: JSON, an ETag and our own header (hotel portals say 200 too).

import * as outbox from "./outbox.js";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30000;
const CONFLICT = 412;

const isOurs = (response) => response.headers.has("X-Scorepad");

function request(entry, etag) {
  const condition = etag ? { "If-Match": etag } : { "If-None-Match": "*" };
  const headers = { "Content-Type": "application/json", "Idempotency-Key": `"${entry.key}"`, ...condition };
  return fetch(entry.path, { method: "PUT", headers, body: JSON.stringify(entry.body), credentials: "same-origin" });
}

// shelf: { read(), write(outbox) }; on: { saved, sending, waiting, refused, conflict }
export function sender(shelf, on) {
  let busy = false;
  let wait = FIRST_WAIT_MS;
  let timer = null;
  let stopped = false; // by a refusal or a conflict that a person must settle

  async function settle(response, entry) {
    const answer = await response.json();
    if (response.ok && response.headers.has("ETag")) {
      shelf.write(outbox.acknowledged(shelf.read(), response.headers.get("ETag")));
      on.saved(answer, entry);
      return true;
    }
    if (response.status >= 500 || response.status === 429) throw new Error(`try later: ${response.status}`);
    if (response.status === CONFLICT) return on.conflict(answer, entry, response.headers.get("ETag"));
    shelf.write(outbox.refused(shelf.read()));
    on.refused(answer, entry);
    return false;
  }

  async function sendHead() {
    const entry = outbox.head(shelf.read());
    shelf.write(outbox.attempted(shelf.read()));
    const response = await request(entry, shelf.read().etags[entry.path]);
    if (!isOurs(response)) throw new Error("not our answer");
    stopped = !(await settle(response, entry));
    wait = FIRST_WAIT_MS;
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(wake, wait * (0.8 + 0.4 * Math.random()));
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  async function wake() {
    if (busy) return;
    busy = true;
    stopped = false;
    try {
      while (outbox.head(shelf.read()) && !stopped) {
        on.sending();
        await sendHead();
      }
    } catch {
      on.waiting();
      later();
    } finally {
      busy = false;
    }
  }

  return { wake };
}
