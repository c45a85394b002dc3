// What the outbox does with the rounds of a game whose seats change: `becomes` is what the server will
// make of an entry that was written before, `was` who sat where then. Both functions return a patch.

import { inOrder } from "./outbox.js";

const text = (body) => JSON.stringify(body);

const changedAt = (outbox, prefix, change) =>
  Object.fromEntries(
    Object.entries(outbox.known).flatMap(([path, { etag, body }]) =>
      path.startsWith(prefix) && body ? [[path, { etag, body: text(change(JSON.parse(body))) }]] : [],
    ),
  );

const withTheirsChanged = ({ theirs, ...entry }, change) => (theirs ? { ...entry, theirs: { ...theirs, body: change(theirs.body) } } : entry);

// The seats change here: the server does the same to the rounds it has, and to those it gets before.
export function reseated(outbox, prefix, change, players) {
  const own = inOrder(outbox).filter(({ path }) => path.startsWith(prefix));
  const waiting = own.map((entry) => [entry.key, { ...withTheirsChanged(entry, change), becomes: change(entry.becomes ?? entry.body), was: entry.was ?? players }]);
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
