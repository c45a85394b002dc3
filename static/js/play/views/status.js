// Where the last tap is by now, said in the footer: on this phone, sending, saved, or why not.

import { h, made, redraw } from "../dom.js";
import { runningRound } from "../game.js";
import { firstRoundOf, lastRoundOf } from "../seating.js";
import { presentIn, roundCount } from "../sheet.js";
import { currentTricks, phase } from "../state.js";

const WORRIES = ["waits", "fleeting", "outside", "unkept", "refused"];
const TOWERS = "/towers/";
const WAYS_ON = { too_many_groups: ["/join", "join_group"], signup_code_needed: ["/signup", "enter_code"], signups_closed: ["/signup", "enter_link"] };

// Where a table can go on whose group the server does not take.
export function wayOn(reason, say, path = globalThis.location?.pathname ?? "") {
  const [href, word] = WAYS_ON[reason] ?? [];
  return href && h("a", { href: path.startsWith(TOWERS) ? `${href}?game=towers` : href }, say(word));
}

// While a tap is being written there is nothing to promise yet.
function textOf(word, { reason = word, ...slots }, say) {
  return word === "writing" ? "" : say(`state_${reason}`, slots);
}

// Before a game starts: what keeps its group from being taken, null where nothing does.
export const signupNote = (reason, say) => reason && h("p", { class: "signup" }, say(`state_${reason}`), " ", wayOn(reason, say));

// Fills the mark; returns what it says.
export function fillMark(mark, word, slots, say) {
  const text = textOf(word, slots, say);
  mark.className = `state ${word}`;
  const link = wayOn(slots.reason, say);
  redraw(mark, h("span", {}, text), link && [" ", link]);
  return text;
}

// live: where a screen reader hears of what is wrong.
export function statusMark(live, say) {
  const mark = made(h("span", { class: "state writing" }));
  let worry = "";

  // Only what is new; that all is well would be heard after every tap.
  function hearWorry(text) {
    if (text && text !== worry) live.textContent = text;
    worry = text;
  }

  function drawStatus(word, slots = {}) {
    const text = fillMark(mark, word, slots, say);
    if (word !== "writing") hearWorry(WORRIES.includes(word) ? text : "");
  }

  return { mark, drawStatus };
}

// --- One calm sentence where the storage of the phone does not answer within a second, until it does.

// root: the parts of the page; home: where the front page is.
export function silence({ header, main, footer }, say, home) {
  const line = made(h("p", { class: "silence", role: "status", data: { storage: "silent" } }, say("storage_silent")));

  function tell(is) {
    if (!is) line.remove();
    else if (line.parentNode !== main) main.prepend(line);
  }

  // Nothing else is known yet of what the page should show.
  function wait() {
    redraw(header, h("a", { class: "wordmark", href: home }, "Scorepad"));
    redraw(main);
    redraw(footer);
    tell(true);
  }

  return { tell, wait };
}

// --- What a screen reader says after a step, in words of the page.

const ofLater = {}; // what js/later says of its own steps
export const addAnnouncements = (more) => Object.assign(ofLater, more);

const nameAt = ({ game }, seat) => game.players[seat].name;

// Those of everybody whose tricks were filled in by this tap.
function tricksGiven(state, say) {
  const before = currentTricks({ ...state, ...state.past.at(-1) });
  const seats = presentIn(state.game, state.ui.round);
  const after = currentTricks(state);
  const given = seats.filter((seat) => after[seat] !== null && after[seat] !== before[seat]);
  return given.map((seat) => say("says_took", { name: nameAt(state, seat), took: after[seat] })).join(" ");
}

export function announcement(state, action, args, say) {
  const { game, ui } = state;
  const now = phase(state);
  if (ui.ask) return say("not_allowed_ask", { value: ui.ask.value });
  if (now === "end") return say("game_over");
  if (action === "bid" || action === "bidAnyway") {
    const said = args.value === undefined ? "" : say("says_bid", { name: nameAt(state, args.seat), bid: args.value });
    if (now === "reading") return `${said} ${say("says_read")}`;
    return ui.open === null ? said : `${said} ${say("says_next", { name: nameAt(state, ui.open) })}`;
  }
  if (action === "give" || (action === "miss" && ui.open === args.seat)) return tricksGiven(state, say);
  if (action === "join") return say("joins", { name: args.player.name, round: firstRoundOf(game, args.after + 1) });
  if (action === "leave") return say("leaves", { name: nameAt(state, args.seat), round: lastRoundOf(game, args.seat) });
  if (action === "winTrick") return say("says_won", { name: nameAt(state, args.seat) });
  if (action === "closeRound") return say("round_of", { round: Math.min(runningRound(game), roundCount(game)), rounds: roundCount(game) });
  return ofLater[action]?.(state, args, say) ?? "";
}
