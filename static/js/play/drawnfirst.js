// A tap is drawn first and goes into the box right after the frame. Nobody looks into the box
// before it is there, and a page that is hidden or left puts it there at once.

import { afterFrame, whenLeft } from "./frames.js";

const LOOKING = ["content", "write", "learn", "refresh", "game", "heal"];

// onLeaving: (work) => calls it when the page may be gone in a moment.
export function drawnFirst(box, { later = afterFrame, onLeaving = whenLeft } = {}) {
  let tap = null;

  function putIn() {
    const now = tap;
    tap = null;
    now?.();
  }

  function soon(next) {
    putIn();
    tap = next;
    later(putIn);
  }

  const afterTap = (name) => [name, (...all) => {
    putIn();
    return box[name](...all);
  }];

  onLeaving(putIn);
  return { ...box, ...Object.fromEntries(LOOKING.map(afterTap)), soon };
}
