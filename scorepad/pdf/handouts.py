"""Cards with a QR code to open or join a group, and a folded leaflet of the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scorepad.i18n.languages import language_of
from scorepad.i18n.rulebook import values_of_the_rules
from scorepad.pdf.html import Stationery
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.paper import (
    LENGTH,
    PAPERS,
    REACH,
    Paper,
    Pen,
    Size,
    Stroke,
    code_for,
    path_of,
    piece,
)
from scorepad.pdf.text_metrics import size_for

LEAST_MARGIN = 4.0


class CardSize(StrEnum):
    """The size of a card."""

    WALLET = "wallet"
    A7 = "a7"
    A6 = "a6"


WALLET = Size(85.6, 54.0)
"""The size of a bank card."""

PIECES = {CardSize.A7: (2, 4), CardSize.A6: (2, 2)}
"""Columns and rows; these cards fill the page."""


class CardLayout:
    """Cards of one *size* on a *paper*, in millimetres.

    The *page* is upright; *grid* has the numbers of columns and rows; *card* is the
    actual size, which depends on the page; *corners* are the upper left ones.
    """

    def __init__(self, paper: Paper, size: CardSize) -> None:
        page = PAPERS[paper]
        across, down = self.grid = PIECES.get(size) or (
            int((page.width - 2 * LEAST_MARGIN) // WALLET.width),
            int((page.height - 2 * LEAST_MARGIN) // WALLET.height),
        )
        card = Size(page.width / across, page.height / down)
        if size not in PIECES:
            card = WALLET
        left = (page.width - across * card.width) / 2
        top = (page.height - down * card.height) / 2
        self._xs = [left + n * card.width for n in range(across + 1)]
        self._ys = [top + n * card.height for n in range(down + 1)]
        self.paper, self.size, self.page, self.card = paper, size, page, card
        self.corners = tuple(
            (round(x, 3), round(y, 3)) for y in self._ys[:-1] for x in self._xs[:-1]
        )

    def marks(self) -> tuple[Stroke, ...]:
        """Return the cut marks at the ends of every cut, and crosses where two meet."""
        width, height = self.page.width, self.page.height
        xs = [x for x in self._xs if LEAST_MARGIN <= x <= width - LEAST_MARGIN]
        ys = [y for y in self._ys if LEAST_MARGIN <= y <= height - LEAST_MARGIN]
        tops, lefts = _ends(self._ys[0], height), _ends(self._xs[0], width)
        crosses = (cross for x in xs for y in ys for cross in _cross(x, y))
        return (
            *(Stroke(Pen.HAIR, x, y, x, to) for x in xs for y, to in tops),
            *(Stroke(Pen.HAIR, x, y, to, y) for y in ys for x, to in lefts),
            *crosses,
        )


def _ends(margin: float, length: float) -> tuple[tuple[float, float], ...]:
    start = margin - LENGTH if margin >= REACH + LENGTH else min(margin, REACH)
    start = REACH if margin == 0 else max(start, LEAST_MARGIN)
    stop = start + LENGTH if margin == 0 else margin
    return (start, stop), (length - stop, length - start)


def _cross(x: float, y: float) -> Iterator[Stroke]:
    half = LENGTH / 4
    yield Stroke(Pen.HAIR, x - half, y, x + half, y)
    yield Stroke(Pen.HAIR, x, y - half, x, y + half)


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
        layout = CardLayout(card.paper, card.size)
        inset, side = INSETS[card.size], CODE_SIDES[card.size]
        # Text is beside the code, or above it on the tallest card.
        width = layout.card.width - 2 * inset
        if card.size is not CardSize.A6:
            width -= side + GAP
        sizes = NAME_SIZES[card.size]
        html = self._render(
            "sheets/cards.html",
            language,
            card=card,
            code=code,
            layout=layout,
            marks=path_of(layout.marks(), Pen.HAIR),
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
            half=piece(page, 2),
            inset=INSET,
            points=SIZES.get(tag, LARGEST),
            **values_of_the_rules(tag),
        )
        return PrintJob(html=html)
