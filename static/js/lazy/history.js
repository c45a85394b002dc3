// The history of a round or of a game's settings: who saved what and when, newest first. It is loaded when
// opened, and any state can be restored.

import { Component } from "../../vendor/preact-11.2.0/preact.mjs";
import { button, closing, h, lazy, mainButton, panel } from "../play/dom.js";
import { countedOn, emptyRound } from "../play/game.js";
import { gain, listed, signed, words } from "../play/names.js";
import { bodyAt, bodyFrom, changes, gamePath, roundIn, roundPath, withTheirs } from "../play/resources.js";
import { cardsPerRound } from "../play/rules.js";
import { nameOfRule, numbersOf, USUAL } from "./options.js";

function when(iso) {
  const time = new Date(iso);
  const isToday = time.toDateString() === new Date().toDateString();
  const format = { dateStyle: isToday ? undefined : "short", timeStyle: "short", hourCycle: "h23" };
  return time.toLocaleString(document.documentElement.lang, format);
}

// Bodies contain the ids of players; removed players have no name here.
function told(path, body, players) {
  const named = (id) => players.find((player) => player.id === id) ?? { id, name: "–" };
  return bodyFrom(path, body.players ? { ...body, players: body.players.map(named) } : body);
}

function version(saved, before, path, { game }, say) {
  const found = before ? changeWords(before, saved.body, game.players, say) : [];
  const fits = !saved.body.bids || saved.body.bids.length === game.players.length;
  const isOther = fits && changes(bodyAt(game, path), saved.body).length > 0;
  const onclick = () => lazy.act("restore", { game: countedOn(game, withTheirs(game, path, saved.body)) });
  const who = say("who_when", { who: deviceName(saved.device, say), time: when(saved.saved_at) });
  return h("li", {}, h("p", { class: "under" }, who, !saved.chosen && h("b", {}, say("not_chosen"))),
    isOther && h("button", { type: "button", class: "quiet", onclick }, say("restore")),
    h("p", {}, found.map((each) => h("span", {}, say("change_of", each))),
      !found.length && say(before ? "no_change" : "first_version")));
}

function versions(saved, path, state, say) {
  const { players } = state.game;
  const all = saved.map((each) => ({ ...each, body: told(path, each.body, players) }));
  const first = roundIn(path) ? emptyRound(players.length) : null;
  // The one before it that was chosen, or nothing.
  const before = (at) => all.slice(at + 1).find(({ chosen }) => chosen)?.body ?? first;
  return h("ol", {}, all.map((each, at) => version(each, before(at), path, state, say)));
}

// Asks for the versions when it is opened.
class Versions extends Component {
  async componentDidMount() {
    const { path } = this.props;
    const isStored = lazy.kept.isStored(path.split("/rounds/")[0]);
    this.setState({ saved: isStored ? await lazy.kept.states(path) : [] });
  }

  render({ path, state, say }, { saved }) {
    if (saved?.length) return versions(saved, path, state, say);
    const word = saved === undefined ? "history_asked" : saved ? "history_empty" : "history_offline";
    return h("p", { class: "under" }, say(word));
  }
}

export function historyPanel(state, say) {
  const { game, ui } = state;
  const { id } = lazy.kept.group();
  const path = ui.panel === "history" ? roundPath(id, game.id, ui.round) : gamePath(id, game.id);
  const round = roundIn(path);
  const title = round ? say("history_of_round", { round }) : say("history_of_game");
  const whole = round > 0 &&
    button("panel", { name: "history_game" }, { class: "quiet" }, say("history_of_game"));
  return panel("history", title, h("div", { class: "choices" }, whole, closing(ui.panel, say)),
    h(Versions, { key: path, path, state, say }));
}

// --- A conflict of two phones: theirs or mine, with what differs. It blocks nothing.

function sides({ game, theirs, mine }, say) {
  const side = (word) => h("th", { scope: "col" }, say(word));
  const row = ({ what, before, after }) =>
    h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, before), h("td", {}, after));
  const found = changeWords(theirs, mine, game.players, say);
  return h("table", { class: "sides" },
    h("thead", {}, h("tr", {}, h("td", {}), side("theirs"), side("mine"))), h("tbody", {}, found.map(row)));
}

export function conflict(question, say) {
  const { key, number, game, by, time, elsewhere, settle } = question;
  const title = number ? say("conflict_round", { round: number }) : say("conflict_game");
  const who = say("who_when", { who: deviceName(by, say), time });
  const option = (word, isMine) =>
    h("button", { type: "button", class: "choice", key: word, onclick: () => settle(isMine) }, say(word));
  return h("section", { class: "conflict panel", "aria-label": title, key },
    elsewhere && h("p", { class: "under" }, listed(game.players.map(({ name }) => name))),
    h("p", { role: "alert" }, title),
    h("p", { class: "under" }, say("labelled", { label: say("theirs"), value: who })), sides(question, say),
    h("div", { class: "choices" }, option("keep_theirs", false), option("keep_mine", true)));
}

export const deviceName = (device, say) =>
  device?.you ? say("device_you") : (device?.name ?? say(`device_${device?.kind ?? "other"}`));

const NOTHING = "–";
const PREFIXES = { later_trump: "trump", edition: "extra", even_bid_rule: "rule" };
const personAt = (seat) => ({ seat });
const row = (list) => list?.map((each) => each === null ? NOTHING : signed(each)).join(" ");

// What is told in place of a value, by the settings or round that has it.
const INSTEAD = { dealer: personAt, first_dealer: personAt, named_by: personAt, even_bid_rule: nameOfRule,
  accepted: ({ length }) => length > 0, winners: ({ length }) => length, counts: (value) => !value,
  cards: row, totals: row, formula: (numbers) => numbers && numbersOf(numbers).map(signed).join(" / "),
  schedule: (name, { cards, players, game }) =>
    (cards ?? cardsPerRound(name, players.length, { game }))?.length };

// By its type; a text may be the end of a word of the page.
function inWords(key, value, players, say) {
  if (Array.isArray(value)) return listed(value.map((each) => inWords(key, each, players, say))) || NOTHING;
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  const word = `${PREFIXES[key] ?? key}_${value ?? USUAL[key]}`;
  if (words[word]) return say(word);
  if (typeof value === "number") return signed(value);
  if (typeof value !== "object") return value ?? NOTHING;
  const { seat, name = players[seat]?.name ?? NOTHING, by, points = by } = value ?? {};
  return points === undefined ? name : `${name} ${gain(points)}`;
}

// Returns what differs as {what, before, after}.
function changeWords(before, after, players, say) {
  const told = (key, value, body) =>
    inWords(key, value !== undefined && INSTEAD[key] ? INSTEAD[key](value, body) : value, players, say);
  return changes(before, after).map(({ key, seat, before: was, after: is }) => ({
    what: say(words[`field_${key}`] ? `field_${key}` : "field_other", {
      name: players[seat]?.name ?? NOTHING,
    }),
    before: told(key, was, before),
    after: told(key, is, after),
  }));
}

// --- A deleted game: removed from all lists, restored with one tap.

export function deleted({ game: { deleted_by: by } }, say, links) {
  return [h("h1", { class: "winner" }, say("game_deleted")),
    by && h("p", {}, say("deleted_by", { name: deviceName(by, say) })), h("p", {}, say("deleted_why")),
    h("nav", { class: "next", "aria-label": say("what_next") },
      !links.tournament && button("newWithChanges", {}, { class: "item" }, say("with_changes")),
      h("a", { class: "item", href: links.deleted }, say("deleted_games")),
      h("a", { class: "item", href: links.home }, say("home")))];
}

export const deletedFooter = (
  say,
  saved,
) => [h("p", { class: "balance" }, saved), mainButton("deleted", { is: 0 }, say("bring_back"))];
