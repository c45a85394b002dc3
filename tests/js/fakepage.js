// As much of a page as redraw.js asks for; what is done to it is written down.

let touched = []; // what was done to the page

export class Fake {
  constructor(tag, data = null) {
    Object.assign(this, { tag, nodeType: tag ? 1 : 3, text: data ?? "", childNodes: [], attributes: {},
      parentNode: null, value: "", checked: false, style: {} });
    touched.push(`made ${tag ?? "text"}`);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get isConnected() {
    return this.tag === "body" || Boolean(this.parentNode?.isConnected);
  }
  get classList() {
    return (this.classes ??= Object.assign(new Set(), { remove: Set.prototype.delete }));
  }
  get nextSibling() {
    return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null;
  }
  get textContent() {
    return this.childNodes.length ? this.childNodes.map((each) => each.textContent).join("") : this.text;
  }
  set textContent(text) {
    touched.push(`text ${text}`);
    for (const each of this.childNodes) each.parentNode = null;
    Object.assign(this, { childNodes: [], text });
  }
  set data(text) {
    this.textContent = text;
  }
  setAttribute(name, value) {
    touched.push(`${name}=${value}`);
    this.attributes[name] = String(value);
  }
  removeAttribute(name) {
    touched.push(`no ${name}`);
    delete this.attributes[name];
  }
  insertBefore(child, next) {
    touched.push(`put ${child.tag ?? "text"}`);
    child.remove();
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, child);
    child.parentNode = this;
  }
  append(...children) {
    for (const child of children) this.insertBefore(child, null);
  }
  replaceChildren(...children) {
    for (const child of [...this.childNodes]) child.remove();
    this.text = "";
    this.append(...children);
  }
  remove() {
    if (!this.parentNode) return;
    touched.push(`gone ${this.tag ?? "text"}`);
    this.parentNode.childNodes = this.parentNode.childNodes.filter((each) => each !== this);
    this.parentNode = null;
  }
}

globalThis.document = { createElement: (tag) => new Fake(tag), createElementNS: (_, tag) => new Fake(tag),
  createTextNode: (text) => new Fake(null, text) };

export function touchedSince(work) {
  touched = [];
  work();
  return touched;
}
