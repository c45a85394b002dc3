"""What is looked at of every player, to find something to say.

Nothing is judged here: :mod:`scorepad.stats.findings` tells which of it is so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache

from scorepad.stats.contrasts import Pair, Tally, luck_of
from scorepad.stats.intervals import interval_for, is_enough
from scorepad.stats.predictions import Counts, Place, Sums, added, grouped

MANY = 99
CARDS = ((1, 3), (4, 6), (7, 10), (11, MANY))
BIDS = ((0, 0), (1, 1), (2, 2), (3, 3), (4, MANY))


class About(StrEnum):
    """What a finding is about."""

    FORESIGHT = "foresight"
    CARDS = "cards"
    BID = "bid"
    FIRST = "first"
    LAST = "last"
    FORCED = "forced"
    TRUMP = "trump"
    NO_TRUMP = "no_trump"
    TOO_HIGH = "too_high"
    ZEROS = "zeros"
    BY_ONE = "by_one"
    TABLE_TOO_HIGH = "table_too_high"
    TABLE_LAST = "table_last"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to say: so many *hits* in so many *tries*, and the others' share.

    What hits are, *about* tells: bids met; of those missed, the ones too high, or off
    by one; of all bids, zeros. *span* is from how many cards, or which bid, to which;
    the last one :data:`MANY` where it is open. *lean* tells whether what was missed
    there was mostly bid too high (1), too low (-1) or neither (0). *luck* is how often
    chance alone would show as much.
    """

    about: About
    hits: int
    tries: int
    others: Fraction
    luck: float
    span: tuple[int, int] | None = None
    lean: int = 0

    @property
    def effect(self) -> Fraction:
        """How much more (or less) than with the others, as a share."""
        return Fraction(self.hits, self.tries) - self.others


Part = tuple[About, tuple[int, int] | None]
Parts = Mapping[Part, Counts]

SITUATIONS = {
    About.FIRST: ("place", Place.FIRST.value),
    About.LAST: ("place", Place.LAST.value),
    About.FORCED: ("forced",),
    About.TRUMP: ("trump", "yes"),
    About.NO_TRUMP: ("trump", "no"),
}
WHOLE: Part = (About.FORESIGHT, None)
ZERO: Part = (About.BID, (0, 0))
LOOKED_AT: Sequence[Part] = (
    *((About.CARDS, span) for span in CARDS),
    *((About.BID, span) for span in BIDS),
    *((about, None) for about in SITUATIONS),
)
A_COIN = Tally(10**9, 2 * 10**9)
"""Thrown so often that nothing about it is luck."""


def parts_of(sums: Sums) -> Parts:
    """What findings look at, of everything that is counted; additive as well."""
    situations: Parts = {
        (about, None): sums[key] for about, key in SITUATIONS.items() if key in sums
    }
    return {**grouped(sums, _parts_with), **situations}


@cache
def _parts_with(cards: int, bid: int) -> tuple[Part, ...]:
    of_cards = ((About.CARDS, each) for each in CARDS if _within(cards, each))
    of_bids = ((About.BID, each) for each in BIDS if _within(bid, each))
    return (WHOLE, *of_cards, *of_bids)


def _within(number: int, span: tuple[int, int]) -> bool:
    return span[0] <= number <= span[1]


def together(many: Iterable[Parts]) -> Parts:
    """Add up the parts of many players."""
    found: dict[Part, list[Counts]] = {}
    for parts in many:
        for part, counts in parts.items():
            found.setdefault(part, []).append(counts)
    return {part: added(each) for part, each in found.items()}


def without(whole: Parts, parts: Parts) -> Parts:
    """The parts of everybody else."""
    return {key: all_ - parts.get(key, Counts()) for key, all_ in whole.items()}


def claims_of(mine: Parts, others: Parts) -> Iterator[Finding]:
    """Everything that is looked at of one player, whether it is so or not."""
    own, rest = mine.get(WHOLE, Counts()), others.get(WHOLE, Counts())
    yield from _compared(About.FORESIGHT, (_met(own), _met(rest)))
    yield from _compared(About.TOO_HIGH, (_too_high(own), _too_high(rest)))
    yield from _compared(About.BY_ONE, (_by_one(own), _by_one(rest)))
    zeros = [parts.get(ZERO, Counts()) for parts in (mine, others)]
    bid_zero = Tally(zeros[0].made, own.made), Tally(zeros[1].made, rest.made)
    yield from _compared(About.ZEROS, bid_zero)
    for part in LOOKED_AT:
        pair = mine.get(part, Counts()), others.get(part, Counts())
        yield from _situation(part, pair, (own, rest))


def claims_of_table(whole: Parts) -> Iterator[Finding]:
    """Whether all of them bid too high, and whether bidding last is an advantage."""
    every = whole.get(WHOLE, Counts())
    yield from _compared(About.TABLE_TOO_HIGH, (_too_high(every), A_COIN))
    last = whole.get((About.LAST, None), Counts())
    yield from _compared(About.TABLE_LAST, (_met(last), _met(every - last)))


def _situation(
    part: Part, counts: tuple[Counts, Counts], whole: tuple[Counts, Counts]
) -> Iterator[Finding]:
    (about, span), (mine, others), (own, rest) = part, counts, whole
    elsewhere = _met(own - mine), _met(rest - others)
    if min(each.tries for each in elsewhere):
        pair = _met(mine), _met(others)
        lean = 0 if about is About.BID else _lean(mine)
        yield from _compared(about, pair, elsewhere, span=span, lean=lean)


def _compared(
    about: About,
    pair: Pair,
    *beside: Pair,
    span: tuple[int, int] | None = None,
    lean: int = 0,
) -> Iterator[Finding]:
    mine, others = pair
    if is_enough(mine.tries) and is_enough(others.tries):
        luck = luck_of(pair, *beside)
        if beside and not _same_way(pair, beside[0]):
            luck = 1.0
        yield Finding(about, mine.hits, mine.tries, others.share, luck, span, lean)


def _same_way(pair: Pair, beside: Pair) -> bool:
    """Whether a situation differs from the others' in the direction it stands out."""
    here, there = (
        mine.hits / mine.tries - others.hits / others.tries
        for mine, others in (pair, beside)
    )
    return here * (here - there) > 0


def _lean(counts: Counts) -> int:
    """Whether most of what was missed was too high or too low, beyond luck."""
    interval = interval_for(counts.over, counts.over + counts.under)
    if interval is None or interval.low <= 1 / 2 <= interval.high:
        return 0
    return 1 if interval.low > 1 / 2 else -1


def _met(counts: Counts) -> Tally:
    return Tally(counts.met, counts.made)


def _too_high(counts: Counts) -> Tally:
    return Tally(counts.over, counts.over + counts.under)


def _by_one(counts: Counts) -> Tally:
    return Tally(counts.by_one, counts.over + counts.under)
