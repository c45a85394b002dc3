"""Statements about players that their bids support.

A finding compares a player's bids with those of all others. It is shown if both have
enough tries, the shares differ by at least :data:`LEAST_EFFECT`, and it is significant:
at most :data:`LEVEL` of all pages show a false one. A situation (number of cards,
bidding last …) must also differ from the player's other bids: a player who is weaker
everywhere is told so once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import erfc, sqrt
from typing import NamedTuple

from scorepad.games.names import Person
from scorepad.statistics import predictions
from scorepad.statistics.predictions import Counts, Sums


class Tally(NamedTuple):
    """A number of *hits* in *tries*."""

    hits: int
    tries: int

    @property
    def share(self) -> Fraction:
        """Return the share of hits, 0 to 1; 0 without tries."""
        return Fraction(self.hits, self.tries) if self.tries else Fraction(0)


Pair = tuple[Tally, Tally]  # a tally, and the one it is compared with


def luck_of(*pairs: Pair) -> float:
    """Return the probability of such a difference by chance, 0 to 1 (p-value).

    With a second pair, the difference of both differences, as for a situation and the
    rest. Two tries, one of them a hit, are added to each tally, which suits few tries
    and extreme shares (Agresti and Caffo, "Simple and effective confidence intervals",
    The American Statistician 54, 2000).
    """
    difference = variance = 0.0
    for (one, other), sign in zip(pairs, (1, -1), strict=False):
        for tally, direction in ((one, sign), (other, -sign)):
            middle = (tally.hits + 1) / (tally.tries + 2)
            difference += direction * middle
            variance += middle * (1 - middle) / (tally.tries + 2)
    return erfc(abs(difference) / sqrt(2 * variance))


MANY = 99
CARDS = ((1, 3), (4, 6), (7, 10), (11, MANY))
BIDS = ((0, 0), (1, 1), (2, 2), (3, 3), (4, MANY))


class Finding(NamedTuple):
    """A finding *about* some bids: *hits* in *tries*, and the share of the *others*.

    *span* is a range of cards or bids, ending with :data:`MANY` if open. *lean* is
    whether misses were mostly too high (1), too low (-1) or neither (0). *luck* is the
    probability by chance. Without *person* it is about the whole table.
    """

    about: str
    hits: int
    tries: int
    others: Fraction
    luck: float
    span: tuple[int, int] | None = None
    lean: int = 0
    person: Person | None = None

    @property
    def effect(self) -> Fraction:
        """Return the difference to the others' share."""
        return Fraction(self.hits, self.tries) - self.others

    @property
    def has_open_end(self) -> bool:
        """Return whether the span has no upper end, as in "4 or more"."""
        return self.span is not None and self.span[1] == MANY


Part = tuple[str, tuple[int, int] | None]
Parts = Mapping[Part, Counts]

SITUATIONS = {
    "first": ("place", "first"),
    "last": ("place", "last"),
    "forced": ("forced",),
    "trump": ("trump", "yes"),
    "no_trump": ("trump", "no"),
}
WHOLE: Part = ("foresight", None)
ZERO: Part = ("bid", (0, 0))
LOOKED_AT: Sequence[Part] = (
    *(("cards", span) for span in CARDS),
    *(("bid", span) for span in BIDS),
    *((about, None) for about in SITUATIONS),
)


def _met(counts: Counts) -> Tally:
    return Tally(counts.met, counts.made)


def _too_high(counts: Counts) -> Tally:
    return Tally(counts.over, counts.over + counts.under)


TALLIES: Mapping[str, Callable[[Counts], Tally]] = {
    "foresight": _met,
    "too_high": _too_high,
    "by_one": lambda each: Tally(each.by_one, each.over + each.under),
}
A_COIN = Tally(10**9, 2 * 10**9)  # so many tries that chance is negligible


def parts_of(sums: Sums) -> Parts:
    """Return the counts that findings compare; additive like *sums*."""
    situations: Parts = {
        (about, None): sums[key] for about, key in SITUATIONS.items() if key in sums
    }

    def parts_with(cards: int, bid: int) -> list[Part]:
        of_cards = [("cards", (a, b)) for a, b in CARDS if a <= cards <= b]
        return [WHOLE, *of_cards, *(("bid", (a, b)) for a, b in BIDS if a <= bid <= b)]

    return {**predictions.grouped(sums, parts_with), **situations}


def claims_of(mine: Parts, others: Parts) -> Iterator[Finding]:
    """Yield every comparison of one player, significant or not."""
    none = Counts()
    own, rest = mine.get(WHOLE, none), others.get(WHOLE, none)
    for about, tally in TALLIES.items():
        yield from _compared(about, (tally(own), tally(rest)))
    zeros, their_zeros = mine.get(ZERO, none), others.get(ZERO, none)
    pair = Tally(zeros.made, own.made), Tally(their_zeros.made, rest.made)
    yield from _compared("zeros", pair)
    for about, span in LOOKED_AT:
        here, there = (each.get((about, span), none) for each in (mine, others))
        elsewhere = _met(own - here), _met(rest - there)
        if min(each.tries for each in elsewhere):
            pair = _met(here), _met(there)
            lean = 0 if about == "bid" else _lean(here)
            yield from _compared(about, pair, elsewhere, span=span, lean=lean)


def _compared(
    about: str,
    pair: Pair,
    *beside: Pair,
    span: tuple[int, int] | None = None,
    lean: int = 0,
) -> Iterator[Finding]:
    mine, others = pair
    if predictions.is_enough(mine.tries, others.tries):
        luck = luck_of(pair, *beside)
        here, *there = (a.hits / a.tries - b.hits / b.tries for a, b in (pair, *beside))
        # A situation has to differ from the rest in its own direction.
        if any(here * (here - elsewhere) <= 0 for elsewhere in there):
            luck = 1.0
        yield Finding(about, mine.hits, mine.tries, others.share, luck, span, lean)


def _lean(counts: Counts) -> int:
    """Return whether misses were mostly too high (1) or too low (-1), beyond chance."""
    interval = predictions.interval_for(counts.over, counts.over + counts.under)
    if interval is None or interval.low <= 1 / 2 <= interval.high:
        return 0
    return 1 if interval.low > 1 / 2 else -1


LEVEL = 0.02
LEAST_EFFECT = Fraction(8, 100)
MOST = 5
MOST_OF_ONE = 2
MOST_ALIKE = 2
"""Most findings on a page, of one player, and of one topic."""

TOPICS: Mapping[str, str] = {
    "zeros": "bid",
    "first": "place",
    "last": "place",
    "forced": "place",
    "trump": "suit",
    "no_trump": "suit",
}
"""Topics of similar findings; any other is a topic of its own."""


def findings_of(mine: Sums, others: Sums) -> Sequence[Finding]:
    """Return a player's findings, strongest first: :data:`MOST`, one per topic."""
    return _chosen([*claims_of(parts_of(mine), parts_of(others))], of_one=MOST)


def findings_of_season(people: Mapping[Person, Sums]) -> Sequence[Finding]:
    """Return the findings of a season: of players, and of the whole table."""
    parts = {player: parts_of(sums) for player, sums in people.items()}
    whole = predictions.together(parts.values())
    every = whole.get(WHOLE, Counts())
    last = whole.get(("last", None), Counts())
    claims = [
        *_compared("table_too_high", (_too_high(every), A_COIN)),
        *_compared("table_last", (_met(last), _met(every - last))),
    ]
    for player, mine in parts.items():
        others = {key: all_ - mine.get(key, Counts()) for key, all_ in whole.items()}
        claims += [e._replace(person=player) for e in claims_of(mine, others)]
    return _chosen(claims, of_one=MOST_OF_ONE)


def _chosen(claims: Sequence[Finding], *, of_one: int) -> Sequence[Finding]:
    """Return the claims that are significant and large, the largest of each topic.

    The smallest probability must be below :data:`LEVEL` divided by all, the next below
    it divided by the rest, and so on: at most that share of all pages contain a false
    one (Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
    Journal of Statistics 6, 1979).
    """
    believed: list[Finding] = []
    for each in sorted(claims, key=lambda each: each.luck):
        if each.luck > LEVEL / (len(claims) - len(believed)):
            break
        believed.append(each)
    chosen: list[Finding] = []
    topics: list[tuple[Person | None, str]] = []
    for each in sorted(believed, key=lambda each: (-abs(each.effect), each.luck)):
        topic = TOPICS.get(each.about, each.about)
        of_player = sum(other.person == each.person for other in chosen)
        alike = sum(other == topic for _, other in topics)
        if abs(each.effect) < LEAST_EFFECT or (each.person, topic) in topics:
            continue
        if of_player < of_one and alike < MOST_ALIKE:
            topics.append((each.person, topic))
            chosen.append(each)
    return chosen[:MOST]
