// node evening.js ADDRESS SEED GAMES: a thumb plays so many games on one phone, each with a network of its own.
// What the phone sends must be taken, and at the end both must hold the same game. A line for each game in
// which they do not, and what was tapped before; it ends well if there is none.

import { isDeepStrictEqual } from "node:util";
import { applied, emptyContent } from "../../../static/js/play/database.js";
import { bidsForbidden } from "../../../static/js/play/game.js";
import { newClaim, newKey, newUuid } from "../../../static/js/play/names.js";
import * as outbox from "../../../static/js/play/outbox.js";
import { patchFor } from "../../../static/js/play/phone.js";
import { gameFrom, gamePath, groupPath } from "../../../static/js/play/resources.js";
import { isClosed, totalsOf } from "../../../static/js/play/rules.js";
import { sender } from "../../../static/js/play/sender.js";
import { act, opened } from "../../../static/js/play/state.js";
import { wizard } from "../../../static/js/play/wizard.js";
import { playAll, someGroup, someTable, tap } from "./thumb.js";

const [ADDRESS, SEED, GAMES] = process.argv.slice(2);
const TAPS = 80;
const SHOWN = 30;
const BETWEEN_TAPS_MS = 5000; // past every quiet moment
const NETWORKS = [0.6, 0.08]; // how likely a tap is followed by a moment with a network

// --- the server -----------------------------------------------------------------------

const network = globalThis.fetch;
let cookie = "";

// As a browser does: the address of the page before every path, and the cookie with every request.
globalThis.fetch = async (path, { headers = {}, ...how } = {}) => {
  const own = { Origin: ADDRESS, "Sec-Fetch-Site": "same-origin", Cookie: cookie };
  const response = await network(ADDRESS + path, { ...how, headers: { ...own, ...headers } });
  [cookie = cookie] = response.headers.getSetCookie().map((each) => each.split(";")[0]);
  return response;
};

async function foundGroup() {
  const group = newUuid();
  const headers = { "Content-Type": "application/json", "If-None-Match": "*", "Idempotency-Key": `"${newKey()}"` };
  const body = JSON.stringify({ claim: newClaim(), time_zone: "UTC", language: "en" });
  const { status } = await fetch(groupPath(group), { method: "PUT", headers, body });
  if (status !== 201) throw new Error(`no group: ${status}`);
  return group;
}

// --- the phone ------------------------------------------------------------------------

// A phone with one game, as play/phone.js puts it together, but for the database and the page.
function phoneWith(group, first) {
  let content = emptyContent();
  let state = first;
  let said = [];
  const here = { group, game: state.game.id };
  const box = {
    content: () => content,
    write: async (patch) => void (content = applied(content, patch)),
    refresh: async () => {},
    game: async (id) => content.games[id],
  };
  const settling = wizard.conflicts(box, { current: () => here.game, onQuestion() {}, onState: (_id, next) => (state = next) });
  const refused = (answer, { path }) => said.push(`${path.split("/games/")[1].slice(36)} ${JSON.stringify(answer.objections ?? answer)}`);
  const conflict = (answer, entry, etag) => box.write(settling.patchFor(answer, entry, etag));
  const waiting = ({ path, body, theirs, why }) => `${path.slice(-10)} ${JSON.stringify({ body, theirs: theirs?.body, why })}`;
  const sending = sender(box, (task) => task(async () => true), { header: () => ({}), heed: async () => false }, {
    saved() {}, sending() {}, waiting: () => said.push("no answer"), refused, conflict,
  });
  const record = () => box.write(patchFor(wizard, content, here, state, new Date().toISOString()));
  return {
    state: () => state,
    tap(name, args, now) {
      state = act(state, name, args, now);
      return record();
    },
    record,
    async send() {
      said = [];
      await sending.wake(true);
      const left = outbox.inOrder(content);
      return left.length ? ["not saved", ...said, ...left.map(waiting)] : [];
    },
  };
}

// --- a game ---------------------------------------------------------------------------

// Bids that ±1 forbids stay on the phone until somebody says that they stand.
const isAsked = (game) => game.cards.some((_, index) => !isClosed(game, index + 1) && bidsForbidden(game, index + 1));

async function differences(group, { game }) {
  if (isAsked(game)) return [];
  const answer = await (await fetch(gamePath(group, game.id))).json();
  const theirs = gameFrom(answer);
  const alike = { cards: [theirs.cards, game.cards], totals: [totalsOf(theirs), totalsOf(game)], finished: [theirs.finished, game.finished] };
  const told = answer.totals ? { ...alike, told: [answer.totals, totalsOf(game)] } : alike;
  return Object.entries(told).filter(([, [one, other]]) => !isDeepStrictEqual(one, other)).map((each) => JSON.stringify(each));
}

async function play(group, everybody, chance) {
  const { game, newcomers } = someTable(chance, everybody, newUuid);
  const phone = phoneWith(group, opened(game));
  const [taps, often] = [[], chance.pick(NETWORKS)];
  let faults = [];
  await phone.record();
  for (let count = 1; count <= TAPS && !faults.length; count += 1) {
    const [name, args] = tap(phone.state(), chance, newcomers);
    taps.push(`${name} ${JSON.stringify(args)}`);
    await phone.tap(name, args, count * BETWEEN_TAPS_MS);
    if (count === TAPS || chance.next() < often) faults = await phone.send();
  }
  if (!faults.length) faults = await differences(group, phone.state());
  return faults.length ? [`${game.schedule} ${game.bid_mode}: ${faults.join("; ")}`, ...taps.slice(-SHOWN)] : [];
}

const group = await foundGroup();
const everybody = someGroup(newUuid);
await playAll(Number(SEED), Number(GAMES), (chance) => play(group, everybody, chance));
