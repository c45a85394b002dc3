// The key comes behind #, where no server sees it. It is put into the form and out of the address.

export const keyIn = (hash) => (/^#[A-Za-z0-9_-]{43}$/.test(hash) ? hash.slice(1) : "");

export function attach(form) {
  const key = keyIn(location.hash);
  if (!key) return;
  form.elements.claim.value = key;
  form.elements.claim.closest(".field").hidden = true;
  history.replaceState(null, "", location.pathname);
}
