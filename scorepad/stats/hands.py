"""Sums over hands (so many cards, such a bid), put together into fewer."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from scorepad.stats.predictions import Counts, Sums

Key = TypeVar("Key", bound=Hashable)


def added(many: Iterable[Counts]) -> Counts:
    """All of them together.

    >>> added([Counts(made=2, met=1), Counts(made=3)])
    Counts(made=5, met=1, over=0, over_by=0, under=0, under_by=0, by_one=0)
    """
    return Counts(*map(sum, zip(*many, strict=True)))


def grouped(
    sums: Sums, keys_of: Callable[[int, int], Iterable[Key]]
) -> dict[Key, Counts]:
    """Add up the hands that share a key; *keys_of* is asked with cards and bid.

    >>> sums = {("hand", "5", "1"): Counts(made=2), ("hand", "5", "0"): Counts(made=3)}
    >>> grouped(sums, lambda cards, bid: [cards])[5].made
    5
    """
    found: dict[Key, list[Counts]] = {}
    for part, counts in sums.items():
        if part[0] == "hand":
            for key in keys_of(int(part[1]), int(part[2])):
                found.setdefault(key, []).append(counts)
    return {key: added(many) for key, many in found.items()}
