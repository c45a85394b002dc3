// Requests waiting to be sent, as a value: {waiting: {key: entry}, known: {path: {etag, body}}}.
// Every tap adds an entry; the sender joins a run of edits of one thing when it comes to send it.
// An attempted entry is frozen, because the server may have it already. An entry with `theirs` met
// another phone's change and waits for a person, one with `why` was refused; both hold back their own
// path only, and what lies beneath a path that the server does not have yet, or not with these seats.
// `becomes` is what the server will make of an entry once the seats change (reseating.js).
// Functions that change something return a patch: what to put under which key, null to take it away.

const text = (body) => JSON.stringify(body);

export const inOrder = ({ waiting }) =>
  Object.values(waiting).sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1));

// The edits of one path that would travel as one, the newest last.
function runOf(entries) {
  const stop =
    entries.findIndex((entry, index) => index > 0 && (entries[0].attempted || !joins(entries[0], entry)));
  return stop === -1 ? entries : entries.slice(0, stop);
}

const seatingAt = ({ known }, path) => JSON.parse(known[path].body ?? "{}").seating ?? 0;

// The next entry to send. passed: keys of what was refused a moment ago.
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

// What a person is asked next; the game on the screen comes first.
export function question(outbox, first = "") {
  const asked = inOrder(outbox).filter(({ theirs }) => theirs);
  return asked.find(({ path }) => path.includes(first)) ?? asked[0] ?? null;
}

// What a page tells of: what was refused elsewhere, and what hangs on it, no tap on this page mends.
export function told(outbox, isHere) {
  const entries = inOrder(outbox);
  const stuck = entries.filter((entry) => entry.why && !isHere(entry));
  return entries.filter(({ path }) => !stuck.some((above) => path.startsWith(above.path)));
}

export const pathsOf = (entries) => new Set(entries.map(({ path }) => path));

// What is said of the first of them that was refused, and why.
export function refusal(entries) {
  const why = entries.find((entry) => entry.why)?.why;
  return why ? { word: why === OUTSIDE ? why : "refused", why } : null;
}

// The last word on every path, as text: what waits, else what the server has.
export function lastBodies(outbox) {
  const bodies = {};
  for (const [path, { body }] of Object.entries(outbox.known)) if (body) bodies[path] = body;
  for (const { path, body, becomes } of inOrder(outbox)) bodies[path] = text(becomes ?? body);
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

// A finished or deleted game must not travel in the place of the one before, nor one with other seats or
// hands: rounds come between. Any may in the place of one that was refused.
const stage = ({ body }) => {
  const { finished = false, deleted = false, seating = 0, joined = [], left = [], schedule, cards } = body;
  return text([finished, deleted, seating, joined, left, schedule, cards]);
};
const joins = (one, next) => !next.attempted && (one.why || stage(one) === stage(next));

// The next request, marked as attempted, and the patch that says so.
export function next(outbox, passed) {
  const first = head(outbox, passed);
  if (first.attempted) return { entry: first, patch: {} };
  const run = runOf(inOrder(outbox).filter(({ path }) => path === first.path));
  const entry = { ...run.at(-1), order: first.order, attempted: true };
  const gone = Object.fromEntries(run.map(({ key }) => [key, null]));
  return { entry, patch: { waiting: { ...gone, [entry.key]: entry } } };
}

export const acknowledged = ({ key, path, body, becomes }, etag) => ({
  waiting: { [key]: null }, known: { [path]: { etag, body: text(becomes ?? body) } },
});

// What is written when this phone is not, or no longer, in the group.
export const OUTSIDE = "outside";

// Refused for good: what was sent is not stored, so a newer edit may take its place.
export const refused = (entry, why) => ({ waiting: { [entry.key]: { ...entry, attempted: false, why } } });

// Met another phone's change: theirs is {etag, body, by, at}.
export const disputed = (entry, theirs) =>
  ({ waiting: { [entry.key]: { ...entry, attempted: false, theirs } } });

// What we had seen is not there any more: mine is sent as new.
export const forgotten = (entry) => ({
  waiting: { [entry.key]: { ...entry, attempted: false } }, known: { [entry.path]: null },
});

// Mine: sent again on top of theirs.
export const insist = (outbox, { theirs, ...entry }, key) => ({
  waiting: { [entry.key]: null, [key]: { ...entry, key, attempted: false } },
  known: { [entry.path]: { etag: theirs.etag, body: text(theirs.body) } },
});

// Mine, with other seats than were sent: one entry in the place of all that wait for the path.
export function insistWith(outbox, { path, order, theirs }, body, key) {
  const same = inOrder(outbox).filter((entry) => entry.path === path);
  const gone = Object.fromEntries(same.map((entry) => [entry.key, null]));
  const at = body.finished ? inOrder(outbox).at(-1).order + 1 : order;
  return {
    waiting: { ...gone, [key]: { path, body, key, order: at, attempted: false } },
    known: { [path]: { etag: theirs.etag, body: text(theirs.body) } },
  };
}

// Nothing of this path waits any more: what stands there is theirs.
export const settled = (outbox, path, { etag, body }) => ({
  waiting: Object.fromEntries(
    inOrder(outbox).flatMap((entry) => (entry.path === path ? [[entry.key, null]] : [])),
  ),
  known: { [path]: { etag, body: text(body) } },
});

// Theirs: mine goes into the history, as a thing of its own.
export function yielded(outbox, { path, theirs }, id) {
  const patch = settled(outbox, path, theirs);
  const last = inOrder(outbox).at(-1).order;
  const aside = { path: `${path}/history/${id}`, body: JSON.parse(
    lastBodies(outbox)[path],
  ), key: id, order: last + 1, attempted: false };
  return { ...patch, waiting: { ...patch.waiting, [id]: aside } };
}

// Who may only look has nothing to send again.
export const dropped = ({ key }) => ({ waiting: { [key]: null } });

export const learnt = (path, body, etag) => ({ known: { [path]: { etag, body: text(body) } } });

// --- What the outbox does with the rounds of a game whose seats change: `becomes` is what the server will
// make of an entry that was written before, `was` who sat where then. Both functions return a patch.

const changedAt = (outbox, prefix, change) =>
  Object.fromEntries(
    Object.entries(outbox.known).flatMap(([path, { etag, body }]) =>
      path.startsWith(prefix) && body ? [[path, { etag, body: text(change(JSON.parse(body))) }]] : [],
    ),
  );

const withTheirsChanged = ({ theirs, ...entry }, change) =>
  (theirs ? { ...entry, theirs: { ...theirs, body: change(theirs.body) } } : entry);

// The seats change here: the server does the same to the rounds it has, and to those it gets before.
export function reseated(outbox, prefix, change, players) {
  const own = inOrder(outbox).filter(({ path }) => path.startsWith(prefix));
  const waiting = own.map((entry) => [entry.key, { ...withTheirsChanged(entry, change), becomes: change(
    entry.becomes ?? entry.body,
  ), was: entry.was ?? players }]);
  return { waiting: Object.fromEntries(waiting), known: changedAt(outbox, prefix, change) };
}

// The seats have changed elsewhere: what waits is sent for the new ones, as something new.
export function rewritten(outbox, prefix, change, newKey) {
  const own = inOrder(outbox).filter(({ path }) => path.startsWith(prefix));
  const waiting = own.flatMap(({ becomes, was: _was, why: _why, ...entry }) => {
    const key = newKey();
    const body = change(becomes ?? entry.body);
    return [[entry.key, null], [key, { ...withTheirsChanged(entry, change), body, key, attempted: false }]];
  });
  return { waiting: Object.fromEntries(waiting), known: changedAt(outbox, prefix, change) };
}
