// Small parts of server-rendered pages: form fields, charts, local times.

import { clock, documentAt, speaker } from "../play/names.js";
import { remembered } from "../play/sender.js";

// --- The secret of a link is behind #, which is not sent. It is moved from the URL into the form.

const SECRET = /^#[\w.-]{8,}$/; // longer than #content

export function join(form) {
  if (!SECRET.test(location.hash)) return;
  const field = form.elements.claim ?? form.elements.code;
  field.value = location.hash.slice(1);
  field.closest(".field").hidden = true;
  history.replaceState(null, "", location.pathname);
  for (const part of form.querySelectorAll("[data-known]")) part.hidden = false;
}

// <form data-script="parts.carried">: shows the game behind # at once, and keeps it in the address bar. Back
// leads to the form, which then waits for a tap: it would show the game again.
export function carried(form) {
  if (location.hash.length < 2) return;
  form.elements.link.value = location.hash;
  form.action = location.href;
  if (performance.getEntriesByType("navigation")[0]?.type !== "back_forward") form.submit();
}

// --- <input type="file" data-script="parts.fileSize">: a file that is too large is not sent, since the
// server would close the connection.

export function fileSize(input) {
  input.addEventListener("change", () => {
    const { most, tooLarge } = input.dataset;
    input.setCustomValidity(input.files[0]?.size > Number(most) ? tooLarge : "");
    input.reportValidity();
  });
}

// <input type="hidden" data-script="parts.timeZone">: sends the browser's time zone.
export function timeZone(input) {
  input.value = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

// --- <form data-script="parts.firstNames">: Enter moves to the next empty field; names go on behind #.

export function firstNames(form) {
  const fields = [...form.querySelectorAll("input")];
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const empty = fields.find(({ value }) => !value.trim());
    if (empty && document.activeElement.value?.trim()) return empty.focus();
    const names = fields.map(({ value }) => encodeURIComponent(value.trim())).filter(Boolean);
    return location.assign(`${form.getAttribute("action")}#${["new", ...names].join("/")}`);
  });
}

// <button data-script="parts.copy" data-copies="id" data-done="Copied" hidden>: copies the text of a field.
// Without https there is no clipboard, and some browsers deny it.
export function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    const written = navigator.clipboard?.writeText(field.value) ?? Promise.reject();
    await written.catch(() => document.execCommand("copy"));
    button.textContent = button.dataset.done;
  });
}

// --- Shows a choice at once: loads the page in the background and swaps in its result.

// After too many previews, the message about the wait takes the picture's place.
const drawn = (picture) =>
  picture?.decode().catch(() => Object.assign(picture, { alt: picture.dataset.lost }));

export function preview(form) {
  const address = () => `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
  form.querySelector(".look").hidden = true;
  drawn(document.querySelector("#result img"));
  form.addEventListener("change", async () => {
    const asked = address();
    const { response, responseURL, status } = await documentAt(asked).catch(() => ({}));
    const fresh = response?.getElementById("result");
    if (!fresh) return;
    document.adoptNode(fresh);
    await drawn(fresh.querySelector("img"));
    if (asked !== address()) return;
    document.getElementById("result").replaceWith(fresh);
    if (status === 200) history.replaceState(null, "", responseURL);
  });
}

// --- Local times, and charts whose values can be touched.

export function until(line) {
  line.textContent = line.dataset.said.replace("{time}", clock(line.dataset.at));
}

// --- <p data-script="parts.waits" hidden>: why a game of this phone is not on the server yet, in the words
// of the play page.

export function waits(line, refusal = remembered()) {
  if (!refusal) return;
  const say = speaker(document, document.documentElement.lang);
  line.textContent = say(`state_${refusal.reason}`, { time: clock(refusal.until) });
  line.hidden = false;
}

// --- <figure data-script="parts.values">: the value that is touched, or selected by the slider, is shown
// below the chart.

export function values(figure) {
  const values = [...figure.querySelectorAll(".value")];
  const line = figure.querySelector(".reading");
  const slider = line.querySelector("input");
  const said = line.querySelector("output");
  if (!values.length) return;
  line.hidden = false;

  const show = (value) => {
    for (const each of values) each.classList.toggle("on", each === value);
    said.textContent = value.querySelector("title").textContent;
    slider.value = values.indexOf(value);
    slider.setAttribute("aria-valuetext", said.textContent);
  };
  figure.addEventListener("pointerover", ({ target }) => {
    const value = target.closest(".value");
    if (value) show(value);
  });
  for (const kind of ["focus", "input"]) slider.addEventListener(kind, () => show(values[slider.value]));
}
