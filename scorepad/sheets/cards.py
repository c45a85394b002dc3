"""Cards with a code for the table: to open a season, or with the key of its group."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from scorepad.pdf.jobs import PrintJob
from scorepad.sheets.drawings import LENGTH, REACH, Code, Pen, Stroke, code_for, path_of
from scorepad.sheets.html import Stationery
from scorepad.sheets.lettering import size_for
from scorepad.sheets.paper import PAPERS, Paper, Size

LEAST_MARGIN = 4.0


class CardSize(StrEnum):
    """How large a card is."""

    WALLET = "wallet"
    A7 = "a7"
    A6 = "a6"


CARDS = {
    CardSize.WALLET: Size(85.6, 54.0),
    CardSize.A7: Size(105.0, 74.0),
    CardSize.A6: Size(105.0, 148.0),
}
"""A wallet holds what is as large as a bank card."""

PIECES = {CardSize.A7: (2, 4), CardSize.A6: (2, 2)}
"""Across and down; these take the whole page, whichever it is."""


@dataclass(frozen=True)
class CardLayout:
    """Cards of one *size* on a *paper*: all corners and sizes in millimetres."""

    paper: Paper
    size: CardSize

    @property
    def page(self) -> Size:
        """The page, upright."""
        return PAPERS[self.paper]

    @cached_property
    def grid(self) -> tuple[int, int]:
        """How many cards lie across and down."""
        if self.size in PIECES:
            return PIECES[self.size]
        room = self.page.width - 2 * LEAST_MARGIN, self.page.height - 2 * LEAST_MARGIN
        card = CARDS[self.size]
        return int(room[0] // card.width), int(room[1] // card.height)

    @cached_property
    def card(self) -> Size:
        """One card: of paper that is not quite DIN, what fits."""
        if self.size not in PIECES:
            return CARDS[self.size]
        across, down = self.grid
        return Size(self.page.width / across, self.page.height / down)

    @cached_property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The upper left corner of every card."""
        left, top = self._start
        across, down = self.grid
        return tuple(
            (round(left + x * self.card.width, 3), round(top + y * self.card.height, 3))
            for y in range(down)
            for x in range(across)
        )

    @property
    def _start(self) -> tuple[float, float]:
        across, down = self.grid
        return (
            (self.page.width - across * self.card.width) / 2,
            (self.page.height - down * self.card.height) / 2,
        )

    def marks(self) -> tuple[Stroke, ...]:
        """Where to cut: at the ends of every cut, and a cross where two meet."""
        left, top = self._start
        across, down = self.grid
        xs = [left + n * self.card.width for n in range(across + 1)]
        ys = [top + n * self.card.height for n in range(down + 1)]
        uprights = [
            x for x in xs if LEAST_MARGIN <= x <= self.page.width - LEAST_MARGIN
        ]
        levels = [y for y in ys if LEAST_MARGIN <= y <= self.page.height - LEAST_MARGIN]
        return (
            *(
                Stroke(Pen.HAIR, x, y, x, to)
                for x in uprights
                for y, to in _ends(top, self.page.height)
            ),
            *(
                Stroke(Pen.HAIR, x, y, to, y)
                for y in levels
                for x, to in _ends(left, self.page.width)
            ),
            *(cross for x in uprights for y in levels for cross in _cross(x, y)),
        )


def _ends(margin: float, length: float) -> tuple[tuple[float, float], ...]:
    """The two pieces of a cut that are drawn: in the margin, else just inside."""
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
