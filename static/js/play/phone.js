// What this phone keeps: its group, its games, and the requests on their way to the server.

import * as chance from "./chance.js";
import * as outbox from "./outbox.js";
import { gameFrom, gameBody, gamePath, groupPath, resourcesOf, roundFrom, roundPath, sameContent } from "./resources.js";
import { sender } from "./sender.js";
import { packState, shelf, unpackState } from "./shelf.js";
import { opened } from "./table.js";

const clock = (iso) => {
  const time = iso ? new Date(iso) : new Date();
  return time.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
};

export function phone(storage, { onStatus, onState, onConflict }) {
  const groupShelf = shelf(storage, "group");
  const currentShelf = shelf(storage, "current");
  const outboxShelf = shelf(storage, "outbox");
  const gameShelf = (game) => shelf(storage, `game.${game}`);
  const readOutbox = () => outboxShelf.read(outbox.emptyOutbox());
  const seenShelf = shelf(storage, "seen"); // the last revision of each game, as "g17"
  const box = { read: readOutbox, write: (value) => outboxShelf.write(value) };

  const group = () => groupShelf.read(null);
  const local = (game) => gameShelf(game).read(null);

  // One more write to the game was ours only if it followed directly on what we had seen.
  function seeOwn(path, answer) {
    const game = path.split("/rounds/")[0];
    const seen = seenShelf.read({});
    const revision = answer.game_revision ?? answer.revision;
    if (seen[game] === undefined || seen[game] === revision - 1) seenShelf.write({ ...seen, [game]: revision });
  }

  const post = sender(box, {
    saved(answer, { path }) {
      seeOwn(path, answer);
      if (path === groupPath(group()?.id)) meet(answer.players);
      onStatus(outbox.head(readOutbox()) ? "sending" : "saved", { time: clock(answer.saved_at) });
    },
    sending: () => onStatus("sending"),
    waiting: () => onStatus("kept"),
    refused: (answer) => onStatus("refused", { why: answer.detail ?? String(answer.status) }),
    conflict(answer, entry, etag) {
      const { current } = answer;
      if (current?.bids && sameContent(current, entry.body)) {
        box.write(outbox.acknowledged(readOutbox(), etag));
        return true;
      }
      onConflict(answer, (mine) => settle(mine, etag));
      return false;
    },
  });

  async function settle(mine, etag) {
    box.write(mine ? outbox.insist(readOutbox(), etag, chance.key()) : outbox.yielded(readOutbox(), etag));
    if (!mine) {
      const { group: gid, game } = currentShelf.read({});
      gameShelf(game).clear();
      const fresh = await fetched(gid, game);
      if (fresh) onState(opened(fresh));
    }
    post.wake();
  }

  // The game on the server: null where it cannot be had or is as we saw it last.
  async function fetched(gid, game) {
    const path = gamePath(gid, game);
    const seen = local(game) && seenShelf.read({})[path];
    const headers = seen === undefined || seen === null ? {} : { "If-None-Match": `"g${seen}"` };
    const response = await fetch(path, { headers, cache: "no-store" }).catch(() => null);
    if (!response?.ok || !response.headers.has("X-Scorepad")) return null;
    const answer = await response.json();
    remember(gid, answer, response.headers.get("ETag"));
    return gameFrom(answer);
  }

  function remember(gid, answer, etag) {
    let known = outbox.known(readOutbox(), gamePath(gid, answer.id), gameBody(gameFrom(answer)), etag);
    for (const round of answer.rounds) {
      known = outbox.known(known, roundPath(gid, answer.id, round.number), roundFrom(round), `"${round.revision}"`);
    }
    box.write(known);
    seenShelf.write({ ...seenShelf.read({}), [gamePath(gid, answer.id)]: answer.revision });
  }

  const sentPaths = () => new Set(Object.keys(readOutbox().bodies));

  function keep(state) {
    gameShelf(state.game.id).write(packState(state));
    let waiting = readOutbox();
    for (const { path, body } of resourcesOf(group().id, state.game, sentPaths())) {
      waiting = outbox.enqueue(waiting, path, body, chance.key());
    }
    box.write(waiting);
    if (outbox.head(waiting)) onStatus("kept");
    post.wake();
  }

  function groupFor({ language }) {
    if (group()) return group();
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
    const made = { id: chance.uuid(), claim: chance.claim(), players: [] };
    groupShelf.write(made);
    box.write(outbox.enqueue(readOutbox(), groupPath(made.id), { claim: made.claim, time_zone, language }, chance.key()));
    return made;
  }

  // Players of this phone's games keep their ids in the next one.
  function meet(players) {
    const known = group().players;
    const fresh = players.filter(({ id }) => !known.some((player) => player.id === id));
    groupShelf.write({ ...group(), players: [...known, ...fresh] });
  }

  // From here on new games belong to this group.
  function useGroup(gid) {
    if (group()?.id !== gid) groupShelf.write({ id: gid, players: [] });
  }

  // The state on this phone; the server's where there is none, or where it moved on without us.
  async function load(gid, game) {
    const here = local(game);
    currentShelf.write({ group: gid, game });
    useGroup(gid);
    const pending = Boolean(outbox.head(readOutbox()));
    if (here && pending) return unpackState(here);
    const fresh = await fetched(gid, game);
    onStatus("saved", { time: clock() });
    return fresh ? opened(fresh) : here && unpackState(here);
  }

  // Another tab of this phone has written the game.
  addEventListener("storage", ({ key, newValue }) => {
    const { game } = currentShelf.read({});
    if (newValue && key === `scorepad.game.${game}`) onState(unpackState(local(game)));
  });

  async function refreshGroup() {
    if (!group()) return;
    const response = await fetch(groupPath(group().id), { headers: { Accept: "application/json" } }).catch(() => null);
    if (response?.ok) groupShelf.write({ ...group(), players: (await response.json()).players });
  }

  function running() {
    const current = currentShelf.read(null);
    const game = current && local(current.game)?.game;
    return game && !game.finished && !game.deleted ? current : null;
  }

  const open = (gid, game) => currentShelf.write({ group: gid, game });

  return { group, groupFor, keep, load, meet, open, refreshGroup, running, useGroup, wake: () => outbox.head(readOutbox()) && post.wake() };
}
