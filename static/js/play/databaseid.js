// The server's database has a random id, another one after a restore: then its revisions count again what is known here,
// and what was saved since is only on the phones. They send it again.

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
