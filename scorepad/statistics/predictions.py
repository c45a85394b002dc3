"""Predictions: every bid with a known outcome, sums over many, and shares of bids met.

Results store bids as text: ``7.2.3lt!`` is a bid of 2 with 7 cards that took 3 tricks:
made last (``f`` first, ``m`` middle), with trump (``n`` none, ``?`` unknown), and
another bid was forbidden. Equal texts are counted before parsing, so that sums over
thousands of games are fast.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import sqrt
from operator import sub
from typing import Final, Literal, NamedTuple, TypeVar

from scorepad.games.wizard import schedule, seating
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.scoring import AnyScoring, points
from scorepad.games.wizard.sheet import Sheet
from scorepad.games.wizard.validation import forbidden_bid

Key = TypeVar("Key", bound=Hashable)

Z_95 = 1.959964  # standard deviations that contain 95 % of a normal distribution
FEWEST_TRIES = 20  # fewest tries for which a share of bids met is meaningful
MET, MISSED, UNKNOWN = "x", "-", "."
PLACES: Final = {"f": "first", "m": "middle", "l": "last"}


class Counts(NamedTuple):
    """Sums over predictions, as a tuple because a page makes thousands.

    *over* counts bids above the tricks taken, too high by *over_by* tricks in total.
    """

    made: int = 0
    met: int = 0
    over: int = 0
    over_by: int = 0
    under: int = 0
    under_by: int = 0
    by_one: int = 0

    def __sub__(self, other: "Counts") -> "Counts":
        """Subtract *other*."""
        return Counts._make(map(sub, self, other))

    @property
    def share_met(self) -> Fraction | None:
        """Return the share of bids met, 0 to 1."""
        return Fraction(self.met, self.made) if self.made else None

    @property
    def average_miss(self) -> Fraction | None:
        """Return the average difference of bid and tricks, including met bids."""
        return Fraction(self.over_by + self.under_by, self.made) if self.made else None


Slice = tuple[str, ...]
"""A key of sums, all text: kind and values.

("hand", cards, bid), ("place", place), ("trump", "yes" | "no") or ("forced",).
"""

Sums = Mapping[Slice, Counts]


def predictions_of(sheet: Sheet, game: Game) -> list[dict[int, str]]:
    """Return every bid with known tricks as text, by round, for each seat."""
    found: list[dict[int, str]] = [{} for _ in game.players]
    for row in sheet.closed:
        is_forced = forbidden_bid(game.even_bid_rule, row, row.bids) is not None
        places = {row.bid_order[-1]: "l", row.bid_order[0]: "f"}
        suit = row.noted.trump or seating.trump_without_card(game, row.number)
        trump = {None: "?", schedule.Trump.NONE: "n"}.get(suit, "t")
        bids = zip(row.final_bids, row.tricks, strict=True)
        for seat, (bid, taken) in enumerate(bids):
            if bid is not None and taken is not None:
                forced = "!" if is_forced and seat == row.dealer else ""
                place = places.get(seat, "m")
                text = f"{row.cards}.{bid}.{taken}{place}{trump}{forced}"
                found[seat][row.number] = text
    return found


def sums_by(kind: Literal["cards", "bid"], sums: Sums) -> dict[int, Counts]:
    """Return the sums by number of cards or by bid, ascending."""
    found = grouped(sums, lambda cards, bid: [cards if kind == "cards" else bid])
    return dict(sorted(found.items()))


def added(many: Iterable[Counts]) -> Counts:
    """Return the total of some counts."""
    return Counts(*map(sum, zip(*many, strict=True)))


def together(many: Iterable[Mapping[Key, Counts]]) -> dict[Key, Counts]:
    """Return the sums of many counts by key."""
    found = defaultdict[Key, list[Counts]](list)
    for each in many:
        for key, counts in each.items():
            found[key].append(counts)
    return {key: added(parts) for key, parts in found.items()}


def grouped(
    sums: Sums, keys_of: Callable[[int, int], Iterable[Key]]
) -> dict[Key, Counts]:
    """Return sums of hands by key; *keys_of* maps cards and bid to keys."""
    return together(
        dict.fromkeys(keys_of(int(part[1]), int(part[2])), counts)
        for part, counts in sums.items()
        if part[0] == "hand"
    )


def marks_of(bids: Mapping[int, str]) -> str:
    """Return one mark per round of a seat: ``x`` met, ``-`` missed, ``.`` unknown."""
    marks = [UNKNOWN] * max(bids, default=0)
    for number, bid in bids.items():
        _, said, taken = numbers_in(bid)
        marks[number - 1] = MET if said == taken else MISSED
    return "".join(marks)


def sums_of(lines: Iterable[str]) -> dict[Slice, Counts]:
    """Return the sums of all bids in *lines* by every key."""
    offs = defaultdict[Slice, defaultdict[int, int]](lambda: defaultdict(int))
    for bid, times in Counter(" ".join(lines).split()).items():
        off, slices = _slices(bid)
        for part in slices:
            offs[part][off] += times
    return {
        part: added(
            Counts(
                made=times,
                met=times * (off == 0),
                over=times * (off < 0),
                over_by=-times * min(off, 0),
                under=times * (off > 0),
                under_by=times * max(off, 0),
                by_one=times * (abs(off) == 1),
            )
            for off, times in each.items()
        )
        for part, each in offs.items()
    }


def numbers_in(bid: str) -> tuple[int, int, int]:
    """Return the cards, the bid and the tricks taken."""
    cards, said, taken = map(int, bid.rstrip("fmltn?!").split("."))
    return cards, said, taken


@cache
def _slices(bid: str) -> tuple[int, tuple[Slice, ...]]:
    """Return the error of a bid (tricks minus bid), and the keys it belongs to."""
    cards, said, taken = numbers_in(bid)
    letters = bid.removesuffix("!")
    slices: list[Slice] = [
        ("hand", str(cards), str(said)),
        ("place", PLACES[letters[-2]]),
    ]
    if letters[-1] != "?":
        slices.append(("trump", "yes" if letters[-1] == "t" else "no"))
    if bid.endswith("!"):
        slices.append(("forced",))
    return taken - said, tuple(slices)


def lost_by_one(lines: Iterable[str], scoring: AnyScoring) -> int:
    """Return the points lost by bids that a single trick missed."""
    lost = 0
    for bid, times in Counter(" ".join(lines).split()).items():
        cards, said, taken = numbers_in(bid)
        if abs(taken - said) == 1:
            right = points(scoring, bid=taken, tricks=taken, cards=cards)
            wrong = points(scoring, bid=said, tricks=taken, cards=cards)
            lost += times * (right - wrong)
    return lost


class Interval(NamedTuple):
    """A share with its 95 % confidence interval; all 0 to 1."""

    share: Fraction
    low: float
    high: float


def interval_for(hits: int, tries: int) -> Interval | None:
    """Return the interval of a share (Wilson, "Probable inference", JASA 22, 1927)."""
    if not tries:
        return None
    share, z2 = hits / tries, Z_95**2
    middle = share + z2 / (2 * tries)
    half = Z_95 * sqrt(share * (1 - share) / tries + z2 / (4 * tries**2))
    whole = 1 + z2 / tries
    return Interval(
        Fraction(hits, tries),
        max(0.0, (middle - half) / whole),
        min(1.0, (middle + half) / whole),
    )


def is_enough(*tries: int) -> bool:
    """Return whether so many tries, each, are meaningful."""
    return min(tries) >= FEWEST_TRIES
