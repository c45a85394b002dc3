"""Texts and drawing of a blank sheet."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorepad.games.wizard.tricks import FOUR_SUITS
from scorepad.i18n.languages import msgid, translations
from scorepad.i18n.terms import trump_name
from scorepad.pdf.blank.columns import Blank, BlankLine, ColumnKind, ruling_of
from scorepad.pdf.blank.layout import (
    GAP,
    REMARK_LINE,
    BlankLayout,
    Words,
    blank_layout,
)
from scorepad.pdf.paper import MM_PER_POINT, SUITS_OF, Pen, Stroke, cut_marks, path_of
from scorepad.pdf.text_metrics import ems

FIVE = 5
"""Every so many rounds a line is stronger, for orientation."""

DOT = 1.9
"""Distance of a dealer's dot from the corner of its box."""


class BlankGrid:
    """The lines of one page, by its layout and rounds."""

    def __init__(self, layout: BlankLayout, lines: Sequence[BlankLine]) -> None:
        self._layout = layout
        self._lines = lines
        self._margin = layout.room.margin
        self._right = self._x(layout.room.width)
        self._bottom = self._y(len(lines))
        self._ends = lines[-1].number == layout.parts[-1].stop
        self._players = layout.players

    def boxes(self) -> Iterator[tuple[float, ...]]:
        """Yield the boxes of the bids: left, top, width and height."""
        width = round(min(max(self._players[0].width * 0.36, 4.6), 10), 3)
        height = round(min(self._layout.row * 0.56, 7), 3)
        for row, line in enumerate(self._lines):
            for column in self._players[: line.seats]:
                right = self._x(column.right)
                yield round(right - width, 3), self._y(row), width, height

    def dealers(self, blank: Blank) -> Iterator[tuple[float, float]]:
        """Yield the centres of the dealers' dots.

        The first column deals first. On a staircase the number of players is unknown,
        so every box has an empty dot to fill in.
        """
        for row, line in enumerate(self._lines if blank.dealer else ()):
            columns = self._players[: line.seats]
            if blank.players is not None:
                columns = (columns[(line.number - 1) % line.seats],)
            for column in columns:
                x, y = self._x(column.left) + DOT, self._y(row) + DOT
                yield round(x, 3), round(y, 3)

    def strokes(self) -> Iterator[Stroke]:
        """Yield every line of the grid."""
        yield from self._across()
        yield from self._down()
        if self._layout.total and self._ends:
            bottom = round(self._bottom + self._layout.total, 3)
            yield self._level(Pen.HEAVY, len(self._lines), self._right)
            yield Stroke(Pen.HEAVY, self._x(0), bottom, self._right, bottom)
            for left in (
                *(each.left for each in self._players),
                self._layout.room.width,
            ):
                yield self._upright(Pen.HAIR, left, self._bottom, bottom)
        top = self._bottom + self._layout.total + GAP
        for line in range(1, self._layout.remark_lines * self._ends + 1):
            y = round(top + line * REMARK_LINE, 3)
            yield Stroke(Pen.BOX, self._x(0), y, self._right, y)

    def _x(self, left: float) -> float:
        return round(self._margin + left, 3)

    def _y(self, row: float) -> float:
        layout = self._layout
        return round(self._margin + layout.top + row * layout.row, 3)

    def _across(self) -> Iterator[Stroke]:
        yield self._level(Pen.HEAVY, 0, self._right)
        for row, line in enumerate(self._lines, start=1):
            last = row == len(self._lines)
            step = last or self._lines[row].seats < line.seats
            fifth = line.number % FIVE == 0
            pen = Pen.HEAVY if step else Pen.FIFTH if fifth else Pen.HAIR
            yield self._level(pen, row, self._x(self._players[line.seats - 1].right))

    def _level(self, pen: Pen, row: float, right: float) -> Stroke:
        return Stroke(pen, self._x(0), self._y(row), right, self._y(row))

    def _down(self) -> Iterator[Stroke]:
        top = round(self._margin + self._layout.head, 3)
        for column in self._layout.columns[1:]:
            is_player = column.kind is ColumnKind.PLAYER
            seat = column.of if is_player else None
            # A column ends with the last round of its seat.
            rows = sum(seat is None or line.seats > seat for line in self._lines)
            from_ = top if is_player else self._y(0)
            yield self._upright(Pen.HAIR, column.left, from_, self._y(rows))
        # The right edge follows the steps.
        seats = self._lines[0].seats
        yield self._upright(Pen.HAIR, self._layout.room.width, top, self._y(0))
        start = 0
        for row, line in enumerate((*self._lines, None)):
            if line is None or line.seats < seats:
                edge = self._players[seats - 1].right
                pen = Pen.HEAVY if seats < self._lines[0].seats else Pen.HAIR
                yield self._upright(pen, edge, self._y(start), self._y(row))
                seats, start = (line.seats if line else seats), row

    def _upright(self, pen: Pen, left: float, top: float, bottom: float) -> Stroke:
        return Stroke(pen, self._x(left), top, self._x(left), bottom)


SCORING = msgid(
    "Bid met: 20 points, and 10 more for each trick."
    " Missed: −10 for each trick too many or too few."
)
RIGHTS = msgid("This score pad may be reproduced.")
SMALLER = 0.68
"""Text that would have to be smaller is dropped."""

BOMB = msgid("Bomb: tricks that nobody takes.")
CLOUD = msgid("Cloud: whose bid changed, and by +1 or −1.")

CODE = msgid("The code opens a page to type this sheet in.")


def layout_in(blank: Blank, language: str) -> BlankLayout:
    """Return the layout of a blank sheet in a *language*."""
    return blank_layout(blank, _words(blank, language))


def page_values(blank: Blank, language: str) -> dict[str, Any]:
    """Return the values for the template of blank sheets."""
    words = _words(blank, language)
    layout = blank_layout(blank, words)
    ruling = ruling_of(blank)
    return {
        "blank": blank,
        "ruling": ruling,
        "layout": layout,
        "room": layout.room,
        "words": words,
        "suits": FOUR_SUITS,
        "deck": blank.deck,
        "suit_shapes": SUITS_OF[blank.deck],
        "size_within": _size_within,
        "copies": layout.pages(blank.copies) // len(layout.parts),
        "parts": [_part(blank, layout, ruling.lines[part]) for part in layout.parts],
        "cuts": path_of(cut_marks(layout.page, layout.per_page), Pen.HAIR),
    }


def _part(
    blank: Blank, layout: BlankLayout, lines: tuple[BlankLine, ...]
) -> dict[str, Any]:
    grid = BlankGrid(layout, lines)
    strokes = tuple(grid.strokes())
    return {
        "lines": lines,
        "is_first": lines[0].number == 1,
        "is_last": lines[-1].number == layout.parts[-1].stop,
        "paths": {pen: path_of(strokes, pen) for pen in Pen},
        "boxes": tuple(grid.boxes()),
        "dealers": tuple(grid.dealers(blank)),
    }


def _size_within(width: float, largest: float, *lines: str) -> float:
    """Return the size in points at which *lines* fit in a width; 0 if too small."""
    widest = max(map(ems, lines)) * MM_PER_POINT
    size = min(largest, width / widest)
    return round(size, 1) if size >= largest * SMALLER else 0.0


def _words(blank: Blank, language: str) -> Words:
    say = translations(language).gettext
    extras = [BOMB] * blank.bomb + [CLOUD] * blank.cloud
    rights = say(RIGHTS)
    return Words(
        suits=tuple(trump_name(suit, language, blank.deck) for suit in FOUR_SUITS),
        reminder=(
            *([" ".join(map(say, extras))] if extras else ()),
            f"{say(SCORING)} {rights}",
        ),
        rights=rights,
        code=say(CODE),
    )
