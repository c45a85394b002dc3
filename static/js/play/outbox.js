// Requests waiting to be sent, as a value. An entry never attempted may be replaced by a newer edit
// of the same thing; an attempted one is frozen, because the server may have it already.

export const emptyOutbox = () => ({ entries: [], etags: {}, bodies: {} });

export function enqueue(outbox, path, body, key) {
  if (outbox.bodies[path] === JSON.stringify(body)) return outbox;
  const entry = { path, body, key, attempted: false };
  const entries = outbox.entries.some((old) => old.path === path && !old.attempted)
    ? outbox.entries.map((old) => (old.path === path && !old.attempted ? { ...entry, key } : old))
    : [...outbox.entries, entry];
  return { ...outbox, entries, bodies: { ...outbox.bodies, [path]: JSON.stringify(body) } };
}

export const head = (outbox) => outbox.entries[0] ?? null;

const first = (outbox, changes) => {
  const [entry, ...rest] = outbox.entries;
  return { ...outbox, entries: [{ ...entry, ...changes }, ...rest] };
};

export const attempted = (outbox) => first(outbox, { attempted: true });

// Refused for good: what was sent is not stored, so a newer edit may take its place.
export const refused = (outbox) => first(outbox, { attempted: false });

export const acknowledged = (outbox, etag) => ({
  ...outbox,
  entries: outbox.entries.slice(1),
  etags: { ...outbox.etags, [outbox.entries[0].path]: etag },
});

// Conflicts: send mine again on top of theirs, or forget mine.
export const insist = (outbox, etag, key) => ({
  ...first(outbox, { attempted: false, key }),
  etags: { ...outbox.etags, [outbox.entries[0].path]: etag },
});

export function yielded(outbox, etag) {
  const { path } = outbox.entries[0];
  const bodies = { ...outbox.bodies };
  delete bodies[path];
  const entries = outbox.entries.filter((entry) => entry.path !== path);
  return { ...outbox, entries, bodies, etags: { ...outbox.etags, [path]: etag } };
}

export const known = (outbox, path, body, etag) => ({
  ...outbox,
  etags: { ...outbox.etags, [path]: etag },
  bodies: { ...outbox.bodies, [path]: JSON.stringify(body) },
});
