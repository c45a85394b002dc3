"""Cards with a code for the table: to open a season, or with the key of its group."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scorepad.pdf.drawings import LENGTH, REACH, Pen, Stroke, code_for, path_of
from scorepad.pdf.html import Stationery
from scorepad.pdf.jobs import PrintJob
from scorepad.pdf.paper import PAPERS, Paper, Size
from scorepad.pdf.text_metrics import size_for

LEAST_MARGIN = 4.0


class CardSize(StrEnum):
    """How large a card is."""

    WALLET = "wallet"
    A7 = "a7"
    A6 = "a6"


WALLET = Size(85.6, 54.0)
"""A wallet holds what is as large as a bank card."""

PIECES = {CardSize.A7: (2, 4), CardSize.A6: (2, 2)}
"""Across and down; these take the whole page, whichever it is."""


class CardLayout:
    """Cards of one *size* on a *paper*: all corners and sizes in millimetres.

    The *page* is upright, its *grid* is how many cards lie across and down; a *card* is
    what fits of paper that is not quite DIN; *corners* are the upper left ones.
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
        """Where to cut: at the ends of every cut, and a cross where two meet."""
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
class PrintedCard:
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

    def cards(self, card: PrintedCard, *, language: str) -> PrintJob:
        """A page full of the same *card*.

        :raises CodeTooDenseError: the address is too long.
        """
        code = code_for((card.address,))
        if code is None:
            raise CodeTooDenseError
        layout = CardLayout(card.paper, card.size)
        inset, side = INSETS[card.size], CODE_SIDES[card.size]
        # Words stand beside the code, or on the tallest card above it.
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
