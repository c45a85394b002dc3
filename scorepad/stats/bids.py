"""Bids that were played out, written one after the other in a line of text.

``7.2.3lt!`` is a bid of 2 with 7 cards that took 3 tricks: made last (``f`` first,
``m`` in the middle), with trump (``n`` none, ``?`` not noted), and another bid was
forbidden. Equal ones are counted first and read once, which makes sums over thousands
of games quick.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from sys import intern
from typing import Final

from scorepad.rules.wizard.game import AnyScoring
from scorepad.rules.wizard.scoring import points
from scorepad.stats.predictions import (
    Counts,
    Place,
    Prediction,
    Slice,
    counted,
)

MET, MISSED, UNKNOWN = "x", "-", "."
_PLACES: Final = {place.value[0]: place for place in Place}
_TRUMPS: Final = {"t": True, "n": False, "?": None}
_TRUMP_LETTERS: Final = {trump: letter for letter, trump in _TRUMPS.items()}

BidCounts = Mapping[str, int]
"""Written bids, and how often each of them was made."""


def written(predictions: Iterable[Prediction]) -> str:
    """Write predictions one after the other.

    >>> written([Prediction(0, 7, 7, 2, 3, Place.LAST, trump=True, forced=True)])
    '7.2.3lt!'
    """
    return " ".join(map(_written, predictions))


def _written(each: Prediction) -> str:
    place, trump = each.place.value[0], _TRUMP_LETTERS[each.trump]
    forced = "!" if each.forced else ""
    return f"{each.cards}.{each.bid}.{each.taken}{place}{trump}{forced}"


@cache
def read(bid: str) -> Prediction:
    """Read one written bid; the seat and the round are not in it."""
    numbers = bid.removesuffix("!")
    cards, made, taken = map(int, numbers[:-2].split("."))
    return Prediction(
        seat=0,
        round_=0,
        cards=cards,
        bid=made,
        taken=taken,
        place=_PLACES[numbers[-2]],
        trump=_TRUMPS[numbers[-1]],
        forced=bid.endswith("!"),
    )


def marks_of(predictions: Sequence[Prediction]) -> str:
    """Tell of every round of one seat whether the bid was met.

    >>> one = Prediction(0, 2, 2, 1, 1, Place.FIRST, trump=None, forced=False)
    >>> marks_of([one])
    '.x'
    """
    met = {each.round_: each.bid == each.taken for each in predictions}
    rounds = range(1, max(met, default=0) + 1)
    return "".join(
        UNKNOWN if number not in met else MET if met[number] else MISSED
        for number in rounds
    )


def rounds_of(marks: str) -> list[int]:
    """The rounds of the bids that were played out, by the marks of all rounds.

    >>> rounds_of(".x-")
    [2, 3]
    """
    return [number for number, mark in enumerate(marks, 1) if mark != UNKNOWN]


def counted_bids(lines: Iterable[str]) -> BidCounts:
    """Count the bids of some lines.

    >>> counted_bids(["1.0.0f?", "", "1.0.0f? 2.1.0mn"])["1.0.0f?"]
    2
    """
    return Counter(" ".join(lines).split())


def sums_of(many: BidCounts) -> dict[Slice, Counts]:
    """Count bids by everything they are counted by."""
    halves: defaultdict[str, int] = defaultdict(int)
    for bid, times in many.items():
        hand, situation = _halves(bid)
        halves[hand] += times
        halves[situation] += times
    offs: defaultdict[Slice, dict[int, int]] = defaultdict(dict)
    for half, times in halves.items():
        slices, off = _slices(half)
        for part in slices:
            known = offs[part]
            known[off] = known.get(off, 0) + times
    return {part: counted(each) for part, each in offs.items()}


@cache
def _halves(bid: str) -> tuple[str, str]:
    """Split a bid into its hand and the rest: there are few different ones of either.

    >>> _halves("7.2.3lt!")
    ('7.2.3', '+1lt!')
    """
    each = read(bid)
    hand = f"{each.cards}.{each.bid}.{each.taken}"
    return intern(hand), intern(f"{each.taken - each.bid:+}{bid[len(hand) :]}")


@cache
def _slices(half: str) -> tuple[Sequence[Slice], int]:
    """What half a bid is counted by, and how many tricks it was off."""
    if "." in half:
        cards, bid, taken = half.split(".")
        return [("hand", cards, bid)], int(taken) - int(bid)
    letters = half.removesuffix("!")
    slices: list[Slice] = [("place", _PLACES[letters[-2]])]
    if (trump := _TRUMPS[letters[-1]]) is not None:
        slices.append(("trump", "yes" if trump else "no"))
    if half != letters:
        slices.append(("forced",))
    return slices, int(letters[:-2])


def lost_by_one(many: BidCounts, scoring: AnyScoring) -> int:
    """What the right bids would have brought more, where one trick was missing."""
    return sum(times * _lost_by_one(bid, scoring) for bid, times in many.items())


@cache
def _lost_by_one(bid: str, scoring: AnyScoring) -> int:
    each = read(bid)
    if abs(each.taken - each.bid) != 1:
        return 0
    right = points(scoring, bid=each.taken, tricks=each.taken, cards=each.cards)
    return right - worth(bid, scoring)


@cache
def worth(bid: str, scoring: AnyScoring) -> int:
    """The points of a bid."""
    each = read(bid)
    return points(scoring, bid=each.bid, tricks=each.taken, cards=each.cards)


@cache
def bid_met(bid: str) -> int | None:
    """The number that was bid, if it was met."""
    each = read(bid)
    return each.bid if each.bid == each.taken else None
