// What differs between two versions of a round or of a game's settings, as values:
// {key, before, after}, for bids and tricks one of them per seat. The text of a time may differ
// where the time does not, nobody edits when a game began, the number of its seating is the players in other words,
// and how bids came into their round follows from what they are.

const PER_SEAT = ["bids", "tricks"];
const SILENT = ["started_at", "seating", "late_bids", "dealt_again"];

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (!value || typeof value !== "object") return value;
  const said = Object.keys(value).filter((key) => value[key] !== null); // nothing is the same as not there
  return Object.fromEntries(said.sort().map((key) => [key, sorted(value[key])]));
}

export const isSame = (one, other) => JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null));

function bySeat(key, before, after) {
  const seats = Array.from(before ?? after ?? [], (_, seat) => seat);
  const of = (list, seat) => list?.[seat] ?? null;
  return seats.flatMap((seat) =>
    of(before, seat) === of(after, seat) ? [] : [{ key, seat, before: of(before, seat), after: of(after, seat) }],
  );
}

export const changes = (before, after) =>
  Object.keys(after).flatMap((key) => {
    if (SILENT.includes(key) || isSame(before[key], after[key])) return [];
    return PER_SEAT.includes(key) ? bySeat(key, before[key], after[key]) : [{ key, before: before[key], after: after[key] }];
  });
