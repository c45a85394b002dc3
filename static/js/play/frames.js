// What is no part of the drawing waits until the frame with it is out: a tap is answered first.

// A hidden page draws no frames.
export function afterFrame(work) {
  if (document.hidden) return void setTimeout(work);
  requestAnimationFrame(() => setTimeout(work));
}
