"""Who is improving: the bids met in the last games, against those of all before."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scorepad.stats.contrasts import Tally, luck_of
from scorepad.stats.intervals import is_enough

LATELY: Final = 10
"""So many games are the last ones."""

HARDLY_LUCK: Final = 0.1
"""A change that luck shows less often than this is worth an arrow."""


@dataclass(frozen=True, slots=True)
class Change:
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


def change_of(lately: Tally, whole: Tally, *, games: int) -> Change | None:
    """How a player's bids changed; *lately* is part of the *whole* of so many *games*.

    ``None`` where there are too few yet: it takes as many games before as are the last
    ones, and on both sides enough bids to tell something.
    """
    before = Tally(whole.hits - lately.hits, whole.tries - lately.tries)
    if games < 2 * LATELY or not all(is_enough(e.tries) for e in (lately, before)):
        return None
    is_clear = luck_of((lately, before)) < HARDLY_LUCK
    return Change(lately.share, before.share, is_clear)
