"""Simple players of Wizard: their bids and tricks are the table behind par.

    python -m tests.statistics.simple_players > scorepad/statistics/par.json

They learn from every deal how often each kind of card takes a trick, bid the sum of
their cards, try to win until the bid is met, and then to lose. All deals are the
rules' own: 60 cards, a card turned up for trump, none after the last card is dealt.
"""

import json
import sys
from collections import Counter
from itertools import compress
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from scorepad.games.wizard.schedule import largest_hand
from scorepad.games.wizard.tricks import (
    FOUR_SUITS,
    JESTER,
    WIZARD,
    Card,
    Kind,
    legal_cards,
    trick_outcome,
)

DECK = [Card(Kind.NUMBER, suit, value) for suit in FOUR_SUITS for value in range(1, 14)]
DECK += [WIZARD, JESTER] * 4
SIZES = range(3, 9)
LEARNING, DEALS = 500, 2000
LIKELY = 0.7


class Players:
    """A table of equals that plays the same round again and again."""

    def __init__(self, seats, cards, seed=""):
        self.chance = Random(f"{seats} {cards} {seed}")  # noqa: S311 - must be repeatable
        self.seats, self.cards = seats, cards
        self.played, self.took = Counter(), Counter()
        for _ in range(LEARNING):
            self.deal()

    def deal(self):
        """Play the round; return the bid and the tricks of each seat."""
        size, cards = self.seats * self.cards, self.cards
        deck = self.chance.sample(DECK, min(size + 1, len(DECK)))
        hands = [deck[first : first + cards] for first in range(0, size, cards)]
        trump = trump_for(deck[size:], hands[-1])
        worth = {card: self.worth(card, trump) for card in set(DECK)}
        bids = [round(sum(worth[card] for card in hand)) for hand in hands]
        taken, leads = [0] * self.seats, 0
        for _ in range(cards):
            turns = [(leads + step) % self.seats for step in range(self.seats)]
            trick = []
            for seat in turns:
                goal = Goal(bids[seat] > taken[seat], is_last=seat == turns[-1])
                card = chosen(hands[seat], trick, trump, worth, goal)
                hands[seat].remove(card)
                trick.append(card)
            best = trick_outcome(trick, trump).strongest
            self.played.update(kind_of(card, trump) for card in trick)
            self.took[kind_of(trick[best], trump)] += 1
            leads = turns[best]
            taken[leads] += 1
        return list(zip(bids, taken, strict=True))

    def worth(self, card, trump):
        """Return how often such a card took a trick, before experience by its value."""
        kind = kind_of(card, trump)
        guess = card.value / 14 if card.suit else card == WIZARD
        return (self.took[kind] + guess) / (self.played[kind] + 2)


class Goal(NamedTuple):
    wants: bool
    is_last: bool


def kind_of(card, trump):
    return card.kind, card.value, card.suit is trump, trump is None


def trump_for(turned_up, hand):
    """Return the trump; after a Wizard the dealer names the suit they hold most of."""
    if turned_up == [WIZARD]:
        suits = Counter(card.suit for card in hand if card.suit)
        return max(FOUR_SUITS, key=suits.__getitem__)
    return turned_up[0].suit if turned_up else None


def chosen(hand, trick, trump, worth, goal):
    """Return the card to play.

    Who wants the trick plays the strongest card if it is likely to hold, or as the last
    player the weakest one that wins. Others play the strongest one that loses.
    """
    legal = sorted(compress(hand, legal_cards(trick, hand)), key=worth.__getitem__)
    wins = {
        card: trick_outcome([*trick, card], trump).strongest == len(trick)
        for card in set(legal)
    }
    winning = [card for card in legal if wins[card]]
    losing = [card for card in legal if not wins[card]]
    if goal.wants and winning:
        if goal.is_last:
            return winning[0]
        if worth[winning[-1]] > LIKELY or not losing:
            return winning[-1]
    if goal.wants and not winning:
        return legal[0]
    return losing[-1] if losing else legal[0]


def shares_for(seats, cards, *, deals=DEALS, seed=""):
    """Return how many of 1,000 players bid and took what."""
    table = Players(seats, cards, seed)
    found = Counter(pair for _ in range(deals) for pair in table.deal())
    shares = {pair: round(1000 * n / found.total()) for pair, n in found.items()}
    return [[*pair, share] for pair, share in sorted(shares.items()) if share]


def main():
    with Pool() as pool:
        for seats in SIZES:
            rounds = [(seats, cards + 1) for cards in range(largest_hand(seats))]
            found = pool.starmap(shares_for, rounds, chunksize=1)
            lines = ",\n".join(
                json.dumps(each, separators=(",", ":")) for each in found
            )
            first, last = seats == SIZES[0], seats == SIZES[-1]
            sys.stdout.write(
                f'{"{" * first}"{seats}": [\n{lines}\n]{"}" if last else ","}\n'
            )


if __name__ == "__main__":
    main()
