// What is no part of the drawing waits until the frame with it is out: a tap is answered first.

export const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 2000));

const LONGEST_MS = 100; // a hidden or covered page draws no frames, and is not waited for

let waiting = []; // for one and the same frame

// Each as a task of its own, so that a tap does not wait for all of them.
function letGo() {
  for (const work of waiting) setTimeout(work);
  waiting = [];
}

function awaitFrame() {
  const timer = setTimeout(letGo, document.hidden ? 0 : LONGEST_MS);
  requestAnimationFrame(() => {
    clearTimeout(timer);
    letGo();
  });
}

export function afterFrame(work) {
  if (waiting.push(work) === 1) awaitFrame();
}

// The page is hidden or left, and may be frozen or gone in a moment.
export function whenLeft(work) {
  globalThis.addEventListener?.("pagehide", work);
  globalThis.document?.addEventListener?.("visibilitychange", () => document.hidden && work());
}

// A page that is opened in the background does nothing before somebody looks at it.
export const whenSeen = () =>
  new Promise((resolve) => {
    const look = () => document.hidden || resolve();
    document.addEventListener("visibilitychange", look);
    look();
  });
