// Games for tests, steps long after one another, and the vectors that Python is held to as well.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { applied, emptyContent } from "../../static/js/play/database.js";
import { newGame } from "../../static/js/play/game.js";
import { act } from "../../static/js/play/state.js";
import { toChildArray } from "../../static/vendor/preact-11.2.0/preact.mjs";

export const people = (...names) => names.map((name) => ({ id: name, name }));
export const THREE = people("Ute", "Kevin", "Ada");

export const gameOf = (more = {}) =>
  newGame({ id: "g", players: THREE, first_dealer: 0, schedule: "standard", even_bid_rule: null,
    started_at: null, ...more });

// A game with these final totals, by seat.
export function ended(...totals) {
  const game = gameOf({ players: totals.map((_, seat) => ({ id: String(seat), name: `P${seat}` })) });
  return { ...game, finished: true,
    adjustments: totals.map((points, seat) => ({ seat, points, reason: "", round: null })) };
}

let now = 0;
export const later = () => (now += 10_007);

// Steps like ["bid", { seat: 1, value: 0 }] or ["closeRound"].
export const played = (state, ...steps) =>
  steps.reduce((last, [action, args]) => act(last, action, args ?? {}, later()), state);

// The steps by which somebody bids on the phone that goes round.
export const onPhone = (seat, value) => [["hand", { seat }], ["take"], ["seal", { seat, value }], ["cover"]];

// The words of a page, as their names and what fills them.
export const say = (key, slots = {}) => [key, ...Object.values(slots)].join(" ");

// The elements and the texts in a drawn value, from the outside in.
export const drawnIn = (value) =>
  toChildArray(value).flatMap((part) => [part, ...drawnIn(part.props?.children)]);
export const elementsIn = (value) => drawnIn(value).filter(({ props }) => props);
export const textsIn = (value) => drawnIn(value).filter((part) => !part.props);

// Whoever waits to try again must not keep the tests from ending.
export const begin = globalThis.setTimeout;
globalThis.setTimeout = (...words) => begin(...words).unref();

export const read = (name) => JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url)));

export function vectorsOf(name, ...types) {
  const found = read(name).vectors.filter(({ type }) => types.includes(type));
  assert.ok(found.length, `no vectors of type ${types}`);
  return found;
}

// A test for each vector of these types.
export function each(types, check, name = "wizard") {
  for (const vector of vectorsOf(name, ...types)) test(vector.id, () => check(vector));
}

// What a browser stores as texts, in memory.
const STORAGE = { getItem(key) {
  return this[key] ?? null;
}, setItem(key, text) {
  this[key] = text;
}, removeItem(key) {
  delete this[key];
} };
export const storage = () => Object.create(STORAGE);

// An answer of the server.
export const answered = (body, { status = 200, etag = '"1"', database = "1", ...more } = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "X-Scorepad": database, ETag: etag, ...more } });

// What a phone keeps, in memory.
export function boxOf(content = emptyContent()) {
  const write = async (patch) => {
    content = applied(content, patch);
  };
  return { content: () => content, write, learn: write, refresh: async () => null };
}
