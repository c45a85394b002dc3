"""How a blank sheet is laid out on its paper: pure numbers, in millimetres.

Rows to write in decide everything. Where they would be lower than a hand needs,
fewer sheets go on a page; where even one has no room for them, it goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil

from scorepad.rules.wizard.game import Schedule
from scorepad.sheets.blank.columns import Column, Kind, columns_of
from scorepad.sheets.blank.foot import Foot, Words, foot_of
from scorepad.sheets.blank.ruling import Ruling, ruling_of
from scorepad.sheets.blank.wanted import Blank
from scorepad.sheets.lettering import lines_for, size_for
from scorepad.sheets.paper import PAPERS, PER_PAGE, Size, Turn, cuts, piece, slots
from scorepad.sheets.room import MM_PER_POINT, Room

ROW_LEAST = 7.0
ROW_LEAST_LARGE = 9.0
ROW_MOST = 16.0
COLUMN_LEAST = 11.0
"""Narrower than this, fewer sheets go on a page."""

REMARK_LINE = 9.0
REMARKS_LEAST, REMARKS_MOST = 2, 12
GAP = 8.0
NAME_LEADING = 1.15
NAME_POINTS = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.2)


@dataclass(frozen=True, slots=True)
class BlankLayout:
    """One blank sheet on its paper. *parts* slices its rounds into pieces of paper."""

    page: Size
    per_page: int
    room: Room
    columns: tuple[Column, ...]
    left_out: tuple[Kind, ...]
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
        """The upper left corners of the sheets on a page."""
        return slots(self.page, self.per_page)

    @property
    def cuts(self) -> tuple[float | None, float | None]:
        """Where the page is cut: x and y."""
        return cuts(self.page, self.per_page)

    @property
    def top(self) -> float:
        """Where the first row begins, from the upper edge inside the margin."""
        return self.head + self.names

    @property
    def players(self) -> tuple[Column, ...]:
        """The columns of the players."""
        return tuple(each for each in self.columns if each.kind is Kind.PLAYER)

    @property
    def fits(self) -> bool:
        """Whether a hand can write into it."""
        wide = self.players[0].width >= COLUMN_LEAST or self.per_page == 1
        return wide and self.row >= _least(self.room)

    def pages(self, copies: int) -> int:
        """Pages that so many *copies* take."""
        return ceil(copies / self.per_page) * len(self.parts)


def blank_layout(blank: Blank, words: Words) -> BlankLayout:
    """Share out the paper for one *blank* sheet; *words* are those below the rows."""
    order = _Order(blank, ruling_of(blank), words)
    for per_page in (n for n in reversed(PER_PAGE) if n <= blank.per_page):
        for page, foot in product(_pages(blank, per_page), order.feet):
            found = order.laid_out(page, per_page, foot)
            if found.fits:
                return found
    return order.over_several()


def _pages(blank: Blank, per_page: int) -> tuple[Size, ...]:
    """The ways the paper may lie, the best one first."""
    portrait = PAPERS[blank.paper]
    if blank.turn is Turn.PORTRAIT:
        return (portrait,)
    if blank.turn is Turn.LANDSCAPE:
        return (portrait.turned,)
    both = (portrait, portrait.turned)
    return both[::-1] if per_page == 2 else both  # noqa: PLR2004 - halves stand upright


@dataclass(frozen=True, slots=True)
class _Order:
    """What is to be laid out."""

    blank: Blank
    ruling: Ruling
    words: Words

    @property
    def feet(self) -> tuple[Words, ...]:
        """What may stand below the rows: in need of room nobody explains the suits."""
        if self.blank.schedule is Schedule.MAXIMUS:
            return (self.words,)
        return (self.words, replace(self.words, suits=()))

    def over_several(self) -> BlankLayout:
        """One sheet on as few pieces of paper as leave its rows high enough."""
        page = _pages(self.blank, 1)[0]
        for count in range(2, len(self.ruling.lines) + 1):
            found = self.laid_out(page, 1, self.words, count)
            if found.fits:
                return found
        return self.laid_out(page, 1, self.words)

    def laid_out(
        self, page: Size, per_page: int, foot: Words, count: int = 1
    ) -> BlankLayout:
        """One sheet on *count* pieces of paper, whether or not it *fits*."""
        blank, ruling = self.blank, self.ruling
        room = Room(piece(page, per_page), blank.large)
        columns, left_out = columns_of(blank, ruling, room)
        each = ceil(len(ruling.lines) / count)
        player = columns[-1].width
        names, name_sizes = _names_row(blank.names[: ruling.seats], player, room)
        layout = BlankLayout(
            page=page,
            per_page=per_page,
            room=room,
            columns=columns,
            left_out=left_out,
            parts=_parts(len(ruling.lines), each),
            head=room.between(8, 17),
            names=names,
            name_sizes=name_sizes,
            row=0.0,
            total=0.0,
            remark_lines=0,
            foot=foot_of(blank, ruling, columns, room, foot),
        )
        return _with_rows(layout, each, can_total=not ruling.is_stair)


def _with_rows(layout: BlankLayout, rows: int, *, can_total: bool) -> BlankLayout:
    """Share out the height: rows first, then a line for totals, then remarks."""
    room = layout.room
    left = room.height - layout.top - layout.foot.height
    total = room.between(10, 13)
    if not can_total or (left - total) / rows < _least(room):
        total = 0.0
    row = min(ROW_MOST, (left - total) / rows)
    spare = left - total - row * rows - GAP
    remarks = min(int(spare // REMARK_LINE), REMARKS_MOST)
    return replace(
        layout,
        # Rounded down, so that nothing is pushed over the margin.
        row=int(row * 100) / 100,
        total=total,
        remark_lines=remarks if remarks >= REMARKS_LEAST else 0,
    )


def _least(room: Room) -> float:
    return ROW_LEAST_LARGE if room.large else ROW_LEAST


def _parts(rounds: int, each: int) -> tuple[slice, ...]:
    return tuple(
        slice(first, min(first + each, rounds)) for first in range(0, rounds, each)
    )


def _names_row(
    names: Sequence[str], player: float, room: Room
) -> tuple[float, tuple[float, ...]]:
    """The height of the row of names, grown for the longest, and each one's size."""
    usual = room.between(10, 19)
    width = player - 2
    lines_at = {
        points: int((usual - 1.5) / _name_line(points)) for points in NAME_POINTS
    }
    sizes = tuple(size_for(name, width_mm=width, sizes=lines_at) for name in names)
    needed = [
        lines_for(name, width=width / MM_PER_POINT / size) * _name_line(size) + 1.5
        for name, size in zip(names, sizes, strict=True)
    ]
    return round(max([usual, *needed]), 2), sizes


def _name_line(points: float) -> float:
    return points * NAME_LEADING * MM_PER_POINT
