// What has the focus may be drawn away or made anew: the focus goes on with what has its key, else
// with the table, not back to the top.

const isLost = () => document.activeElement === null || document.activeElement === document.body;

// when: at once, or after the frame for a finger, which does not mind: it would be laid out twice.
export function holdingFocus(draw, find, when = (work) => work()) {
  const key = document.activeElement?.dataset?.key;
  draw();
  when(() => isLost() && find(key)?.focus({ preventScroll: true }));
}

export const keyed = (place, key) => (key ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null);
