// All phones show together what was sealed: until then a number counts down in its place.

const SECOND_MS = 1000;

export function uncover(part, { wait = setTimeout, now = () => performance.now() } = {}) {
  const count = part.querySelector("[data-waits]");
  if (!count) return;
  const until = now() + Number(count.dataset.waits);

  function turn() {
    const left = until - now();
    part.classList.toggle("covering", left > 0);
    count.hidden = left <= 0;
    count.textContent = Math.ceil(left / SECOND_MS);
    if (left > 0) wait(turn, left % SECOND_MS || SECOND_MS);
  }
  turn();
}
