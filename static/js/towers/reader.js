// What the server has of the group and of a game.

const PATIENCE_MS = 8000; // then the phone goes on with what it has

// era: see ../play/eras.js; an answer of another one is not what was asked for.
export function reader(era) {
  let documents = []; // games of the group as the server last told them

  async function ask(path) {
    const response = await fetch(path, { headers: era.header(), cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
    if (!response?.headers.has("X-Scorepad") || (await era.heed(response).catch(() => true)) || !response.ok) return null;
    const answer = await response.json().catch(() => null);
    return answer && { answer, etag: response.headers.get("ETag") };
  }

  async function group(id) {
    const answer = (await ask(`/api/groups/${id}`))?.answer ?? null;
    documents = (answer?.documents ?? []).filter(({ game }) => game === "towers" && answer.may_score !== false);
    return answer;
  }

  return { group, game: ask, documents: () => documents };
}
