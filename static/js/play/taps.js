// A tap on the page is an action with its arguments; a change of a field a note, or typed for later.

const PLAIN_NUMBER = /^\d+$/;

const argument = (text) => (PLAIN_NUMBER.test(text) ? Number(text) : text === "true" ? true : text);

const NO_ARGUMENT = ["data-do", "data-key"];

// `dataset` takes much longer to tell all it has.
function tapOn(element) {
  const names = element.getAttributeNames().filter((name) => name.startsWith("data-") && !NO_ARGUMENT.includes(name));
  const args = names.map((name) => [name.slice(5), name === "data-name" ? element.getAttribute(name) : argument(element.getAttribute(name))]);
  return [element.getAttribute("data-do"), Object.fromEntries(args)];
}

function noteIn({ dataset, checked, value }) {
  return { [dataset.note]: dataset.note === "counts" ? !checked : value.trim() || null };
}

// A finger leaves the focus where it is, unless somebody types: the tap may take away the button that it is
// on, and taking the focus from what goes makes the browser work out the page once more.
function keepFocus(event) {
  const isTyping = document.activeElement?.matches("input, textarea, select");
  if (!isTyping && event.target.closest("[data-do]")) event.preventDefault();
}

export function attach(shell, onTap, onNote, onTyped) {
  shell.addEventListener("mousedown", keepFocus);
  shell.addEventListener("click", ({ target, detail }) => {
    const found = target.closest("[data-do]");
    const isFinger = detail > 0; // keys and scripts press without counting
    if (found && !found.disabled) onTap(...tapOn(found), isFinger);
  });
  shell.addEventListener("change", ({ target }) => {
    if (target.dataset.note) onNote(noteIn(target));
  });
  shell.addEventListener("input", ({ target }) => {
    if (target.dataset.typed) onTyped({ [target.dataset.typed]: target.value });
  });
}
