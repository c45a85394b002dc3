// The page of Wandering Towers: what it shows, and what a tap does.

import { endFooter, h, keyed, linksOf } from "../play/dom.js";
import { mayDelete } from "../play/groups.js";
import { speaker } from "../play/names.js";
import { table } from "../play/table.js";
import { wordmark } from "../play/views/page.js";
import { towers } from "./kind.js";
import * as start from "./setup.js";
import { act, phase } from "./state.js";
import { deletedFooter, deletedPage, endPage, menu, playFooter, playHeader, playPage,
  question } from "./views.js";

const MOST_ROUNDS = 200;
const say = speaker(document, document.documentElement.lang);
const shell = document.querySelector("[data-towers]");

function links(game) {
  const { kept } = played;
  const found = linksOf(shell, kept.group()?.id ?? "", game.id);
  return { ...found, mayDelete: mayDelete(kept.group() ?? {}, game.id), rules: found.rules + found.back,
    blank: `${found.blank}?players=${game.players.length}` };
}

const header = () => [wordmark(shell.dataset.home), h("p", { class: "game-name" }, say("title"))];

// The header, the page and the footer of each phase.
const PAGES = { setup: [header, start.setupPage, start.setupFooter], play: [playHeader, playPage, playFooter],
  end: [header, endPage, endFooter], deleted: [header, deletedPage, deletedFooter] };

function pageOf(state) {
  const now = state.game.deleted ? "deleted" : phase(state);
  const { panel } = state.ui;
  const [head, page, footer] = PAGES[now];
  return { phase: now, panel, isPause: now !== "play", header: () => head(state, say),
    main: () => h("div", { class: "page" }, page(state, say, links(state.game))),
    footer: (mark) => footer(state, say, mark),
    menu: () => now === "play" && panel === "menu" && menu(say, links(state.game)) };
}

function drawn(state) {
  if (state) document.title = `${say("title")} · Scorepad`;
}

const roundsIn = (text) => Math.max(0, Math.min(Number.parseInt(text, 10), MOST_ROUNDS)) || null;

function acted(state, action, args) {
  if (action === "toNames") {
    played.kept.drop(state.game.id);
    played.showStart({ ...start.startAgain(state.game), first: state.game.start });
    return state;
  }
  if (["begin", "setup", "panel", "finish"].includes(action)) scrollTo(0, 0);
  return act(state, action, args.rounds === undefined ? args : { rounds: roundsIn(args.rounds) });
}

const own = { ...start, header, pageOf, drawn, question: (asked) => question(asked, say), act: acted,
  placeOfFocus: (key) => keyed(shell, key) ?? shell.querySelector("main") };
const played = await table(towers, own, shell, say);
await played.open();
