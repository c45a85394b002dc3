// What the pages of both games share: their frame with the status of the last tap, and the start page.

import { button, choice, choices, h, knownPlayers, redraw, whoIsIt } from "../dom.js";
import { put, swapped } from "../game.js";
import { daysAgo } from "../groups.js";
import { isBlank, randomBelow, unsureName, wrongName } from "../names.js";

export const wordmark = (home, name = "Scorepad") => h("a", { class: "wordmark", href: home }, name);

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

// view(): what the game shows, as {phase, panel, deck, header(), main(), footer(mark), menu()}, and isPause:
// whether the page may be loaded again. question(asked): a conflict in words.
export function frame(shell, say, view, question) {
  const part = (selector) => shell.querySelector(selector);
  const [header, main, footer, dialog, live] = ["header", "main", "footer", "dialog", "[aria-live]"].map(
    part,
  );
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
    redraw(main, told.isSilent && h("p", { class: "silence", role: "status" }, say("storage_silent")),
      told.takeOver && page.isPause &&
        h("button", { type: "button", class: "update quiet", onclick: told.takeOver }, say("new_version")),
      told.asked && question(told.asked), page.main?.());
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

  return { draw, drawStatus, read, tell };
}

// --- The start page: who plays, who begins, and games to continue.
//
// A start is a value: {seats, first, meant, problem, …}. seats: the name at each seat, or "". first: the seat
// of who begins. meant: new names that are like known ones. problem: what keeps the game from starting. The
// rest, with its drawings and changes, is what a game brings: see start.js and towers/setup.js.

export function nameOrNumber(name, seat, say) {
  return isBlank(name) ? say("player_number", { seat: seat + 1 }) : name;
}

const seatsOf = ({ seats }) => [...seats.keys()];
const withName = (start, seat, name) => ({ ...start, seats: put(start.seats, seat, name) });

// order: the seats in their new order. Who was chosen to begin still does; otherwise it is the first one.
function inOrder(start, order) {
  const { seats, colours = [] } = start;
  return { ...start, first: start.first && order.indexOf(start.first),
    seats: order.map((seat) => seats[seat]), colours: order.map((seat) => colours[seat]) };
}

const changes = {
  write: (start, { field }, game) =>
    field.name.startsWith("seat")
      ? withName(start, Number(field.name.slice(4)), field.value)
      : game.withField(start, field),
  addKnown: (start, { name }) => withName(start, start.seats.findIndex(isBlank), name),
  nameIs: (start, { name }) => ({ ...withName(start, start.problem.unsure.seat, name),
    meant: [...start.meant, name] }),
  removeSeat: (start, { seat }) => inOrder(start, seatsOf(start).filter((other) => other !== seat)),
  moveUp: (start, { seat }) => inOrder(start, swapped(seatsOf(start), seat, seat - 1)),
  first: (start, { seat }) => ({ ...start, first: seat }),
  drawFirst(start, _, game) {
    const seats = game.playing(start);
    return { ...start, first: seats[randomBelow(seats.length)] };
  },
};

export function changed(start, action, args, game) {
  const change = changes[action] ?? game.changes[action];
  return game.fitted({ ...change(start, args, game), problem: null });
}

// The place of who begins among those who play.
export const firstOf = (start, game) => Math.max(0, game.playing(start).indexOf(start.first));

// One problem at a time: {word, seat} is a sentence and the name it is about, {unsure} a name to ask about,
// and {key} a field with an option.
export function problemOf(start, known, game) {
  const unsure = unsureName(start.seats, known, start.meant);
  return wrongName(start.seats) ?? game.problemOf(start) ?? (unsure && { unsure });
}

// open: lines of groups.js.
function openGames(open, say) {
  const roundOf = ({ round, rounds }) => (round ? `${say("round_of", { round, rounds })} · ` : "");
  const line = ({ group, game, names, refused, at, ...rest }) =>
    h("li", { key: game },
      h("a", { class: "item", href: `#${group}/${game}` },
        h("span", {},
          names.flatMap((name, seat) => [seat ? ", " : null, h("bdi", {}, nameOrNumber(name, seat, say))])),
        h("small", { class: refused && "refused" },
          refused ? say(`state_${refused.word}`, refused) : roundOf(rest) + daysAgo(at))));
  if (!open.length) return null;
  return h("section", { class: "open-games", "aria-labelledby": "open-games" },
    h("p", { id: "open-games" }, say("open_games")), h("ul", {}, open.map(line)));
}

function seatRow(start, name, seat, game, say) {
  const problem = start.problem?.seat === seat ? say(start.problem.word) : null;
  const [before, after] = game.besideName(start, seat, say);
  return h("li", { class: "name-row", key: `row-${seat}` }, before,
    h("input", { type: "text", name: `seat${seat}`, value: name, maxlength: "40", autocomplete: "off",
      autocapitalize: "words", enterkeyhint: "next", spellcheck: false,
      "aria-label": say("name_of_seat", { seat: seat + 1 }),
      placeholder: say("name_placeholder", { seat: seat + 1 }), "aria-invalid": String(Boolean(problem)),
      data: { key: `name-${seat}` } }),
    button("moveUp", { seat }, { class: "small", disabled: seat === 0,
      "aria-label": say("move_up", { name: nameOrNumber(name, seat, say) }) }, "↑"), after,
    problem && h("p", { class: "problem", role: "alert" }, problem));
}

function firstChoice(start, game, say) {
  const seats = game.playing(start);
  const one = (seat, at) =>
    choice("first", { seat }, at === firstOf(start, game),
      h("bdi", {}, nameOrNumber(start.seats[seat], seat, say)));
  return seats.length > 1 &&
    choices(say(game.FIRST), seats.map(one), button("drawFirst", {}, { class: "choice draw" }, say("draw")));
}

// known: players of the group; signups: why no group can be created; oninput: a person types or ticks.
export function startPage(start, { known, open, signups, oninput }, game, say) {
  return [openGames(open, say), signupNote(signups, say), h("h1", {}, say("new_game")),
    h("div", { class: "names-part", oninput }, game.aboveNames(start, say),
      start.seats.some(isBlank) && knownPlayers(known, start.seats, say),
      h("ol", { class: "names" }, start.seats.map((name, seat) => seatRow(start, name, seat, game, say)))),
    h("div", { class: "options-part", oninput }, firstChoice(start, game, say), game.rulesOf(start, say))];
}

export function startFooter(start, game, say) {
  const { unsure } = start.problem ?? {};
  const answer = (name) => ["nameIs", { name }];
  return unsure
    ? whoIsIt(unsure, answer(unsure.similar), answer(unsure.name), say)
    : game.buttons(start, say);
}
