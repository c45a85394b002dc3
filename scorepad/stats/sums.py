"""Sums over the games of one player."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TypeVar

from scorepad.stats.bids import BidCounts, counted_bids, sums_of
from scorepad.stats.columns import Columns
from scorepad.stats.predictions import Sums

Rival = TypeVar("Rival", bound=Hashable)

PODIUM = 3

Meetings = tuple[int, int, int, int]
"""Games against a rival, how many ended ahead, how many behind, and by how much."""

Shares = tuple[int, int]
"""Games of one best possible total, and the sum of totals in them."""


@dataclass(frozen=True, slots=True)
class PlayerSums:
    """What a player has from many games.

    *totals* tells how often each total was reached; *shares* has games and points by
    the best total that was possible.
    """

    games: int = 0
    wins: int = 0
    shared_wins: int = 0
    podiums: int = 0
    league: int = 0
    bids_met: int = 0
    bids_made: int = 0
    totals: Mapping[int, int] = field(default_factory=dict)
    shares: Mapping[int, Shares] = field(default_factory=dict)
    bids: BidCounts = field(default_factory=dict)

    @property
    def predictions(self) -> Sums:
        """Count the bids by everything they are counted by."""
        return sums_of(self.bids)


def sums_over(own: Columns) -> PlayerSums:
    """Sum up the games of a player."""
    ranks = Counter(zip(own.ranks, own.winners, strict=True))
    return PlayerSums(
        games=len(own.games),
        wins=sum(n for (rank, winners), n in ranks.items() if rank == 1 <= winners),
        shared_wins=sum(n for (rank, won), n in ranks.items() if rank == 1 < won),
        podiums=sum(n for (rank, _), n in ranks.items() if rank <= PODIUM),
        league=sum(own.league),
        bids_met=sum(own.bids_met),
        bids_made=sum(own.bids_made),
        totals=Counter(own.totals),
        shares=_shares(own),
        bids=counted_bids(own.bids),
    )


def _shares(own: Columns) -> dict[int, Shares]:
    found: dict[int, Shares] = {}
    reached = Counter(zip(own.possible, own.totals, strict=True))
    for (possible, total), times in reached.items():
        games, points = found.get(possible, (0, 0))
        found[possible] = games + times, points + times * total
    return found


def meetings_of(player: Rival, had: Mapping[Rival, Columns]) -> dict[Rival, Meetings]:
    """How a player did against everybody else, by what everybody *had*."""
    own = had.get(player, Columns())
    mine = dict(zip(own.games, own.totals, strict=True))
    found: defaultdict[Rival, list[int]] = defaultdict(list)
    for rival, theirs in had.items():
        for game, total in zip(theirs.games, theirs.totals, strict=True):
            if rival != player and game in mine:
                found[rival].append(mine[game] - total)
    return {rival: _meetings(margins) for rival, margins in found.items()}


def _meetings(margins: list[int]) -> Meetings:
    ahead = sum(margin > 0 for margin in margins)
    behind = sum(margin < 0 for margin in margins)
    return len(margins), ahead, behind, sum(margins)


def points_of(shares: Mapping[int, Shares]) -> int:
    """The sum of all totals.

    >>> points_of({100: (2, 90), 400: (1, -10)})
    80
    """
    return sum(points for _, points in shares.values())


def share_of(shares: Mapping[int, Shares]) -> Fraction | None:
    """The average part of the best possible total, at most 1.

    >>> share_of({100: (2, 100), 50: (1, 25), 0: (1, 0)})
    Fraction(1, 2)
    """
    known = {possible: each for possible, each in shares.items() if possible}
    games = sum(number for number, _ in known.values())
    if not games:
        return None
    parts = (Fraction(points, possible) for possible, (_, points) in known.items())
    return sum(parts, Fraction(0)) / games


def middle_of(totals: Mapping[int, int]) -> Fraction:
    """The median of totals that were reached so often.

    >>> middle_of({10: 1, 20: 2, 50: 1})
    Fraction(20, 1)
    """
    count = sum(totals.values())
    lower, upper = _nth(totals, (count - 1) // 2), _nth(totals, count // 2)
    return Fraction(lower + upper, 2)


def _nth(totals: Mapping[int, int], place: int) -> int:
    for total in sorted(totals):
        place -= totals[total]
        if place < 0:
            return total
    raise IndexError(place)


def spread_of(totals: Mapping[int, int]) -> float:
    """One standard deviation of all totals.

    >>> spread_of({10: 1, 30: 1})
    10.0
    """
    games = sum(totals.values())
    points = sum(total * times for total, times in totals.items())
    squares = sum(total**2 * times for total, times in totals.items())
    return sqrt(Fraction(squares * games - points**2, games**2))
