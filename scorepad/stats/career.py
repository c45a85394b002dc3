"""One player over many games: results, predictions, rivals, and what stands out."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from scorepad.rules.wizard.game import AnyScoring, Scoring
from scorepad.stats.predictions import Counts, Slice, all_of, lost_by_one
from scorepad.stats.season import change_in
from scorepad.stats.sums import (
    Change,
    Course,
    Meetings,
    PlayerSums,
    middle_of,
    points_of,
    spread_of,
)

Rival = TypeVar("Rival", bound=Hashable)


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
    sums: PlayerSums,
    course: Course,
    met: Mapping[Rival, Meetings],
    scoring: AnyScoring = Scoring.CLASSIC,
) -> Career[Rival]:
    """Tell what a player's *sums* say, and the *course* that their games took.

    *met* are the rivals; their order decides between equals. All games have the same
    *scoring*.
    """
    predictions = sums.predictions
    duels = _duels(met)
    return Career(
        results=_results(sums) if sums.games else None,
        sums=predictions,
        predictions=all_of(predictions),
        zeros=all_of({part: each for part, each in predictions.items() if _is_0(part)}),
        longest_run=course.longest_run,
        longest_drought=course.longest_drought,
        change=change_in(sums, course.form),
        lost_by_one=lost_by_one(sums.bids, scoring),
        duels=duels,
        victim=_leading([duel for duel in duels if duel.ahead > duel.behind]),
        nemesis=_leading([duel for duel in duels if duel.behind > duel.ahead]),
    )


def _is_0(part: Slice) -> bool:
    return part[0] == "hand" and part[2] == "0"


def _results(sums: PlayerSums) -> Results:
    return Results(
        games=sums.games,
        wins=sums.wins,
        shared_wins=sums.shared_wins,
        podiums=sums.podiums,
        mean=Fraction(points_of(sums.shares), sums.games),
        median=middle_of(sums.totals),
        spread=spread_of(sums.totals),
        best=max(sums.totals),
        worst=min(sums.totals),
    )


def _duels(met: Mapping[Rival, Meetings]) -> tuple[Duel[Rival], ...]:
    """The rivals, those met most often first."""
    duels = (
        Duel(rival, games, ahead, behind, Fraction(margins, games))
        for rival, (games, ahead, behind, margins) in met.items()
    )
    return tuple(sorted(duels, key=lambda duel: -duel.games))


def _leading(duels: Sequence[Duel[Rival]]) -> Duel[Rival] | None:
    """The most one-sided duel, if one is."""
    return max(
        duels,
        key=lambda duel: (abs(duel.ahead - duel.behind), abs(duel.margin)),
        default=None,
    )
