// The pages of a game, drawn from a state, and their frame, which both games share.

import { watchVersion } from "../device.js";
import { button, endFooter, h, lazy, linksOf, redraw } from "../dom.js";
import { mayDelete } from "../groups.js";
import { gamePath } from "../resources.js";
import { closed, isSameList } from "../rules.js";
import { phase } from "../state.js";
import { aside, footer, header, isBetween, round } from "./round.js";
import { looks } from "./seats.js";

const WIDE = "(min-width: 760px)"; // as in play.css

export const wordmark = (home, name = "Scorepad") => h("a", { class: "wordmark", href: home }, name);

const Aside = ({ inside }) => h("aside", {}, inside());

// kept: see phone.js; drawAgain(): draws the newest state.
export function pages(shell, say, { group, isStored }, drawAgain) {
  const news = {}; // of finished games, in words of the server
  let rest = { shown: [], round: 0, beside: null };
  const wide = matchMedia(WIDE);
  wide.addEventListener("change", drawAgain);

  function links({ game }) {
    const found = linksOf(shell, group().id, game.id);
    return { ...found, result: game.finished && found.result, mayDelete: mayDelete(group(), game.id),
      isStored: isStored(gamePath(group().id, game.id)),
      tournament: game.tournament && found.tournament + game.tournament };
  }

  // What is not needed in response to a tap: the ranking, the sheet, what is below the winner. The sheet is
  // another value only if what it shows has changed: not by a bid. Returns whether to draw again.
  function withRest(state) {
    const { game, ui } = state;
    const { rounds: _rounds, ...facts } = game;
    const shown = [ui.round, wide.matches, lazy.parts, ...Object.values(facts), ...closed(game)];
    const isNew = !isSameList(shown, rest.shown);
    const beside = () => h(Aside, { inside: () => aside(state, say, wide.matches) });
    if (isNew) rest = { shown, round: ui.round, beside: ui.round && beside() };
    return isNew;
  }

  const roundPage = (state) => ({ header: () => header(state, say, links(state)),
    main: () => [round(state, say, !wide.matches, rest.round === state.ui.round), rest.beside],
    footer: (mark) => footer(state, say, mark) });

  function endPage(state) {
    const about = { ...links(state), news: news[links(state).result] ?? {} };
    const inside = () =>
      lazy.parts
        ? [lazy.parts.panelOf(state, say), lazy.parts.end(state, say, about, rest.round === null)]
        : h("h1", { class: "winner" }, say("game_over"));
    return { header: () => wordmark(shell.dataset.home, group().name ?? undefined),
      main: () => h("div", { class: "table ended" }, inside()),
      footer: (mark) => endFooter(state, say, mark, about.tournament) };
  }

  function panelPage(state) {
    const { title, page, footer } = lazy.parts[state.ui.panel];
    const close = button("panel", { name: title }, { class: "more", "aria-label": say("close") }, "×");
    return { header: () => [h("h1", { class: "round" }, say(title)), close],
      main: () => page(state, say, group().players),
      footer: (mark) => footer(state, say, mark, group().players) };
  }

  const LATER = { table: (state) => ({ main: () => lazy.parts.tableView(state, say) }),
    deleted: (state) => ({
      main: () => h("div", { class: "table ended" }, lazy.parts.deleted(state, say, links(state))),
      footer: (mark) => lazy.parts.deletedFooter(say, mark),
    }), people: panelPage, settings: panelPage };

  function laterPage({ game, ui }) {
    if (!lazy.parts) return null;
    if (game.deleted) return "deleted";
    const name = ui.panel === "turned" ? "table" : ui.panel; // the same for the opposite side
    return Object.hasOwn(LATER, name) ? name : null;
  }

  function pageOf(state) {
    const { game, ui: { panel, round } } = state;
    looks.chosen = group()?.looks ?? {};
    const later = laterPage(state);
    const page = later ? LATER[later] : round === null ? endPage : roundPage;
    return { phase: later ?? phase(state), panel: lazy.parts && panel, deck: game.deck,
      isPause: round === null || isBetween(state),
      menu: () => lazy.parts && panel === "menu" && lazy.parts.menu(state, say, links(state)),
      ...page(state) };
  }

  // The server tells more about a finished game that it has.
  async function askNews(state) {
    const { result } = links(state);
    const answer = result && await fetch(result).catch(() => null);
    if (!answer?.ok) return;
    news[result] = await answer.json();
    drawAgain();
  }

  return { pageOf, askNews, withRest };
}

// --- What the footer says of the last tap: on this phone, sending, saved, or why not.

const WORRIES = ["waits", "fleeting", "outside", "unkept", "refused"];
const WAYS_ON = { too_many_groups: ["/join", "join_group"], signup_code_needed: ["/signup", "enter_code"],
  signups_closed: ["/signup", "enter_link"] };

// Where people can continue if the server does not accept their group.
export function wayOn(reason, say, path = globalThis.location?.pathname ?? "") {
  const [href, word] = WAYS_ON[reason] ?? [];
  return href && h("a", { href: path.startsWith("/towers/") ? `${href}?game=towers` : href }, say(word));
}

// Before a game starts: why its group is not accepted, or null.
export const signupNote = (reason, say) =>
  reason && h("p", { class: "signup" }, say(`state_${reason}`), " ", wayOn(reason, say));

// Empty while the tap is being written.
export function statusMark(word, { reason = word, ...slots }, say) {
  const link = wayOn(reason, say);
  return h("span", { class: `state ${word}` },
    h("span", {}, word === "writing" ? "" : say(`state_${reason}`, slots)), link && [" ", link]);
}

// --- The frame: the status of the last tap, a question, and what the phone has to say about itself.

export const NOTHING_KNOWN = { phase: "start" };

// view(): what the game shows, as {phase, panel, deck, header(), main(), footer(mark), menu()}, and isPause:
// whether the page may be loaded again. question(asked): a conflict in words.
export function frame(shell, say, view, question) {
  const [header, main, footer, dialog, live] = ["header", "main", "footer", "dialog", "[aria-live]"].map((
    part,
  ) => shell.querySelector(part));
  const told = { asked: null, isSilent: false, takeOver: null };
  let mark = statusMark("writing", {}, say);
  let worry = "";
  main.replaceChildren(); // what is there without scripts

  function drawMenu(menu) {
    redraw(dialog, menu && h("div", { class: "menu" }, menu));
    if (menu && !dialog.open) dialog.showModal();
    else if (!menu && dialog.open) dialog.close();
  }

  const drawFooter = (page = view()) => redraw(footer, page.footer?.(mark));

  function draw() {
    const page = view();
    Object.assign(shell.dataset, { phase: page.phase, panel: page.panel ?? "", deck: page.deck ?? "" });
    redraw(header, page.header?.() ?? wordmark(shell.dataset.home));
    redraw(main,
      told.isSilent &&
        h("p", { class: "silence", role: "status", data: { storage: "silent" } }, say("storage_silent")),
      told.takeOver && page.isPause &&
        h("button", { type: "button", class: "update quiet", onclick: told.takeOver }, say("new_version")),
      h("div", { class: "above" }, told.asked && question(told.asked)), page.main?.());
    drawFooter(page);
    drawMenu(page.menu?.());
  }

  // news: what of it has changed.
  function tell(news) {
    const isKnown = Object.keys(news).every((name) => told[name] === news[name]);
    Object.assign(told, news);
    if (!isKnown) draw();
  }

  function read(text) {
    live.textContent = text;
  }

  // Of the status only problems are read to screen readers: "saved" would be read after every tap.
  function drawStatus(word, slots = {}) {
    mark = statusMark(word, slots, say);
    drawFooter();
    if (word === "writing") return;
    const before = worry;
    worry = WORRIES.includes(word) ? say(`state_${slots.reason ?? word}`, slots) : "";
    if (worry && worry !== before) read(worry);
  }

  watchVersion((takeOver) => tell({ takeOver }));
  const hears = { onStatus: drawStatus, onQuestion: (asked) => tell({ asked }),
    onSilence: (isSilent) => tell({ isSilent }) }; // see phone.js
  return { draw, drawStatus, read, hears };
}
