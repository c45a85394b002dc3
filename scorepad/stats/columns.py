"""What players have from games, side by side: summing a column up is quick."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
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
    games, _, *rest = map(list, zip(*had, strict=True))
    return Columns(games, *rest)


def by_player(
    had: Iterable[Sequence[Any]],
) -> tuple[tuple[int, ...], dict[Any, Columns]]:
    """All games in their order, and the columns of everybody.

    From rows like :class:`Had`, in the order of playing.
    """
    games: dict[int, None] = {}
    rows: defaultdict[Any, list[Sequence[Any]]] = defaultdict(list)
    for each in had:
        games[each[0]] = None
        rows[each[1]].append(each)
    return tuple(games), {player: columns_of(own) for player, own in rows.items()}


def joined(first: Columns, second: Columns) -> Columns:
    """One after the other."""
    pairs: Iterable[tuple[list[Any], list[Any]]] = zip(first, second, strict=True)
    return Columns(*(before + after for before, after in pairs))


def without(own: Columns, games: Collection[int]) -> Columns:
    """What a player has, but for some games."""
    if not games:
        return own
    return _picked(own, [n for n, game in enumerate(own.games) if game not in games])


def in_order(own: Columns, numbers: Mapping[int, int]) -> Columns:
    """The same in the order of the games' *numbers*.

    >>> one, two = Columns([7], *[[1]] * 7, ["a"]), Columns([5], *[[2]] * 7, ["b"])
    >>> in_order(joined(one, two), {5: 1, 7: 2}).bids
    ['b', 'a']
    """
    places = [numbers[game] for game in own.games]
    if places == sorted(places):
        return own
    return _picked(own, sorted(range(len(places)), key=places.__getitem__))


def _picked(own: Columns, places: Sequence[int]) -> Columns:
    columns: Sequence[list[Any]] = own
    return Columns(*([column[place] for place in places] for column in columns))
