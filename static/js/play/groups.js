// The groups of this phone. A new game belongs to the one used last; a page with a running game keeps its
// own, whatever other tabs do.

import { gone } from "./database.js";
import { isBlank, nameKey, newClaim, newKey, newUuid } from "./names.js";
import * as outbox from "./outbox.js";
import { groupPath } from "./resources.js";

const GROUP_KEY = "group.";
const keyOf = (id) => GROUP_KEY + id;

// In some groups this phone is a spectator, or has taken over one game: the server says so.
const mayBegin = ({ may_score: may }) => may !== false;

// A phone that only took over a game cannot delete it.
export const mayDelete = ({ may_score: may, claim, scorekeeper_of: own }, game) =>
  Boolean(may ?? claim) || own === game;

// from: asks the server, see sender.js; kind: of game, see phone.js.
export function groups(box, from, kind) {
  let own = null;
  let elsewhere = []; // games of the group from the server's last response

  const kept = (name) => box.content().kept[name] ?? null;
  const last = () => kept("group");
  const find = (id) => kept(keyOf(id)) ?? (last()?.id === id ? last() : { id, players: [] });
  const isHost = ([key, value]) => key.startsWith(GROUP_KEY) && (value.may_score ?? value.claim);
  const hosts = () => Object.entries(box.content().kept).filter(isHost).map(([, found]) => found);
  const otherThan = (id) => [last(), ...hosts()].find((found) => found && found.id !== id) ?? null;
  const write = (next, more) =>
    box.write({ ...more,
      kept: { group: mayBegin(next) ? next : otherThan(next.id), [keyOf(next.id)]: next } });

  function group() {
    const id = own ?? last()?.id;
    return id ? find(id) : null;
  }

  function useGroup(id) {
    own = id;
    if (last()?.id !== id || !kept(keyOf(id))) write(find(id));
  }

  function hostGroup() {
    if (own && !mayBegin(find(own))) own = null;
    return group();
  }

  function groupFor({ language }) {
    if (hostGroup()) return group();
    const made = { id: newUuid(), claim: newClaim(), players: [], may_score: true };
    const { timeZone = "UTC" } = Intl.DateTimeFormat().resolvedOptions();
    const body = { claim: made.claim, time_zone: timeZone, language };
    own = made.id;
    write(made, outbox.edits(box.content(), [{ path: groupPath(made.id), body }], newKey));
    return made;
  }

  // Those of the group, found by name, and new ones. Without a name they have no id: at a table of colours.
  function playersFor(names) {
    const find = (name) => group()?.players.find((player) => nameKey(player.name) === nameKey(name));
    return names.map((name) => {
      if (isBlank(name)) return { id: null, name: "" };
      return find(name) ?? { id: newUuid(), name: name.trim() };
    });
  }

  // Players of this phone's games keep their ids in the next game; its options are offered again.
  function meet(players, rules = group().rules) {
    const known = group().players;
    const fresh = players.filter(({ id }) => !known.some((player) => player.id === id));
    if (fresh.length || rules !== group().rules) write({ ...group(), players: [...known, ...fresh], rules });
  }

  async function refreshGroup() {
    const id = group()?.id;
    const answer = id && (await from.group(id));
    if (!answer) return;
    elsewhere = mayBegin(answer) ? kind.listed(answer) : [];
    const { name, players, looks, may_score, scorekeeper_of } = answer;
    const rules = answer.rules ?? find(id).rules;
    await write({ ...find(id), name, players, looks, may_score, scorekeeper_of, rules });
  }

  // A game of another group is open here, until games can be started there.
  async function meetGroup(id) {
    useGroup(id);
    if (!group().may_score) await refreshGroup();
  }

  // What this phone knows that is newer than the server's last response.
  function forget(game) {
    elsewhere = elsewhere.filter(({ id }) => id !== game);
  }

  return { group, groupFor, hostGroup, meet, meetGroup, playersFor, refreshGroup, useGroup, forget,
    elsewhere: () => elsewhere };
}

// --- Open games, newest first: on this phone, paused or in another tab, and on other phones of the group.

export const lineKey = ({ keys }, id) => `${keys.open}.${id}`;
const MOST_LISTED = 5;

export function keptLine(kind, group, state, at) {
  const { id, players, deleted } = state.game;
  const names = players.map(({ name }) => name);
  const line = kind.isOver(state) || deleted
    ? null
    : { group, game: id, names, ...kind.roundsOf(state.game), at };
  return { [lineKey(kind, id)]: line };
}

function told(group, { id, players, rounds, rounds_played: played, played_on: at }) {
  const names = players.map(({ name }) => name);
  return { group, game: id, names, ...(rounds && { round: Math.min(played + 1, rounds), rounds }), at };
}

// all: the list on the phone; elsewhere: games of the group from the server.
export function openGames(kind, all, group, elsewhere) {
  const over = elsewhere.filter(({ finished }) => finished).map(({ id }) => id);
  const lines = Object.keys(all).filter((key) => key.startsWith(lineKey(kind, ""))).map((key) => all[key]);
  const own = lines.filter(({ game }) => !over.includes(game));
  const isOther = ({ id, finished }) => !finished && !own.some(({ game }) => game === id);
  const others = elsewhere.filter(isOther).map((line) => told(group, line));
  return [...own, ...others].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MOST_LISTED);
}

const DAY_MS = 86_400_000;
const dayOf = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;

// "today", "yesterday", "3 days ago", in the browser's language. at: a timestamp or a date.
export function daysAgo(at) {
  const then = new Date(at.length > 10 ? at : `${at}T12:00`);
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return format.format(Math.min(0, dayOf(then) - dayOf(new Date())), "day");
}

// --- The phone stores the games it has shown last, and all that are open or not sent yet.

const MOST_KEPT = 20;

// A patch: the opened game comes first, and old ones are deleted.
export function opening(kind, { kept, waiting, known }, game) {
  const { idIn, keys } = kind;
  const visited = [game, ...(kept[keys.visited] ?? []).filter((id) => id !== game)];
  const paths = Object.keys(known).filter(idIn);
  const waits = new Set(Object.values(waiting).map(({ path }) => idIn(path)));
  const all = [...new Set([...visited, ...paths.map(idIn)])];
  const old = new Set(all.slice(MOST_KEPT).filter((id) => !waits.has(id) && !(lineKey(kind, id) in kept)));
  const isKept = (id) => !old.has(id);
  const seen = Object.entries(kept[keys.seen] ?? {}).filter(([path]) => isKept(idIn(path)));
  return { kept: { [keys.visited]: visited.filter(isKept), [keys.seen]: Object.fromEntries(seen) },
    games: gone([...old]), known: gone(paths.filter((path) => old.has(idIn(path)))) };
}
