// The history of a round, or of the game's settings: who wrote what and when, the newest first.
// It is asked for when it is opened, and whatever it holds can be put back.

import { changes } from "../play/changes.js";
import { button, h } from "../play/elements.js";
import { made, redraw } from "../play/redraw.js";
import { emptyRound } from "../play/game.js";
import { bodyFrom } from "../play/resources.js";
import { changeWords, deviceName } from "./saying.js";

function when(iso) {
  const time = new Date(iso);
  const today = time.toDateString() === new Date().toDateString();
  const day = today ? {} : { day: "numeric", month: "numeric" };
  return time.toLocaleString(document.documentElement.lang, { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

// Bodies hold the ids of players; who is not at the table any more has no name here.
function told(path, body, players) {
  const named = (id) => players.find((player) => player.id === id) ?? { id, name: "–" };
  return bodyFrom(path, body.players ? { ...body, players: body.players.map(named) } : body);
}

const sentence = ({ what, before, after }, say) =>
  before === undefined ? what : say("change_of", { what, before, after });

function version(state, before, { game, now, say, restore }) {
  const found = before ? changes(before, state.body) : [];
  const words = changeWords(found, { before, after: state.body, players: game.players }, say);
  const fits = !state.body.bids || state.body.bids.length === game.players.length;
  const onclick = () => restore(state.body);
  const back = fits && changes(now, state.body).length > 0 && h("button", { type: "button", class: "quiet", onclick }, say("restore"));
  return h(
    "li",
    {},
    h("p", { class: "under" }, say("who_when", { who: deviceName(state.device, say), time: when(state.saved_at) }), !state.chosen && h("b", {}, say("not_chosen"))),
    back,
    h("p", {}, words.map((each) => h("span", {}, sentence(each, say))), !words.length && say(before ? "no_change" : "first_version")),
  );
}

// What was not chosen stood beside the one before it, and changed nothing for the one after.
function beforeEach(states, first) {
  let standing = first;
  const found = [...states].reverse().map((state) => {
    const before = standing;
    if (state.chosen) standing = state.body;
    return before;
  });
  return found.reverse();
}

// about: {path, number, game, now, load, restore}; now is what this phone has.
export function history(about, say) {
  const { path, number, game, load } = about;
  const list = made(h("div"));
  redraw(list, h("p", { class: "under" }, say("history_asked")));
  load().then((states) => {
    if (!states?.length) return redraw(list, h("p", { class: "under" }, say(states ? "history_empty" : "history_offline")));
    const all = states.map((state) => ({ ...state, body: told(path, state.body, game.players) }));
    const before = beforeEach(all, number ? emptyRound(game.players.length) : null);
    return redraw(list, h("ol", {}, all.map((state, index) => version(state, before[index], { ...about, say }))));
  });
  const title = number ? say("history_of_round", { round: number }) : say("history_of_game");
  const panel = (name, word) => button("panel", { name }, { class: "quiet" }, say(word));
  return h(
    "section",
    { class: "panel history", "aria-label": title },
    h("h2", {}, title),
    h("div", { class: "choices" }, number > 0 && panel("history_game", "history_of_game"), panel(number ? "history" : "history_game", "close")),
    list,
  );
}
