// The rules of Wandering Towers in the browser, held to the same vectors and games as scorepad/games/towers.

import assert from "node:assert/strict";
import test from "node:test";
import { roomOf } from "../../static/js/play/store.js";
import { changed } from "../../static/js/play/views/page.js";
import { wizard } from "../../static/js/play/wizard.js";
import { bodyOf, gameFrom, isSameGame, towers } from "../../static/js/towers/kind.js";
import * as setup from "../../static/js/towers/setup.js";
import * as rules from "../../static/js/towers/state.js";
import { act, opened, phase, progressOf } from "../../static/js/towers/state.js";
import { each, people as persons, read } from "./games.js";

const eachOf = (type, check) => each([type], check, "towers");

eachOf("towers_setup", (v) => {
  const { players } = v;
  assert.deepEqual([rules.WIZARDS[players], rules.POTIONS[players]], [v.wizardsEach, v.potionsEach]);
  assert.deepEqual([rules.CAPACITY, rules.SHIELDED], [v.towerCapacity, v.ravenTowers]);
  assert.deepEqual([rules.usableColours(players), rules.canTeam(players)], [v.usableColours, v.teamVariant]);
});

eachOf("towers_goal", (v) => assert.equal(rules.goalMet(v.state, v.wizardsEach, v.potionsEach), v.goalMet));

eachOf("towers_spell", ({ spell, cost, castWith }) => {
  assert.equal(rules.COSTS[spell], cost);
  const cast = { what: "cast", seat: 0, spell };
  for (const { full, ok } of castWith) {
    const events = [...Array(full).fill({ what: "filled", seat: 0 }), cast];
    const game = { players: [{}, {}, {}], spells: [{ spell, cost }], events, start: 0 };
    assert.equal(progressOf(game).objections.length === 0, ok);
  }
});

eachOf("towers_end",
  (v) => assert.deepEqual(rules.stillToPlay(v.players, v.startPlayer, v.triggerPlayer), v.turnsStillToPlay));

eachOf("towers_turn", ({ players, spells, objections, id: _id, ...said }) => {
  const inPlay = spells?.map((spell) => ({ spell, cost: rules.COSTS[spell] })) ?? rules.BASE_GAME;
  const game = { ...said, players: Array(players).fill({}), spells: inPlay, tracks_turns: true };
  assert.deepEqual(progressOf(game).objections.map(({ event, problem }) => [event, problem]), objections);
  assert.deepEqual(progressOf(rules.agreed(game)).objections, []);
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

const people = (count) => persons(..."ABCDEF".slice(0, count));
const table = (count, more = {}) => opened(gameFrom({ id: "g", players: people(count), ...more }));
const all = (state, what, seat, times) =>
  Array.from({ length: times }).reduce((now) => act(now, "happen", { what, seat }), state);

test("an impossible event is refused with its reason and changes nothing", () => {
  const full = all(table(2), "filled", 0, 6);
  const again = act(full, "happen", { what: "filled", seat: 0 });
  assert.deepEqual([again.game, again.past.length], [full.game, full.past.length]);
  assert.equal(again.ui.problem.problem, "potions_range");
});

test("every tap can be taken back, also one long ago, unless something hangs on it", () => {
  const cast = act(all(table(2), "filled", 0, 1), "happen", { what: "cast", seat: 0,
    spell: "advance_tower" });
  assert.deepEqual(act(act(cast, "undo"), "redo").game, cast.game);
  assert.equal(act(cast, "takeBack", { number: 0 }).ui.problem.problem, "does_not_fit");
  assert.equal(act(cast, "takeBack", { number: 1 }).game.events.length, 1);
});

test("a game tapped before the rules objected is sent again, and every tap of it can be taken back", async () => {
  const events = ["filled", "home", "home"].map((what) => ({ what, seat: 0 }));
  const { game } = table(2, { tracks_turns: true, events });
  const entry = { key: "k", path: "p", order: 1, body: bodyOf(game), why: "refused" };
  const written = [];
  const content = { waiting: { k: entry }, known: {} };
  const { refused } = towers.conflicts({ content: () => content, write: (patch) => written.push(patch) }, {});
  assert.equal(await refused({ objections: [{ problem: "wizards_range" }] }, entry), false);
  assert.equal(await refused({ objections: [{ problem: "two_home" }] }, entry), true);
  const [sent] = written.flatMap(({ waiting }) => Object.values(waiting));
  assert.deepEqual(sent.body.events.map(({ accepted }) => accepted), [undefined, undefined, true]);
  assert.equal(act(opened(game), "takeBack", { number: 0 }).game.events.length, 2);
});

test("another player's wizard home leaves it my turn", () => {
  const home = act(table(3, { tracks_turns: true }), "happen", { what: "home", seat: 2 });
  assert.deepEqual(home.ui.reminder, { word: "reminds_home_other", seat: 2, turn: 0 });
  const reminder = (tracks, seat) =>
    all(table(3, { tracks_turns: tracks }), "home", seat, 1).ui.reminder.word;
  assert.deepEqual([reminder(true, 0), reminder(false, 0)], ["reminds_home_own", "reminds_home_any"]);
  assert.equal(progressOf(act(home, "turnOver").game).turn, 1);
});

test("with tracked turns the game ends by itself, and can be opened again", () => {
  let state = table(2, { tracks_turns: true });
  for (let turn = 0; turn < 5; turn += 1) {
    if (turn) state = act(act(state, "turnOver"), "turnOver");
    state = all(all(state, "filled", 0, turn ? 1 : 2), "home", 0, 1);
  }
  assert.deepEqual(progressOf(state.game).remaining, [1]);
  state = act(act(state, "turnOver"), "turnOver");
  assert.equal(phase(state), "end");
  assert.equal(phase(act(state, "reopen")), "play");
});

test("a bottle goes to the partner opposite", () => {
  const given = act(all(table(4, { teams: true }), "filled", 1, 1), "give", { seat: 1 });
  assert.deepEqual(given.game.events.at(-1), { what: "given", seat: 1, to: 3 });
  assert.equal(act(given, "give", { seat: 1 }).ui.problem.problem, "nothing_to_give");
});

const after = (start, action, args) => changed(start, action, args, setup);
const fresh = setup.fitted(setup.emptyStart());

test("every player has a usable colour, whatever the number, and keeps it in another seat", () => {
  let start = after(fresh, "count", { value: 6 });
  assert.equal(new Set(start.colours).size, 6);
  start = after(start, "count", { value: 2 });
  assert.deepEqual(start.colours, ["blue", "yellow"]);
  assert.deepEqual(after(start, "colour", { seat: 0 }).colours, ["yellow", "blue"]);
  assert.deepEqual(after(start, "moveUp", { seat: 1 }).colours, ["yellow", "blue"]);
  assert.deepEqual(after(fresh, "colour", { seat: 2 }).colours, ["blue", "yellow", "green"]);
});

test("spells are drawn, each once, and the next game begins to the left", () => {
  for (const value of [2, 8]) {
    const { spells } = after(fresh, "drawSpells", { value });
    assert.equal(new Set(spells.map(({ spell }) => spell)).size, value);
  }
  const again = setup.startAgain(table(3, { start: 2, colours: ["red", "blue", "green"] }).game);
  assert.equal(again.first, 0);
  assert.deepEqual(again.colours, ["red", "blue", "green"]);
});

test("an answer that leaves out what is usual means the same game", () => {
  const { game } = table(2, { colours: ["blue", "yellow"] });
  const { teams: _teams, spells: _spells, final: _final, ...answer } = { ...game, revision: 3 };
  assert.ok(isSameGame(bodyOf(game), answer));
  assert.ok(!isSameGame(bodyOf(game), { ...answer, start: 1 }));
  assert.deepEqual(gameFrom(answer).spells, game.spells);
  assert.ok(!("final" in bodyOf(game)) && !("id" in bodyOf(game)));
});

test("neither page sends what is the other's, and the group is both's", () => {
  const [a, b, c] = ["", "/games/1/rounds/2", "/towers/1"].map((path) => ({ path: `/api/groups/x${path}` }));
  const box = { content: () => ({ waiting: { a, b, c } }) };
  const shown = (kind) => Object.keys(roomOf(kind, box).content().waiting);
  assert.deepEqual([shown(wizard), shown(towers)], [["a", "b"], ["a", "c"]]);
});
