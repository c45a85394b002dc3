// Requests waiting to be sent, as a value: {waiting: {key: entry}, known: {path: {etag, body}}}. Every tap
// adds an entry; the sender combines a run of edits of one resource. An entry that was tried is frozen,
// because the server may have it. An entry with `theirs` conflicts with another phone's change and waits for
// a person, one with `why` was rejected; both block their own path only, and paths below one that the server
// does not have yet, or not with these seats. `becomes` is what the server will make of an entry once the
// seats change. Functions that change something return a patch; null deletes a key.

import { gone } from "./database.js";

const text = (body) => JSON.stringify(body);

export const inOrder = ({ waiting }) =>
  Object.values(waiting).sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1));

// The edits of one path that would be sent as one, newest last.
function runOf(entries) {
  const stop = entries.findIndex((entry, index) =>
    index > 0 && (entries[0].attempted || !joins(entries[0], entry))
  );
  return stop === -1 ? entries : entries.slice(0, stop);
}

const seatingAt = ({ known }, path) => JSON.parse(known[path].body ?? "{}").seating ?? 0;

// The next entry to send. passed: keys that were just rejected.
export function head(outbox, passed = new Set()) {
  const entries = inOrder(outbox);
  const isHeld = (path) => {
    const same = entries.filter((entry) => entry.path === path);
    return same.some(({ theirs }) => theirs) || passed.has(runOf(same).at(-1).key);
  };
  const held = [...new Set(entries.map(({ path }) => path))].filter(isHeld);
  const isThere = (above, { seating = 0 }) =>
    outbox.known[above]?.etag && seatingAt(outbox, above) === seating;
  const hangs = ({ path, body }) =>
    held.some((above) => path.startsWith(`${above}/`) && !isThere(above, body));
  return entries.find((entry) => !held.includes(entry.path) && !hangs(entry)) ?? null;
}

// The next question for a person; the game on the screen comes first.
export function question(outbox, first = "") {
  const asked = inOrder(outbox).filter(({ theirs }) => theirs);
  return asked.find(({ path }) => path.includes(first)) ?? asked[0] ?? null;
}

// What the page reports: not entries rejected elsewhere, which no tap here can fix, and what depends on them.
export function told(outbox, isHere) {
  const entries = inOrder(outbox);
  const stuck = entries.filter((entry) => entry.why && !isHere(entry));
  return entries.filter(({ path }) => !stuck.some((above) => path.startsWith(above.path)));
}

// The first of them that was rejected, and why.
export function refusal(entries) {
  const why = entries.find((entry) => entry.why)?.why;
  return why ? { word: why === OUTSIDE ? why : "refused", why } : null;
}

// The latest body of every path, as text: what waits, or what the server has.
export function lastBodies(outbox) {
  const bodies = {};
  for (const [path, { body }] of Object.entries(outbox.known)) if (body) bodies[path] = body;
  for (const { path, body, becomes } of inOrder(outbox)) bodies[path] = text(becomes ?? body);
  return bodies;
}

export const lastBody = (outbox, path) => JSON.parse(lastBodies(outbox)[path]);

export function edits(outbox, resources, newKey) {
  const bodies = lastBodies(outbox);
  // By time: what a silent database holds comes first.
  let order = Math.max(inOrder(outbox).at(-1)?.order ?? 0, Date.now());
  const waiting = {};
  for (const { path, body } of resources) {
    if (bodies[path] === text(body)) continue;
    const key = newKey();
    order += 1;
    waiting[key] = { path, body, key, order, attempted: false };
  }
  return { waiting };
}

// An edit of another stage must not replace the one before it, since rounds come between.
const stage = ({ body }) => {
  const { finished = false, deleted = false, seating = 0, joined = [], left = [], schedule, cards } = body;
  return text([finished, deleted, seating, joined, left, schedule, cards]);
};
const joins = (one, next) => !next.attempted && (one.why || stage(one) === stage(next));

// The next request, marked as tried, with the patch that says so.
export function next(outbox, passed) {
  const first = head(outbox, passed);
  if (first.attempted) return { entry: first, patch: {} };
  const run = runOf(inOrder(outbox).filter(({ path }) => path === first.path));
  const entry = { ...run.at(-1), order: first.order, attempted: true };
  return { entry, patch: { waiting: { ...gone(run.map(({ key }) => key)), [entry.key]: entry } } };
}

export const learnt = (path, body, etag) => ({ known: { [path]: { etag, body: text(body) } } });

// What was set aside has no versions: it may be sent again, for other seats.
export const acknowledged = ({ key, path, body, becomes }, etag) => ({ waiting: { [key]: null },
  ...(!path.includes("/history/") && learnt(path, becomes ?? body, etag)) });

// What to do with entries when this phone is not in the group (any more).
export const OUTSIDE = "outside";

// why: it was rejected, so a newer edit may replace it; theirs: it conflicts with another phone's change, as
// {etag, body, by, at}. Without either it is sent as new.
export const marked = (entry, more = {}) => ({
  waiting: { [entry.key]: { ...entry, attempted: false, ...more } },
});

// Mine: sent again with their version as base.
export const insist = ({ theirs, ...entry }, key) => ({
  waiting: { [entry.key]: null, [key]: { ...entry, key, attempted: false } },
  ...learnt(entry.path, theirs.body, theirs.etag),
});

const allOf = (outbox, path) =>
  gone(inOrder(outbox).filter((entry) => entry.path === path).map(({ key }) => key));

// Removes all entries of this path: theirs is kept.
export const settled = (outbox, path, { etag, body }) => ({ waiting: allOf(outbox, path),
  ...learnt(path, body, etag) });

// Theirs: mine is added to the history under an id of its own.
export function yielded(outbox, { path, theirs }, id) {
  const patch = settled(outbox, path, theirs);
  const last = inOrder(outbox).at(-1).order;
  const aside = { path: `${path}/history/${id}`, body: lastBody(outbox, path), key: id, order: last + 1,
    attempted: false };
  return { ...patch, waiting: { ...patch.waiting, [id]: aside } };
}

// --- What happens to the waiting rounds of a game whose seats change: `becomes` is what the server will make
// of an entry written before, `was` who had which seat then. Both functions return a patch.

// patchOf(entry): of an entry whose `theirs` is changed already.
function changedUnder(outbox, prefix, change, patchOf) {
  const isUnder = ({ path }) => path.startsWith(prefix);
  const waiting = inOrder(outbox).filter(isUnder).map(({ theirs, ...entry }) =>
    patchOf(theirs ? { ...entry, theirs: { ...theirs, body: change(theirs.body) } } : entry)
  );
  const known = {};
  for (const [path, { etag, body }] of Object.entries(outbox.known)) {
    if (isUnder({ path }) && body) known[path] = { etag, body: text(change(JSON.parse(body))) };
  }
  return { waiting: Object.assign({}, ...waiting), known };
}

// The seats change here: the server does the same with its rounds, and those it gets before.
export const reseated = (outbox, prefix, change, players) =>
  changedUnder(outbox, prefix, change, (entry) => {
    const becomes = change(entry.becomes ?? entry.body);
    return { [entry.key]: { ...entry, becomes, was: entry.was ?? players } };
  });

// The seats have changed elsewhere: waiting entries are sent for the new seats, as new.
export const rewritten = (outbox, prefix, change, newKey) =>
  changedUnder(outbox, prefix, change, ({ becomes, was: _was, why: _why, ...entry }) => {
    const key = newKey();
    const body = change(becomes ?? entry.body);
    return { [entry.key]: null, [key]: { ...entry, body, key, attempted: false } };
  });
