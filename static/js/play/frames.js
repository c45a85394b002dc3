// What is no part of the drawing waits until the frame with it is out: a tap is answered first.

export const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 2000));

const LONGEST_MS = 100; // a hidden or covered page draws no frames, and is not waited for

export function afterFrame(work) {
  let timer = null;
  const once = () => {
    clearTimeout(timer);
    work();
  };
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(once);
  });
  timer = setTimeout(
    () => {
      cancelAnimationFrame(frame);
      work();
    },
    document.hidden ? 0 : LONGEST_MS,
  );
}
