// Parts that nobody needs at the first tap: fetched in idle time once a game runs, so that they
// are here when the network is not, also on plain http, where no worker keeps them.

let fetching = null;

export const later = { parts: null };

function addStyles() {
  const href = new URL("../../css/later.css", import.meta.url).href;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}

async function fetchParts() {
  const [parts] = await Promise.all([import("../later/parts.js"), addStyles()]);
  later.parts = parts;
}

// Now, where a page needs them already; it is drawn again once they are here.
export function fetchLater(drawAgain) {
  fetching ??= fetchParts().catch(() => {
    fetching = null; // no network: the next drawing tries again
  });
  fetching?.then(() => later.parts && drawAgain());
}

export function fetchWhenIdle() {
  if (later.parts || fetching) return;
  const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 2000));
  idle(() => fetchLater(() => {}));
}
