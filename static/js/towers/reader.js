// What the server has of the group and of a game.

// ask: see ../play/databaseid.js.
export function reader({ ask }) {
  let documents = []; // games of the group as the server last told them

  async function group(id) {
    const answer = (await ask(`/api/groups/${id}`))?.answer ?? null;
    documents = (answer?.documents ?? []).filter(({ game }) => game === "towers" && answer.may_score !== false);
    return answer;
  }

  // The game of this device that is running, as the server knows it.
  async function running() {
    const { group: gid, game, word } = (await ask("/api/running"))?.answer ?? {};
    return word === "towers" ? { group: gid, game } : null;
  }

  return { group, running, game: ask, documents: () => documents };
}
