// Where a backup was put back, the server counts its revisions once more: what is known here of the era before has
// the same numbers and may be something else, and what was saved since is only on the phones. They send it again.

import * as outbox from "./outbox.js";

const NAME = "X-Scorepad"; // with every answer of the interface, and with every request that says what was seen
const FIRST = "1"; // no backup was put back yet
const PATIENCE_MS = 8000;

// box: of one game's room, see rooms.js; newKey: for what is sent again; onBegun: () => there is something to send.
export function eras(box, newKey, onBegun) {
  let heeding = null;
  const known = () => box.content().kept.era ?? FIRST;

  // A game that is over here is left alone where it is over there.
  async function isOver(path) {
    const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok && (await response.json()).finished;
  }

  async function begin(era) {
    const over = [];
    for (const path of outbox.finishedIn(box.content(), box.isMeant)) if (await isOver(path)) over.push(path);
    await box.refresh(); // another tab may have been quicker
    if (known() === era) return;
    await box.write({ ...outbox.sentAgain(box.content(), box.isMeant, over, newKey), kept: { era, seen: {} } });
    onBegun();
  }

  // Whether an answer is of another era than what is known here, which is forgotten then.
  async function heed(response) {
    const era = response.headers.get(NAME);
    if (!era || era === known()) return false;
    heeding ??= begin(era).finally(() => {
      heeding = null;
    });
    await heeding;
    return true;
  }

  return { heed, header: () => ({ [NAME]: known() }) };
}
