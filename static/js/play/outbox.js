// Requests waiting to be sent, as a value: {waiting: {key: entry}, known: {path: {etag, body}}}.
// Every tap adds an entry; the sender joins a run of edits of one thing when it comes to send it.
// An attempted entry is frozen, because the server may have it already. Functions that change
// something return a patch: what to put under which key, null to take it away.

const text = (body) => JSON.stringify(body);

export const inOrder = ({ waiting }) =>
  Object.values(waiting).sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1));

export const head = (outbox) => inOrder(outbox)[0] ?? null;

// The last word on every path, as text: what waits, else what the server has.
export function lastBodies(outbox) {
  const bodies = {};
  for (const [path, { body }] of Object.entries(outbox.known)) if (body) bodies[path] = body;
  for (const { path, body } of inOrder(outbox)) bodies[path] = text(body);
  return bodies;
}

export function edits(outbox, resources, newKey) {
  const bodies = lastBodies(outbox);
  let order = inOrder(outbox).at(-1)?.order ?? 0;
  const waiting = {};
  for (const { path, body } of resources) {
    if (bodies[path] === text(body)) continue;
    const key = newKey();
    order += 1;
    waiting[key] = { path, body, key, order, attempted: false };
  }
  return { waiting };
}

// A finished game must not travel in the place of the unfinished one: its rounds come between.
const joins = (one, next) => !next.attempted && Boolean(one.body.finished) === Boolean(next.body.finished);

// The next request, marked as attempted, and the patch that says so.
export function next(outbox) {
  const first = head(outbox);
  if (first.attempted) return { entry: first, patch: {} };
  const same = inOrder(outbox).filter(({ path }) => path === first.path);
  const stop = same.findIndex((entry) => !joins(first, entry));
  const run = stop === -1 ? same : same.slice(0, stop);
  const entry = { ...run.at(-1), order: first.order, attempted: true };
  const gone = Object.fromEntries(run.map(({ key }) => [key, null]));
  return { entry, patch: { waiting: { ...gone, [entry.key]: entry } } };
}

export const acknowledged = ({ key, path, body }, etag) => ({
  waiting: { [key]: null },
  known: { [path]: { etag, body: text(body) } },
});

// Refused for good: what was sent is not stored, so a newer edit may take its place.
export const refused = (entry) => ({ waiting: { [entry.key]: { ...entry, attempted: false } } });

// Conflicts: send mine again on top of theirs, or forget mine.
export const insist = (outbox, entry, etag, key) => ({
  waiting: { [entry.key]: null, [key]: { ...entry, key, attempted: false } },
  known: { [entry.path]: { ...outbox.known[entry.path], etag } },
});

export const yielded = (outbox, { path }, etag) => ({
  waiting: Object.fromEntries(inOrder(outbox).flatMap((entry) => (entry.path === path ? [[entry.key, null]] : []))),
  known: { [path]: { etag, body: null } },
});

export const learnt = (path, body, etag) => ({ known: { [path]: { etag, body: text(body) } } });
