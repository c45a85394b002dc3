// The rules over a game: the table's variants come first, words find chapters, one tap returns to the game.
// The cached page is the same for all tables; their variants are read from the URL here.

import { attempt } from "../play/names.js";

export const chosenBy = (search) =>
  new Set(
    [...new URLSearchParams(search)].flatMap(([name, value]) =>
      value.split(",").map((each) => `${name}=${each}`)
    ),
  );

function settle(variant, chosen, place) {
  const details = variant.querySelectorAll("[data-detail]");
  for (const detail of details) detail.hidden = !chosen.has(detail.dataset.detail);
  for (const open of variant.querySelectorAll("[data-open]")) open.hidden = true;
  place.append(variant);
}

export function formulaIn(search) {
  const numbers = (new URLSearchParams(search).get("formula") ?? "").split(",");
  return [4, 8].includes(numbers.length) && numbers.every((n) => /^-?\d{1,4}$/.test(n))
    ? numbers.map((n) => n.replace("-", "\u2212"))
    : null;
}

function showChosen(book, chosen) {
  const table = book.querySelector("#table");
  const mine = [...book.querySelectorAll("[data-when]")].filter(({ dataset }) => chosen.has(dataset.when));
  for (const part of mine) {
    part.hidden = false;
    if (part.matches(".variant")) settle(part, chosen, table.querySelector("[data-yours]"));
  }
  table.hidden = mine.length === 0;
}

function search(book, typed) {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const entries = [...book.querySelectorAll(".entry")];
  for (const entry of entries) {
    const text = entry.textContent.toLocaleLowerCase();
    entry.hidden = !words.every((word) => text.includes(word));
  }
  book.querySelector("[data-none]").hidden = entries.some(({ hidden }) => !hidden);
  book.classList.toggle("searching", words.length > 0);
}

export function findable(book) {
  book.querySelector(".find").hidden = false;
  book.querySelector("#find").addEventListener("input", ({ target }) => search(book, target.value));
  keepWay(document);
}

export function rules(book) {
  const chosen = chosenBy(location.search);
  showChosen(book, chosen);
  if (chosen.has("deck=american")) book.dataset.deck = "american";
  const numbers = chosen.has("scoring=custom") ? formulaIn(location.search) : null;
  const list = book.querySelector("[data-formula]");
  list.hidden = !numbers;
  for (const [at, place] of list.querySelectorAll("dd").entries()) place.textContent = numbers?.[at] ?? "0";
  findable(book);
}

// --- Rules and judge open over a game, which is named behind #, and so not sent. A chapter may follow.

const GAME = /^(#[0-9a-f-]{36}\/[0-9a-f-]{36})(?:\/(\w+))?$/;
const KEY = "scorepad.back";

export function keepWay(page, hash = location.hash, memory = attempt(() => sessionStorage)) {
  const [, game, chapter] = GAME.exec(hash) ?? [];
  if (game) attempt(() => memory.setItem(KEY, game));
  const way = game ?? attempt(() => memory.getItem(KEY)) ?? "";
  for (const link of page.querySelectorAll("a[data-back], a[data-keep]")) link.hash = way;
  if (chapter) page.getElementById(chapter)?.scrollIntoView();
}
