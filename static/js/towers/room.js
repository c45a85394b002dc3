// What the phone keeps of Wandering Towers, in the database of Wizard: the group is both games', the
// rest goes by names of its own.

import { isOfTowers, showingOnly } from "../play/rooms.js";

const PREFIX = "towers.";

const isShared = (key) => key === "group" || key.startsWith("group.");
const inside = (key) => (isShared(key) ? key : PREFIX + key);

const keptHere = (kept) =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([key, value]) => {
      if (isShared(key)) return [[key, value]];
      return key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), value]] : [];
    }),
  );

const renamed = ({ kept = {}, ...tables }) => ({
  ...tables,
  kept: Object.fromEntries(Object.entries(kept).map(([key, value]) => [inside(key), value])),
});

const isGroup = (path) => /^\/api\/groups\/[^/]+$/.test(path);

// box: a vault().
export function towersRoom(box) {
  const own = showingOnly(box, (path) => isOfTowers(path) || isGroup(path));
  const content = () => {
    const all = own.content();
    return { ...all, kept: keptHere(all.kept) };
  };
  return { ...own, content, write: (patch) => box.write(renamed(patch)), learn: (patch) => box.learn(renamed(patch)) };
}
