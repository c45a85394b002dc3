// Where the address leads: to a game, to the start page of a group, or back to the game that is running.

const PATIENCE_MS = 1500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// With a dead network the phone shows what it knows.
const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

// show(state): a game; showStart(): the start page.
export function arriving(kept, show, showStart) {
  return async function arrive() {
    const [group, game] = location.hash.slice(1).split("/");
    if (game) {
      const found = await kept.load(group, game);
      if (found) return show(found);
    }
    if (UUID.test(group)) kept.useGroup(group);
    const running = await kept.running();
    if (!group && running) {
      history.replaceState(null, "", `#${running.group}/${running.game}`);
      return arrive();
    }
    await (kept.group() ? Promise.race([kept.refreshGroup(), patience()]) : null);
    return showStart();
  };
}
