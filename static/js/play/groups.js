// The groups this phone plays in. A new game belongs to the one used last; a page with a running
// game stays with its own, whatever other tabs do.

import * as chance from "./chance.js";
import * as outbox from "./outbox.js";
import { groupPath } from "./resources.js";

const KEY = "group.";
const keyOf = (id) => KEY + id;

// In some groups this phone only looks on, or has taken over one game: the server tells.
const mayBegin = ({ may_score: may }) => may !== false;

// Whoever only took a game over does not delete it.
export const mayDelete = ({ may_score: may, claim, scorekeeper_of: own }, game) => Boolean(may ?? claim) || own === game;

// Who had won how often, and which games that counts.
const winsFrom = ({ wins, games }) => ({ wins, counted: games.filter(({ finished }) => finished).map(({ id }) => id) });

// from: asks the server, see reader.js.
export function groups(box, from) {
  let own = null;
  let elsewhere = []; // games of the group as the server last told them

  const kept = (name) => box.content().kept[name] ?? null;
  const last = () => kept("group");
  const find = (id) => kept(keyOf(id)) ?? (last()?.id === id ? last() : { id, players: [] });
  const isHost = ([key, value]) => key.startsWith(KEY) && (value.may_score ?? value.claim);
  const hosts = () => Object.entries(box.content().kept).filter(isHost).map(([, found]) => found);
  const otherThan = (id) => [last(), ...hosts()].find((found) => found && found.id !== id) ?? null;
  const write = (next, more) => box.write({ ...more, kept: { group: mayBegin(next) ? next : otherThan(next.id), [keyOf(next.id)]: next } });

  function group() {
    const id = own ?? last()?.id;
    return id ? find(id) : null;
  }

  function useGroup(id) {
    own = id;
    if (last()?.id !== id || !kept(keyOf(id))) write(find(id));
  }

  // Where a new game goes.
  function hostGroup() {
    if (own && !mayBegin(find(own))) own = null;
    return group();
  }

  function groupFor({ language }) {
    if (hostGroup()) return group();
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
    const made = { id: chance.uuid(), claim: chance.claim(), players: [], wins: {}, counted: [], may_score: true };
    const body = { claim: made.claim, time_zone, language };
    own = made.id;
    write(made, outbox.edits(box.content(), [{ path: groupPath(made.id), body }], chance.key));
    return made;
  }

  // Players of this phone's games keep their ids in the next one; its rules are offered again.
  function meet(players, rules = group().rules) {
    const known = group().players;
    const fresh = players.filter(({ id }) => !known.some((player) => player.id === id));
    if (fresh.length || rules !== group().rules) write({ ...group(), players: [...known, ...fresh], rules });
  }

  async function refreshGroup() {
    const id = group()?.id;
    const answer = id && (await from.group(id));
    if (!answer) return;
    elsewhere = mayBegin(answer) ? answer.games : [];
    const { name, players, may_score, scorekeeper_of } = answer;
    await write({ ...find(id), name, players, may_score, scorekeeper_of, rules: answer.rules ?? find(id).rules, ...winsFrom(answer) });
  }

  // Once more when a game begins: the one before it counts by then.
  async function refreshWins() {
    const id = group()?.id;
    const answer = id && (await from.group(id));
    if (answer) await write({ ...find(id), ...winsFrom(answer) });
  }

  // Where a game of a group is opened here, until games may be begun in it.
  async function meetGroup(id) {
    useGroup(id);
    if (!group().may_score) await refreshGroup();
  }

  // What this phone knows better than the server's last word.
  const forget = (game) => {
    elsewhere = elsewhere.filter(({ id }) => id !== game);
  };

  return { group, groupFor, hostGroup, meet, meetGroup, refreshGroup, refreshWins, useGroup, elsewhere: () => elsewhere, forget };
}
