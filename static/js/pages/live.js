// Pages that refresh themselves: a game that is followed, a player's own seat.

import { documentAt } from "../play/names.js";

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

// --- Polls while the page is seen, seldom once the game is over, and replaces the changed part of the page.

const EVERY_MS = 2000;
const SELDOM = 15; // pauses per poll: a finished game may still be corrected or continued
const PATIENCE_MS = 10_000;
const NOT_MODIFIED = 304;

// Varies by 20 %, so that clients that started together do not poll together.
export const pause = (chance = Math.random()) => EVERY_MS * (0.8 + 0.4 * chance);

const ask = (etag, address = location.href, sent = null) =>
  documentAt(address, { etag, sent, timeout: PATIENCE_MS });

// For screen readers: the sentences that were not on the page before.
const saidIn = (live) => [...live.querySelectorAll("[data-said]")].map(({ dataset }) => dataset.said);

function tell(before, after) {
  const fresh = after.filter((sentence) => !before.includes(sentence));
  if (fresh.length) document.querySelector("[data-heard]").textContent = fresh.join(" ");
}

// hurried: whether someone is waiting for a part of the page.
export function follow(live, { look = ask, wait = setTimeout, hurried = () => false } = {}) {
  const alone = live.querySelector(".lost").textContent;
  let etag = null;
  let timer = null;
  let asking = false;

  const shown = () => document.visibilityState === "visible";
  const rest = () => pause() * ("over" in live.dataset ? SELDOM : hurried(live) ? 0.5 : 1);

  // An error page explains itself.
  function lost(is, page = null) {
    const line = live.querySelector(".lost");
    line.textContent = page?.querySelector("[data-why]")?.textContent ?? alone;
    line.hidden = !is;
  }

  function take({ status, etag: now, page }) {
    if (status === NOT_MODIFIED) return lost(false);
    const next = status === 200 ? page?.getElementById("live") : null;
    // The page says what ended: it is gone, or this device was removed.
    if (status === 404) return location.reload();
    if (!next) return lost(true, page);
    etag = now;
    const fresh = document.importNode(next, true);
    live.replaceWith(fresh);
    tell(saidIn(live), saidIn(fresh));
    live = fresh;
    uncover(live);
  }

  async function turn() {
    clearTimeout(timer);
    if (asking || !shown()) return;
    asking = true;
    const before = live;
    // A tap has loaded a newer state meanwhile.
    const heard = (answer) => live === before && take(answer);
    try {
      await look(etag).then(heard, () => lost(true));
    } finally {
      asking = false;
      timer = wait(turn, rest());
    }
  }

  document.addEventListener("visibilitychange", turn);
  addEventListener("pageshow", turn);
  uncover(live);
  timer = wait(turn, rest());
  return { take, lose: () => lost(true) };
}

// --- A player's own seat: follows the game, and sends a tapped chip without leaving the page.

export function playersSeat(seat, { send = ask } = {}) {
  const page = follow(seat, { hurried: (part) => part.dataset.phase === "sealed" });

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form.chips-form");
    if (!form) return;
    event.preventDefault();
    const sent = new URLSearchParams(new FormData(form, event.submitter));
    for (const chip of form.querySelectorAll(".chip")) chip.disabled = true;
    event.submitter?.classList.add("sent");
    await send(null, form.action, sent).then((answer) => {
      // From now on the page polls itself, not the URL that shows the chips again.
      if (answer.status === 200) history.replaceState(null, "", answer.address);
      page.take(answer);
    }, page.lose);
    for (const chip of form.querySelectorAll(".chip:not(.barred)")) chip.disabled = false;
  });
}
