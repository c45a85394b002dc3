"""Predictions as letters: a season of bids is kept and counted as text.

Each prediction is one letter of its own, in a part of Unicode that nobody writes in;
which one says the cards, the bid, the tricks taken, the place, the trump, whether the
bid was forced and whether it was met. Counting the letters of a text is the fastest
that Python counts.
"""

from collections import Counter, defaultdict
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
    found: defaultdict[Slice, Counter[int]] = defaultdict(Counter)
    for letter, times in many.items():
        parts, off = _parts(letter)
        for part in parts:
            found[part][off] += times
    return {part: counted(offs) for part, offs in found.items()}


@cache
def _parts(letter: str) -> tuple[tuple[Slice, ...], int]:
    """What a prediction is counted by, and by how many tricks it was off."""
    each = unpacked(letter)
    return slices_of(each), each.taken - each.bid


def lost_by_one(many: Packed, scoring: AnyScoring = Scoring.CLASSIC) -> int:
    """What the right bids would have brought more, where one trick was missing."""
    return sum(
        times * _lost(letter, scoring)
        for letter, times in many.items()
        if _parts(letter)[1] in {-1, 1}
    )


@cache
def _lost(letter: str, scoring: AnyScoring) -> int:
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
