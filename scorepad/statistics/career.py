"""One player over many games: results side by side, predictions, rivals, and form."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import starmap
from math import sqrt
from statistics import median
from typing import Any, Final, Generic, NamedTuple, TypeVar

from scorepad.games.wizard.scoring import AnyScoring, Scoring
from scorepad.statistics.predictions import (
    MET,
    MISSED,
    UNKNOWN,
    Counts,
    Slice,
    all_of,
    counted_bids,
    lost_by_one,
    sums_of,
)
from scorepad.statistics.probability import Tally, is_enough, luck_of

Player = TypeVar("Player", bound=Hashable)

FORM = 5
"""How many of the last ranks tell somebody's form."""
LATELY: Final = 10
"""So many games are the last ones."""
HARDLY_LUCK: Final = 0.1
"""A change that luck shows less often than this is worth an arrow."""


class Columns(NamedTuple):
    """What players have from games that count, in the order they were played.

    As in :class:`~scorepad.statistics.story.Outcome`, but *winners* is how many won the
    game, with or without this player. *marks* and *bids* are written as in
    :mod:`scorepad.statistics.predictions`.
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

    @property
    def wins(self) -> int:
        """How many games were won, shared wins included."""
        won = zip(self.ranks, self.winners, strict=True)
        return sum(rank == 1 <= winners for rank, winners in won)

    @property
    def shared_wins(self) -> int:
        """How many games were won together with others."""
        won = zip(self.ranks, self.winners, strict=True)
        return sum(rank == 1 < winners for rank, winners in won)

    @property
    def average(self) -> Fraction | None:
        """The average total."""
        return Fraction(sum(self.totals), len(self.totals)) if self.totals else None

    @property
    def share(self) -> Fraction | None:
        """The average part of the best possible total, at most 1."""
        reached = Counter(zip(self.possible, self.totals, strict=True))
        points: defaultdict[int, int] = defaultdict(int)
        for (possible, total), times in reached.items():
            points[possible] += times * total
        games = len(self.possible) - self.possible.count(0)
        parts = (
            Fraction(points[possible], possible) for possible in points if possible
        )
        return sum(parts, Fraction(0)) / games if games else None

    def longest(self, mark: str) -> int:
        """The most bids in a row, across games, that all have this *mark*.

        Much faster than to split at the others.

        >>> Columns(marks=["xx-", "x.xx-x"]).longest("x")
        3
        """
        marks = "".join(self.marks).replace(UNKNOWN, "")
        longest = place = 0
        while (place := marks.find(mark * (longest + 1), place)) >= 0:
            longest += 1
        return longest


def by_player(
    players: Sequence[Player], results: Mapping[str, Sequence[Any]]
) -> dict[Player, Columns]:
    """Give everybody their own results; *players* tells whose each of them is."""
    places: defaultdict[Player, list[int]] = defaultdict(list)
    for place, player in enumerate(players):
        places[player].append(place)
    return {
        player: Columns(
            **{name: [column[n] for n in own] for name, column in results.items()}
        )
        for player, own in places.items()
    }


def margins_of(
    own: Columns, players: Sequence[Player], results: Columns
) -> dict[Player, list[int]]:
    """By how much a player was ahead of everybody in each game of their *own*.

    *results* are those of the *players*, one after the other.
    """
    mine = dict(zip(own.games, own.totals, strict=True))
    found: defaultdict[Player, list[int]] = defaultdict(list)
    for rival, game, total in zip(players, results.games, results.totals, strict=True):
        if game in mine:
            found[rival].append(mine[game] - total)
    return found


@dataclass(frozen=True, slots=True)
class Trend:
    """The shares of bids met *lately* and *before*, 0 to 1.

    *is_clear* if luck alone would hardly show such a difference.
    """

    lately: Fraction
    before: Fraction
    is_clear: bool

    @property
    def difference(self) -> Fraction:
        """How much more (or less) were met lately, -1 to 1."""
        return self.lately - self.before


def change_of(own: Columns) -> Trend | None:
    """How a player's bids of the last games compare with those before.

    ``None`` where there are too few yet: it takes as many games before as are the last
    ones, and on both sides enough bids to tell something.
    """
    lately, before = (
        Tally(sum(own.bids_met[games]), sum(own.bids_made[games]))
        for games in (slice(-LATELY, None), slice(-LATELY))
    )
    are_enough = is_enough(lately.tries) and is_enough(before.tries)
    if len(own.games) < 2 * LATELY or not are_enough:
        return None
    is_clear = luck_of((lately, before)) < HARDLY_LUCK
    return Trend(lately.share, before.share, is_clear)


Rival = TypeVar("Rival", bound=Hashable)

PODIUM = 3


@dataclass(frozen=True, slots=True)
class Results:
    """Games and totals; *wins* includes *shared_wins*; *spread* is one deviation."""

    games: int
    wins: int
    shared_wins: int
    podiums: int
    mean: Fraction
    median: Fraction
    spread: float
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Duel(Generic[Rival]):
    """Games against one rival: who ended ahead, and by how much on average."""

    rival: Rival
    games: int
    ahead: int
    behind: int
    margin: Fraction


@dataclass(frozen=True, slots=True)
class Career(Generic[Rival]):
    """Everything that is said of a player.

    *results* is ``None`` without a game. *longest_run* is the most bids met in a row,
    across games; *longest_drought* the most missed. *zeros* are the bids of 0.
    *change* is how the bids of the last games compare with those before.
    *lost_by_one* is how many points more the right bids would have brought wherever
    a single trick was missing. *victim* is the rival whom the player beats more often
    than anybody else, *nemesis* the one who beats the player.
    """

    results: Results | None
    sums: Mapping[Slice, Counts]
    predictions: Counts
    zeros: Counts
    longest_run: int
    longest_drought: int
    change: Trend | None
    lost_by_one: int
    duels: tuple[Duel[Rival], ...]
    victim: Duel[Rival] | None
    nemesis: Duel[Rival] | None


def career_of(
    own: Columns,
    margins: Mapping[Rival, Sequence[int]],
    scoring: AnyScoring = Scoring.CLASSIC,
) -> Career[Rival]:
    """Tell what a player's results say, all of the same *scoring*.

    *margins* are by how much each rival was beaten in each game; their order decides
    between equals.
    """
    bids = counted_bids(own.bids)
    sums = sums_of(bids)
    duels = sorted(starmap(_duel, margins.items()), key=lambda duel: -duel.games)
    return Career(
        results=_results(own) if own.games else None,
        sums=sums,
        predictions=all_of(sums),
        zeros=all_of({part: each for part, each in sums.items() if _is_0(part)}),
        longest_run=own.longest(MET),
        longest_drought=own.longest(MISSED),
        change=change_of(own),
        lost_by_one=lost_by_one(bids, scoring),
        duels=tuple(duels),
        victim=_leading([duel for duel in duels if duel.ahead > duel.behind]),
        nemesis=_leading([duel for duel in duels if duel.behind > duel.ahead]),
    )


def _is_0(part: Slice) -> bool:
    return part[0] == "hand" and part[2] == "0"


def _results(own: Columns) -> Results:
    totals, games = own.totals, len(own.totals)
    squares = sum(total * total for total in totals)
    return Results(
        games=games,
        wins=own.wins,
        shared_wins=own.shared_wins,
        podiums=sum(rank <= PODIUM for rank in own.ranks),
        mean=own.average or Fraction(0),
        median=Fraction(median(totals)),
        spread=sqrt(Fraction(squares * games - sum(totals) ** 2, games**2)),
        best=max(totals),
        worst=min(totals),
    )


def _duel(rival: Rival, margins: Sequence[int]) -> Duel[Rival]:
    return Duel(
        rival,
        games=len(margins),
        ahead=sum(margin > 0 for margin in margins),
        behind=sum(margin < 0 for margin in margins),
        margin=Fraction(sum(margins), len(margins)),
    )


def _leading(duels: Sequence[Duel[Rival]]) -> Duel[Rival] | None:
    """The most one-sided duel, if one is."""
    return max(
        duels,
        key=lambda duel: (abs(duel.ahead - duel.behind), abs(duel.margin)),
        default=None,
    )
