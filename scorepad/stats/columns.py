"""What players have from games, side by side: summing a column up is quick."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, TypeVar

Player = TypeVar("Player", bound=Hashable)


class Columns(NamedTuple):
    """What players have from games that count, in the order they were played.

    As in :class:`~scorepad.stats.outcomes.Outcome`, but *winners* is how many won the
    game, with or without this player. *marks* and *bids* are written as in
    :mod:`scorepad.stats.bids`.
    """

    games: Sequence[int] = ()
    totals: Sequence[int] = ()
    ranks: Sequence[int] = ()
    winners: Sequence[int] = ()
    possible: Sequence[int] = ()
    league: Sequence[int] = ()
    bids_met: Sequence[int] = ()
    bids_made: Sequence[int] = ()
    marks: Sequence[str] = ()
    bids: Sequence[str] = ()


def by_player(
    players: Sequence[Player], results: Sequence[Sequence[Any]]
) -> dict[Player, Columns]:
    """Give everybody their own results; *players* tells whose each of them is."""
    places: defaultdict[Player, list[int]] = defaultdict(list)
    for place, player in enumerate(players):
        places[player].append(place)
    return {
        player: Columns._make([column[place] for place in own] for column in results)
        for player, own in places.items()
    }
