"""Cards with a QR code to open or join a group, and a folded leaflet of the rules."""

from dataclasses import dataclass
from enum import StrEnum

from scorepad.i18n.languages import language_of
from scorepad.i18n.rulebook import values_of_the_rules
from scorepad.pdf.html import Stationery
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.paper import (
    LEAST_MARGIN,
    MARK,
    PAPERS,
    Paper,
    Pieces,
    Size,
    code_for,
    pieces_of,
)
from scorepad.pdf.text_metrics import size_for


class CardSize(StrEnum):
    """The size of a card."""

    WALLET = "wallet"
    A7 = "a7"
    A6 = "a6"


WALLET = Size(85.6, 54.0)
"""The size of a bank card."""

PIECES = {CardSize.A7: (2, 4), CardSize.A6: (2, 2)}
"""Columns and rows; these cards fill the page."""


def cards_on(paper: Paper, size: CardSize) -> Pieces:
    """Return a page cut into cards; their actual size depends on the page."""
    page = PAPERS[paper]
    if size in PIECES:
        return Pieces(page, *PIECES[size])
    across = int((page.width - 2 * LEAST_MARGIN) // WALLET.width)
    down = int((page.height - 2 * LEAST_MARGIN) // WALLET.height)
    return Pieces(page, across, down, WALLET)


INSETS = {CardSize.WALLET: 5.0, CardSize.A7: 6.0, CardSize.A6: 7.0}
"""Margin of the text from the cut, in millimetres."""
GAP = 4.0
NAME_SIZES = {
    CardSize.WALLET: {13.0: 1, 11.0: 2, 9.0: 2, 7.5: 3},
    CardSize.A7: {18.0: 2, 15.0: 2, 12.0: 3, 9.0: 4},
    CardSize.A6: {24.0: 2, 20.0: 2, 16.0: 3, 12.0: 4},
}
CODE_SIDES = {CardSize.WALLET: 33.0, CardSize.A7: 44.0, CardSize.A6: 60.0}
KEY_PIECE = 8
"""Letters per group in a printed key, for typing."""


class CodeTooDenseError(Exception):
    """The address is too long for a code that phones can read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCard:
    """The content of every card: its code opens *address*.

    With a *key* the address ends with it, and the card's holder can join the group.
    """

    group: str | None
    address: str
    key: str = ""
    paper: Paper = Paper.A4
    size: CardSize = CardSize.WALLET


class CardPages(Stationery):
    """Writes pages of cards; inherits the rest from sheets."""

    def cards(self, card: PrintedCard, *, language: str) -> PrintJob:
        """Return a page full of one *card*.

        :raises CodeTooDenseError: the address is too long.
        """
        code = code_for((card.address,))
        if code is None:
            raise CodeTooDenseError
        layout = cards_on(card.paper, card.size)
        inset, side = INSETS[card.size], CODE_SIDES[card.size]
        # Text is beside the code, or above it on the tallest card.
        width = layout.size.width - 2 * inset
        if card.size is not CardSize.A6:
            width -= side + GAP
        sizes = NAME_SIZES[card.size]
        html = self._render(
            "sheets/cards.html",
            language,
            card=card,
            code=code,
            layout=layout,
            marks=layout.marks(MARK / 2),
            inset=inset,
            side=side,
            width=width,
            name_size=size_for(card.group or "Scorepad", width_mm=width, sizes=sizes),
            plain=card.address.partition("#")[0],
            key_pieces=[
                card.key[at : at + KEY_PIECE]
                for at in range(0, len(card.key), KEY_PIECE)
            ],
        )
        return PrintJob(html=html)


LEAFLET_PAPERS = (Paper.A4, Paper.LETTER)

INSET = 8.5
"""Millimetres from the edge or the fold to the text."""

SIZES = {"en": 7.9, "de": 7.5, "ko": 8.1, "zh-Hant": 8.6}
"""Font size in points; languages with short words have space for larger ones."""
LARGEST = 8.7


class LeafletPages(Stationery):
    """Writes the leaflet; inherits the rest from sheets."""

    def leaflet(self, paper: Paper, *, language: str) -> PrintJob:
        """Return two pages of two panels: outside the last and the first, inside two.

        The *paper* is in landscape; folded in the middle, the first panel is on top.
        """
        tag = language_of(language).tag
        page = PAPERS[paper].turned
        html = self._render(
            "sheets/leaflet.html",
            tag,
            page=page,
            half=pieces_of(page, 2).size,
            inset=INSET,
            points=SIZES.get(tag, LARGEST),
            **values_of_the_rules(tag),
        )
        return PrintJob(html=html)
