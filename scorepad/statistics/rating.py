"""Ratings and levels: how strong everybody is, and how often they have won.

The figures are those of Weng and Lin's Bradley-Terry model, which takes a game apart
into pairs: whoever finished ahead of another beat them, a shared rank is half a win
("A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning
Research 12, 2011, Algorithm 1). Written out here: a library that rates teams takes
seven times as long.

In the story of the rules every win lets a wizard rise by one level. The story knows no
titles; these thresholds are ours. A title comes soon at first, so that an evening can
bring one, and later ever more slowly: playing weekly at a table of four, it takes a
year to be Mage and eight to be Archmage.
"""

from collections.abc import Sequence
from enum import StrEnum
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


class RatingStep(NamedTuple):
    """Where a player stands: the rating, and how many games and wins led there."""

    mu: float = MEAN
    sigma: float = SPREAD
    games: int = 0
    wins: int = 0

    @property
    def rating(self) -> Rating:
        """The strength, as far as it is known."""
        return Rating(self.mu, self.sigma)


NEW: Final = RatingStep()
"""Where everybody begins."""


def after_game(before: Sequence[RatingStep], ranks: Sequence[int]) -> list[RatingStep]:
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
    gains, losses = [0.0] * len(seats), [0.0] * len(seats)
    for seat, (mu, variance, rank) in enumerate(seats):
        for other in range(seat):
            their_mu, their_variance, their_rank = seats[other]
            c2 = variance + their_variance + 2 * LUCK * LUCK
            c = sqrt(c2)
            expected = 1 / (1 + exp((their_mu - mu) / c))
            score = 0.5 if rank == their_rank else rank < their_rank
            gain = (score - expected) / c
            loss = expected * (1 - expected) / (c2 * c)
            gains[seat] += gain
            gains[other] -= gain
            losses[seat] += loss
            losses[other] += loss
    found = []
    for (mu, variance, rank), gain, loss, (_, _, games, wins) in zip(
        seats, gains, losses, before, strict=True
    ):
        sigma = sqrt(variance * max(1 - variance * sqrt(variance) * loss, LEAST_LEFT))
        found.append(
            RatingStep(mu + variance * gain, sigma, games + 1, wins + (rank == 1))
        )
    return found


class Title(StrEnum):
    """What somebody may call themselves, the lowest first."""

    APPRENTICE = "apprentice"
    ADEPT = "adept"
    CONJURER = "conjurer"
    ENCHANTER = "enchanter"
    ILLUSIONIST = "illusionist"
    MAGE = "mage"
    SORCERER = "sorcerer"
    SEER = "seer"
    ORACLE = "oracle"
    ARCHMAGE = "archmage"


WINS_FOR: Final = dict(
    zip(Title, (0, 1, 3, 6, 10, 15, 25, 40, 65, 100), strict=True),
)
"""How many wins a title takes; shared ones count as wins."""


def level_for(wins: int) -> int:
    """The level after so many *wins*; everybody begins at 1."""
    return wins + 1


def title_for(wins: int) -> Title:
    """The title after so many *wins*."""
    return max(
        (title for title, least in WINS_FOR.items() if least <= wins),
        key=WINS_FOR.__getitem__,
    )


def wins_to_next(wins: int) -> int | None:
    """How many more wins the next title takes; ``None`` where there is none."""
    return next((least - wins for least in WINS_FOR.values() if least > wins), None)
