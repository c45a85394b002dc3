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
    flag,
    list_of,
    maybe,
    one_of,
    text_up_to,
    whole_number,
)
from scorepad.rules.wizard.game import (
    Adjustment,
    BidMode,
    Deck,
    EvenBidMode,
    EvenBidRule,
    Game,
    Letters,
)
from scorepad.rules.wizard.presence import present_in
from scorepad.rules.wizard.round_document import POINTS, TOTALS, round_of
from scorepad.rules.wizard.scoring_document import SCORING_KEYS, read_scoring
from scorepad.rules.wizard.table_document import read_table
from scorepad.rules.wizard.writing import GAME, answer_for, document_of

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
