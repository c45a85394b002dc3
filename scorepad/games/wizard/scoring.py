"""Scoring: points by bid and tricks and back, ranks, winners and league points."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Final, NamedTuple

from annotated_types import Ge, Le

from scorepad.games.documents import Model
from scorepad.games.wizard import CUSTOM, Objection, Problem

LARGEST_FACTOR: Final = 1000  # bound of the numbers in a custom formula


class Scoring(StrEnum):
    """A common scoring."""

    CLASSIC = "classic"
    CLASSIC_DIV10 = "classic_div10"
    ALTERNATIVE = "alternative"
    JUNIOR = "junior"


MOST_DOUBLED: Final = 20
Factor = Annotated[int, Ge(-LARGEST_FACTOR), Le(LARGEST_FACTOR)]
_AS_BASE: Any = None


@dataclass(frozen=True, slots=True)
class HouseScoring(Model):
    """A custom scoring.

    A met bid scores *base* plus *per_trick* for each trick, a met zero *kept_zero*
    (default *base*) plus *zero_per_card* for each card. A missed bid costs *flat_loss*,
    and *per_miss* for each trick off; each trick taken still scores
    *trick_when_missed*. The last *doubled_rounds* count double.
    """

    base: Factor
    per_trick: Factor
    per_miss: Factor
    kept_zero: Factor = _AS_BASE
    trick_when_missed: Factor = 0
    flat_loss: Factor = 0
    zero_per_card: Factor = 0
    doubled_rounds: Annotated[int, Ge(0), Le(MOST_DOUBLED)] = 0

    def __post_init__(self) -> None:  # noqa: D105 - fills in what was left out
        if self.kept_zero is _AS_BASE:
            object.__setattr__(self, "kept_zero", self.base)

    @property
    def value(self) -> str:
        """Return the formula as one text, such as ``custom 20 10 10 50``.

        Eight numbers have three hexadecimal digits each, -1000 being 000.
        """
        numbers = self.parts.values()
        if len(numbers) < len(fields(self)):
            return " ".join([CUSTOM, *map(str, numbers)])
        return f"{CUSTOM} " + "".join(f"{n + LARGEST_FACTOR:03x}" for n in numbers)

    @property
    def parts(self) -> dict[str, int]:
        """Return the four usual numbers by name, or all if one of the others is set."""
        found = [(each.name, getattr(self, each.name)) for each in fields(self)]
        return dict(found if any(number for _, number in found[4:]) else found[:4])


AnyScoring = Scoring | HouseScoring  # scoring_called parses its value


def scoring_called(value: str) -> AnyScoring:
    """Parse the *value* of a scoring, or raise ValueError."""
    name, *numbers = value.split()
    if name != CUSTOM:
        return Scoring(value)
    if len(numbers) == 1:
        digits = re.findall("...", numbers[0])
        numbers = [str(int(each, 16) - LARGEST_FACTOR) for each in digits]
    if len(numbers) not in {4, len(fields(HouseScoring))}:
        raise ValueError(value)
    return HouseScoring(*map(int, numbers))


FORMULAS: Final[Mapping[Scoring, HouseScoring | None]] = {
    Scoring.CLASSIC: HouseScoring(base=20, per_trick=10, per_miss=10),
    Scoring.CLASSIC_DIV10: HouseScoring(base=2, per_trick=1, per_miss=1),
    Scoring.ALTERNATIVE: None,
    Scoring.JUNIOR: HouseScoring(base=0, per_trick=1, per_miss=0, kept_zero=1),
}
"""The formula of each scoring of Wizard; ``None`` for the alternative scoring."""


def points(scoring: AnyScoring, *, bid: int, tricks: int, cards: int) -> int:
    """Return the points of one seat for one round of *cards* by a *scoring*.

    Alternative: 10 per trick, and 10 per card if met; a miss costs 10 for the first
    trick off, 20 more for the second …

    >>> [points(Scoring.CLASSIC, bid=2, tricks=n, cards=4) for n in (2, 0, 4)]
    [40, -20, -20]
    """
    formula = scoring if isinstance(scoring, HouseScoring) else FORMULAS[scoring]
    astray = abs(bid - tricks)
    if formula is None:
        bonus = -5 * astray * (astray + 1) if astray else 10 * cards
        return 10 * tricks + bonus
    if astray:
        kept = formula.trick_when_missed * tricks
        return kept - formula.flat_loss - formula.per_miss * astray
    if not bid:
        return formula.kept_zero + formula.zero_per_card * cards
    return formula.base + formula.per_trick * tricks


def ranks(
    totals: Sequence[int | Fraction], gone: Collection[int] = ()
) -> tuple[int, ...]:
    """Return competition ranks: equal totals share a rank, *gone* seats come last.

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


class WorkedOut(NamedTuple):
    """The tricks and points of an old round by seat, ``None`` if unknown.

    Points may be known without tricks: a miss costs the same both ways.
    """

    tricks: tuple[int | None, ...]
    points: tuple[int | None, ...]
    objections: tuple[Objection, ...]


def tricks_from_totals(  # noqa: PLR0913 - inputs of the rule
    bids: Sequence[int | None],
    *,
    steps: Sequence[int],
    cards: int,
    void_tricks: int,
    known: Sequence[int | None],
    scoring: AnyScoring,
) -> WorkedOut:
    """Derive the tricks of an old round from the *steps* between its totals.

    *bids* are those that count, after changes. *known* tricks, which a player
    remembers, take precedence. A step that no number of tricks explains is a
    ``total_mismatch``; the tricks may still follow from the others'. If no choice adds
    up to the cards, it is ``tricks_sum``.
    """
    dealt = range(cards + 1)
    worth = [
        [points(scoring, bid=bid, tricks=taken, cards=cards) for taken in dealt]
        if bid is not None
        else []
        for bid in bids
    ]
    possible = [
        [taken for taken, scored in enumerate(each) if scored == step]
        for each, step in zip(worth, steps, strict=True)
    ]
    open_ = [
        [taken] if taken is not None else could or [*dealt]
        for taken, could in zip(known, possible, strict=True)
    ]
    left = _left_by_sum(open_, cards - void_tricks)
    tricks: list[int | None] = []
    scored: list[int | None] = []
    objections: list[Objection] = []
    for seat, could in enumerate(left or open_):
        taken = could[0] if len(could) == 1 else None
        tricks.append(taken)
        by_tricks: dict[int | None, int] = dict(enumerate(worth[seat]))
        scored.append(by_tricks.get(taken, steps[seat] if possible[seat] else None))
        explained = possible[seat] if taken is None else taken in possible[seat]
        if bids[seat] is not None and not explained:
            objections.append(Objection(Problem.TOTAL_MISMATCH, seat))
        if taken is None:
            objections.append(Objection(Problem.TRICKS_UNKNOWN, seat))
    # If all tricks are known, the check of the round counts them.
    if left is None and None in tricks:
        objections.append(Objection(Problem.TRICKS_SUM))
    return WorkedOut(tuple(tricks), tuple(scored), tuple(objections))


def _left_by_sum(open_: Sequence[list[int]], target: int) -> list[list[int]] | None:
    """Return each seat's choices that can be part of *target* tricks in total."""
    left = []
    for seat, could in enumerate(open_):
        sums = {0}  # of the others
        for other in (*open_[:seat], *open_[seat + 1 :]):
            sums = {some + more for some in sums for more in other}
        left.append([taken for taken in could if target - taken in sums])
    return left if all(left) else None
