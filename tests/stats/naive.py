"""Recounting by hand, from what the table wrote down and nothing else.

Written separately from the figures it checks: it knows only bids, tricks and rules of
the paper block.
"""

from dataclasses import replace

from hypothesis import strategies as st

from scorepad.rules.wizard.game import EvenBidRule, Game, Round, Trump


def played_round(chance, seats, cards):
    """Everybody bids, somebody takes each trick."""
    takers = chance.choices(range(seats), k=cards)
    return Round(
        tuple(chance.randint(0, min(cards, 3)) for _ in range(seats)),
        tuple(takers.count(seat) for seat in range(seats)),
        trump=chance.choice([None, *Trump]),
    )


@st.composite
def games(draw, seats=None, most_rounds=12):
    """A game as tables play it, stopped somewhere."""
    seats = seats or draw(st.integers(3, 6))
    rounds = draw(st.integers(0, most_rounds))
    chance = draw(st.randoms(use_true_random=True))
    cards = tuple(min(1 + number, 60 // seats) for number in range(most_rounds))
    return Game(
        players=tuple("ABCDEF"[:seats]),
        cards=cards,
        first_dealer=draw(st.integers(0, seats - 1)),
        rounds=tuple(played_round(chance, seats, hand) for hand in cards[:rounds]),
        even_bid_rule=draw(st.sampled_from([None, EvenBidRule()])),
    )


def bids_of(game):
    """(seat, cards, bid, taken, who bid when, trump, forced) of every bid."""
    seats = len(game.players)
    for index, round_ in enumerate(game.rounds):
        dealer = (game.first_dealer + index) % seats
        final = list(round_.bids)
        for change in round_.bid_changes:
            final[change.seat] += change.by
        for seat in range(seats):
            others = sum(round_.bids) - round_.bids[dealer]
            barred = 0 <= game.cards[index] - others <= game.cards[index]
            yield (
                seat,
                game.cards[index],
                final[seat],
                round_.tricks[seat],
                "last"
                if seat == dealer
                else "first"
                if seat == (dealer + 1) % seats
                else "middle",
                round_.trump,
                seat == dealer and barred and game.even_bid_rule is not None,
            )


def totals_of(game):
    """The final totals, as with a pencil."""
    totals = [0] * len(game.players)
    for seat, _, bid, taken, *_ in bids_of(game):
        totals[seat] += 20 + 10 * taken if bid == taken else -10 * abs(bid - taken)
    for each in game.adjustments:
        totals[each.seat] += each.points
    return totals


def possible_in(game):
    """The best total there could have been: all tricks of every round, foreseen."""
    return sum(20 + 10 * cards for cards in game.cards[: len(game.rounds)])


def first_rounds(game, number):
    """The game as it stood after so many rounds."""
    return replace(game, rounds=game.rounds[:number])
