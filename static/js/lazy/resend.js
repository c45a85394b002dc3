// What a phone sends again to another database (../play/databaseid.js): fetched only then.

const PATIENCE_MS = 8000;

const isVersion = (path) => path.includes("/history/");
const isUnder = (path, above) => path.startsWith(above);

// What the server has of this room, as far as it is known: games that are deleted do not come back.
function stored({ content, isMeant }) {
  const all = Object.entries(content().known).filter(([path, { body }]) => body && isMeant(path) && !isVersion(path));
  const found = all.map(([path, { body }]) => ({ path, body: JSON.parse(body) }));
  const deleted = found.filter(({ body }) => body.deleted).map(({ path }) => path);
  return found.filter(({ path }) => !deleted.some((gone) => isUnder(path, gone)));
}

async function isOver(path) {
  const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  return response.ok && (await response.json()).finished;
}

// Games that are over here and there: they are left alone.
async function overOnBoth(box) {
  const over = [];
  for (const { path, body } of stored(box)) if (body.finished && (await isOver(path))) over.push(path);
  return over;
}

const depth = ({ path }) => path.split("/").length;
const inPlace = (one, other) => depth(one) - depth(other) || one.path.localeCompare(other.path, "en", { numeric: true });
const asBegun = ({ path, body }) => ({ path, body: { ...body, finished: false, ended_after: null } });

// Settings before rounds, and what is over as it was played. What waits already is newer, and goes by itself.
function inOrder(again, waits) {
  const isOver = ({ path, body }) => body.finished && again.some((other) => isUnder(other.path, `${path}/rounds/`));
  const begun = again.flatMap((one) => (isOver(one) ? [asBegun(one)] : waits.has(one.path) ? [] : [one]));
  return [...begun, ...again.filter((one) => isOver(one) && !waits.has(one.path))];
}

// A patch: nothing is known any more, and all is sent as new, before what waits. What is there as it is here says so, and
// about what differs a person is asked.
export async function sentAgain(box, newKey) {
  const over = await overOnBoth(box);
  await box.refresh(); // another tab may have been quicker
  const { waiting, known } = box.content();
  const again = stored(box).filter(({ path }) => !over.some((above) => isUnder(path, above)));
  const all = inOrder(again.sort(inPlace), new Set(Object.values(waiting).map(({ path }) => path)));
  const first = Math.min(1, ...Object.values(waiting).map(({ order }) => order)) - all.length;
  const entries = all.map((one, index) => ({ ...one, key: newKey(), order: first + index, attempted: false, again: true }));
  return {
    waiting: Object.fromEntries(entries.map((entry) => [entry.key, entry])),
    known: Object.fromEntries(Object.keys(known).filter(box.isMeant).map((path) => [path, null])),
  };
}
