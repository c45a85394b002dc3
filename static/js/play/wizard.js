// Wizard as the phone stores and sends it: conflicts with other phones, what a tap sends, and the kind of
// game for phone.js.

import { applied, keysWith, merged } from "./database.js";
import { emptyRound, movedBody, roundNow, runningRound, seatingOf, seatsIn, withPlayers } from "./game.js";
import { newKey, newUuid } from "./names.js";
import * as outbox from "./outbox.js";
import { bodyAt, bodyFrom, changes, gameBody, gameFrom, gameIn, gamePath, groupIn, isInQuestion, isSame,
  resourcesOf, roundBody, roundFrom, roundIn, roundPath, withCovered, withTheirs } from "./resources.js";
import { roundCount } from "./rules.js";
import { act, opened, seatedAs } from "./state.js";

// Compares as sent, except how bids came into a round; texts of equal times may differ.
function told(game) {
  const resources = resourcesOf("", { ...game, started_at: null }, new Set());
  return resources.map(({ path, body: { dealt_again: _again, ...body } }) => ({ path, body }));
}

// mine: the local game if it says the same; written as by the server, the next tap would send it again.
function learntFrom(gid, answer, mine = null) {
  const own = mine ? resourcesOf(gid, mine, new Set()) : [];
  const bodies = Object.fromEntries(own.map(({ path, body }) => [path, body]));
  const learnt = (path, theirs, mark) => outbox.learnt(path, bodies[path] ?? theirs, mark);
  const rounds = answer.rounds.map((round) =>
    learnt(roundPath(gid, answer.id, round.number), roundBody(answer, roundFrom(round)),
      `"${round.revision}"`)
  );
  return merged(learnt(gamePath(gid, answer.id), gameBody(gameFrom(answer)), `"g${answer.revision}"`),
    ...rounds);
}

// Whether what was tapped last in this round is on this phone only, since it must be confirmed.
function isHeldBack(content, group, game, number) {
  if (!isInQuestion(game, number)) return false;
  const path = roundPath(group, game.id, number);
  const sent = outbox.lastBodies(content)[path] ?? "null";
  return !isSame(JSON.parse(sent), bodyAt(game, path));
}

const holdsBack = (content, group, game) =>
  game.rounds.some((_, index) => isHeldBack(content, group, game, index + 1));

function editsFor(content, group, game) {
  const sent = new Set(Object.keys(outbox.lastBodies(content)));
  return outbox.edits(content, resourcesOf(group, game, sent), newKey);
}

// With what the server has, or will have, of the rounds of a game whose seats change with this tap.
function requestsFor(content, group, { game }) {
  const before = content.games[game.id]?.game;
  const change = (body) => movedBody(body, before.players, game);
  const reseated = before && seatingOf(before) !== seatingOf(game)
    ? outbox.reseated(content, `${gamePath(group, game.id)}/rounds/`, change, before.players)
    : {};
  return merged(reseated, editsFor(applied(content, reseated), group, game));
}

// --- another phone was faster: asks about one resource at a time, for that one only ------

// onState(id, state): a game was changed by another device.
function conflicts(box, { ask: askServer, onState }) {
  const stateOf = async (id) => box.content().games[id] ?? (await box.game(id));

  // Shown at once, since the next tap builds on it; then written, with the effects on waiting rounds.
  function show(path, state, patch) {
    const id = gameIn(path);
    const edits = editsFor(applied(box.content(), patch), groupIn(path), state.game);
    const written = box.write({ ...merged(patch, edits), games: { [id]: state } });
    onState(id, state);
    return written;
  }

  const knownAt = (path) => JSON.parse(box.content().known[path]?.body ?? "null");
  const mineAt = (path) => outbox.lastBody(box.content(), path);

  const wereCovered = (path, { bids }) =>
    roundIn(path) && box.content().games[gameIn(path)]?.game.bid_mode !== "open" &&
    bids.some((bid) => bid !== null);

  // Hidden bids were revealed meanwhile: the page is updated, and its own edits are sent again.
  const isRevealed = (path, theirs, mine) =>
    wereCovered(path, theirs) && mine.bids.every((bid) => bid === null) &&
    mine.bids.length === theirs.bids.length;

  // Nobody else has changed this round: the server only moved it along with the seats, accepted hidden bids,
  // or revealed them as the page did.
  function isUnchanged(path, theirs, mine) {
    const known = knownAt(path);
    const isOnly = (word, before, after) => changes(before, after).every(({ key }) => key === word);
    if (!roundIn(path)) return false;
    if (known && isOnly("accepted", theirs, known)) return true;
    return wereCovered(path, theirs) && isSame(theirs.bids, mine.bids) &&
      isOnly("bids", known ?? emptyRound(theirs.bids.length), theirs);
  }

  function theirsFor({ path, body, was }, found) {
    if (!roundIn(path)) return bodyFrom(path, found);
    const theirs = bodyFrom(path, { ...found, seating: body.seating });
    return was ? movedBody(theirs, was, box.content().games[gameIn(path)].game) : theirs;
  }

  // Whether both mean the same, or a person must decide.
  function patchFor({ current: found, changed_by: by, changed_at: at }, entry, etag) {
    if (!found) return { ...outbox.marked(entry), known: { [entry.path]: null } };
    const { path } = entry;
    const theirs = { etag, body: theirsFor(entry, found), by, at };
    const mine = mineAt(path);
    const isAlike = !changes(theirs.body, mine).length;
    if (!isAlike && isUnchanged(path, theirs.body, mine)) {
      return outbox.insist({ ...entry, theirs }, newKey());
    }
    if (!isAlike && !isRevealed(path, theirs.body, mine)) return outbox.marked(entry, { theirs });
    return isAlike || !mine.tricks || isSame(mine.tricks, theirs.body.tricks)
      ? outbox.settled(box.content(), path, theirs)
      : outbox.yielded(box.content(), { path, theirs }, newUuid());
  }

  const areSeatedAlike = (seats, others) => isSame(seatsIn(seats), seatsIn(others));

  // Moves a state, and all that waits for its rounds, to the seats of another version.
  function reseated(path, state, seats, isSeated = false) {
    if (isSeated) return { state, patch: {} };
    const change = (body) => movedBody(body, state.game.players, seats);
    const patch = outbox.rewritten(box.content(), `${path}/rounds/`, change, newKey);
    return { state: seatedAs(state, seats), patch };
  }

  // Adds the server's version to the game as a step that can be undone.
  async function replace(path, { body, etag }, aside = {}) {
    const before = await stateOf(gameIn(path));
    const isSeated = roundIn(path) || areSeatedAlike(before.game, body);
    const { state, patch } = reseated(path, before, body, isSeated);
    const next = act(state, "restore", { game: withTheirs(state.game, path, body) }, Infinity);
    await show(path, next, merged(aside, patch, outbox.learnt(path, bodyAt(next.game, path), etag)));
  }

  // Mine, though they have changed the seats: with their seats, unless we have changed them too.
  async function insistOnSeats(entry) {
    const { path, theirs } = entry;
    const before = await stateOf(gameIn(path));
    const isOurs = !areSeatedAlike(knownAt(path), mineAt(path));
    const { adjustments } = withPlayers(before.game, theirs.body.players);
    const { state, patch } = reseated(path, before,
      isOurs ? { ...before.game, seating: theirs.body.seating + 1 } : { ...theirs.body, adjustments });
    const body = gameBody(state.game);
    const order = body.finished ? outbox.inOrder(box.content()).at(-1).order + 1 : entry.order;
    const insisted = outbox.insist({ ...entry, body, order }, newKey());
    await show(path, state, merged(patch, outbox.settled(box.content(), path, theirs), insisted));
  }

  // Theirs applies to this resource only: edits of other rounds stay ours.
  function decide(entry, isMine) {
    const { path, theirs } = entry;
    if (!isMine) return replace(path, theirs, outbox.yielded(box.content(), entry, newUuid()));
    const areSeatsOurs = roundIn(path) || areSeatedAlike(theirs.body, knownAt(path) ?? theirs.body);
    return areSeatsOurs ? box.write(outbox.insist(entry, newKey())) : insistOnSeats(entry);
  }

  // Another phone has deleted the game or changed its seats: everything is as on the server, except for what
  // waits here, which moves with its player. A change of our own settings is a conflict first.
  // Returns whether waiting edits should be sent again.
  async function refused({ objections, current }, { path }) {
    const own = path.split("/rounds/")[0];
    const isDeleted = objections?.some(({ problem }) => problem === "game_deleted");
    const found = current ?? (isDeleted && await askServer(own));
    if (!found) return false;
    const waiting = outbox.inOrder(box.content());
    const about = waiting.find((entry) => entry.path === own);
    if (about) {
      const theirs = { etag: `"g${found.revision}"`, body: bodyFrom(own, found) };
      if (own === path) await box.write(outbox.marked(about, { theirs }));
      return true;
    }
    const [before, there] = [await stateOf(gameIn(own)), gameFrom(found)];
    const { state, patch } = reseated(own, before, there, isDeleted && areSeatedAlike(before.game, there));
    const isTheirs = ({ number }) =>
      !waiting.some((entry) => entry.path === `${own}/rounds/${number}`) &&
      !isHeldBack(box.content(), groupIn(own), before.game, number);
    const { rounds: mine } = state.game;
    // Not as sent: that lacks bids that are not told yet.
    const rounds = Array.from({ length: Math.max(mine.length, there.rounds.length) }, (_, index) => {
      const theirs = isTheirs({ number: index + 1 }) ? there.rounds[index] : null;
      return theirs ?? mine[index] ?? emptyRound(there.players.length);
    });
    const game = withCovered({ ...withTheirs(state.game, own, found), rounds }, state.game);
    const next = isSame(game, state.game) ? state : act(state, "restore", { game }, Infinity);
    const learnt = learntFrom(groupIn(own), { ...found, rounds: found.rounds.filter(isTheirs) });
    const revision = waiting.some(({ theirs: asked }) => asked) ? null : found.revision;
    const seen = { ...box.content().kept.seen, [own]: revision };
    await show(own, next, { ...merged(patch, learnt), kept: { seen } });
    return true;
  }

  return { patchFor, decide, refused };
}

// --- the storage kept silent ------------------------------------------------------------

// tapped: the state as it was tapped since; stored: as in the database, or null. Undo steps are kept.
function rejoined(content, tapped, stored) {
  const state = { ...tapped, past: [...(stored?.past ?? []), ...tapped.past] };
  const isCovered = state.game.rounds[runningRound(state.game) - 1]?.sealed;
  const isOfGame = ({ path }) => gameIn(path) === state.game.id && !path.includes("/history/");
  const game = outbox.inOrder(content).filter(isOfGame).reduce(
    (now, { path }) => withTheirs(now, path, outbox.lastBody(content, path)),
    isCovered ? state.game : withCovered(state.game, stored?.game),
  );
  return isSame(game, state.game) ? state : act(state, "restore", { game }, Infinity);
}

export const wizard = { name: "wizard", keys: keysWith(""), idIn: gameIn, pathOf: gamePath,
  opened: (answer, mine) => opened(withCovered(gameFrom(answer), mine)),
  isSameGame: (one, other) => isSame(told(one), told(other)), isOver: ({ game }) => game.finished,
  listed: ({ games }) => games, roundsOf: (game) => ({ round: roundNow(game), rounds: roundCount(game) }),
  learntFrom, holdsBack, requestsFor, conflicts, rejoined };
