"""How small cards lie on a page, and where it is cut."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from scorepad.sheets.cutting import LENGTH, REACH
from scorepad.sheets.paper import PAPERS, Paper, Size
from scorepad.sheets.strokes import Pen, Stroke

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
