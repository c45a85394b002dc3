"""One player over many games: results, predictions, rivals, and what stands out."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median, pstdev
from typing import Generic, TypeVar

from scorepad.stats.predictions import (
    Counts,
    Prediction,
    Slice,
    all_of,
    longest_run,
    sums_of,
)

Rival = TypeVar("Rival", bound=Hashable)

PODIUM = 3


@dataclass(frozen=True, slots=True)
class GamePlayed(Generic[Rival]):
    """One finished game of a player.

    *winners* is how many won it, this player or others. *rivals* has the total of
    everybody else at the table. *predictions* are this player's alone, in order.
    """

    total: int
    rank: int
    winners: int
    rivals: Mapping[Rival, int]
    predictions: tuple[Prediction, ...] = ()


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
    lost_by_one: int
    duels: tuple[Duel[Rival], ...]
    victim: Duel[Rival] | None
    nemesis: Duel[Rival] | None


def career_of(games: Iterable[GamePlayed[Rival]]) -> Career[Rival]:
    """Sum up a player's *games*, given in the order they were played."""
    played = tuple(games)
    predictions = [each for game in played for each in game.predictions]
    sums = sums_of(predictions)
    kept = [each.bid == each.taken for each in predictions]
    duels = _duels(played)
    return Career(
        results=_results(played) if played else None,
        sums=sums,
        predictions=all_of(sums),
        zeros=all_of({part: counts for part, counts in sums.items() if _is_zero(part)}),
        longest_run=longest_run(kept),
        longest_drought=longest_run([not met for met in kept]),
        lost_by_one=sum(map(_lost_by_one, predictions)),
        duels=duels,
        victim=_leading([duel for duel in duels if duel.ahead > duel.behind]),
        nemesis=_leading([duel for duel in duels if duel.behind > duel.ahead]),
    )


def _is_zero(part: Slice) -> bool:
    return part[0] == "hand" and part[2] == "0"


def _lost_by_one(each: Prediction) -> int:
    """What the right bid would have brought more, where one trick was missing.

    20 and 10 for every trick taken, and not the 10 that the miss cost.
    """
    return 30 + 10 * each.taken if abs(each.bid - each.taken) == 1 else 0


def _results(played: Sequence[GamePlayed[Rival]]) -> Results:
    totals = [game.total for game in played]
    won = [game for game in played if game.rank == 1]
    return Results(
        games=len(played),
        wins=len(won),
        shared_wins=sum(game.winners > 1 for game in won),
        podiums=sum(game.rank <= PODIUM for game in played),
        mean=Fraction(sum(totals), len(totals)),
        median=Fraction(median(map(Fraction, totals))),
        spread=pstdev(totals),
        best=max(totals),
        worst=min(totals),
    )


def _duels(played: Sequence[GamePlayed[Rival]]) -> tuple[Duel[Rival], ...]:
    """The rivals, those met most often first."""
    margins: dict[Rival, list[int]] = {}
    for game in played:
        for rival, total in game.rivals.items():
            margins.setdefault(rival, []).append(game.total - total)
    duels = [
        Duel(
            rival,
            games=len(each),
            ahead=sum(margin > 0 for margin in each),
            behind=sum(margin < 0 for margin in each),
            margin=Fraction(sum(each), len(each)),
        )
        for rival, each in margins.items()
    ]
    return tuple(sorted(duels, key=lambda duel: -duel.games))


def _leading(duels: Sequence[Duel[Rival]]) -> Duel[Rival] | None:
    """The most one-sided duel, if one is."""
    return max(
        duels,
        key=lambda duel: (abs(duel.ahead - duel.behind), abs(duel.margin)),
        default=None,
    )
