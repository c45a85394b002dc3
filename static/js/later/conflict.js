// Two phones wrote the same thing: theirs or mine, with what differs marked. It lies above the table
// and blocks nothing; the answer goes to `settle`.

import { changes } from "../play/changes.js";
import { h } from "../play/elements.js";
import { changeWords, deviceName } from "./saying.js";

const spanning = (columns) => (columns > 1 ? { colspan: String(columns) } : {});

function cell(value, differs, say) {
  const text = String(value ?? "–");
  if (!differs) return h("td", {}, text);
  return h("td", { class: "differs" }, h("i", { "aria-hidden": "true" }, "≠"), h("span", { class: "visually-hidden" }, say("differs")), h("b", {}, text));
}

function head(keys, say) {
  const side = (word) => h("th", { scope: "colgroup", ...spanning(keys.length) }, say(word));
  const names = () => keys.map((key) => h("th", { scope: "col" }, say(`column_${key}`)));
  return h(
    "thead",
    {},
    h("tr", {}, h("td", {}), side("keep_theirs"), side("keep_mine")),
    keys.length > 1 && h("tr", {}, h("td", {}), names(), names()),
  );
}

function seatRow({ theirs, mine, game }, found, keys, seat, say) {
  const differs = (key) => found.some((change) => change.key === key && change.seat === seat);
  const side = (version) => keys.map((key) => cell(version[key]?.[seat], differs(key), say));
  return h("tr", {}, h("th", { scope: "row" }, h("bdi", {}, game.players[seat].name)), side(theirs), side(mine));
}

function otherRow({ what, before, after }, keys) {
  const side = (text = "") => h("td", { class: "differs text", ...spanning(keys.length) }, h("b", {}, text));
  return h("tr", {}, h("th", { scope: "row" }, what), side(before), side(after));
}

function sides(question, say) {
  const { number, game, theirs, mine } = question;
  const found = changes(theirs, mine);
  const keys = theirs.tricks || mine.tricks ? ["bids", "tricks"] : ["bids"];
  const seats = number ? game.players.map((_, seat) => seatRow(question, found, keys, seat, say)) : [];
  const rest = found.filter(({ seat }) => seat === undefined);
  const others = changeWords(rest, { before: theirs, after: mine, players: game.players }, say).map((each) => otherRow(each, keys));
  return h("table", { class: "sides" }, head(keys, say), h("tbody", {}, seats, others));
}

export function conflict(question, say) {
  const { number, game, by, time, elsewhere, settle } = question;
  const title = number ? say("conflict_round", { round: number }) : say("conflict_game");
  const option = (word, isMine) => {
    const onclick = ({ target }) => {
      target.closest(".conflict").remove();
      settle(isMine);
    };
    return h("button", { type: "button", class: "choice", onclick }, say(word));
  };
  return h(
    "section",
    { class: "conflict panel", "aria-label": title },
    elsewhere && h("p", { class: "under" }, game.players.map(({ name }) => name).join(", ")),
    h("p", {}, title),
    h("p", { class: "under" }, say("keep_theirs"), ": ", say("who_when", { who: deviceName(by, say), time })),
    sides(question, say),
    h("div", { class: "choices" }, option("keep_theirs", false), option("keep_mine", true)),
  );
}
