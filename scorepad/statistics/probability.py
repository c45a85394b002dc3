"""Whether a share says something, or luck alone would show as much."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt

Z_95 = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""

FEWEST_TRIES = 20
"""Below this a share of bids met says more of luck than of anybody."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A share, and between what the true one lies with 95 % confidence; 0 to 1."""

    share: Fraction
    low: float
    high: float


def interval_for(hits: int, tries: int) -> Interval | None:
    """The Wilson score interval; ``None`` without tries.

    It stays within 0 and 1 and is honest for few tries and extreme shares (Wilson,
    "Probable inference", JASA 22, 1927).
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
    """Whether so many tries say something about the person."""
    return tries >= FEWEST_TRIES


@dataclass(frozen=True, slots=True)
class Tally:
    """So many *hits* in so many *tries*."""

    hits: int
    tries: int

    @property
    def share(self) -> Fraction:
        """The part that hit, 0 to 1; nothing of nothing."""
        return Fraction(self.hits, self.tries) if self.tries else Fraction(0)


Pair = tuple[Tally, Tally]
"""What is looked at, and what it is compared with."""


def luck_of(*pairs: Pair) -> float:
    """How often luck alone would show such a difference or a greater one, 0 to 1.

    Of one pair: the difference of its two shares. Of a second one too: by how much the
    first difference is another than the second, as for a situation and all the rest.
    Two tries more, one of them a hit, are added to everything, which keeps the test
    honest for few tries and extreme shares (Agresti and Caffo, "Simple and effective
    confidence intervals", The American Statistician 54, 2000).

    >>> round(luck_of((Tally(31, 58), Tally(610, 1000))), 2)
    0.25
    >>> luck_of((Tally(310, 580), Tally(6100, 10_000))) < 0.001
    True
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
    """Which of many differences to believe, by their places in *lucks*.

    Whoever looks at twenty sees one of twenty by luck alone. So the rarest must be
    rarer than *level* shared by all, the next one than *level* shared by the others,
    and so on until one is not; then a false one is among them in at most *level* of all
    cases, whatever they have to do with each other (Holm, "A simple sequentially
    rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979).

    >>> sorted(beyond_luck([0.02, 0.001, 0.6], level=0.05))
    [0, 1]
    >>> sorted(beyond_luck([0.04, 0.3, 0.6], level=0.05))
    []
    """
    believed: set[int] = set()
    for place in sorted(range(len(lucks)), key=lambda place: lucks[place]):
        if lucks[place] > level / (len(lucks) - len(believed)):
            break
        believed.add(place)
    return frozenset(believed)
