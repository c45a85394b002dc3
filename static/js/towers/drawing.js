// The page, drawn from what is on the phone: header, middle, and the footer with its mark of what is saved.

import { h } from "../play/elements.js";
import { afterFrame } from "../play/frames.js";
import { mayDelete } from "../play/groups.js";
import { made, redraw } from "../play/redraw.js";
import { fillMark, signupNote } from "../play/status.js";
import { deletedPage, endFooter, endPage } from "./pages/end.js";
import { panel, question } from "./pages/panels.js";
import { playFooter, playHeader, playPage } from "./pages/play.js";
import { setupFooter, setupPage } from "./pages/setup.js";
import { startFooter, startPage } from "./pages/start.js";
import { phase } from "./table.js";

export function drawing(shell, say, group) {
  const part = (selector) => shell.querySelector(selector);
  const root = { header: part("header"), main: part("main"), footer: part("footer") };
  const above = made(h("div", { class: "above" }));
  const page = made(h("div", { class: "page" }));
  const mark = made(h("span", { class: "state writing", role: "status" }));

  const drawStatus = (word, slots = {}) => fillMark(mark, word, slots, say);

  function links(game) {
    const filled = (pattern) => pattern.replace("{group}", group()?.id ?? "").replace("{game}", game.id);
    const { sheet, season, game: about, rules, home, setup, blank } = shell.dataset;
    const back = `#${group()?.id}/${game.id}`;
    const mine = { mayDelete: mayDelete(group() ?? {}, game.id) };
    return { ...mine, sheet: filled(sheet), season: filled(season), game: filled(about), rules: rules + back, home, setup, blank: `${blank}?players=${game.players.length}` };
  }

  const wordmark = () => redraw(root.header, h("a", { class: "wordmark", href: shell.dataset.home }, "Scorepad"), h("p", { class: "game-name" }, say("title")));

  function setPhase(name) {
    if (shell.dataset.phase !== name) shell.dataset.phase = name;
    if (page.parentNode !== root.main) root.main.replaceChildren(above, page);
  }

  function drawStart(view) {
    setPhase("start");
    wordmark();
    redraw(page, signupNote(!group() && shell.dataset.signups, say), startPage(view, say));
    redraw(root.footer, startFooter(say));
  }

  const PHASES = {
    setup(state) {
      wordmark();
      redraw(page, setupPage(state, say, links(state.game)));
      redraw(root.footer, setupFooter(state, say));
    },
    play(state) {
      redraw(root.header, playHeader(state, say));
      redraw(page, panel(state, say, links(state.game)), playPage(state, say));
      redraw(root.footer, playFooter(state, say, mark));
    },
    end(state) {
      wordmark();
      redraw(page, endPage(state, say, links(state.game)));
      redraw(root.footer, endFooter(state, say, mark));
    },
    deleted(state) {
      wordmark();
      redraw(page, deletedPage(state, say));
      redraw(root.footer, h("p", { class: "balance" }, mark), h("a", { class: "main", href: "#new" }, say("new_game")));
    },
  };

  function drawGame(state) {
    const name = state.game.deleted ? "deleted" : phase(state);
    setPhase(name);
    PHASES[name](state);
    afterFrame(() => {
      document.title = `${say("title")} · Scorepad`;
    });
  }

  const drawQuestion = (asked) => redraw(above, asked && question(asked, say));

  return { root, drawStatus, drawStart, drawGame, drawQuestion };
}
