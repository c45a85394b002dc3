// The start page at work: what is typed, tapped and dragged becomes a start, and a start a game.

import { draw } from "./chance.js";
import { h } from "./elements.js";
import { holdingFocus, keyed } from "./focus.js";
import { fetchLater, later } from "./later.js";
import { isBlank } from "./names.js";
import * as page from "./pages/start.js";
import { made, redraw } from "./redraw.js";
import { isPlain } from "./settings.js";
import { signupNote } from "./status.js";

const withRoom = (seats) => {
  const filled = seats.filter((name) => !isBlank(name)).slice(0, page.MOST_SEATS);
  const rows = Math.min(page.MOST_SEATS, Math.max(page.FEWEST_SEATS, filled.length + 1));
  return [...filled, ...Array(rows - filled.length).fill("")];
};

const moved = (seats, from, to) => {
  if (to < 0 || to >= seats.length || isBlank(seats[to])) return seats;
  const next = [...seats];
  const [name] = next.splice(from, 1);
  next.splice(to, 0, name);
  return next;
};

// Whoever was named to deal first still does when the seats around them change; else it is the first name.
function withSeats(start, seats) {
  const before = start.seats[seatOfDealer(start)];
  const dealer = start.dealer === 0 ? 0 : Math.max(0, seats.filter((name) => !isBlank(name)).indexOf(before));
  return { ...start, seats, dealer };
}

// The dealer is counted among the names, which may have an empty line between them.
const seatOfDealer = ({ seats, dealer }) => seats.indexOf(seats.filter((name) => !isBlank(name))[dealer]);

export const ready = (start) => ({ ...start, seats: withRoom(start.seats) });

export const withMoved = (start, from, to) => withSeats(start, moved(start.seats, from, to));

// What each button does to the start.
export const changes = {
  addKnown: (start, { name }) => ({ ...start, seats: withRoom([...start.seats, name]) }),
  removeSeat: (start, { seat }) => withSeats(start, withRoom(start.seats.filter((_, other) => other !== seat))),
  moveUp: (start, { seat }) => withMoved(start, seat, seat - 1),
  firstDealer: (start, { seat }) => ({ ...start, dealer: seat }),
  drawDealer: (start) => ({ ...start, dealer: draw(page.named(start).length) }),
};

export function mountStart({ root, say, known, open, signups, start: initial, onStart }) {
  let start = ready(initial);
  const names = made(h("div", { class: "names-part" }));
  const options = made(h("div", { class: "options-part" }));
  const { main, footer } = root;

  const drawOptions = () => {
    start = page.withPossibleRounds(start);
    start.dealer = Math.min(start.dealer, Math.max(0, page.named(start).length - 1));
    redraw(options, page.startOptions(start, say));
    redraw(footer, page.startFooter(start, say));
    later.parts?.fetchUnseen(start, drawIfThere);
  };
  const drawAll = () => {
    redraw(names, page.startNames(start, known, say));
    drawOptions();
  };
  const drawIfThere = () => names.isConnected && drawOptions();
  const focusName = (seat) => names.querySelector(`[data-key="name-${seat}"]`)?.focus();

  function change(next) {
    start = next;
    holdingFocus(drawAll, (key) => keyed(main, key));
  }

  function next(seat) {
    const seats = withRoom(start.seats);
    change({ ...start, seats, problem: null });
    if (seat + 1 < seats.length) focusName(seat + 1);
    else footer.querySelector(".main").focus();
  }

  function begin() {
    const problem = page.problemOf(start);
    if (problem) {
      change({ ...start, problem });
      return focusName(problem.seat);
    }
    const wrong = later.parts?.wrongChoice(start, page.seatsTaken(start));
    if (wrong) return unfold(options.querySelector(`[data-written="${wrong}"]`));
    return onStart({ ...start, seats: page.named(start).map((name) => name.trim()) });
  }

  names.addEventListener("input", ({ target }) => {
    const seat = Number(target.closest("[data-seat]").dataset.seat);
    start.seats[seat] = target.value;
    const isLast = seat === start.seats.length - 1 && seat + 1 < page.MOST_SEATS;
    if (!isLast || isBlank(target.value)) return drawOptions();
    start.seats.push("");
    return drawAll();
  });
  names.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    next(Number(event.target.closest("[data-seat]").dataset.seat));
  });
  options.addEventListener("change", ({ target }) => {
    if (target.name === "even") start.even = target.checked;
    if (target.name === "schedule") start.schedule = target.value;
    if (target.dataset.option) start = later.parts.chosen(start, target.dataset.option, target);
    drawOptions();
  });
  options.addEventListener("input", ({ target }) => {
    if (!target.dataset.written) return;
    start = later.parts.written(start, target.dataset.written, target.value);
    drawOptions();
  });
  // A fold says that it was opened to nobody above it, but on the way down.
  options.addEventListener("toggle", () => later.parts ?? fetchLater(drawIfThere), true);
  attachDrag(names, (from, to) => change(withMoved(start, from, to)));

  redraw(main, page.openGames(open, say), signupNote(signups, say), h("h1", {}, say("new_game")), names, options);
  drawAll();
  if (!known.length) focusName(0);
  if (!isPlain(start) || start.schedule === "custom") fetchLater(drawIfThere);
  return {
    act(action, args) {
      if (action === "start") return begin();
      return change({ ...(changes[action] ?? later.parts.choices[action])(start, args), problem: null });
    },
  };
}

// What is wrong may be folded away.
function unfold(field) {
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  field.focus();
}

// Drag a name by its grip; the row under the finger changes places with it.
function attachDrag(names, move) {
  let from = null;
  names.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".grip")) return;
    from = Number(event.target.closest("[data-seat]").dataset.seat);
    event.preventDefault();
    names.setPointerCapture(event.pointerId);
  });
  names.addEventListener("pointermove", (event) => {
    if (from === null) return;
    const row = document.elementFromPoint(names.getBoundingClientRect().left + 40, event.clientY)?.closest("[data-seat]");
    const to = Number(row?.dataset.seat ?? from);
    if (to === from) return;
    move(from, to);
    from = to;
  });
  const drop = () => {
    from = null;
  };
  names.addEventListener("pointerup", drop);
  names.addEventListener("pointercancel", drop);
}
