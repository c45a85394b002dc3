// Values of elements.js put on the page. What is there already and of the same kind is changed
// where it differs, and nothing else is touched: a slow phone pays for every element that is new.

import { drawn } from "./elements.js";

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
