// Both games share the database of this phone. Neither page sends or asks about what is the other's.

const TOWERS = "/towers/";

export const isOfTowers = (path) => path.includes(TOWERS);

// box: a vault(); it shows only the requests whose path is meant.
export const showingOnly = (box, isMeant) => ({
  ...box,
  isMeant,
  content() {
    const all = box.content();
    return { ...all, waiting: Object.fromEntries(Object.entries(all.waiting).filter(([, { path }]) => isMeant(path))) };
  },
});

export const withoutTowers = (box) => showingOnly(box, (path) => !isOfTowers(path));
