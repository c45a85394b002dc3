"""One player over many games: results, predictions, rivals, and what stands out."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import starmap
from math import sqrt
from statistics import median
from typing import Generic, TypeVar

from scorepad.rules.wizard.game import AnyScoring, Scoring
from scorepad.stats.predictions import (
    MET,
    MISSED,
    Counts,
    Slice,
    all_of,
    counted_bids,
    lost_by_one,
    sums_of,
)
from scorepad.stats.sums import Change, Columns, change_of

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
    change: Change | None
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
