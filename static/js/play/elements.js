// Elements from values. Text is always text: nothing here parses HTML.

const SVG = "http://www.w3.org/2000/svg";

function dress(element, { data = {}, ...attributes }) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  Object.assign(element.dataset, data);
  return element;
}

const isDrawn = (child) => child !== null && child !== undefined && child !== false;

function fill(element, children) {
  element.append(...children.flat(2).filter(isDrawn));
  return element;
}

export const h = (tag, attributes = {}, ...children) =>
  fill(dress(document.createElement(tag), attributes), children);

export const svg = (tag, attributes = {}, ...children) =>
  fill(dress(document.createElementNS(SVG, tag), attributes), children);

// A button that does something: `action` and its arguments travel in data attributes.
export function button(action, args, attributes, ...children) {
  const data = { do: action };
  for (const [name, value] of Object.entries(args)) data[name] = String(value);
  const key = [action, ...Object.values(args)].join("-");
  return h("button", { type: "button", ...attributes, data: { ...data, key } }, ...children);
}

export const symbol = (name, attributes = {}) =>
  svg("svg", { class: "symbol", viewBox: "0 0 24 24", "aria-hidden": "true", ...attributes }, svg("use", { href: `#${name}` }));

// Put new children in place and give the focus back to the element with the same key.
// A child that is there already stays as it is, and costs a slow phone nothing.
export function redraw(element, children) {
  const key = document.activeElement?.dataset?.key;
  const wanted = [children].flat(2).filter(isDrawn);
  for (const old of [...element.childNodes]) if (!wanted.includes(old)) old.remove();
  let next = element.firstChild;
  for (const child of wanted) {
    if (child === next) next = next.nextSibling;
    else if (next) next.before(child);
    else element.append(child);
  }
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}
