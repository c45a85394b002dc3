"""Scoring: points by bid and tricks, ranks, winners and league points."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Final

from annotated_types import Ge, Le

from scorepad.games.documents import Model

LARGEST_FACTOR: Final = 1000
"""Bound of the numbers in a custom formula."""


class Scoring(StrEnum):
    """A common scoring."""

    CLASSIC = "classic"
    CLASSIC_DIV10 = "classic_div10"
    ALTERNATIVE = "alternative"
    JUNIOR = "junior"


Factor = Annotated[int, Ge(-LARGEST_FACTOR), Le(LARGEST_FACTOR)]
_AS_BASE: Any = None


@dataclass(frozen=True, slots=True)
class HouseScoring(Model):
    """A custom scoring.

    A met bid scores *base* plus *per_trick* for each trick, a met zero *kept_zero*
    (default *base*); each trick off the bid costs *per_miss*.
    """

    base: Factor
    per_trick: Factor
    per_miss: Factor
    kept_zero: Factor = _AS_BASE

    def __post_init__(self) -> None:  # noqa: D105 - fills in what was left out
        if self.kept_zero is _AS_BASE:
            object.__setattr__(self, "kept_zero", self.base)

    @property
    def value(self) -> str:
        """Return the formula as one text, as :class:`Scoring` has a value.

        >>> HouseScoring(20, 10, 10, 50).value
        'custom 20 10 10 50'
        """
        return f"{CUSTOM} {self.base} {self.per_trick} {self.per_miss} {self.kept_zero}"


CUSTOM = "custom"

AnyScoring = Scoring | HouseScoring
"""A scoring; its *value* is parsed by :func:`scoring_called`."""


def scoring_called(value: str) -> AnyScoring:
    """Parse the *value* of a scoring.

    :raises ValueError: no scoring has it.
    """
    name, *numbers = value.split()
    return HouseScoring(*map(int, numbers)) if name == CUSTOM else Scoring(value)


FORMULAS: Final[Mapping[Scoring, HouseScoring | None]] = {
    Scoring.CLASSIC: HouseScoring(base=20, per_trick=10, per_miss=10),
    Scoring.CLASSIC_DIV10: HouseScoring(base=2, per_trick=1, per_miss=1),
    Scoring.ALTERNATIVE: None,
    Scoring.JUNIOR: HouseScoring(base=0, per_trick=1, per_miss=0, kept_zero=1),
}
"""The formula of each scoring of Wizard; ``None`` for the alternative scoring."""


def points(scoring: AnyScoring, *, bid: int, tricks: int, cards: int) -> int:
    """Return the points of one seat for one round of *cards* by a *scoring*.

    Classic: a met bid scores 20 plus 10 per trick, a missed one costs 10 per trick off,
    in either direction (rule book, "Scoring"). Alternative: 10 per trick, and 10 per
    card if met; a miss costs 10 for the first trick off, 20 more for the second …

    >>> [points(Scoring.CLASSIC, bid=2, tricks=n, cards=4) for n in (2, 0, 4)]
    [40, -20, -20]
    >>> points(Scoring.ALTERNATIVE, bid=0, tricks=0, cards=5)
    50
    """
    formula = scoring if isinstance(scoring, HouseScoring) else FORMULAS[scoring]
    astray = abs(bid - tricks)
    if formula is None:
        bonus = -5 * astray * (astray + 1) if astray else 10 * cards
        return 10 * tricks + bonus
    if astray:
        return -formula.per_miss * astray
    return formula.base + formula.per_trick * tricks if bid else formula.kept_zero


def ranks(
    totals: Sequence[int | Fraction], gone: Collection[int] = ()
) -> tuple[int, ...]:
    """Return competition ranks: equal totals share a rank, the next is skipped.

    Seats that are *gone* rank after all others, whatever their total.

    >>> ranks([150, 150, 90, 40]), ranks([150, 150, 90, 40], gone=[0, 1])
    ((1, 1, 3, 4), (3, 3, 1, 2))
    """
    places = [(seat in gone, -total) for seat, total in enumerate(totals)]
    return tuple(1 + sum(other < place for other in places) for place in places)


def winners(totals: Sequence[int], gone: Collection[int] = ()) -> tuple[int, ...]:
    """Return the seats with the highest total, but for *gone* ones (rules of 2026)."""
    placed = enumerate(ranks(totals, gone))
    return tuple(seat for seat, rank in placed if rank == 1 and seat not in gone)


def league_points(totals: Sequence[int]) -> tuple[int, ...]:
    """Return players beaten minus players ahead (wizardcards.com); ties count 0."""
    return tuple(
        sum(other < total for other in totals) - sum(other > total for other in totals)
        for total in totals
    )
