"""Who deals, and in which order the table bids."""

from collections.abc import Collection, Iterator
from itertools import islice

from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.presence import present_in


def dealer_of(number: int, *, first_dealer: int, players: int) -> int:
    """The seat that deals round *number* (1-based).

    The deal moves clockwise, one seat after every round.
    """
    return (first_dealer + number - 1) % players


def bid_order(dealer: int, present: Collection[int]) -> tuple[int, ...]:
    """Seats in bidding order: the dealer's left neighbour first, the dealer last.

    >>> bid_order(0, range(3))
    (1, 2, 0)
    >>> bid_order(3, [0, 1, 3])
    (0, 1, 3)
    """
    return tuple(sorted(present, key=lambda seat: (seat <= dealer, seat)))


def dealers(game: Game) -> tuple[int, ...]:
    """The dealer of every scheduled round.

    A round that names its own dealer moves the deal for all rounds after it. It passes
    over seats that nobody sits in.
    """
    return tuple(_dealers(game))


def dealer_in(game: Game, number: int) -> int:
    """The dealer of one scheduled round, as :func:`dealers` has it."""
    return next(islice(_dealers(game), number - 1, None))


def _dealers(game: Game) -> Iterator[int]:
    players = len(game.players)
    dealing = game.first_dealer
    for index in range(len(game.cards)):
        if index < len(game.rounds):
            named = game.rounds[index].dealer
            dealing = dealing if named is None else named
        present = present_in(game, index + 1)
        clockwise = ((dealing + step) % players for step in range(players))
        dealing = next((seat for seat in clockwise if seat in present), dealing)
        yield dealing
        dealing = (dealing + 1) % players
