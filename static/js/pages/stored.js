// Pages that read or delete what this phone stores of a group.

import { database, gone } from "../play/database.js";
import { attempt } from "../play/names.js";
import { storeOn } from "../play/store.js";

const LEFT = /^#left=([0-9a-f-]{36})$/;
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const AGAIN_MS = 1000;
const VISITED = ["visited", "towers.visited"];
const LISTS = [...VISITED, "seen"]; // these contain games of all groups, so they are deleted in part

// The group, every game below it, and games without a group, which were set up but not started.
function idsOf({ kept, waiting, known }, group) {
  const paths = [...Object.keys(known), ...Object.values(waiting).map(({ path }) => path)];
  const lines = Object.values(kept).filter((value) => value?.group && value.game);
  const namedIn = (
    isMeant,
  ) => [...paths.filter(isMeant).flatMap((path) => path.match(ID)),
    ...lines.filter((line) => isMeant(line.group)).map(({ game }) => game)];
  const named = new Set(namedIn(() => true));
  const nobodys = VISITED.flatMap((key) => kept[key] ?? []).filter((id) => !named.has(id));
  return new Set([group, ...namedIn((text) => text.includes(group)), ...nobodys]);
}

const partsLeft = (list, names) =>
  Array.isArray(list)
    ? list.filter((id) => !names(id))
    : Object.fromEntries(Object.entries(list).filter(([path]) => !names(path)));

export function withoutGroup(content, group) {
  const ids = idsOf(content, group);
  const names = (text) => (text.match(ID) ?? []).some((id) => ids.has(id));
  const { kept, waiting, known } = content;
  const lists = LISTS.filter((key) => kept[key]).map((key) => [key, partsLeft(kept[key], names)]);
  const own = Object.keys(kept).filter((key) =>
    !LISTS.includes(key) && names(JSON.stringify([key, kept[key]]))
  );
  return { kept: { ...gone(own), ...Object.fromEntries(lists) }, games: gone([...ids]),
    waiting: gone(Object.keys(waiting).filter((key) => names(waiting[key].path))),
    known: gone(Object.keys(known).filter(names)) };
}

// What is in storage that does not respond is known only once it does.
async function opened(box) {
  await box.heal();
  while (box.isSilent()) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
}

export async function leaving(
  _element,
  { hash = location.hash, box = storeOn(database(), () => localStorage), past = history,
    session = attempt(() => sessionStorage) } = {},
) {
  const group = LEFT.exec(hash)?.[1];
  if (!group) return;
  session?.clear();
  await opened(box);
  await box.write(withoutGroup(box.content(), group));
  past.replaceState(null, "", "/");
}

// --- The phone that created a group knows its key: it is filled in, and sent only with the form.

export async function cardKey(form, base = database()) {
  const { group } = form.dataset;
  const { kept } = await base.read().catch(() => ({ kept: {} }));
  const key = (kept[`group.${group}`] ?? (kept.group?.id === group ? kept.group : null))?.claim;
  if (!key || form.elements.claim.value) return;
  form.elements.claim.value = key;
  form.querySelector("[data-known]").hidden = false;
}
