// One calm sentence where the storage of the phone does not answer within a second, until it does.

import { h } from "./elements.js";
import { made, redraw } from "./redraw.js";

// root: the parts of the page; home: where the front page is.
export function silence({ header, main, footer }, say, home) {
  const line = made(h("p", { class: "silence", role: "status", data: { storage: "silent" } }, say("storage_silent")));

  function tell(is) {
    if (!is) line.remove();
    else if (line.parentNode !== main) main.prepend(line);
  }

  // Nothing else is known yet of what the page should show.
  function wait() {
    redraw(header, h("a", { class: "wordmark", href: home }, "Scorepad"));
    redraw(main);
    redraw(footer);
    tell(true);
  }

  return { tell, wait };
}
