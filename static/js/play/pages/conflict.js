// Two phones wrote the same: theirs or mine. The answer goes to `settle`.

import { h } from "../elements.js";

export function conflict(say, settle) {
  const option = (word, mine) => {
    const made = h("button", { type: "button", class: "choice" }, say(word));
    made.addEventListener("click", () => {
      made.closest(".conflict").remove();
      settle(mine);
    });
    return made;
  };
  return h("section", { class: "conflict panel", role: "alert" }, h("p", {}, say("conflict")), option("keep_theirs", false), option("keep_mine", true));
}
