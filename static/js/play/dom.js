// What is on the page: elements as values, what differs from those drawn before, focus, taps, and parts
// fetched later.

const isDrawn = (child) => child !== null && child !== undefined && child !== false;
const isElement = (child) => child.nodeType !== undefined;
const isText = (child) => typeof child !== "object";

// A text that stands among elements, and an element that somebody made already.
const asNode = (child) => {
  if (isText(child)) return { kind: "", text: String(child), element: null };
  return isElement(child) ? { kind: child, element: child } : child;
};

const drawn = (children) => children.flat(3).filter(isDrawn).map(asNode);

function dressed({ key: _key, data = {}, ...attributes }) {
  const all = {};
  for (const name in attributes) {
    const value = attributes[name];
    if (isDrawn(value)) all[name] = value === true ? "" : value;
  }
  for (const name in data) all[`data-${name}`] = data[name];
  return all;
}

// Which element goes on as which: the one of the same kind. `key` or data.key, or where a link leads, tells
// one from its neighbours where the tag and the first class do not.
const kindOf = (tag, { key, data, href, class: names }) =>
  `${tag} ${key ?? data?.key ?? ((tag === "a" && href) || names?.split(" ", 1)[0])}`;

function element(tag, attributes, children, isSvg) {
  const node = { tag, isSvg, kind: kindOf(tag, attributes), attributes: dressed(attributes), element: null };
  const all = children.flat(3).filter(isDrawn);
  if (all.every(isText)) return { ...node, text: all.join(""), children: [] };
  return { ...node, children: all.map(asNode) };
}

export const h = (tag, attributes = {}, ...children) => element(tag, attributes, children, false);

export const svg = (tag, attributes = {}, ...children) => element(tag, attributes, children, true);

// A button that does something: `action` and its arguments travel in data attributes.
export function button(action, args, attributes, ...children) {
  const data = { do: action };
  for (const name in args) data[name] = String(args[name]);
  data.key = [action, ...Object.values(args)].join("-");
  return h("button", { type: "button", ...attributes, data }, ...children);
}

// One of several, of which some are chosen; and several with what they are about.
export const choice = (action, args, isChosen, ...label) =>
  button(action, args, { class: "choice", "aria-pressed": String(isChosen) }, ...label);
export const choices = (legend, ...inside) =>
  h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choices" }, ...inside));

export const symbol = (name, attributes = {}) =>
  svg("svg", { class: "symbol", viewBox: "0 0 24 24", "aria-hidden": "true", ...attributes },
    svg("use", { href: `#${name}` }),
  );

export const withIcon = (icon, text) => [icon && symbol(icon), h("span", {}, text)];

// --- The values put on the page. What is there already and of the same kind is changed
// where it differs, and nothing else is touched: a slow phone pays for every element that is new.

const SVG = "http://www.w3.org/2000/svg";
const isEmptyText = ({ text }) => text === undefined || text === "";

function put(element, name, value) {
  if (typeof value === "function") element[name] = value;
  else element.setAttribute(name, value);
}

function dress(element, before, after) {
  for (const name in after) if (before[name] !== after[name]) put(element, name, after[name]);
  for (const name in before) if (!(name in after)) element.removeAttribute(name);
}

// A note is told once it is written; until then it is only in its field.
const isBeingWritten = (element, before, { value, "data-note": note }) =>
  note && before.value === value && element === document.activeElement;

// What somebody typed or ticked is not in the attributes any more.
function fillIn(element, before, { tag, attributes }) {
  if (tag !== "input") return;
  const { value, checked } = attributes;
  if (value !== undefined && element.value !== value &&
    !isBeingWritten(element, before.attributes, attributes)) element.value = value;
  if (element.checked !== (checked !== undefined)) element.checked = checked !== undefined;
}

export function made(node) {
  if (node.element) return node.element;
  if (!node.tag) return (node.element = document.createTextNode(node.text));
  const element = node.isSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  dress(element, {}, node.attributes);
  if (!isEmptyText(node)) element.textContent = node.text;
  else element.append(...node.children.map(made));
  node.element = element;
  return element;
}

function change(before, after) {
  if (before.element === after.element) return before.element; // drawn before, or made by somebody else
  const { element } = before;
  before.element = null;
  after.element = element;
  if (!after.tag) {
    if (before.text !== after.text) element.data = after.text;
    return element;
  }
  dress(element, before.attributes, after.attributes);
  fillIn(element, before, after);
  changeInside(element, before, after);
  return element;
}

function changeInside(element, before, after) {
  if (after.text === undefined &&
    before.text === undefined) return arrange(element, before.children, after.children);
  if (after.text === before.text) return;
  if (!isEmptyText(after) && !isEmptyText(before)) element.firstChild.data = after.text;
  else if (after.text !== undefined) element.textContent = after.text;
  else element.replaceChildren(...after.children.map(made));
}

// For every child of now the one of before that goes on as it.
function pairs(before, after) {
  const left = [...before];
  const find = ({ kind }, index) =>
    (left[index]?.kind === kind ? index : left.findIndex((old) => old?.kind === kind));
  const found = after.map((node, index) => {
    const at = find(node, index);
    return at === -1 ? null : left.splice(at, 1, null)[0];
  });
  return { found, gone: left.filter(Boolean) };
}

// From the last to the first: what others put before them stays there.
function arrange(parent, before, after) {
  const { found, gone } = pairs(before, after);
  for (const { element } of gone) element.remove();
  let next = null;
  for (let index = after.length - 1; index >= 0; index -= 1) {
    const element = found[index] ? change(found[index], after[index]) : made(after[index]);
    if (element.parentNode !== parent || element.nextSibling !== next) parent.insertBefore(element, next);
    next = element;
  }
}

const onPage = new WeakMap(); // what was drawn last into an element

export function redraw(element, ...children) {
  const after = drawn(children);
  if (!onPage.has(element)) element.replaceChildren();
  arrange(element, onPage.get(element) ?? [], after);
  onPage.set(element, after);
}

// --- What pages of both games have in common.

const step = (action, say, more) =>
  button(action, {}, { class: "step", "aria-label": say(action), ...more }, symbol("undo"));
export const undoButton = (state, say) => step("undo", say, { disabled: state.past.length === 0 });

export const stepButtons = (state, say) =>
  [undoButton(state, say), state.future.length > 0 && step("redo", say)];

// The one button below everything, and the same while it waits for something.
export const mainButton = (action, args, text) => button(action, args, { class: "main" }, text);
export const waitingButton = (text) => h("button", { type: "button", class: "main", disabled: true }, text);

// A field whose text is noted down with the game.
export const noteField = (name, value, label, attributes = {}) =>
  h("label", { class: "field" },
    h("span", {}, label),
    h("input", {
      type: "text", name, value: String(value ?? ""), autocomplete: "off", ...attributes,
      data: { note: name, key: `note-${name}` },
    }),
  );

export const endFooter = (state, say, saved) => [
  h("p", { class: "balance" }, saved), undoButton(state, say), mainButton("rematch", {}, say("rematch")),
];

export const menuButton = ({ ui }, say) =>
  button("panel", { name: "menu" }, {
    class: "more", "aria-label": say("menu"), "aria-expanded": String(ui.panel === "menu"),
  }, "⋯");

// Whoever comes back from where a menu leads finds it closed.
export const menuLink = (say) => (href, word, icon, look = "item") =>
  h("a", { class: look, href, data: { do: "panel", name: "menu", key: word } }, withIcon(icon, say(word)));
export const menuItem = (say) => (action, args, word, icon, slots) =>
  button(action, args, { class: "item" }, withIcon(icon, say(word, slots)));

// data: of the field. problem: with what is typed, in words.
export const nameField = (seat, value, problem, data, say) =>
  h("input", {
    type: "text", name: `seat${seat}`, value, maxlength: "60", autocomplete: "off", autocapitalize: "words",
    enterkeyhint: "next", spellcheck: "false", "aria-label": say("name_of_seat", { seat: seat + 1 }),
    placeholder: say("name_placeholder", { seat: seat + 1 }), "aria-invalid": String(Boolean(problem)),
    data: { ...data, key: `name-${seat}` },
  });

// People of the group who have no seat yet.
export const knownPlayers = (free, say) =>
  free.length > 0 && h("section", { class: "known", "aria-label": say("known_players") },
    free.map(({ name }) => button("addKnown", { name }, { class: "choice" }, h("bdi", {}, name))),
  );

// open: lines of groups.js; about(line): what else is said of one.
export function openGames(open, about, say) {
  const line = ({ group, game, names, refused, ...rest }) =>
    h("li", { key: game },
      h("a", { class: "item", href: `#${group}/${game}` },
        h("span", {}, names.flatMap((name, seat) => [seat ? ", " : null, h("bdi", {}, name)])),
        h("small", { class: refused && "refused" },
          refused ? say(`state_${refused.word}`, refused) : about(rest),
        ),
      ),
    );
  if (!open.length) return null;
  return h("section", { class: "open-games", "aria-labelledby": "open-games" },
    h("p", { id: "open-games" }, say("open_games")), h("ul", {}, open.map(line)));
}

// --- What has the focus may be drawn away or made anew: the focus goes on with what has its key, else
// with the table, not back to the top.

const isLost = () => document.activeElement === null || document.activeElement === document.body;

export function holdingFocus(draw, find) {
  const key = document.activeElement?.dataset?.key;
  draw();
  if (isLost()) find(key)?.focus({ preventScroll: true });
}

// What is no part of the answer to a tap waits until its frame is out; a hidden page draws none.
export function afterFrame(work) {
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}

export const keyed = (place, key) => (key ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null);

// --- A tap on the page is an action with its arguments; a change of a field a note, or typed for later.

const PLAIN_NUMBER = /^\d+$/;

const argument = (text) => (PLAIN_NUMBER.test(text) ? Number(text) : text === "true" ? true : text);

function tapOn({ dataset: { do: action, key: _key, ...data } }) {
  const args = Object.entries(data).map(([name, text]) => [name, name === "name" ? text : argument(text)]);
  return [action, Object.fromEntries(args)];
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

export function hearTaps(shell, onTap, onNote, onTyped) {
  shell.addEventListener("mousedown", keepFocus);
  shell.addEventListener("click", ({ target }) => {
    const found = target.closest("[data-do]");
    const isInside = found?.matches("dialog") && found !== target; // only what is beside it closes it
    if (found && !found.disabled && !isInside) onTap(...tapOn(found));
  });
  shell.addEventListener("change", ({ target }) => {
    if (target.dataset.note) onNote(noteIn(target));
  });
  shell.addEventListener("input", ({ target }) => {
    if (target.dataset.typed) onTyped({ [target.dataset.typed]: target.value });
  });
}

// --- when ------------------------------------------------------------------------------

const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 2000));

// The page is hidden or left, and may be frozen or gone in a moment.
export function whenLeft(work) {
  globalThis.addEventListener?.("pagehide", work);
  globalThis.document?.addEventListener?.("visibilitychange", () => document.hidden && work());
}

// A page that is opened in the background does nothing before somebody looks at it.
export const whenSeen = () =>
  new Promise((resolve) => {
    const look = () => document.hidden || resolve();
    document.addEventListener("visibilitychange", look);
    look();
  });

// --- Parts that nobody needs at the first tap: fetched in idle time once a game runs, so that they
// are here when the network is not, also on plain http, where no worker keeps them.

const AGAIN_AFTER_MS = 10_000;

// act: how a part does something at the table by itself; nothing while there is none.
export const lazy = { parts: null, act: null };

const style = () =>
  Object.assign(document.createElement("link"), {
    rel: "stylesheet", href: new URL("css/lazy.css", import.meta.url).href,
  });

function addStyles(link = style()) {
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}

// Words and icons, as a document that the browser reads by itself: nothing here makes elements of a text.
function wordsAt(address) {
  return new Promise((resolve, reject) => {
    const request = Object.assign(new XMLHttpRequest(), {
      responseType: "document", onerror: reject, onload: () => resolve(request.response),
    });
    request.open("GET", address);
    request.send();
  });
}

async function addWords() {
  const found = await wordsAt(document.querySelector("[data-words]").dataset.words);
  const wanted = found.querySelectorAll("template, body > svg");
  if (!wanted.length) throw new Error("not our words"); // a hotel's log-in page
  document.body.append(...wanted);
}

const pause = () =>
  new Promise((resolve) => {
    addEventListener("online", () => resolve(false), { once: true });
    setTimeout(resolve, AGAIN_AFTER_MS, false);
  });

// Fetches once, tried again until it is here; then calls whoever asked. bring(again): may fail; `again` ends
// the address, because a browser never asks twice for a module that failed.
export function loader(bring) {
  let isHere = false;
  let arriving = null;
  const waiting = new Set();
  async function fetchUntilHere() {
    for (let tries =
      0; !isHere; tries += 1) isHere = await bring(tries ? `?again=${tries}` : "").then(() => true, pause);
    for (const draw of waiting) draw();
  }
  return (draw) => {
    if (isHere) return draw();
    waiting.add(draw);
    arriving ??= fetchUntilHere();
    return null;
  };
}

// Where a page needs the parts already: it draws itself again once they are here.
export const fetchLazy = loader(async (again) => {
  await Promise.all([addWords(), addStyles()]); // first: the parts speak as soon as they are here
  lazy.parts = await import(new URL(`lazy.js${again}`, import.meta.url).href);
});

// then: what begins by itself; a page that needs none of them is not drawn again under a finger.
export function fetchWhenIdle(then) {
  if (!lazy.parts) whenIdle(() => fetchLazy(then));
}
