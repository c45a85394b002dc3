// A question comes into view; the focus goes there when the button that had it is hidden or gone.

export function moveFocus(form, place) {
  form.querySelector("[data-begun]:not([hidden])")?.scrollIntoView({ block: "nearest" });
  if (place.isConnected && place.checkVisibility()) return;
  const question = form.querySelector("[data-begun]:not([hidden]) button") ?? form.querySelector(".tray button") ?? form.querySelector(".figures button");
  question?.focus();
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3; // what lies aside is so many times farther away

// The place next to one of the others in that direction, or -1. Places are [x, y].
export function nearest([x, y], places, [right, down]) {
  const far = places.map(([toX, toY]) => {
    const along = (toX - x) * right + (toY - y) * down;
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    return along > 1 ? along + ASIDE * aside : Infinity;
  });
  const least = Math.min(...far);
  return least === Infinity ? -1 : far.indexOf(least);
}

const centre = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};

// Arrow keys go from card to card, so that nobody has to walk past all of them.
export function moveByArrows(picker) {
  picker.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way || !event.target.matches("button")) return;
    const others = [...picker.querySelectorAll("button")].filter((each) => each !== event.target && each.checkVisibility());
    const found = others[nearest(centre(event.target), others.map(centre), way)];
    if (!found) return;
    event.preventDefault();
    found.focus();
  });
}
