// Parts that nobody needs at the first tap: fetched in idle time once a game runs, so that they
// are here when the network is not, also on plain http, where no worker keeps them.

const AGAIN_AFTER_MS = 10_000;

// act: how a part does something at the table by itself; nothing while there is none.
export const lazy = { parts: null, act: null };

let arriving = null;
const waiting = new Set(); // what draws itself again, or begins, once they are here

const style = () =>
  Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("css/lazy.css", import.meta.url).href });

function addStyles(link = style()) {
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}

// As a document that the browser reads by itself: nothing here makes elements of a text.
function wordsAt(address) {
  return new Promise((resolve, reject) => {
    const request = Object.assign(new XMLHttpRequest(), { responseType: "document", onerror: reject, onload: () => resolve(request.response) });
    request.open("GET", address);
    request.send();
  });
}

async function addWords() {
  const found = await wordsAt(document.querySelector("[data-words]").dataset.words);
  const templates = found.querySelectorAll("template");
  if (!templates.length) throw new Error("not our words"); // a hotel's log-in page
  document.body.append(...templates);
}

// A browser never asks twice for a module that failed, so another try needs another address.
async function fetchParts(tries) {
  await Promise.all([addWords(), addStyles()]); // first: the parts speak as soon as they are here
  lazy.parts = await import(new URL(`lazy.js${tries ? `?again=${tries}` : ""}`, import.meta.url).href);
}

const pause = () =>
  new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, AGAIN_AFTER_MS);
  });

async function fetchUntilHere() {
  for (let tries = 0; !lazy.parts; tries += 1) await fetchParts(tries).catch(pause);
  for (const draw of waiting) draw();
}

// Now, where a page needs them already: it draws itself again once they are here.
export function fetchLazy(draw) {
  waiting.add(draw);
  arriving ??= fetchUntilHere();
}

// then: what begins by itself; a page that needs none of them is not drawn again under a finger.
export function fetchWhenIdle(then) {
  if (lazy.parts) return;
  waiting.add(then);
  if (arriving) return;
  const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 2000));
  idle(() => (arriving ??= fetchUntilHere()));
}
