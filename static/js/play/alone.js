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

// task(mayGoOn): asked before every request. lease: (owner, duration, now) => whether it is ours.
export function alone(lease, locks = globalThis.navigator?.locks) {
  const owner = key();
  const hold = () => lease(owner, LEASE_MS, Date.now());
  return (task) => (locks ? underLock(locks, task) : task(hold));
}
