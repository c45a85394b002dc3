// The screen stays on during a game and dims after a minute; the touch that wakes it does nothing else.

export const DIM_AFTER_MS = 60_000;

// Wake locks end when the page is hidden and exist only on https and localhost.
function screenLock() {
  let lock = null;
  const held = () => lock && !lock.released;
  return async (wanted) => {
    if (wanted && !held() && document.visibilityState === "visible") {
      lock = await navigator.wakeLock?.request("screen").catch(() => null);
    }
    if (!wanted && held()) await lock.release();
  };
}

export function attach(shell, isRunning) {
  const lock = screenLock();
  let timer = null;

  const isDim = () => shell.classList.contains("dim");
  function rest() {
    clearTimeout(timer);
    shell.classList.remove("dim");
    if (isRunning()) timer = setTimeout(() => shell.classList.add("dim"), DIM_AFTER_MS);
  }
  function touched(event) {
    if (isDim() && event.type === "click") {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    if (event.type === "click" || !isDim()) rest();
  }

  for (const type of ["click", "keydown", "input"]) document.addEventListener(type, touched, true);
  document.addEventListener("visibilitychange", () => lock(isRunning()));
  rest();
  return () => {
    lock(isRunning());
    if (!isDim()) rest();
  };
}
