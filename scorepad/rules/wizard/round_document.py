"""A round inside the game document, read strictly."""

from scorepad.rules.json_fields import (
    Fields,
    Reader,
    WrongField,
    distinct,
    list_of,
    maybe,
    one_of,
    text_up_to,
    whole_number,
)
from scorepad.rules.problems import ASKABLE, Problem
from scorepad.rules.wizard.game import BidChange, Round, Trump

LONGEST_NOTE = 200

MOST_POINTS = 100_000
"""Beyond any total that ever was; a bound for what people mistype."""

_KEYS = (
    "bids",
    "tricks",
    "trump",
    "named_by",
    "later_trump",
    "dealer",
    "bid_changes",
    "void_tricks",
    "accepted",
    "totals",
    "late_bids",
    "note",
)
# Rows that do not fit the table are an objection, not a broken document.
_LONGEST_ROW = 12
_MOST_CHANGES = 60

_ROW = list_of(maybe(whole_number()), longest=_LONGEST_ROW)
POINTS = whole_number(-MOST_POINTS, MOST_POINTS)
TOTALS = list_of(POINTS, longest=_LONGEST_ROW)
_WRITTEN = list_of(maybe(POINTS), longest=_LONGEST_ROW)


def round_of(seats: int) -> Reader[Round]:
    """A reader for one round at a table of so many *seats*."""
    seat = whole_number(0, seats - 1)

    def read(value: object, path: str) -> Round:
        fields = Fields(value, path, _KEYS)
        totals = fields.optional("totals", maybe(_WRITTEN), None)
        # On an old sheet the totals stand instead of the tricks.
        tricks = None
        if totals is None or fields.has("tricks"):
            tricks = fields.required("tricks", maybe(_ROW))
        return Round(
            bids=fields.required("bids", _ROW),
            tricks=tricks,
            trump=fields.optional("trump", maybe(one_of(Trump)), None),
            named_by=fields.optional("named_by", maybe(seat), None),
            later_trump=fields.optional("later_trump", maybe(one_of(Trump)), None),
            dealer=fields.optional("dealer", maybe(seat), None),
            bid_changes=fields.optional(
                "bid_changes", list_of(_bid_change(seat), longest=_MOST_CHANGES), ()
            ),
            void_tricks=fields.optional("void_tricks", whole_number(), 0),
            accepted=fields.optional(
                "accepted", distinct(list_of(_askable, longest=len(ASKABLE))), ()
            ),
            totals=totals,
            late_bids=fields.optional(
                "late_bids", distinct(list_of(seat, longest=seats)), ()
            ),
            note=fields.optional("note", maybe(text_up_to(LONGEST_NOTE)), None),
        )

    return read


def _bid_change(seat: Reader[int]) -> Reader[BidChange]:
    def read(value: object, path: str) -> BidChange:
        fields = Fields(value, path, ("seat", "by"))
        return BidChange(
            fields.required("seat", seat), fields.required("by", whole_number())
        )

    return read


def _askable(value: object, path: str) -> Problem:
    found = one_of(Problem)(value, path)
    if found not in ASKABLE:
        expected = f"one of {', '.join(sorted(ASKABLE))}"
        raise WrongField(path, f"is {found}, which no table can accept", expected)
    return found
