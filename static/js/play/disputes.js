// Another phone was faster: asked about one thing at a time, for that thing only.

import { changes } from "./changes.js";
import * as chance from "./chance.js";
import * as outbox from "./outbox.js";
import { bodyAt, bodyFrom, gameIn, roundIn, withTheirs } from "./resources.js";
import { merged } from "./patches.js";
import { packState, unpackState } from "./shelf.js";
import { act } from "./table.js";

// current: () => the id of the game on the page; onQuestion(null or a question for pages);
// onState(id, state): a game changed here, by somebody else's hand.
export function disputes(box, { current, onQuestion, onState, clock }) {
  const stateOf = async (id) => unpackState(await box.game(id));
  const mineAt = (path) => JSON.parse(outbox.lastBodies(box.content())[path]);

  // Do both mean the same, or must a person say what holds?
  function patchFor({ current: found, changed_by: by, changed_at: at }, entry, etag) {
    if (!found) return outbox.forgotten(entry);
    const told = roundIn(entry.path) ? { ...found, seating: entry.body.seating } : found;
    const theirs = { etag, body: bodyFrom(entry.path, told), by, at };
    if (changes(theirs.body, mineAt(entry.path)).length) return outbox.disputed(entry, theirs);
    return outbox.settled(box.content(), entry.path, theirs);
  }

  // The game on the page comes first.
  async function ask() {
    const entry = outbox.question(box.content(), current());
    if (!entry) return onQuestion(null);
    const { path, theirs, key } = entry;
    const { game } = await stateOf(gameIn(path));
    const about = { key, game, number: roundIn(path), elsewhere: game.id !== current() };
    return onQuestion({ ...about, theirs: theirs.body, mine: mineAt(path), by: theirs.by, time: clock(theirs.at) });
  }

  // Puts what the server has into the game, as a step that can be undone.
  async function replace(path, { body, etag }, patch = {}) {
    const id = gameIn(path);
    const state = await stateOf(id);
    const next = act(state, "restore", { game: withTheirs(state.game, path, body) }, Infinity);
    const learnt = outbox.learnt(path, bodyAt(next.game, path), etag);
    await box.write({ ...merged(patch, learnt), games: { [id]: packState(next) } });
    onState(id, next);
  }

  // Theirs is for this one thing only: what waits for other rounds is still ours.
  async function decide(key, isMine) {
    await box.refresh();
    const entry = box.content().waiting[key];
    if (!entry?.theirs) return; // another tab of this phone was quicker
    if (isMine) await box.write(outbox.insist(box.content(), entry, chance.key()));
    else await replace(entry.path, entry.theirs, outbox.yielded(box.content(), entry, chance.uuid()));
  }

  // The settings as the server has them, unless they were changed here too.
  async function take(path, theirs) {
    const isChanged = outbox.inOrder(box.content()).some((entry) => entry.path === path);
    const { game } = await stateOf(gameIn(path));
    if (!isChanged && changes(theirs.body, bodyAt(game, path)).length) await replace(path, theirs);
  }

  return { patchFor, ask, decide, take };
}
