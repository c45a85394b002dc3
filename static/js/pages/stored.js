// Pages that read or delete what this phone stores of a group.

import { database, gone } from "../play/database.js";
import { storeOn } from "../play/store.js";

const LEFT = /^#left=([0-9a-f-]{36})$/;
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const AGAIN_MS = 1000;
const VISITED = ["visited", "towers.visited"];

const idsIn = (texts) => new Set(texts.flatMap((text) => text.match(ID) ?? []));

// The group, every game named with it, and games without a group, which were set up but not started.
function idsOf({ kept, waiting, known }, group) {
  const lines = Object.values(kept).filter((value) => value?.group && value.game);
  const texts = [...Object.keys(known), ...Object.values(waiting).map(({ path }) => path),
    ...lines.map((line) => `${line.group} ${line.game}`)];
  const named = idsIn(texts);
  const unnamed = VISITED.flatMap((key) => kept[key] ?? []).filter((id) => !named.has(id));
  return new Set([group, ...idsIn(texts.filter((text) => text.includes(group))), ...unnamed]);
}

// Lists of games of all groups go as a whole: the phone does without what they say of others.
export function withoutGroup(content, group) {
  const ids = idsOf(content, group);
  const isLeft = (text) => [...idsIn([text])].some((id) => ids.has(id));
  const { kept, waiting, known } = content;
  const left = Object.keys(kept).filter((key) => isLeft(JSON.stringify([key, kept[key]])));
  return { kept: gone(left), games: gone([...ids]),
    waiting: gone(Object.keys(waiting).filter((key) => isLeft(waiting[key].path))),
    known: gone(Object.keys(known).filter(isLeft)) };
}

export async function leaving() {
  const group = LEFT.exec(location.hash)?.[1];
  if (!group) return;
  const box = storeOn(database(), () => localStorage);
  await box.heal();
  // What is in storage that does not respond is known only once it does.
  while (box.isSilent()) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  await box.write(withoutGroup(box.content(), group));
  history.replaceState(null, "", "/");
}

// --- The phone that created a group knows its key: it is filled in, and sent only with the form.

export async function cardKey(form) {
  const { group } = form.dataset;
  const { kept } = await database().read().catch(() => ({ kept: {} }));
  const key = kept[`group.${group}`]?.claim;
  if (!key || form.elements.claim.value) return;
  form.elements.claim.value = key;
  form.querySelector("[data-known]").hidden = false;
}
