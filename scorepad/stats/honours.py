"""What a whole season honours: who was best at what, over all its games."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

from scorepad.stats.intervals import is_enough
from scorepad.stats.season import Standing

Player = TypeVar("Player")


class Honour(StrEnum):
    """Something to be honoured for."""

    CHAMPION = "champion"
    MOST_WINS = "most_wins"
    BEST_FORESIGHT = "best_foresight"
    MOST_ZEROS = "most_zeros"
    MOST_GAMES = "most_games"


@dataclass(frozen=True, slots=True)
class Honoured(Generic[Player]):
    """Who is honoured, together with equals, and the figure: a count or a share."""

    honour: Honour
    players: tuple[Player, ...]
    value: Fraction


def honours_of(
    standings: Sequence[Standing[Player]], zeros: Mapping[Player, int]
) -> tuple[Honoured[Player], ...]:
    """The honours of a season; *zeros* is how many bids of 0 everybody has kept.

    Nobody is honoured for nothing, and a share of bids met counts from so many bids
    on that it says something. Where all are equal, nobody stands out.
    """
    figures: dict[Honour, Callable[[Standing[Player]], Fraction | None]] = {
        Honour.CHAMPION: lambda each: Fraction(each.rank == 1),
        Honour.MOST_WINS: lambda each: Fraction(each.wins),
        Honour.BEST_FORESIGHT: lambda each: (
            each.share_met if is_enough(each.bids_made) else None
        ),
        Honour.MOST_ZEROS: lambda each: Fraction(zeros.get(each.player, 0)),
        Honour.MOST_GAMES: lambda each: Fraction(each.games),
    }
    return tuple(
        found
        for honour, figure in figures.items()
        for found in _best(honour, {each.player: figure(each) for each in standings})
    )


def _best(
    honour: Honour, figures: Mapping[Player, Fraction | None]
) -> Iterator[Honoured[Player]]:
    known = {player: figure for player, figure in figures.items() if figure}
    best = max(known.values(), default=Fraction(0))
    players = tuple(player for player, figure in known.items() if figure == best)
    if players and len(players) < len(figures):
        yield Honoured(honour, players, best)
