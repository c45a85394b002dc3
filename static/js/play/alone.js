// One tab sends at a time: under Web Locks, or with a lease where plain http denies them.
// Two senders would do no harm, since every request has its key; they would only waste.

import { key } from "./chance.js";

const NAME = "scorepad.sender";
const PATIENCE_MS = 20_000; // longer than one request may take
const LEASE_MS = 30_000;

async function underLock(locks, task) {
  let begun = false;
  const begin = () => {
    begun = true;
    return task(async () => true);
  };
  try {
    return await locks.request(NAME, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin);
  } catch (error) {
    if (begun) throw error;
    return locks.request(NAME, { steal: true }, begin); // its holder sleeps in the background
  }
}

// Given back in the end: whoever opens the page in another tab need not wait until it ends by itself.
async function underLease(take, task) {
  let holds = false;
  const hold = async () => {
    holds = await take(LEASE_MS);
    return holds;
  };
  try {
    return await task(hold);
  } finally {
    if (holds) await take(0);
  }
}

// The same after a reload in the middle of a request: nobody waits for oneself.
function tabName() {
  try {
    sessionStorage.setItem(NAME, sessionStorage.getItem(NAME) ?? key());
    return sessionStorage.getItem(NAME);
  } catch {
    return key();
  }
}

// task(mayGoOn): asked before every request. lease: (owner, duration, now) => whether it is ours.
export function alone(lease, locks = globalThis.navigator?.locks, owner = tabName()) {
  return (task) => (locks ? underLock(locks, task) : underLease((duration) => lease(owner, duration, Date.now()), task));
}
