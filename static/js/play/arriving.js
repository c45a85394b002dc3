// Where the address leads: to a game, to the start page of a group, or back to the game that is running.

const PATIENCE_MS = 1500;
const AGAIN_MS = 2000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// With a dead network the phone shows what it knows.
const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

// show(state): a game; showStart(): the start page; showSilence(): the storage may hold the game, and does not answer.
export function arriving(kept, show, showStart, showSilence) {
  let turn = 0;

  async function find([group, game], isOver) {
    const found = game ? await kept.load(group, game) : null;
    if (isOver()) return null;
    if (found) return show(found);
    const running = group ? null : await kept.running();
    if (isOver()) return null;
    if (running) {
      history.replaceState(null, "", `#${running.group}/${running.game}`);
      return arrive();
    }
    if (kept.isSilent() && (game || !group)) {
      setTimeout(() => isOver() || arrive(), AGAIN_MS);
      return showSilence();
    }
    if (UUID.test(group)) kept.useGroup(group);
    await (kept.group() ? Promise.race([kept.refreshGroup(), patience()]) : null);
    return isOver() ? null : showStart();
  }

  function arrive() {
    turn += 1;
    const mine = turn;
    return find(location.hash.slice(1).split("/"), () => mine !== turn);
  }

  return arrive;
}
