"""What players have from games, side by side: summing a column up is quick."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

Player = TypeVar("Player", bound=Hashable)


class Had(NamedTuple, Generic[Player]):
    """What a player has from one *game* that counts.

    All else as in :class:`~scorepad.stats.outcomes.Outcome`. But *winners* is how many
    won the game, with or without this player. *bids* are those played out, packed.
    """

    game: int
    player: Player
    total: int
    bids_met: int
    bids_made: int
    rank: int
    winners: int
    possible: int
    league: int
    bids: str


class Columns(NamedTuple):
    """The same of one player and many games, in the order they were played."""

    games: list[int]
    players: list[Any]
    totals: list[int]
    bids_met: list[int]
    bids_made: list[int]
    ranks: list[int]
    winners: list[int]
    possible: list[int]
    league: list[int]
    bids: list[str]


def columns_of(had: Sequence[Sequence[Any]]) -> Columns:
    """Put what one player has from some games side by side."""
    return Columns(*map(list, zip(*had, strict=True)))


def by_player(
    parts: Iterable[Sequence[Sequence[Any]]],
) -> tuple[tuple[int, ...], dict[Any, Columns]]:
    """All games in their order, and the columns of everybody.

    From rows like :class:`Had`, in the order of playing. They come in *parts*, so that
    there are never many at once: what lives long costs far more than what goes soon.
    """
    games: dict[int, None] = {}
    found: dict[Any, Columns] = {}
    for part in parts:
        rows: defaultdict[Any, list[Sequence[Any]]] = defaultdict(list)
        for row in part:
            games[row[0]] = None
            rows[row[1]].append(row)
        for player, own in rows.items():
            more = columns_of(own)
            if player not in found:
                found[player] = more
                continue
            for place, values in enumerate(more):
                found[player][place].extend(values)
    return tuple(games), found
