// The phone that began a group knows its key: it is filled in, and goes nowhere before the form is sent.

import { database } from "../play/database.js";

export const keyOf = (group, kept) => (kept[`group.${group}`] ?? (kept.group?.id === group ? kept.group : {})).claim ?? "";

export async function attach(form, base = database()) {
  const found = await base.read().catch(() => null);
  const key = found ? keyOf(form.dataset.group, found.kept) : "";
  if (!key || form.elements.claim.value) return;
  form.elements.claim.value = key;
  form.querySelector("[data-known]").hidden = false;
}
