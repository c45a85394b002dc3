// The picture of the result goes where the phone can send it, else among the downloads.

import { headlineOf } from "../play/pages/end.js";
import { draw } from "./picture.js";
import { contentOf, textOf } from "./result.js";

function fonts() {
  const style = getComputedStyle(document.documentElement);
  return { serif: style.getPropertyValue("--serif"), sans: style.getPropertyValue("--sans") };
}

const asFile = (canvas, name) =>
  new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(new File([blob], name, { type: "image/png" })), "image/png");
  });

function download(file) {
  const href = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

// False where the phone cannot; a person who closes the list of apps has chosen, too.
async function shared(file, text) {
  if (!navigator.canShare?.({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file], text });
    return true;
  } catch (error) {
    return error.name === "AbortError";
  }
}

export async function sharePicture(state, say, group) {
  const language = document.documentElement.lang;
  const headline = headlineOf(state, say);
  const content = contentOf(state, say, language, group);
  const canvas = draw(document.createElement("canvas"), content, headline, fonts());
  const file = await asFile(canvas, `scorepad-${content.day}.png`);
  if (!(await shared(file, textOf(content, headline)))) download(file);
}
