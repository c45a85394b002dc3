// Versions of a round or of a game's settings, and what differs between them, in words.

import { cardsPerRound } from "../play/rules.js";
import { gain } from "../play/words.js";

const NOTHING = "–";
const number = (value) => (value === null || value === undefined ? NOTHING : String(value));

export const deviceName = (device, say) =>
  device?.you ? say("device_you") : (device?.name ?? say(`device_${device?.kind ?? "other"}`));

function wordsFor(players, say) {
  const flag = (value) => say(value ? "yes" : "no");
  const name = (seat) => players[seat]?.name ?? NOTHING;
  const seats = (list) => list.map(({ seat }) => name(seat)).join(", ") || NOTHING;
  const cards = (list) => list?.join(" ") ?? NOTHING;
  const steps = (list, of) => list.map((each) => `${name(each.seat)} ${gain(of(each))}`).join(", ") || NOTHING;
  return {
    trump: ["trump", (value) => say(`trump_${value ?? "unset"}`)],
    named_by: ["extra_werewolf", name],
    later_trump: ["turned_later", (value) => (value ? say(`trump_${value}`) : NOTHING)],
    dealer: ["dealer", name],
    void_tricks: ["void_tricks", number],
    bid_changes: ["extra_cloud", (list) => steps(list, ({ by }) => by)],
    adjustments: ["correction", (list) => steps(list, ({ points }) => points)],
    bid_mode: ["bids_how", (value) => say(`bids_${value}`)],
    edition: ["extra_cards", (list) => list.map((card) => say(`extra_${card}`)).join(", ") || NOTHING],
    foresight: ["with_foresight", flag],
    scoring: ["scoring", (value) => say(`scoring_${value}`)],
    formula: ["scoring_custom", (value) => (value ? Object.values(value).join(" / ") : NOTHING)],
    deck: ["deck", (value) => say(`deck_${value ?? "people"}`)],
    letters: ["letters", (value) => say(`letters_${value ?? "zn"}`)],
    accepted: ["let_stand", (list) => flag(list.length)],
    joined: ["joined_late", seats],
    left: ["left_early", seats],
    winners: ["tricks_counted", (list) => String(list.length)],
    players: ["players", (list) => list.map((player) => player.name).join(", ")],
    first_dealer: ["first_dealer", name],
    schedule: ["how_many_rounds", (value, { cards: own, players: all }) => `${(own ?? cardsPerRound(value, all.length))?.length}`],
    cards: ["cards", cards],
    even_bid_rule: ["plus_minus", (value) => flag(value)],
    finished: ["finished", flag],
    ended_after: ["ended_after", number],
    counts: ["does_not_count", (value) => flag(!value)],
    deleted: ["deleted", flag],
    place: ["place", number],
    remark: ["remark", number],
    note: ["remark", number],
  };
}

const HIDDEN = ["seating", "planned"]; // never changed by themselves
const isCell = ({ seat }) => seat !== undefined;

function inWords(change, { before, after, players }, say) {
  if (isCell(change)) {
    const what = say(change.key === "bids" ? "bid_of" : "tricks_of", { name: players[change.seat]?.name ?? NOTHING });
    return { what, before: number(change.before), after: number(change.after) };
  }
  const [word, tell] = wordsFor(players, say)[change.key] ?? ["something_else"];
  if (!tell) return { what: say(word) };
  const told = (value, whole) => (value === undefined ? NOTHING : tell(value, whole));
  return { what: say(word), before: told(change.before, before), after: told(change.after, after) };
}

// Changes as {what, before, after}; nothing to compare where there are no words for the values.
export const changeWords = (changes, about, say) =>
  changes.filter(({ key }) => !HIDDEN.includes(key)).map((change) => inWords(change, about, say));
