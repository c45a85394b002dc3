// The rules over a game: the table's variants come first, words find chapters, one tap returns to the game.
// The cached page is the same for all tables; their variants are read from the URL here.

import { signed } from "../play/names.js";

// Whether a rule such as "edition=dragon" is in the query of a URL.
export const chosenBy = (search) => (rule) => {
  const [name, value] = rule.split("=");
  return new URLSearchParams(search).get(name)?.split(",").includes(value);
};

export function rules(book) {
  const isChosen = chosenBy(location.search);
  const table = book.querySelector("#table");
  const mine = [...book.querySelectorAll("[data-when]")].filter(({ dataset }) => isChosen(dataset.when));
  for (const part of mine) part.hidden = false;
  table.hidden = mine.length === 0;
  table.querySelector("[data-yours]").append(...mine.filter((part) => part.matches(".variant")));
  for (const detail of table.querySelectorAll("[data-detail]")) {
    detail.hidden = !isChosen(detail.dataset.detail);
  }
  if (isChosen("deck=american")) book.dataset.deck = "american";
  const numbers = new URLSearchParams(location.search).get("formula")?.split(",") ?? [];
  book.querySelector("[data-formula]").hidden = !isChosen("scoring=custom");
  for (const [at, place] of book.querySelectorAll("[data-formula] dd").entries()) {
    place.textContent = signed(Number(numbers[at] ?? 0));
  }
  findable(book);
}

export function findable(book) {
  book.querySelector(".find").hidden = false;
  book.querySelector("#find").addEventListener("input", ({ target }) => {
    const words = target.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const entries = [...book.querySelectorAll(".entry")];
    for (const entry of entries) {
      const text = entry.textContent.toLocaleLowerCase();
      entry.hidden = !words.every((word) => text.includes(word));
    }
    book.querySelector("[data-none]").hidden = entries.some(({ hidden }) => !hidden);
    book.classList.toggle("searching", words.length > 0);
  });
  keepWay();
}

// Rules and judge open over a game, which is named behind #, and so not sent. A chapter may follow.
export function keepWay() {
  const [group, game, chapter] = location.hash.split("/");
  if (!game) return;
  for (const link of document.querySelectorAll("a[data-back], a[data-keep]")) link.hash = `${group}/${game}`;
  if (chapter) document.getElementById(chapter)?.scrollIntoView();
}
