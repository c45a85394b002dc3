"""Significance: whether a share differs by more than chance."""

from collections.abc import Sequence
from fractions import Fraction
from math import erfc, sqrt
from typing import NamedTuple

Z_95 = 1.959964
"""Standard deviations that contain 95 % of a normal distribution."""

FEWEST_TRIES = 20
"""Fewest tries for which a share of bids met is meaningful."""


class Interval(NamedTuple):
    """A share with its 95 % confidence interval; all 0 to 1."""

    share: Fraction
    low: float
    high: float


def interval_for(hits: int, tries: int) -> Interval | None:
    """Return the Wilson score interval; ``None`` without tries.

    Suitable for few tries and extreme shares (Wilson, "Probable inference", JASA 22,
    1927).
    """
    if not tries:
        return None
    share, z2 = hits / tries, Z_95**2
    middle = share + z2 / (2 * tries)
    half = Z_95 * sqrt(share * (1 - share) / tries + z2 / (4 * tries**2))
    whole = 1 + z2 / tries
    return Interval(
        Fraction(hits, tries),
        max(0.0, (middle - half) / whole),
        min(1.0, (middle + half) / whole),
    )


def is_enough(tries: int) -> bool:
    """Return whether so many tries are meaningful."""
    return tries >= FEWEST_TRIES


class Tally(NamedTuple):
    """A number of *hits* in *tries*."""

    hits: int
    tries: int

    @property
    def share(self) -> Fraction:
        """Return the share of hits, 0 to 1; 0 without tries."""
        return Fraction(self.hits, self.tries) if self.tries else Fraction(0)


Pair = tuple[Tally, Tally]
"""A tally, and the one it is compared with."""


def luck_of(*pairs: Pair) -> float:
    """Return the probability of such a difference by chance, 0 to 1 (p-value).

    Of one pair, the difference of its shares. With a second pair, the difference of
    both differences, as for a situation and the rest. Two tries, one of them a hit, are
    added to each tally, which suits few tries and extreme shares (Agresti and Caffo,
    "Simple and effective confidence intervals", The American Statistician 54, 2000).

    >>> round(luck_of((Tally(31, 58), Tally(610, 1000))), 2)
    0.25
    """
    difference = variance = 0.0
    for (one, other), sign in zip(pairs, (1, -1), strict=False):
        difference += sign * (_middle(one) - _middle(other))
        variance += _variance(one) + _variance(other)
    return erfc(abs(difference) / sqrt(2 * variance))


def _middle(tally: Tally) -> float:
    return (tally.hits + 1) / (tally.tries + 2)


def _variance(tally: Tally) -> float:
    middle = _middle(tally)
    return middle * (1 - middle) / (tally.tries + 2)


def beyond_luck(lucks: Sequence[float], *, level: float) -> frozenset[int]:
    """Return which of many differences are significant, as indices of *lucks*.

    The smallest must be below *level* divided by all, the next below *level* divided by
    the rest, and so on until one is not. Then at most *level* of all cases contain a
    false one, even if they depend on each other (Holm, "A simple sequentially rejective
    multiple test procedure", Scandinavian Journal of Statistics 6, 1979).

    >>> sorted(beyond_luck([0.02, 0.001, 0.6], level=0.05))
    [0, 1]
    """
    believed: set[int] = set()
    for place in sorted(range(len(lucks)), key=lambda place: lucks[place]):
        if lucks[place] > level / (len(lucks) - len(believed)):
            break
        believed.add(place)
    return frozenset(believed)
