// The page, drawn from a state: header, main part, and the footer with the save status.

import { afterFrame, button, endFooter, fetchLazy, h, keyed, lazy, linksOf, made, redraw,
  sheetIn } from "../dom.js";
import { mayDelete } from "../groups.js";
import { gamePath } from "../resources.js";
import { closed, isSameList } from "../rules.js";
import { isTableView, phase } from "../state.js";
import { aside, footer, header, isBetween, round } from "./round.js";
import { looks } from "./seats.js";

const WIDE = "(min-width: 760px)"; // as in play.css

// group: () => the group that is playing; newest: () => the current state, which may have changed since it
// was drawn; isStored(path): whether the server has it.
export function drawing(shell, say, group, newest, isStored) {
  const part = (selector) => shell.querySelector(selector);
  const above = made(h("div", { class: "above" }));
  const root = { header: part("header"), main: part("main"), footer: part("footer"),
    live: part("[aria-live]"), above };
  const openMenu = sheetIn(part("dialog"),
    () => drawn?.ui.panel === "menu" && lazy.act("panel", { name: "menu" }));
  const block = made(h("aside"));
  const { mark, drawStatus } = statusMark(root.live, say);
  const news = {}; // of finished games, in words of the server
  let newsAsked = null;
  let asked = null; // see drawQuestion()
  let drawn = null; // the game on the page
  let beside = []; // what is shown beside the table
  const wide = matchMedia(WIDE);
  wide.addEventListener("change", () => drawAgain());

  function links({ game }) {
    const found = linksOf(shell, group().id, game.id);
    return { ...found, result: game.finished && found.result, mayDelete: mayDelete(group(), game.id),
      isStored: isStored(gamePath(group().id, game.id)),
      tournament: game.tournament && found.tournament + game.tournament };
  }

  const drawWordmark = (name = "Scorepad") =>
    redraw(root.header, h("a", { class: "wordmark", href: shell.dataset.home }, name));

  // isWhole: with the ranking, which is drawn in the frame after the tap.
  function drawTable(state, isWhole = Boolean(root.main.querySelector(".interlude"))) {
    redraw(root.main, above, round(state, say, !wide.matches, isWhole), block);
  }

  function drawRound(state) {
    redraw(root.header, header(state, say, links(state)));
    drawTable(state);
    redraw(root.footer, footer(state, say, mark));
  }

  // Only the sky first, if the rest is not on the page yet.
  function drawEnd(state, isWhole = Boolean(root.main.querySelector(".after"))) {
    drawWordmark(group().name ?? undefined);
    const about = { ...links(state), news: news[links(state).result] ?? {} };
    redraw(root.main, above,
      h("div", { class: "table ended" },
        lazy.parts
          ? [lazy.parts.panelOf(state, say), lazy.parts.end(state, say, about, isWhole)]
          : h("h1", { class: "winner" }, say("game_over"))));
    redraw(root.footer, endFooter(state, say, mark, about.tournament));
  }

  // Again only if what it shows has changed: not by a bid.
  function drawAside() {
    const { rounds: _rounds, ...rest } = drawn.game;
    const shown = [wide.matches, lazy.parts, ...Object.values(rest), ...closed(drawn.game)];
    if (!isSameList(shown, beside)) redraw(block, aside(drawn, say, wide.matches));
    beside = shown;
  }

  // Not needed in response to a tap.
  function drawRest() {
    if (!drawn || pageOf(drawn)) return;
    if (drawn.ui.round !== null) {
      drawAside();
      if (!root.main.querySelector(".interlude") && isBetween(drawn)) drawTable(drawn, true);
    } else if (lazy.parts && !root.main.querySelector(".after")) {
      drawEnd(newest(), true);
    }
  }

  const drawMenu = (state) =>
    openMenu(lazy.parts && state?.ui.panel === "menu" && lazy.parts.menu(state, say, links(state)));

  const drawFooter = (state) =>
    redraw(root.footer, lazy.parts[state.ui.panel].footer(state, say, mark, group().players));

  function drawPage(state) {
    const { title, page } = lazy.parts[state.ui.panel];
    redraw(root.header, h("h1", { class: "round" }, say(title)),
      button("panel", { name: title }, { class: "more", "aria-label": say("close") }, "×"));
    redraw(root.main, above, page(state, say, group().players));
    drawFooter(state);
  }

  const LATER = { deleted(state) {
    drawWordmark();
    const page = lazy.parts.deleted(state, say, links(state));
    redraw(root.main, above, h("div", { class: "table ended" }, page));
    redraw(root.footer, lazy.parts.deletedFooter(say, mark));
  }, table(state) {
    redraw(root.header);
    redraw(root.main, lazy.parts.tableView(state, say));
    redraw(root.footer);
  }, people: drawPage, settings: drawPage };

  function pageOf(state) {
    if (state.game.deleted) return "deleted";
    return isTableView(state) ? "table" : ["people", "settings"].find((name) => name === state.ui.panel);
  }

  const needsLater = (state) => {
    const { game, ui } = state;
    return pageOf(state) || ui.round === null || ui.panel || game.foresight || game.bid_mode !== "open" ||
      phase(state) === "unwritten" || game.edition.length > 0 || game.scoring !== "classic";
  };

  const drawAgain = () => drawn && drawGame(newest());
  const listen = () => drawn && lazy.parts?.listen(newest(), drawAgain);

  // The state of the page for the styles; `:has` would make every tap recompute all of it.
  function setLook(phase, panel) {
    if (shell.dataset.phase !== phase) shell.dataset.phase = phase;
    if (shell.dataset.panel !== panel) shell.dataset.panel = panel;
  }

  function drawGame(state) {
    drawn = state;
    looks.chosen = group()?.looks ?? {};
    const name = lazy.parts && pageOf(state);
    const draw = name ? LATER[name] : state.ui.round === null ? drawEnd : drawRound;
    draw(state);
    setLook(name || phase(state), (lazy.parts && state.ui.panel) ?? "");
    drawMenu(state);
    afterFrame(drawRest);
    if (!lazy.parts && needsLater(state)) fetchLazy(drawAgain);
    listen();
  }

  function drawStart() {
    drawn = null;
    setLook("start", "");
    drawMenu(null);
    drawWordmark();
    redraw(root.main, above);
  }

  // Above the table, since play goes on.
  function drawQuestion(question) {
    asked = question;
    if (lazy.parts) redraw(above, asked && lazy.parts.conflict(asked, say));
    else if (asked) fetchLazy(() => drawQuestion(asked));
  }

  function placeOfFocus(key) {
    const next = keyed(shell, key) ?? root.main.querySelector(".seat.open .row, .hand button") ??
      shell.querySelector("h1");
    if (next?.matches("h1")) next.tabIndex = -1;
    return next;
  }

  // Once a finished game is saved, the server tells more about it.
  async function askNews(isSaved) {
    const path = isSaved && drawn && links(drawn).result;
    if (path === newsAsked) return;
    newsAsked = path;
    if (!path) return;
    const answer = await fetch(path).catch(() => null);
    news[path] = answer?.ok ? await answer.json() : null;
    if (news[path]) drawAgain();
  }

  return { root, drawStatus(word, slots) {
    drawStatus(word, slots);
    askNews(word === "saved");
  }, drawFooter, drawGame, drawStart, listen, drawQuestion, placeOfFocus };
}

// --- The status of the last tap in the footer: on this phone, sending, saved, or why not.

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

// live: where screen readers hear of problems.
export function statusMark(live, say) {
  const mark = made(h("span", { class: "state writing" }));
  let worry = "";

  // Empty while a tap is being written. Only news are read; "saved" would be read after every tap.
  function drawStatus(word, { reason = word, ...slots } = {}) {
    const text = word === "writing" ? "" : say(`state_${reason}`, slots);
    const link = wayOn(reason, say);
    mark.className = `state ${word}`;
    redraw(mark, h("span", {}, text), link && [" ", link]);
    if (word === "writing") return;
    const before = worry;
    worry = WORRIES.includes(word) ? text : "";
    if (worry && worry !== before) live.textContent = text;
  }

  return { mark, drawStatus };
}

// --- One sentence while the storage of the phone does not respond within a second.

// root: the parts of the page; home: the URL of the start page.
export function silence({ header, main, footer }, say, home) {
  const line = made(
    h("p", { class: "silence", role: "status", data: { storage: "silent" } }, say("storage_silent")),
  );

  redraw(main); // whatever is drawn there now leaves the line in its place

  function tell(is) {
    if (!is) line.remove();
    else if (line.parentNode !== main) main.prepend(line);
  }

  // Nothing else is known yet.
  function wait() {
    redraw(header, h("a", { class: "wordmark", href: home }, "Scorepad"));
    redraw(main);
    redraw(footer);
    tell(true);
  }

  return { tell, wait };
}
