"""The game document: everything a table wrote down, as one JSON object.

``docs/game-document.md`` describes it. Nothing derived is in it; :func:`answer_for`
is what follows from it.
"""

from dataclasses import replace

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

LONGEST_NOTE = 200

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


__all__ = ["NotADocument", "answer_for", "document_of", "parse_document"]

LONGEST_REASON = 200

_MOST_ADJUSTMENTS = 200
_LARGEST_MIN_CARDS = 60

KEYS = (
    *("first_dealer", "schedule", "cards", "edition", "bid_mode", "even_bid_rule"),
    *("foresight", "rounds", "adjustments", "ended_after", "joined", "left"),
    *("final_totals", "deck", "letters", *SCORING_KEYS),
)


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
        rounds=fields.required("rounds", list_of(round_of(seats), longest=len(cards))),
        adjustments=fields.optional(
            "adjustments",
            list_of(_adjustment(seats, len(cards)), longest=_MOST_ADJUSTMENTS),
            (),
        ),
        bid_mode=fields.optional("bid_mode", one_of(BidMode), BidMode.OPEN),
        even_bid_rule=fields.optional("even_bid_rule", maybe(_even_bid_rule), None),
        foresight=fields.optional("foresight", flag, default=False),
        scoring=read_scoring(fields),
        deck=fields.optional("deck", one_of(Deck), Deck.PEOPLE),
        letters=fields.optional("letters", one_of(Letters), Letters.ZN),
        final_totals=fields.optional("final_totals", maybe(TOTALS), None),
        **read_occasion(fields),
    )
    _check_final_totals(game, fields)
    _check_written_totals(game)
    return game


def _even_bid_rule(value: object, path: str) -> EvenBidRule:
    fields = Fields(value, path, ("mode", "min_cards", "zero_always_allowed"))
    return EvenBidRule(
        mode=fields.required("mode", one_of(EvenBidMode)),
        min_cards=fields.optional("min_cards", whole_number(1, _LARGEST_MIN_CARDS), 1),
        zero_always_allowed=fields.optional("zero_always_allowed", flag, default=False),
    )


def _adjustment(seats: int, rounds: int) -> Reader[Adjustment]:
    def read(value: object, path: str) -> Adjustment:
        fields = Fields(value, path, ("seat", "points", "reason", "round"))
        number = maybe(whole_number(1, rounds))
        return Adjustment(
            seat=fields.required("seat", whole_number(0, seats - 1)),
            points=fields.required("points", POINTS),
            reason=fields.optional("reason", text_up_to(LONGEST_REASON), ""),
            round_=fields.optional("round", number, None),
        )

    return read


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
