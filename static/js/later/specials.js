// What the extra cards change while a round is played: tricks that nobody gets (Bomb), a bid that
// moves by one (Cloud). Witch and Vampire bring either back; without them a second one is asked about.

import { addAnnouncements } from "../play/announce.js";
import { button, h } from "../play/elements.js";
import { bidText, bidsComplete, fittingChanges, roundOf, withRound } from "../play/game.js";
import { finalBids } from "../play/rules.js";
import { inOrder, named } from "../play/pages/seats.js";
import { addSteps, currentDraft, phase, voidTricks } from "../play/table.js";
import { isClosed } from "../play/totals.js";
import { gain } from "../play/words.js";

const BRING_BACK = ["witch", "vampire"];

const cardsOf = ({ game, ui }) => game.cards[ui.round - 1];
const has = ({ game }, card) => game.edition.includes(card);
const comesBack = ({ game }) => BRING_BACK.some((card) => game.edition.includes(card));

// --- the Bomb -------------------------------------------------------------------------

// Why there cannot be one more trick that nobody gets, as a word of the page; null where there can.
export function bombProblem(state) {
  const bombs = voidTricks(state);
  if (bombs >= cardsOf(state)) return "bomb_no_more";
  return bombs > 0 && !comesBack(state) ? "bomb_again" : null;
}

function bomb(state, { by }) {
  const { game } = state;
  const ui = { ...state.ui, panel: null };
  const bombs = voidTricks(state) + Number(by);
  if (bombs < 0 || bombs > cardsOf(state)) return { game, ui };
  // A closed round stays as it is until its tricks add up again.
  if (isClosed(game, ui.round)) return { game, ui: { ...ui, draft: { ...currentDraft(state), void: bombs } } };
  const next = withRound(game, ui.round, { void_tricks: bombs });
  // Whoever counts along is done when the last trick fell, and goes on when one comes back.
  return { game: next, ui: { ...ui, draft: roundOf(next, ui.round).winners.length ? null : ui.draft } };
}

// --- the Cloud ------------------------------------------------------------------------

const withChanges = (game, number, changes) =>
  withRound(game, number, { bid_changes: fittingChanges(roundOf(game, number).bids, changes, game.cards[number - 1]) });

// Why a bid cannot move so, as a word of the page; null where it can.
export function cloudProblem(state, seat, by) {
  const { game, ui } = state;
  if (!bidsComplete(game, ui.round)) return "cloud_early";
  const next = finalBids(roundOf(game, ui.round))[seat] + by;
  if (next < 0) return "cloud_lowest";
  return next > cardsOf(state) ? "cloud_highest" : null;
}

function cloud(state, { seat, by }) {
  const { game, ui } = state;
  const step = Number(by);
  if (Math.abs(step) !== 1 || cloudProblem(state, seat, step)) return { game, ui };
  const changes = [...roundOf(game, ui.round).bid_changes, { seat, by: step }];
  return { game: withChanges(game, ui.round, changes), ui: { ...ui, panel: null } };
}

function uncloud({ game, ui }, { index }) {
  const changes = roundOf(game, ui.round).bid_changes.filter((_, other) => other !== index);
  return { game: withChanges(game, ui.round, changes), ui };
}

addSteps({ bomb, cloud, uncloud });

addAnnouncements({
  bomb: (state, _, say) => say("void_count", { n: voidTricks(state) }),
  cloud: ({ game, ui }, { seat }, say) => say("bid_now", { name: game.players[seat].name, bid: bidText(roundOf(game, ui.round), seat) }),
});

// --- on the page ----------------------------------------------------------------------

const opener = ({ ui }, name, word, say) =>
  button("panel", { name }, { class: "extra", "aria-expanded": String(ui.panel === name) }, say(word));

function bombButton(state, say) {
  if (!has(state, "bomb")) return null;
  if (bombProblem(state)) return opener(state, "bomb", "extra_bomb", say);
  return button("bomb", { by: 1 }, { class: "extra" }, say("extra_bomb"));
}

function voided(state, say) {
  const n = voidTricks(state);
  if (!n) return null;
  return h("span", { class: "voided" }, say("void_count", { n }), button("bomb", { by: -1 }, { class: "small", "aria-label": say("bomb_back") }, "×"));
}

function extraCards(state, say) {
  const { game, ui } = state;
  if (phase(state) !== "bids") return [bombButton(state, say), has(state, "cloud") && opener(state, "cloud", "extra_cloud", say), voided(state, say)];
  const isUntouched = roundOf(game, ui.round).bids.every((bid) => bid === null);
  return [isUntouched && has(state, "werewolf") && opener(state, "turnup-holder", "extra_werewolf", say)];
}

// One quiet line in the thumb's reach; none where the deck has nothing to say to whoever writes.
export function extras(state, say) {
  const found = extraCards(state, say).filter(Boolean);
  return found.length ? h("div", { class: "extras" }, found) : null;
}

export function bombPanel(state, say) {
  const problem = bombProblem(state);
  if (!problem) return null;
  return h(
    "section",
    { class: "panel", "aria-label": say("extra_bomb") },
    h("p", {}, say(problem, { n: cardsOf(state) })),
    problem === "bomb_again" && button("bomb", { by: 1 }, { class: "quiet" }, say("leave_it_so")),
  );
}

function movedBids({ game, ui }, say) {
  const { bid_changes: changes } = roundOf(game, ui.round);
  if (!changes.length) return null;
  const line = ({ seat, by }, index) => {
    const { name } = game.players[seat];
    const said = `${name} ${gain(by)}`;
    return h("li", {}, h("span", {}, h("bdi", {}, name), ` ${gain(by)}`), button("uncloud", { index }, { class: "small", "aria-label": say("cloud_back", { what: said }) }, "×"));
  };
  return h("ol", { class: "moves" }, changes.map(line));
}

function mover(state, seat, by, say) {
  const bid = finalBids(roundOf(state.game, state.ui.round))[seat];
  const problem = cloudProblem(state, seat, by);
  if (problem) return button("cloud", { seat, by }, { class: "chip no", disabled: true, "aria-label": say(problem, { n: cardsOf(state) }) }, "–");
  const label = say("change_of", { what: state.game.players[seat].name, before: String(bid), after: String(bid + by) });
  return button("cloud", { seat, by }, { class: "chip", "aria-label": label }, `${bid}→${bid + by}`);
}

function cloudSeat(state, seat, say) {
  const problem = [-1, 1].map((by) => cloudProblem(state, seat, by)).find(Boolean);
  const { name } = state.game.players[seat];
  return h(
    "li",
    { key: seat },
    h("span", { class: "who" }, named(name), problem && h("small", { class: "under" }, say(problem, { n: cardsOf(state) }))),
    mover(state, seat, -1, say),
    mover(state, seat, 1, say),
  );
}

function whoseBid(state, say) {
  const isSecond = roundOf(state.game, state.ui.round).bid_changes.length > 0 && !comesBack(state);
  if (isSecond && state.ui.panel !== "cloud_again")
    return [h("p", {}, say("cloud_again")), button("panel", { name: "cloud_again" }, { class: "quiet" }, say("leave_it_so"))];
  return [h("p", {}, say("cloud_whose")), h("ol", { class: "movers" }, inOrder(state).map((seat) => cloudSeat(state, seat, say)))];
}

export function cloudPanel(state, say) {
  if (!bidsComplete(state.game, state.ui.round)) return h("section", { class: "panel" }, h("p", {}, say("cloud_early")));
  return h("section", { class: "panel cloud", "aria-label": say("extra_cloud") }, movedBids(state, say), whoseBid(state, say));
}

