// Two phones wrote the same thing: theirs or mine, with what differs marked. It lies above the table
// and blocks nothing; the answer goes to `settle`.

import { changes } from "../play/changes.js";
import { h } from "../play/elements.js";
import { changeWords, deviceName } from "./saying.js";

const shown = (value) => (value === null || value === undefined ? "–" : String(value));

function cell(value, differs, say) {
  if (!differs) return h("td", {}, shown(value));
  return h("td", { class: "differs" }, h("span", { "aria-hidden": "true" }, "≠"), h("span", { class: "visually-hidden" }, say("differs")), h("b", {}, shown(value)));
}

const ends = (rows) => rows.map(({ what, before, after }) => h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, h("b", {}, before)), h("td", {}, h("b", {}, after))));

function head(say, columns) {
  const span = columns > 1 ? { colspan: String(columns) } : {};
  const side = (word) => h("th", { scope: "colgroup", ...span }, say(word));
  const names = ["bid", "took"].slice(0, columns).map((word) => h("th", { scope: "col" }, say(word)));
  const again = names.map((name) => name.cloneNode(true));
  return h("thead", {}, h("tr", {}, h("td", {}), side("keep_theirs"), side("keep_mine")), columns > 1 && h("tr", {}, h("td", {}), names, again));
}

function seats({ theirs, mine, game }, found, say) {
  const keys = theirs.tricks || mine.tricks ? ["bids", "tricks"] : ["bids"];
  const differs = (key, seat) => found.some((change) => change.key === key && change.seat === seat);
  const side = (version, seat) => keys.map((key) => cell(version[key]?.[seat], differs(key, seat), say));
  const rows = game.players.map(({ name }, seat) =>
    h("tr", {}, h("th", { scope: "row" }, h("bdi", {}, name)), side(theirs, seat), side(mine, seat)),
  );
  return h("table", {}, head(say, keys.length), h("tbody", {}, rows));
}

function rest(question, found, say) {
  if (!found.length) return null;
  const { theirs: before, mine: after, game } = question;
  const words = found.map((change) => changeWords(change, { before, after, players: game.players }, say));
  return h("table", { class: "rest" }, head(say, 1), h("tbody", {}, ends(words.map(({ what, before: b = "", after: a = "" }) => ({ what, before: b, after: a })))));
}

export function conflict(question, say) {
  const { number, game, theirs, mine, by, time, elsewhere, settle } = question;
  const found = changes(theirs, mine);
  const names = game.players.map(({ name }) => name).join(", ");
  const option = (word, isMine) => {
    const made = h("button", { type: "button", class: "choice" }, say(word));
    made.addEventListener("click", () => {
      made.closest(".conflict").remove();
      settle(isMine);
    });
    return made;
  };
  return h(
    "section",
    { class: "conflict panel", role: "alert" },
    elsewhere && h("p", { class: "under" }, names),
    h("p", {}, number ? say("conflict_round", { round: number }) : say("conflict_game")),
    h("p", { class: "under" }, say("who_when", { who: deviceName(by, say), time })),
    number > 0 && seats(question, found, say),
    rest(question, found.filter(({ seat }) => seat === undefined), say),
    h("div", { class: "sides" }, option("keep_theirs", false), option("keep_mine", true)),
  );
}
