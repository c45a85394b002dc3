"""Sums over one player's games: additive, so that a game can be taken out again."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Generic, TypeVar

from scorepad.rules.wizard.game import AnyScoring, Scoring
from scorepad.stats.columns import Columns
from scorepad.stats.packing import Packed, lost_by_one, sums_of_packed
from scorepad.stats.predictions import Counts, Slice, Sums

Rival = TypeVar("Rival", bound=Hashable)

PODIUM = 3

Meetings = tuple[int, int, int, int]
"""Games against a rival, how many ended ahead, how many behind, and by how much."""

Shares = tuple[int, int]
"""Games of one best possible total, and the sum of totals in them."""


@dataclass(slots=True)
class PlayerSums(Generic[Rival]):
    """What a player has from many games. Entered ``-1`` times, a game is out again.

    *listed* counts every finished game; all the rest is of those that count and have a
    result. *totals* tells how often each total was reached; *shares* has games and
    points by the best total that was possible; *met* tells of every rival how it went.
    """

    listed: int = 0
    games: int = 0
    wins: int = 0
    shared_wins: int = 0
    podiums: int = 0
    league: int = 0
    bids_met: int = 0
    bids_made: int = 0
    lost_by_one: int = 0
    totals: dict[int, int] = field(default_factory=dict)
    shares: dict[int, Shares] = field(default_factory=dict)
    predictions: dict[Slice, Counts] = field(default_factory=dict)
    met: dict[Rival, Meetings] = field(default_factory=dict)

    def enter(self, had: Columns, times: int = 1) -> None:
        """Add the results of games, all but bids and rivals."""
        self.games += times * len(had.games)
        ranks = Counter(zip(had.ranks, had.winners, strict=True))
        for (rank, winners), number in ranks.items():
            self.wins += times * number * (rank == 1 <= winners)
            self.shared_wins += times * number * (rank == 1 < winners)
            self.podiums += times * number * (rank <= PODIUM)
        self.league += times * sum(had.league)
        self.bids_met += times * sum(had.bids_met)
        self.bids_made += times * sum(had.bids_made)
        reached = Counter(zip(had.possible, had.totals, strict=True))
        for (possible, total), number in reached.items():
            self._reach(possible, total, times * number)

    def _reach(self, possible: int, total: int, times: int) -> None:
        _count(self.totals, total, times)
        games, points = self.shares.get(possible, (0, 0))
        self.shares[possible] = games + times, points + times * total
        if not self.shares[possible][0]:
            del self.shares[possible]

    def foresee(
        self, bids: Packed, times: int = 1, scoring: AnyScoring = Scoring.CLASSIC
    ) -> None:
        """Add the predictions of a game, or of many of one scoring."""
        self.lost_by_one += times * lost_by_one(bids, scoring)
        self.predictions = moved(self.predictions, sums_of_packed(bids), times)

    def meet(self, rival: Rival, margins: Sequence[int], times: int = 1) -> None:
        """Add that games ended so many points ahead of a rival."""
        games, ahead, behind, points = self.met.get(rival, (0, 0, 0, 0))
        self.met[rival] = (
            games + times * len(margins),
            ahead + times * sum(margin > 0 for margin in margins),
            behind + times * sum(margin < 0 for margin in margins),
            points + times * sum(margins),
        )
        if not self.met[rival][0]:
            del self.met[rival]


def moved(whole: Sums, part: Sums, times: int) -> dict[Slice, Counts]:
    """*whole* with *part* added (1) or taken out (-1)."""
    found = dict(whole)
    for key, counts in part.items():
        before = found.get(key)
        if before is None and times > 0:
            found[key] = counts
            continue
        before = before or Counts()
        found[key] = before + counts if times > 0 else before - counts
        if not found[key].made:
            del found[key]
    return found


def _count(counts: dict[int, int], key: int, times: int) -> None:
    counts[key] = counts.get(key, 0) + times
    if not counts[key]:
        del counts[key]


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
