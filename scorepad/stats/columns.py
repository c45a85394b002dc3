"""What players have from games, side by side: summing a column up is quick."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

Player = TypeVar("Player", bound=Hashable)


class GameResult(NamedTuple, Generic[Player]):
    """What a player has from one *game* of a *season*, a game that counts.

    As in :class:`~scorepad.stats.outcomes.Outcome`, but *winners* is how many won the
    game, with or without this player. *marks* and *bids* are written as in
    :mod:`scorepad.stats.bids`.
    """

    game: int
    season: int
    player: Player
    total: int
    rank: int
    winners: int
    possible: int
    league: int
    bids_met: int
    bids_made: int
    marks: str
    bids: str


class Columns(NamedTuple):
    """The same of one player and many games, in the order they were played."""

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


def by_player(results: Iterable[Sequence[Any]]) -> dict[Any, Columns]:
    """The columns of everybody, from rows like :class:`GameResult` in order of play."""
    rows: defaultdict[Any, list[Sequence[Any]]] = defaultdict(list)
    for each in results:
        rows[each[2]].append(each)
    return {player: _columns(own) for player, own in rows.items()}


def _columns(results: Sequence[Sequence[Any]]) -> Columns:
    games, _, _, *others = zip(*results, strict=True)
    return Columns(games, *others)
