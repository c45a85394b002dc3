"""Predictions as short numbers: a season of bids is kept and counted as text.

A number has the digits cc bb tt p u f: cards, bid, taken, place, trump and forced.
Numbers stand side by side, with a blank between two of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from scorepad.rules.wizard.game import AnyScoring, Scoring
from scorepad.rules.wizard.scoring import points
from scorepad.stats.predictions import (
    Counts,
    Place,
    Prediction,
    Slice,
    counted,
    numbers_of,
    slices_of,
)

_PLACES: Final = tuple(Place)
_TRUMPS: Final = (None, False, True)

Packed = Mapping[str, int]
"""Packed predictions, and how often each of them was made."""


def packed(predictions: Iterable[Prediction]) -> str:
    """Write predictions side by side, in their order."""
    return " ".join(map(_number, predictions))


def _number(each: Prediction) -> str:
    place, trump = _PLACES.index(each.place), _TRUMPS.index(each.trump)
    return (
        f"{each.cards:02}{each.bid:02}{each.taken:02}{place}{trump}{int(each.forced)}"
    )


@cache
def unpacked(number: str) -> Prediction:
    """Read one prediction back; the seat and the round are not in it.

    >>> unpacked("070302110").bid, unpacked("070302110").taken
    (3, 2)
    """
    return Prediction(
        seat=0,
        round_=0,
        cards=int(number[0:2]),
        bid=int(number[2:4]),
        taken=int(number[4:6]),
        place=_PLACES[int(number[6])],
        trump=_TRUMPS[int(number[7])],
        forced=number[8] == "1",
    )


def counted_apart(text: str) -> Counter[str]:
    """Every prediction of a *text*, and how often it was made.

    >>> counted_apart("070302110 010000000 070302110")["070302110"]
    2
    """
    return Counter(text.split())


def sums_of_packed(many: Packed) -> dict[Slice, Counts]:
    """Count packed predictions by everything they are counted by."""
    found: dict[Slice, list[int]] = {}
    for number, times in many.items():
        prediction = unpacked(number)
        numbers = numbers_of(counted(prediction))
        for part in slices_of(prediction):
            sums = found.setdefault(part, [0] * len(numbers))
            for place, value in enumerate(numbers):
                sums[place] += value * times
    return {part: Counts(*sums) for part, sums in found.items()}


def lost_by_one(many: Packed, scoring: AnyScoring = Scoring.CLASSIC) -> int:
    """What the right bids would have brought more, where one trick was missing.

    >>> lost_by_one({"070302110": 1})  # 40 for two tricks foreseen, and 10 for the miss
    50
    """
    return sum(
        times * (worth(number, scoring, foreseen=True) - worth(number, scoring))
        for number, times in many.items()
        if abs(int(number[2:4]) - int(number[4:6])) == 1
    )


@cache
def worth(number: str, scoring: AnyScoring, *, foreseen: bool = False) -> int:
    """The points of a bid, or what its tricks would have brought *foreseen*.

    >>> worth("070302110", Scoring.CLASSIC)
    -10
    """
    each = unpacked(number)
    bid = each.taken if foreseen else each.bid
    return points(scoring, bid=bid, tricks=each.taken, cards=each.cards)


@cache
def is_kept(number: str) -> bool:
    """Whether the bid was met.

    >>> is_kept("070302110")
    False
    """
    return number[2:4] == number[4:6]
