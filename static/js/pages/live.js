// Pages that refresh themselves: a game that is followed, a player's own seat.

import { documentAt } from "../play/names.js";

const SECOND_MS = 1000;

// Counts down the seconds until hidden bids are revealed.
function uncover(live) {
  const count = live.querySelector("[data-waits]");

  function turn(left) {
    live.classList.toggle("covering", left > 0);
    count.hidden = left <= 0;
    count.textContent = Math.ceil(left / SECOND_MS);
    const next = left % SECOND_MS || SECOND_MS;
    if (left > 0) setTimeout(turn, next, left - next);
  }
  if (count) turn(Number(count.dataset.waits));
}

// For screen readers: the sentences that were not on the page before.
const saidIn = (live) => [...live.querySelectorAll("[data-said]")].map(({ dataset }) => dataset.said);

function tell(before, after) {
  const fresh = after.filter((sentence) => !before.includes(sentence));
  if (fresh.length) document.querySelector("[data-heard]").textContent = fresh.join(" ");
}

// --- Polls while the page is seen, and replaces the part of it that changes.

const EVERY_MS = 2000;
const EVERY_IN_PHASE_MS = { sealed: 1000, over: 30_000 }; // a finished game may be corrected or continued
const PATIENCE_MS = 10_000;
const NOT_MODIFIED = 304;

const ask = (address, more) => documentAt(address, { ...more, timeout: PATIENCE_MS }).catch(() => ({}));

// Varies by 20 %, so that clients that started together do not poll together.
const pause = ({ dataset: { phase } }) =>
  (EVERY_IN_PHASE_MS[phase] ?? EVERY_MS) * (0.8 + 0.4 * Math.random());

export function follow(live) {
  const alone = live.querySelector(".lost").textContent;
  let etag = null;

  function take(answer) {
    const { status, response: page } = answer;
    // Its page says what ended: it is gone, or this device was removed.
    if (status === 404) return location.reload();
    const fresh = status === 200 && page?.getElementById("live");
    if (fresh) {
      etag = answer.getResponseHeader("ETag");
      tell(saidIn(live), saidIn(fresh));
      live.replaceWith(fresh);
      live = fresh;
      uncover(live);
    }
    const line = live.querySelector(".lost");
    line.hidden = Boolean(fresh) || status === NOT_MODIFIED;
    // An error page explains itself.
    line.textContent = page?.querySelector("[data-why]")?.textContent ?? alone;
  }

  async function turn() {
    if (!timer || document.hidden) return; // asked already, or the page is hidden
    clearTimeout(timer);
    timer = null;
    const before = live;
    const answer = await ask(location.href, { etag });
    if (live === before) take(answer); // else a tap has loaded a newer state meanwhile
    timer = setTimeout(turn, pause(live));
  }

  // A chip on a player's own seat is sent without leaving the page.
  async function send(form, { name, value, classList }) {
    const chips = form.querySelectorAll(".chip:not(.barred)");
    const sent = new URLSearchParams(new FormData(form));
    sent.set(name, value);
    for (const chip of chips) chip.disabled = true;
    classList.add("sent");
    const answer = await ask(form.action, { sent });
    // From now on the page polls itself, not the URL that shows the chips again.
    if (answer.status === 200) history.replaceState(null, "", answer.responseURL);
    take(answer);
    for (const chip of chips) chip.disabled = false;
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".chips-form")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  document.addEventListener("visibilitychange", turn);
  addEventListener("pageshow", turn);
  uncover(live);
  let timer = setTimeout(turn, pause(live));
}
