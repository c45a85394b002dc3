// A book being made: its page is asked for again until it is ready, without loading it anew.

const PAUSE = 1000; // ms between two looks

export const isBusy = (part) => part?.getAttribute("aria-busy") === "true";

export function ask(address, answer) {
  const asked = new XMLHttpRequest();
  asked.open("GET", address);
  asked.responseType = "document";
  asked.onload = () => answer(asked.response?.getElementById("book") ?? null);
  asked.onerror = () => answer(null);
  asked.send();
}

export function attach(part, { look = ask, wait = setTimeout, reload = () => location.reload() } = {}) {
  const later = () => wait(() => look(location.href, show), PAUSE);

  function show(fresh) {
    if (!fresh) return later(); // no network for a moment
    if (!isBusy(fresh)) return reload(); // the rest of the page changes with it
    for (const name of ["#state", "progress"]) {
      const [old, next] = [part, fresh].map((each) => each.querySelector(name));
      if (old && next) old.replaceWith(document.adoptNode(next));
    }
    later();
  }

  if (isBusy(part)) later();
}
