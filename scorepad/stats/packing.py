"""Predictions as letters: a season of bids is kept and counted as text.

Each prediction is one letter of its own, in a part of Unicode that nobody writes in;
which one says the cards, the bid, the tricks taken, the place, the trump, whether the
bid was forced and whether it was met. Counting the letters of a text is the fastest
that Python counts.
"""

from collections import defaultdict
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
    slices_of,
)

_PLACES: Final = tuple(Place)
_TRUMPS: Final = (None, False, True)
_FIRST: Final = 0x10000
_MOST: Final = 30
"""Cards, bids and tricks are fewer than that; all letters still are Unicode's."""

MET, MISSED = b"x", b"-"
_EVEN_MISSED: Final = (MISSED + MET) * 128

_SLICES: Final[tuple[Slice, ...]] = (
    *(("hand", str(cards), str(bid)) for cards in range(_MOST) for bid in range(_MOST)),
    *(("place", place) for place in Place),
    ("trump", "yes"),
    ("trump", "no"),
    ("forced",),
)
_NUMBERS: Final = {part: number for number, part in enumerate(_SLICES)}

Packed = Mapping[str, int]
"""Packed predictions, and how often each of them was made."""


def packed(predictions: Iterable[Prediction]) -> str:
    """Write predictions one after the other."""
    return "".join(map(_letter, predictions))


def _letter(each: Prediction) -> str:
    place, trump = _PLACES.index(each.place), _TRUMPS.index(each.trump)
    number = (each.cards * _MOST + each.bid) * _MOST + each.taken
    number = (number * len(_PLACES) + place) * len(_TRUMPS) + trump
    met = each.bid == each.taken
    return chr(_FIRST + (number * 2 + each.forced) * 2 + met)


def letters_of(bids: str) -> bytes:
    """Which bids were met (``x``) and which missed (``-``), in their order."""
    return bids.encode("utf-32-le")[::4].translate(_EVEN_MISSED)


def unpacked(letter: str) -> Prediction:
    """Read one prediction back; the seat and the round are not in it."""
    number, forced = divmod((ord(letter) - _FIRST) // 2, 2)
    number, trump = divmod(number, len(_TRUMPS))
    number, place = divmod(number, len(_PLACES))
    number, taken = divmod(number, _MOST)
    cards, bid = divmod(number, _MOST)
    return Prediction(
        seat=0,
        round_=0,
        cards=cards,
        bid=bid,
        taken=taken,
        place=_PLACES[place],
        trump=_TRUMPS[trump],
        forced=bool(forced),
    )


def sums_of_packed(many: Packed) -> dict[Slice, Counts]:
    """Count packed predictions by everything they are counted by."""
    found: defaultdict[int, int] = defaultdict(int)
    for letter, times in many.items():
        for number in _counts(letter):
            found[number] += times
    offs: defaultdict[Slice, dict[int, int]] = defaultdict(dict)
    for number, times in found.items():
        part, off = divmod(number, 2 * _MOST)
        offs[_SLICES[part]][off - _MOST] = times
    return {part: counted(each) for part, each in offs.items()}


@cache
def _counts(letter: str) -> tuple[int, ...]:
    """What a prediction is counted by, each with how many tricks it was off.

    As numbers: those are looked up several times faster than words.
    """
    each = unpacked(letter)
    off = each.taken - each.bid + _MOST
    return tuple(_NUMBERS[part] * 2 * _MOST + off for part in slices_of(each))


def lost_by_one(many: Packed, scoring: AnyScoring = Scoring.CLASSIC) -> int:
    """What the right bids would have brought more, where one trick was missing."""
    return sum(times * _lost_by_one(each, scoring) for each, times in many.items())


@cache
def _lost_by_one(letter: str, scoring: AnyScoring) -> int:
    each = unpacked(letter)
    if abs(each.taken - each.bid) != 1:
        return 0
    return worth(letter, scoring, foreseen=True) - worth(letter, scoring)


@cache
def worth(letter: str, scoring: AnyScoring, *, foreseen: bool = False) -> int:
    """The points of a bid, or what its tricks would have brought *foreseen*."""
    each = unpacked(letter)
    bid = each.taken if foreseen else each.bid
    return points(scoring, bid=bid, tricks=each.taken, cards=each.cards)


@cache
def bid_met(letter: str) -> int | None:
    """The bid, if it was met."""
    each = unpacked(letter)
    return each.bid if each.bid == each.taken else None


def is_kept(letter: str) -> bool:
    """Whether the bid was met."""
    return bid_met(letter) is not None
