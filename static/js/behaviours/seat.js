// A player's own phone: the page follows the game as for those who look on, and a tapped chip is sent
// without leaving it.

import { ask, attach as follow } from "./live.js";

const OK = 200;

export function attach(seat, { send = ask } = {}) {
  const page = follow(seat, { hurried: (part) => part.dataset.phase === "sealed" });

  function shown(answer) {
    // From now on this page asks for itself, not for the chips once more.
    if (answer.status === OK) history.replaceState(null, "", answer.address);
    page.take(answer);
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form.chips-form");
    if (!form) return;
    event.preventDefault();
    const sent = new URLSearchParams(new FormData(form, event.submitter));
    for (const chip of form.querySelectorAll(".chip")) chip.disabled = true;
    event.submitter?.classList.add("sent");
    await send(null, form.action, sent).then(shown, page.lose);
    if (form.isConnected) for (const chip of form.querySelectorAll(".chip:not(.barred)")) chip.disabled = false;
  });
}
