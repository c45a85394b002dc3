"""Who deals, and in which order the table bids."""

from scorepad.rules.wizard.game import Game


def dealer_of(number: int, *, first_dealer: int, players: int) -> int:
    """The seat that deals round *number* (1-based).

    The deal moves clockwise, one seat after every round.
    """
    return (first_dealer + number - 1) % players


def bid_order(dealer: int, players: int) -> tuple[int, ...]:
    """Seats in bidding order: the dealer's left neighbour first, the dealer last.

    >>> bid_order(0, 3)
    (1, 2, 0)
    """
    return tuple((dealer + step) % players for step in range(1, players + 1))


def first_bidder(dealer: int, players: int) -> int:
    """The dealer's left neighbour, who bids first and leads the first trick."""
    return (dealer + 1) % players


def dealers(game: Game) -> tuple[int, ...]:
    """The dealer of every scheduled round.

    A round that names its own dealer moves the deal for all rounds after it.
    """
    players = len(game.players)
    dealing = game.first_dealer
    seats = []
    for index in range(len(game.cards)):
        if index < len(game.rounds):
            named = game.rounds[index].dealer
            dealing = dealing if named is None else named
        seats.append(dealing)
        dealing = (dealing + 1) % players
    return tuple(seats)
