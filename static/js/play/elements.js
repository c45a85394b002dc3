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

export const drawn = (children) => children.flat(3).filter(isDrawn).map(asNode);

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
