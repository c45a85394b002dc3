"""Ratings: how strong everybody is, as far as their finished games can tell.

The figures are those of Weng and Lin's Bradley-Terry model, which takes a game apart
into pairs: whoever finished ahead of another beat them, a shared rank is half a win.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from openskill.models import BradleyTerryFull

Player = TypeVar("Player", bound=Hashable)

MEAN: Final = 1000.0
SPREAD: Final = 100.0
"""How far apart people are thought to be before they have played."""
LUCK: Final = 175.0
"""How far one evening strays: 100 points more finish ahead in 60 games of 100."""
DRIFT: Final = 1.0
"""What every game adds to the uncertainty, for people learn and forget."""

DEVIATIONS: Final = 2
"""The margin shown: of twenty strengths, nineteen are within it."""

_MODEL: Final = BradleyTerryFull(mu=MEAN, sigma=SPREAD, beta=LUCK, tau=DRIFT)


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength *mu*, known with the standard deviation *sigma*, in rating points."""

    mu: float = MEAN
    sigma: float = SPREAD

    @property
    def shown(self) -> int:
        """The figure that people read."""
        return round(self.mu)

    @property
    def margin(self) -> int:
        """How far the strength may well be away from the figure, either way."""
        return round(DEVIATIONS * self.sigma)

    @property
    def safe(self) -> int:
        """The lower end: what is compared, so that one lucky evening leads nothing."""
        return self.shown - self.margin

    @property
    def high(self) -> int:
        """The upper end."""
        return self.shown + self.margin


@dataclass(frozen=True, slots=True)
class Step:
    """Where a player stands: the rating, and how many games and wins led there."""

    rating: Rating = Rating()
    games: int = 0
    wins: int = 0


def after_game(before: Sequence[Step], ranks: Sequence[int]) -> tuple[Step, ...]:
    """Where everybody stands after a game that they finished on these *ranks*.

    Equal ranks are ties; rank 1 is a win, shared or not. Only those who played take
    part.

    >>> ute, kevin = after_game([Step(), Step()], [1, 2])
    >>> ute.rating.shown, kevin.rating.shown, ute.wins
    (1018, 982, 1)
    """
    ratings = _rated([step.rating for step in before], ranks)
    return tuple(
        Step(rating, step.games + 1, step.wins + (rank == 1))
        for rating, step, rank in zip(ratings, before, ranks, strict=True)
    )


def _rated(before: Sequence[Rating], ranks: Sequence[int]) -> Sequence[Rating]:
    if len(before) < 2:  # noqa: PLR2004 - nobody to be compared with
        return before
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(each.mu, each.sigma) for (each,) in rated]


def steps_through(
    games: Iterable[Sequence[tuple[Player, int]]], known: Mapping[Player, Step]
) -> Iterator[tuple[Step, ...]]:
    """Go through *games* in the order of playing, from where everybody is *known*.

    A game is who played in it and on which rank they ended. For each, where those
    players stand after it, in the same order; whoever is not known is new.
    """
    standing = dict(known)
    for game in games:
        before = [standing.get(player, Step()) for player, _ in game]
        after = after_game(before, [rank for _, rank in game])
        standing.update(zip((player for player, _ in game), after, strict=True))
        yield after
