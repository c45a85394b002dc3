"""Ratings: how strong everybody is, as far as their finished games can tell.

The figures are those of Weng and Lin's Bradley-Terry model, which takes a game apart
into pairs: whoever finished ahead of another beat them, a shared rank is half a win
("A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning
Research 12, 2011, Algorithm 1). Written out here: a library that rates teams takes
seven times as long.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, NamedTuple

MEAN: Final = 1000.0
SPREAD: Final = 100.0
"""How far apart people are thought to be before they have played."""
LUCK: Final = 175.0
"""How far one evening strays: 100 points more finish ahead in 60 games of 100."""
DRIFT: Final = 1.0
"""What every game adds to the uncertainty, for people learn and forget."""

DEVIATIONS: Final = 2
"""The margin shown: of twenty strengths, nineteen are within it."""

LEAST_LEFT: Final = 0.0001
"""One game takes away at most all but this part of the uncertainty."""


class Rating(NamedTuple):
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


class Step(NamedTuple):
    """Where a player stands: the rating, and how many games and wins led there."""

    mu: float = MEAN
    sigma: float = SPREAD
    games: int = 0
    wins: int = 0

    @property
    def rating(self) -> Rating:
        """The strength, as far as it is known."""
        return Rating(self.mu, self.sigma)


NEW: Final = Step()
"""Where everybody begins."""


def after_game(before: Sequence[Step], ranks: Sequence[int]) -> list[Step]:
    """Where everybody stands after a game that they finished on these *ranks*.

    Equal ranks are ties; rank 1 is a win, shared or not. Only those who played take
    part; nobody learns anything from a game alone.

    >>> ute, kevin = after_game([NEW, NEW], [1, 2])
    >>> ute.rating.shown, kevin.rating.shown, ute.wins
    (1018, 982, 1)
    """
    drift = DRIFT * DRIFT if len(before) > 1 else 0.0
    seats = [
        (mu, sigma * sigma + drift, rank)
        for (mu, sigma, _, _), rank in zip(before, ranks, strict=True)
    ]
    found = []
    for seat, (mu, variance, rank) in enumerate(seats):
        gain = loss = 0.0
        for other, (their_mu, their_variance, their_rank) in enumerate(seats):
            if other != seat:
                c2 = variance + their_variance + 2 * LUCK * LUCK
                c = sqrt(c2)
                expected = 1 / (1 + exp((their_mu - mu) / c))
                score = 0.5 if rank == their_rank else rank < their_rank
                gain += (score - expected) / c
                loss += expected * (1 - expected) / (c2 * c)
        left = max(1 - variance * sqrt(variance) * loss, LEAST_LEFT)
        _, _, games, wins = before[seat]
        is_win = rank == 1
        found.append(
            Step(mu + variance * gain, sqrt(variance * left), games + 1, wins + is_win)
        )
    return found
