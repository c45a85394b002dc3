"""Layout of a blank sheet: pure numbers, in millimetres.

The height of rows decides. If they would be too low for handwriting, fewer sheets share
a page; if even one has no space, it continues on another page.
"""

from collections.abc import Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

from scorepad.games.wizard.schedule import Schedule
from scorepad.pdf.blank.columns import (
    Blank,
    Column,
    ColumnKind,
    RuledSheet,
    columns_of,
    ruling_of,
)
from scorepad.pdf.paper import (
    MM_PER_POINT,
    PAPERS,
    PER_PAGE,
    Code,
    Room,
    Size,
    Turn,
    code_for,
    line_height,
    piece,
    slices_of,
    slots,
)
from scorepad.pdf.text_metrics import ems, lines_in, size_for

ICON = 6.8
"""Width of a suit's symbol with its margin."""

ABOVE = 2.5
QR_GAP = 4.0


class Words(NamedTuple):
    """The texts below the rows, in the sheet's language."""

    suits: tuple[str, ...]
    reminder: tuple[str, ...]
    rights: str
    code: str


class Foot(NamedTuple):
    """The block below the rows: *height*, font size in points, and content.

    *code_side* is the side of the QR code. *in_corner*: the code is in the free corner
    of the staircase and takes no height.
    """

    height: float
    points: float
    suit_lines: int
    texts: tuple[str, ...]
    code: Code | None
    code_side: float
    in_corner: bool

    @property
    def line(self) -> float:
        """Return the height of a line."""
        return line_height(self.points)


def foot_of(
    blank: Blank,
    ruling: RuledSheet,
    columns: Sequence[Column],
    room: Room,
    words: Words,
) -> Foot:
    """Return the layout of the block below the rows."""
    code = code_for(blank.links) if blank.links else None
    side = round(code.modules * room.between(0.4, 0.5), 2) if code else 0.0
    in_corner = code is not None and _has_corner(ruling, columns, side)
    is_beside = code is not None and not in_corner
    points = room.type(6.2, 7.5)
    width = room.width - (side + QR_GAP) * is_beside
    # Printed symbols need an explanation; for writing it is optional.
    explains = blank.reminder or blank.schedule is Schedule.MAXIMUS
    has_trump = any(column.kind is ColumnKind.TRUMP for column in columns)
    suits = _suit_lines(words.suits, width, points) * (explains and has_trump)
    texts = words.reminder if blank.reminder else (words.rights,)
    texts += (words.code,) * (code is not None)
    lines = suits + sum(
        lines_in(text, width_mm=width, points=points, bold=True) for text in texts
    )
    height = max(lines * line_height(points) + suits * 0.8, side * is_beside)
    above = round(height + ABOVE, 2) if height else 0.0
    return Foot(above, points, suits, texts, code, side, in_corner)


def _suit_lines(suits: Sequence[str], width: float, points: float) -> int:
    lines, left = min(len(suits), 1), width
    for suit in suits:
        needed = min(ems(suit) * points * MM_PER_POINT + ICON, width)
        if needed > left:
            lines, left = lines + 1, width
        left -= needed
    return lines


def _has_corner(ruling: RuledSheet, columns: Sequence[Column], side: float) -> bool:
    """Return whether the free corner of a staircase has space for code and text."""
    player = columns[-1].width
    last = ruling.lines[-1].seats
    free = player * (ruling.seats - last)
    rows = sum(line.seats == last for line in ruling.lines)
    return ruling.is_stair and free >= side + 3 and rows * 7.0 >= side + 14


ROW_LEAST = 6.8
ROW_LEAST_LARGE = 9.0
ROW_MOST = 16.0
COLUMN_LEAST = 11.0
"""Narrower columns than this need fewer sheets per page."""

REMARK_LINE = 9.0
REMARKS_LEAST, REMARKS_MOST = 2, 12
GAP = 8.0
NAME_LEADING = 1.15
NAME_POINTS = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.2)


class BlankLayout(NamedTuple):
    """A blank sheet on its paper; *parts* slices its rounds into pages."""

    page: Size
    per_page: int
    room: Room
    columns: tuple[Column, ...]
    left_out: tuple[ColumnKind, ...]
    parts: tuple[slice, ...]
    head: float
    names: float
    name_sizes: tuple[float, ...]
    row: float
    total: float
    remark_lines: int
    foot: Foot

    @property
    def slots(self) -> tuple[tuple[float, float], ...]:
        """Return the upper left corners of the sheets on a page."""
        return slots(self.page, self.per_page)

    @property
    def top(self) -> float:
        """Return the top of the first row, from the upper margin."""
        return self.head + self.names

    @property
    def players(self) -> tuple[Column, ...]:
        """Return the columns of the players."""
        return tuple(each for each in self.columns if each.kind is ColumnKind.PLAYER)

    @property
    def fits(self) -> bool:
        """Return whether there is enough space for handwriting."""
        wide = self.players[0].width >= COLUMN_LEAST or self.per_page == 1
        return wide and self.row >= _least(self.room)

    def pages(self, copies: int) -> int:
        """Return the number of pages for so many *copies*."""
        return ceil(copies / self.per_page) * len(self.parts)


def blank_layout(blank: Blank, words: Words) -> BlankLayout:
    """Return the layout of one *blank* sheet with these texts.

    As many sheets share a page as leave rows high enough; if rows or totals need it,
    the explanation of suits is dropped. A sheet continues on as few pages as possible.
    """
    ruling = ruling_of(blank)
    feet = [words]
    if blank.schedule is not Schedule.MAXIMUS:
        feet.append(words._replace(suits=()))
    for per_page in (n for n in reversed(PER_PAGE) if n <= blank.per_page):
        tried = product(_pages(blank, per_page), feet)
        laid = (_laid_out(blank, ruling, foot, page, per_page) for page, foot in tried)
        if fitting := [each for each in laid if each.fits]:
            return max(fitting, key=lambda found: found.total > 0)
    page = _pages(blank, 1)[0]
    for count in range(2, len(ruling.lines) + 1):
        found = _laid_out(blank, ruling, words, page, count=count)
        if found.fits:
            return found
    return _laid_out(blank, ruling, words, page)


def _pages(blank: Blank, per_page: int) -> tuple[Size, ...]:
    portrait = PAPERS[blank.paper]
    both = (portrait, portrait.turned)
    if blank.turn is Turn.AUTO:
        return both[::-1] if per_page == 2 else both  # noqa: PLR2004 - halves stand upright
    return (both[blank.turn is Turn.LANDSCAPE],)


def _laid_out(  # noqa: PLR0913, PLR0917 - inputs of the layout
    blank: Blank,
    ruling: RuledSheet,
    words: Words,
    page: Size,
    per_page: int = 1,
    count: int = 1,
) -> BlankLayout:
    """Return the layout of a sheet on *count* pages, whether or not it *fits*.

    Height goes to rows first, then to a line for totals, then to remarks.
    """
    room = Room(piece(page, per_page), blank.large)
    columns, left_out = columns_of(blank, ruling, room)
    rows = ceil(len(ruling.lines) / count)
    player = columns[-1].width
    names, name_sizes = _names_row(blank.names[: ruling.seats], player, room)
    head, foot = room.between(8, 17), foot_of(blank, ruling, columns, room, words)
    left = room.height - (head + names) - foot.height
    least = _least(room)
    totals = (room.between(10, 13), least)
    total = next((each for each in totals if (left - each) / rows >= least), 0.0)
    row = min(ROW_MOST, (left - total) / rows)
    spare = left - total - row * rows - GAP
    remarks = min(int(spare // REMARK_LINE), REMARKS_MOST)
    return BlankLayout(
        page=page,
        per_page=per_page,
        room=room,
        columns=columns,
        left_out=left_out,
        parts=slices_of(len(ruling.lines), rows),
        head=head,
        names=names,
        name_sizes=name_sizes,
        # Rounded down, so that nothing exceeds the margin.
        row=int(row * 100) / 100,
        total=total,
        remark_lines=remarks if remarks >= REMARKS_LEAST else 0,
        foot=foot,
    )


def _least(room: Room) -> float:
    return ROW_LEAST_LARGE if room.large else ROW_LEAST


def _names_row(
    names: Sequence[str], player: float, room: Room
) -> tuple[float, tuple[float, ...]]:
    """Return the height of the row of names, enough for the longest, and the sizes."""
    usual, width = room.between(10, 19), player - 2
    leading = NAME_LEADING * MM_PER_POINT
    lines_at = {
        points: int((usual - 1.5) / (points * leading)) for points in NAME_POINTS
    }
    sizes = tuple(size_for(name, width_mm=width, sizes=lines_at) for name in names)
    needed = [
        lines_in(name, width_mm=width, points=size, bold=True) * size * leading + 1.5
        for name, size in zip(names, sizes, strict=True)
    ]
    return round(max([usual, *needed]), 2), sizes
