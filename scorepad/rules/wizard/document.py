"""The game document: everything a table wrote down, as one JSON object.

``docs/game-document.md`` describes it. Nothing derived is in it; :func:`answer_for`
is what follows from it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypedDict

from scorepad.rules.documents import NotADocument, parse_as, read_occasion
from scorepad.rules.json_fields import (
    Fields,
    Reader,
    WrongField,
    distinct,
    flag,
    list_of,
    maybe,
    one_of,
    text_up_to,
    whole_number,
)
from scorepad.rules.problems import ASKABLE, Problem
from scorepad.rules.wizard.game import (
    Adjustment,
    BidChange,
    BidMode,
    Deck,
    EvenBidMode,
    EvenBidRule,
    Game,
    Letters,
    Round,
    Trump,
)
from scorepad.rules.wizard.presence import present_in
from scorepad.rules.wizard.table_document import (
    POINTS,
    SCORING_KEYS,
    read_scoring,
    read_table,
)
from scorepad.rules.wizard.writing import GAME, answer_for, document_of

__all__ = ["NotADocument", "answer_for", "document_of", "parse_document"]

LONGEST_NOTE = 200
LONGEST_REASON = 200

# Rows that do not fit the table are an objection, not a broken document.
_LONGEST_ROW = 12
_MOST_CHANGES = 60
_MOST_ADJUSTMENTS = 200
_LARGEST_MIN_CARDS = 60

KEYS = (
    *("first_dealer", "schedule", "cards", "edition", "bid_mode", "even_bid_rule"),
    *("foresight", "rounds", "adjustments", "ended_after", "joined", "left"),
    *("final_totals", "deck", "letters", *SCORING_KEYS),
)
_ROUND_KEYS = (
    *("bids", "tricks", "trump", "named_by", "later_trump", "dealer", "bid_changes"),
    *("void_tricks", "accepted", "totals", "late_bids", "note"),
)

_COUNT = whole_number()
ROW = list_of(maybe(_COUNT), longest=_LONGEST_ROW)
ROW_OR_NULL = maybe(ROW)
_TRUMP = maybe(one_of(Trump))
_NOTE = maybe(text_up_to(LONGEST_NOTE))
_TOTALS = list_of(POINTS, longest=_LONGEST_ROW)
_WRITTEN = list_of(maybe(POINTS), longest=_LONGEST_ROW)


def parse_document(source: str | bytes) -> Game:
    """Read a game document, strictly.

    What cannot be a document is refused here; what cannot be a round is kept, and
    :func:`scorepad.rules.wizard.sheet.sheet_of` objects to it.

    :raises NotADocument: naming the field, and what was expected.
    """
    return parse_as(source, GAME, KEYS, read_game)


def read_game(fields: Fields) -> Game:
    """Read what is a document of this game already, by its fields."""
    table = read_table(fields)
    seats, cards = len(table.players), table.cards
    game = replace(
        table,
        first_dealer=fields.optional("first_dealer", whole_number(0, seats - 1), 0),
        rounds=fields.required("rounds", list_of(_round_of(seats), longest=len(cards))),
        adjustments=fields.optional(
            "adjustments",
            adjustments_of(whole_number(0, seats - 1), whole_number(1, len(cards))),
            (),
        ),
        bid_mode=fields.optional("bid_mode", one_of(BidMode), BidMode.OPEN),
        even_bid_rule=fields.optional("even_bid_rule", maybe(even_bid_rule), None),
        foresight=fields.optional("foresight", flag, default=False),
        scoring=read_scoring(fields),
        deck=fields.optional("deck", one_of(Deck), Deck.PEOPLE),
        letters=fields.optional("letters", one_of(Letters), Letters.ZN),
        final_totals=fields.optional("final_totals", maybe(_TOTALS), None),
        **read_occasion(fields),
    )
    _check_final_totals(game, fields)
    _check_written_totals(game)
    return game


def even_bid_rule(value: object, path: str) -> EvenBidRule:
    """Read the ±1 rule."""
    fields = Fields(value, path, ("mode", "min_cards", "zero_always_allowed"))
    return EvenBidRule(
        mode=fields.optional("mode", one_of(EvenBidMode), EvenBidMode.LAST_BIDDER),
        min_cards=fields.optional("min_cards", whole_number(1, _LARGEST_MIN_CARDS), 1),
        zero_always_allowed=fields.optional("zero_always_allowed", flag, default=False),
    )


def adjustments_of(
    seat: Reader[int], number: Reader[int]
) -> Reader[tuple[Adjustment, ...]]:
    """Return a reader of adjustments, each of a seat and of a round or of none."""

    def read(value: object, path: str) -> Adjustment:
        fields = Fields(value, path, ("seat", "points", "reason", "round"))
        return Adjustment(
            seat=fields.required("seat", seat),
            points=fields.required("points", POINTS),
            reason=fields.optional("reason", text_up_to(LONGEST_REASON), ""),
            round_=fields.optional("round", maybe(number), None),
        )

    return list_of(read, longest=_MOST_ADJUSTMENTS)


def _check_final_totals(game: Game, fields: Fields) -> None:
    if game.final_totals is None:
        return
    path = fields.path_of("final_totals")
    if len(game.final_totals) != len(game.players):
        found = f"has {len(game.final_totals)} numbers"
        raise WrongField(path, found, f"one for each of {len(game.players)} players")
    if game.rounds or game.adjustments:
        found = "stands beside rounds or adjustments"
        raise WrongField(path, found, "final totals alone, with empty rounds")


def _check_written_totals(game: Game) -> None:
    """A line of totals has one for everybody who plays that round."""
    for number, round_ in enumerate(game.rounds, 1):
        totals = round_.totals or ()
        for seat in present_in(game, number):
            if seat < len(totals) and totals[seat] is None:
                path = f"rounds[{number - 1}].totals[{seat}]"
                raise WrongField(path, "is null", "the total of somebody who plays")


def _round_of(seats: int) -> Reader[Round]:
    """A reader for one round at a table of so many *seats*."""
    read_notes = notes_of(whole_number(0, seats - 1))
    accepted = distinct(list_of(_askable, longest=len(ASKABLE)))

    def read(value: object, path: str) -> Round:
        fields = Fields(value, path, _ROUND_KEYS)
        totals = fields.optional("totals", maybe(_WRITTEN), None)
        # On an old sheet the totals stand instead of the tricks.
        tricks = None
        if totals is None or fields.has("tricks"):
            tricks = fields.required("tricks", ROW_OR_NULL)
        return Round(
            bids=fields.required("bids", ROW),
            tricks=tricks,
            accepted=fields.optional("accepted", accepted, ()),
            totals=totals,
            **read_notes(fields),
        )

    return read


class Notes(TypedDict):
    """What is noted of a round beside bids and tricks."""

    trump: Trump | None
    named_by: int | None
    later_trump: Trump | None
    dealer: int | None
    bid_changes: tuple[BidChange, ...]
    void_tricks: int
    late_bids: tuple[int, ...]
    note: str | None


def notes_of(seat: Reader[int]) -> Callable[[Fields], Notes]:
    """Return what reads all of a round but bids, tricks and what was accepted."""
    seat_or_null = maybe(seat)
    changes = list_of(_bid_change(seat), longest=_MOST_CHANGES)
    seats = distinct(list_of(seat, longest=_LONGEST_ROW))

    def read(fields: Fields) -> Notes:
        return Notes(
            trump=fields.optional("trump", _TRUMP, None),
            named_by=fields.optional("named_by", seat_or_null, None),
            later_trump=fields.optional("later_trump", _TRUMP, None),
            dealer=fields.optional("dealer", seat_or_null, None),
            bid_changes=fields.optional("bid_changes", changes, ()),
            void_tricks=fields.optional("void_tricks", _COUNT, 0),
            late_bids=fields.optional("late_bids", seats, ()),
            note=fields.optional("note", _NOTE, None),
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
