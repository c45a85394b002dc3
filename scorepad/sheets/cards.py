"""Cards with a code for the table: to open a season, or with the key of its group."""

from dataclasses import dataclass

from scorepad.pdf.jobs import PrintJob
from scorepad.sheets.card_layout import CardLayout, CardSize
from scorepad.sheets.html import Stationery
from scorepad.sheets.lettering import size_for
from scorepad.sheets.paper import Paper
from scorepad.sheets.qr import Code, code_for
from scorepad.sheets.strokes import Pen, path_of

INSETS = {CardSize.WALLET: 5.0, CardSize.A7: 6.0, CardSize.A6: 7.0}
"""Millimetres between the cut and what is written."""
GAP = 4.0
NAME_SIZES = {
    CardSize.WALLET: {13.0: 1, 11.0: 2, 9.0: 2, 7.5: 3},
    CardSize.A7: {18.0: 2, 15.0: 2, 12.0: 3, 9.0: 4},
    CardSize.A6: {24.0: 2, 20.0: 2, 16.0: 3, 12.0: 4},
}
CODE_SIDES = {CardSize.WALLET: 33.0, CardSize.A7: 44.0, CardSize.A6: 60.0}
KEY_PIECE = 8
"""So many letters of a key stand together, to be typed."""


class CodeTooDenseError(Exception):
    """The address is too long for a code that phones can read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What stands on every card: the *address* that its code opens.

    With a *key* the address ends with it, and whoever has the card is let in.
    """

    group: str | None
    address: str
    key: str = ""
    paper: Paper = Paper.A4
    size: CardSize = CardSize.WALLET


class CardPages(Stationery):
    """Writes pages of cards; everything else is as for sheets."""

    def cards(self, card: Card, *, language: str) -> PrintJob:
        """A page full of the same *card*.

        :raises CodeTooDenseError: the address is too long.
        """
        code = _code(card)
        layout = CardLayout(card.paper, card.size)
        html = self._render(
            "sheets/cards.html",
            language,
            card=card,
            code=code,
            layout=layout,
            marks=path_of(layout.marks(), Pen.HAIR),
            inset=INSETS[card.size],
            side=CODE_SIDES[card.size],
            width=_width(layout),
            name_size=_name_size(card, layout),
            plain=card.address.partition("#")[0],
            key_pieces=_pieces(card.key),
        )
        return PrintJob(html=html)


def _code(card: Card) -> Code:
    code = code_for((card.address,))
    if code is None:
        raise CodeTooDenseError
    return code


def _width(layout: CardLayout) -> float:
    """Millimetres for words: beside the code, or on the tallest card above it."""
    room = layout.card.width - 2 * INSETS[layout.size]
    if layout.size is CardSize.A6:
        return room
    return room - CODE_SIDES[layout.size] - GAP


def _name_size(card: Card, layout: CardLayout) -> float:
    sizes = NAME_SIZES[card.size]
    return size_for(card.group or "Scorepad", width_mm=_width(layout), sizes=sizes)


def _pieces(key: str) -> tuple[str, ...]:
    return tuple(key[at : at + KEY_PIECE] for at in range(0, len(key), KEY_PIECE))
