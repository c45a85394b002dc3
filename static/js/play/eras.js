// Where a backup was put back, the server counts its revisions once more: what is known here of the era before has
// the same numbers and may be something else, and what was saved since is only on the phones. They send it again.

const NAME = "X-Scorepad"; // with every answer of the interface, and with every request that says what was seen
const FIRST = "1"; // no backup was put back yet
const PATIENCE_MS = 8000; // then the phone goes on with what it has

// box: of one game's room, see rooms.js; fetchAgain: brings ../anew/again.js; onBegun: () => there is something to send.
export function eras(box, fetchAgain, newKey, onBegun) {
  let heeding = null;
  const known = () => box.content().kept.era ?? FIRST;

  const header = () => ({ [NAME]: known() });

  async function begin(era) {
    const { sentAgain } = await fetchAgain();
    const patch = await sentAgain(box, newKey);
    if (known() === era) return;
    await box.write({ ...patch, kept: { era, seen: {} } });
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

  // What our server says of an address; nothing where it says nothing, or speaks of another era.
  async function ask(path, headers) {
    const said = { headers: { ...headers, ...header() }, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) };
    const response = await fetch(path, said).catch(() => null);
    if (!response?.headers.has(NAME) || (await heed(response).catch(() => true)) || !response.ok) return null;
    const answer = await response.json().catch(() => null);
    return answer && { answer, etag: response.headers.get("ETag") };
  }

  return { ask, heed, header };
}
