// The rules of Wandering Towers in the browser, held to the same vectors and games as scorepad/games/towers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as rules from "../../static/js/towers/state.js";
import { progressOf } from "../../static/js/towers/state.js";

const read = (name) => JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url)));
const { vectors } = read("towers");
const ofType = (type) => vectors.filter((each) => each.type === type);

test("everybody has what the box says", () => {
  const found = ofType("towers_setup");
  assert.ok(found.length >= 4);
  for (const each of found) {
    const { players } = each;
    assert.equal(rules.wizardsEach(players), each.wizardsEach);
    assert.equal(rules.potionsEach(players), each.potionsEach);
    assert.deepEqual(rules.CAPACITY, each.towerCapacity);
    assert.deepEqual(rules.SHIELDED, each.ravenTowers);
    assert.deepEqual(rules.usableColours(players), each.usableColours);
    assert.equal(rules.canTeam(players), each.teamVariant);
  }
});

test("a goal needs all wizards and no empty bottle", () => {
  const found = ofType("towers_goal");
  assert.ok(found.length >= 2);
  for (const { state, wizardsEach, potionsEach, goalMet, id } of found) {
    assert.equal(rules.goalMet(state, wizardsEach, potionsEach), goalMet, id);
  }
});

test("a spell costs what the vectors say, in full bottles", () => {
  const found = ofType("towers_spell");
  assert.ok(found.length >= 5);
  for (const { spell, cost, castWith } of found) {
    assert.equal(rules.COSTS[spell], cost);
    const cast = { what: "cast", seat: 0, spell };
    for (const { full, ok } of castWith) {
      const events = [...Array(full).fill({ what: "filled", seat: 0 }), cast];
      const game = { players: [{}, {}, {}], spells: [{ spell, cost }], events, start: 0 };
      assert.equal(progressOf(game).objections.length === 0, ok);
    }
  }
});

test("who still plays after the trigger", () => {
  const found = ofType("towers_end");
  assert.ok(found.length >= 4);
  for (const { players, startPlayer, triggerPlayer, turnsStillToPlay } of found) {
    assert.deepEqual(rules.stillToPlay(players, startPlayer, triggerPlayer), turnsStillToPlay);
  }
});

test("a tracked turn has one spell, and ends when one's own wizard comes home", () => {
  const found = ofType("towers_turn");
  assert.ok(found.length >= 9);
  for (const { players, spells, objections, id, ...said } of found) {
    const inPlay = spells?.map((spell) => ({ spell, cost: rules.COSTS[spell] })) ?? rules.BASE_GAME;
    const game = { ...said, players: Array(players).fill({}), spells: inPlay, tracks_turns: true };
    assert.deepEqual(progressOf(game).objections.map(({ event, problem }) => [event, problem]), objections,
      id);
    assert.deepEqual(progressOf(rules.agreed(game)).objections, [], id);
  }
});

test("every game comes out as on the server", () => {
  const games = read("towers-games");
  assert.ok(games.length > 20);
  for (const [number, { document, answer }] of games.entries()) {
    const game = { spells: rules.BASE_GAME, teams: false, master: false, tracks_turns: false, finished: false,
      ...document };
    const found = progressOf(game);
    const seats = game.players.map((_, seat) => seat);
    const mine = { standings: found.held.map(({ home, full, spent }) => ({ home, full, spent })),
      rounds: found.rounds, turn: game.tracks_turns && !found.over ? found.turn : null,
      goal_met: found.atGoal, still_to_play: found.remaining, finished: found.over,
      winners: found.over ? seats.filter((seat) => found.winners[seat]) : [],
      ranks: found.over ? found.ranks : null, objections: found.objections };
    const { players: _players, wizards_each: _wizards, potions_each: _potions, ...theirs } = answer;
    assert.deepEqual(mine, theirs, `game ${number}`);
  }
});
