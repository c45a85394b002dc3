// What lets in comes behind #, where no server sees it. It is put into the form and out of the address.

export const secretIn = (hash) => (/^#(?:[A-Za-z0-9_-]{8,40}|[A-Za-z0-9_-]{12}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27})$/.test(hash) ? hash.slice(1) : "");

export function attach(form) {
  const secret = secretIn(location.hash);
  if (!secret) return;
  form.elements.code.value = secret;
  form.elements.code.closest(".field").hidden = true;
  form.querySelector("[data-known]").hidden = false;
  history.replaceState(null, "", location.pathname);
}
