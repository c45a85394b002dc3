// What the server has: read where it moved on without us, and remembered as known.

import * as outbox from "./outbox.js";
import { bodyFrom, gameBody, gameFrom, gamePath, groupPath, roundBody, roundFrom, roundPath } from "./resources.js";
import { merged } from "./patches.js";

const PATIENCE_MS = 8000; // then the phone goes on with what it has

const isOurs = (response) => response?.ok && response.headers.has("X-Scorepad");

async function ask(path, headers) {
  const response = await fetch(path, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  if (!isOurs(response)) return null;
  const answer = await response.json().catch(() => null);
  return answer && { answer, etag: response.headers.get("ETag") };
}

export function learntFrom(gid, answer, etag) {
  const game = outbox.learnt(gamePath(gid, answer.id), gameBody(gameFrom(answer)), etag);
  const rounds = answer.rounds.map((round) =>
    outbox.learnt(roundPath(gid, answer.id, round.number), roundBody(answer, roundFrom(round)), `"${round.revision}"`),
  );
  return merged(game, ...rounds);
}

export function reader(box) {
  // The game on the server: null where it cannot be had or is as we saw it last.
  async function game(gid, id) {
    const path = gamePath(gid, id);
    const seen = box.content().games[id] && box.content().kept.seen?.[path];
    const found = await ask(path, seen === undefined || seen === null ? {} : { "If-None-Match": `"g${seen}"` });
    if (!found) return null;
    const { answer, etag } = found;
    const revisions = { ...box.content().kept.seen, [path]: answer.revision };
    await box.write({ ...learntFrom(gid, answer, etag), kept: { seen: revisions } });
    return gameFrom(answer);
  }

  // The settings alone, on top of which rounds that wait here may still be sent.
  async function settings(path) {
    const found = await ask(path, {});
    return found && { etag: found.etag, body: bodyFrom(path, found.answer) };
  }

  const states = async (path) => (await ask(`${path}/history`, {}))?.answer.states ?? null;

  const group = async (gid) => (await ask(groupPath(gid), { Accept: "application/json" }))?.answer ?? null;

  return { game, group, settings, states };
}
