// The page: elements as values, drawn by Preact, focus, taps, and parts loaded later.

import { createElement, render } from "../../vendor/preact-11.2.0/preact.mjs";
import { addWords, documentAt, without } from "./names.js";

// An element as a value. It is drawn by changing the one that was drawn before with the same tag and `key`,
// data.key or link; elements without one are told apart by their first class.
export function h(tag, { key, data = {}, ...attributes } = {}, ...children) {
  const { href, class: names } = attributes;
  const all = { ...attributes, key: key ?? data.key ?? ((tag === "a" && href) || names?.split(" ", 1)[0]) };
  for (const name in data) all[`data-${name}`] = data[name];
  return createElement(tag, all, ...children);
}

// Draws into an element by changing only what differs from what was drawn there before.
export const redraw = (element, ...children) => render(children, element);

// A button with an action: `action` and its arguments are in data attributes.
export function button(action, args, attributes, ...children) {
  const data = { do: action };
  for (const name in args) data[name] = String(args[name]);
  data.key = [action, ...Object.values(args)].join("-");
  return h("button", { type: "button", ...attributes, data }, ...children);
}

// One of several choices, of which some are selected; and several with a label.
export const choice = (action, args, isChosen, ...label) =>
  button(action, args, { class: "choice", "aria-pressed": String(isChosen) }, ...label);
export const choices = (legend, ...inside) =>
  h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choices" }, ...inside));

export const symbol = (name, attributes = {}) =>
  h("svg", { class: "symbol", viewBox: "0 0 24 24", "aria-hidden": "true", ...attributes },
    h("use", { href: `#${name}` }));

export const withIcon = (icon, text) => [icon && symbol(icon), h("span", {}, text)];

// --- Common parts of the pages of both games.

const step = (action, { length }, say) =>
  button(action, {}, { class: "step", "aria-label": say(action), disabled: !length }, symbol("undo"));
export function stepButtons({ past, future }, say) {
  return [step("undo", past, say), future.length > 0 && step("redo", future, say)];
}

export const mainButton = (action, args, text) => button(action, args, { class: "main" }, text);
export const waitingButton = (text) => h("button", { type: "button", class: "main", disabled: true }, text);

// Fields with their label; attributes: of the input.
export const checkField = (attributes, ...label) =>
  h("label", { class: attributes.disabled ? "check greyed" : "check" },
    h("input", { type: "checkbox", ...attributes }), h("span", {}, label));
export const textField = (label, attributes, ...problem) =>
  h("label", { class: "field" }, h("span", {}, label),
    h("input", { type: "text", autocomplete: "off", ...attributes }), ...problem);

// A note counts once it is complete; until then it is only in its field.
export function noteField(name, value, label, attributes = {}) {
  const focused = document.activeElement;
  const text = focused?.dataset.note === name ? focused.value : String(value ?? "");
  return textField(label, { name, value: text, ...attributes, data: { note: name, key: `note-${name}` } });
}

// tournament: the URL of the tournament that has the game, whose next one is drawn.
export function endFooter(state, say, saved, tournament) {
  const next = tournament
    ? h("a", { class: "main", href: tournament }, say("tournament"))
    : mainButton("rematch", {}, say("rematch"));
  return [h("p", { class: "balance" }, saved), step("undo", state.past, say), next];
}

export const menuButton = ({ ui }, say) =>
  button("panel", { name: "menu" }, { class: "more", "aria-label": say("menu"),
    "aria-expanded": String(ui.panel === "menu") }, "⋯");

// A part of the page below its title, and the button that closes it.
export const panel = (look, title, ...inside) =>
  h("section", { class: `panel ${look}`, "aria-label": title }, h("h2", {}, title), ...inside);
export const closing = (name, say) => button("panel", { name }, { class: "quiet" }, say("close"));

// The URLs in the data of the page, for one game.
export function linksOf({ dataset }, group, game) {
  const filled = ([name, url]) => [name, url.replace("{group}", group).replace("{game}", game)];
  return { ...Object.fromEntries(Object.entries(dataset).map(filled)), back: `#${group}/${game}` };
}

export const group = (...rows) => h("div", { class: "group" }, rows);
export function menuHead(title, say) {
  return [h("h2", { tabindex: -1, autofocus: true }, title),
    button("panel", { name: "menu" }, { class: "more", "aria-label": say("close") }, "×")];
}

// The menu is closed when the user returns from one of its links.
export const menuLink = (say) => (href, word, icon, look = "item") =>
  h("a", { class: look, href, data: { do: "panel", name: "menu", key: word } }, withIcon(icon, say(word)));
export const menuItem = (say) => (action, args, word, icon, slots) =>
  button(action, args, { class: "item" }, withIcon(icon, say(word, slots)));

export const knownPlayers = (known, seats, say) =>
  h("section", { class: "known", "aria-label": say("known_players") }, without(known, seats).map(({ name }) =>
    button("addKnown", { name }, { class: "choice" }, h("bdi", {}, name))
  ));

// yes, no: [action, arguments] of the answers.
export function whoIsIt({ name, similar }, yes, no, say) {
  const asked = h("span", {}, say("who_is_it", { name, similar }));
  return [h("p", { class: "balance", role: "alert" }, asked),
    button(...no, { class: "quiet tall" }, say("is_another")), mainButton(...yes, say("is_same"))];
}

// --- The focused element may be removed or replaced: the focus moves to the element with its key, else to
// the table. It moves after the frame, because that lays out the page again; at once while a person types, or
// the phone would close its keyboard.

const isLost = () => document.activeElement === null || document.activeElement === document.body;
const isTyping = () => document.activeElement?.matches("input, textarea, select");

export function holdingFocus(draw, find) {
  const key = document.activeElement?.dataset?.key;
  const hold = isTyping() ? (work) => work() : afterFrame;
  draw();
  hold(() => isLost() && find(key)?.focus({ preventScroll: true }));
}

// Work that is not part of the response to a tap waits for the next frame; hidden pages have none.
export function afterFrame(work) {
  if (document.hidden) setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}

const NO_FRAME_MS = 100; // hidden meanwhile, or covered

export const framed = () =>
  Promise.race([new Promise(afterFrame), new Promise((done) => setTimeout(done, NO_FRAME_MS))]);

export const keyed = (place, key) => (key ? place.querySelector(`[data-key="${CSS.escape(key)}"]`) : null);

// --- A tap on the page is an action with arguments; a changed field is a note, or typed text for later.

function tapOn({ dataset: { do: action, key: _key, ...args } }) {
  for (const [name, text] of Object.entries(args)) {
    if (text === "true") args[name] = true;
    else if (name !== "name" && /^\d+$/.test(text)) args[name] = Number(text);
  }
  return [action, args];
}

export function hearTaps(shell, onTap, onNote, onTyped) {
  // After a tap, styles show no ring around what a script focuses; browsers may show one.
  addEventListener("pointerdown", () => shell.setAttribute("data-tapped", ""), true);
  addEventListener("keydown", () => shell.removeAttribute("data-tapped"), true);
  // Moving the focus makes the browser lay out the page again. A tap outside a text field need not.
  shell.addEventListener("mousedown", (event) => {
    if (!isTyping() && event.target.closest("[data-do]")) event.preventDefault();
  });
  shell.addEventListener("click", ({ target }) => {
    const found = target.closest("[data-do]");
    const isInside = found?.matches("dialog") && found !== target; // only a tap beside it closes it
    if (found && !found.disabled && !isInside) onTap(...tapOn(found));
  });
  // The menu is also closed by the phone's back button.
  shell.querySelector("dialog").addEventListener("close",
    () => shell.dataset.panel === "menu" && onTap("panel", { name: "menu" }));
  // Escape closes a panel. Enter leads from a name to the next, and from the last to the main button.
  addEventListener("keydown", (event) => {
    const { key, target, isComposing } = event;
    if (key === "Escape" && shell.dataset.panel) onTap("panel", { name: shell.dataset.panel });
    if (key !== "Enter" || isComposing || !target.matches(".names input")) return;
    event.preventDefault();
    const fields = [...shell.querySelectorAll(".names input")];
    (fields[fields.indexOf(target) + 1] ?? shell.querySelector("footer .main"))?.focus();
  });
  shell.addEventListener("change", ({ target: { dataset: { note }, checked, value } }) => {
    if (note) onNote({ [note]: note === "counts" ? !checked : value.trim() || null });
  });
  shell.addEventListener("input", ({ target }) => {
    if (target.dataset.typed) onTyped({ [target.dataset.typed]: target.value });
  });
}

// The page is hidden or left; it may be frozen or closed soon.
export function whenLeft(work) {
  globalThis.addEventListener?.("pagehide", work);
  globalThis.document?.addEventListener?.("visibilitychange", () => document.hidden && work());
}

// A page opened in the background starts when it becomes visible.
export const whenSeen = () =>
  new Promise((resolve) => {
    const look = () => document.hidden || resolve();
    document.addEventListener("visibilitychange", look);
    look();
  });

// --- Parts that the first tap does not need: loaded once the page is drawn, so that they work offline.

const AGAIN_AFTER_MS = 10_000;

// act: performs an action on behalf of a part; kept: see phone.js; languages: the choice in the menu, in
// words of the server.
export const lazy = { parts: null, act: null, kept: null, languages: null };

function addStyles() {
  const { href } = new URL("css/lazy.css", import.meta.url);
  return new Promise((onload, onerror) => {
    const link = { rel: "stylesheet", href, onload, onerror };
    document.head.append(Object.assign(document.createElement("link"), link));
  });
}

// Fails at a captive portal, whose page has no words of ours.
async function addWordsAndIcons() {
  const { response: page } = await documentAt(document.querySelector("[data-words]").dataset.words);
  addWords(page);
  document.body.append(...page.querySelectorAll("body > svg"));
  lazy.languages = page.getElementById("languages");
}

let fetching = null;

// again: appended to the URL, because browsers never retry a module that failed.
async function fetchUntilHere(tries = 0, again = tries ? `?again=${tries}` : "") {
  try {
    await Promise.all([addWordsAndIcons(), addStyles()]); // first, because the parts use the words at once
    lazy.parts = await import(new URL(`lazy.js${again}`, import.meta.url).href);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    await fetchUntilHere(tries + 1);
  }
}

const waiting = new Set(); // for the parts

export async function fetchLazy(work) {
  waiting.add(work);
  fetching ??= fetchUntilHere();
  await fetching;
  if (waiting.delete(work)) work();
}
