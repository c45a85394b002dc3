// What should be on the page, as values; redraw.js makes elements of them, or changes those that
// are there. Text is always text: nothing here parses HTML.

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

// Which element goes on as which: the one of the same kind. `key` or data.key, or where a link leads, tells one from its
// neighbours where the tag and the first class do not.
const kindOf = (tag, { key, data, href, class: names }) => `${tag} ${key ?? data?.key ?? ((tag === "a" && href) || names?.split(" ", 1)[0])}`;

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

export const symbol = (name, attributes = {}) =>
  svg("svg", { class: "symbol", viewBox: "0 0 24 24", "aria-hidden": "true", ...attributes }, svg("use", { href: `#${name}` }));

// --- Values of elements.js put on the page. What is there already and of the same kind is changed
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
const isBeingWritten = (element, before, { value, "data-note": note }) => note && before.value === value && element === document.activeElement;

// What somebody typed or ticked is not in the attributes any more.
function fillIn(element, before, { tag, attributes }) {
  if (tag !== "input") return;
  const { value, checked } = attributes;
  if (value !== undefined && element.value !== value && !isBeingWritten(element, before.attributes, attributes)) element.value = value;
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
  if (after.text === undefined && before.text === undefined) return arrange(element, before.children, after.children);
  if (after.text === before.text) return;
  if (!isEmptyText(after) && !isEmptyText(before)) element.firstChild.data = after.text;
  else if (after.text !== undefined) element.textContent = after.text;
  else element.replaceChildren(...after.children.map(made));
}

// For every child of now the one of before that goes on as it.
function pairs(before, after) {
  const left = [...before];
  const find = ({ kind }, index) => (left[index]?.kind === kind ? index : left.findIndex((old) => old?.kind === kind));
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

// --- What has the focus may be drawn away or made anew: the focus goes on with what has its key, else
// with the table, not back to the top.

const isLost = () => document.activeElement === null || document.activeElement === document.body;

// when: at once, or after the frame for a finger, which does not mind: it would be laid out twice.
export function holdingFocus(draw, find, when = (work) => work()) {
  const key = document.activeElement?.dataset?.key;
  draw();
  when(() => isLost() && find(key)?.focus({ preventScroll: true }));
}

export const keyed = (place, key) => (key ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null);

// --- A tap on the page is an action with its arguments; a change of a field a note, or typed for later.

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

export function hearTaps(shell, onTap, onNote, onTyped) {
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

// --- What is no part of the drawing waits until the frame with it is out: a tap is answered first.

export const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 2000));

const LONGEST_MS = 100; // a hidden or covered page draws no frames, and is not waited for

let waiting = []; // for one and the same frame

// Each as a task of its own, so that a tap does not wait for all of them.
function letGo() {
  for (const work of waiting) setTimeout(work);
  waiting = [];
}

function awaitFrame() {
  const timer = setTimeout(letGo, document.hidden ? 0 : LONGEST_MS);
  requestAnimationFrame(() => {
    clearTimeout(timer);
    letGo();
  });
}

export function afterFrame(work) {
  if (waiting.push(work) === 1) awaitFrame();
}

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
