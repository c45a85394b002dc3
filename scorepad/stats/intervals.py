"""How far a share can be trusted that was seen in a few tries."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

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

    >>> round(interval_for(8, 10).low, 3), round(interval_for(8, 10).high, 3)
    (0.49, 0.943)
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
