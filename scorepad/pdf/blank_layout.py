"""Layout of a blank sheet in millimetres: the height of rows decides what fits."""

from collections.abc import Sequence
from functools import partial
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from scorepad.games.wizard.schedule import Schedule
from scorepad.games.wizard.scoring import Scoring
from scorepad.games.wizard.tricks import FOUR_SUITS
from scorepad.i18n.languages import msgid, translations
from scorepad.i18n.rules import how_it_scores
from scorepad.i18n.terms import trump_name
from scorepad.pdf import paper
from scorepad.pdf.blank import (
    Blank,
    Column,
    ColumnKind,
    RuledSheet,
    columns_of,
    ruling_of,
)
from scorepad.pdf.paper import Room, Size
from scorepad.pdf.text_metrics import ems, lines_in, lines_of, size_for

ABOVE = 2.5
QR_GAP = 4.0


class Foot(NamedTuple):
    """The block below the rows, with its font size; the last text is about the code."""

    height: float
    points: float
    has_suits: bool
    texts: tuple[str, ...]
    code: paper.Code | None
    code_side: float


def foot_of(
    blank: Blank, columns: Sequence[Column], room: Room, language: str, *, suits: bool
) -> Foot:
    """Return the layout of the block below the rows, with *suits* if possible."""
    code = paper.code_for(blank.links) if blank.links else None
    side = round(code.modules * room.between(0.4, 0.5), 2) if code else 0.0
    points = room.type(6.2, 7.5)
    width = room.width - (side + QR_GAP) * bool(code)
    # Printed symbols need an explanation; for writing it is optional.
    explains = (blank.reminder and suits) or blank.schedule is Schedule.MAXIMUS
    has_suits = explains and any(each.kind is ColumnKind.TRUMP for each in columns)
    names = [trump_name(suit, language, blank.deck) for suit in FOUR_SUITS * has_suits]
    texts = _texts(blank, language, has_code=bool(code))
    in_names = lines_of(names, width_mm=width, points=points)
    lines = in_names + sum(
        lines_in(text, width_mm=width, points=points, bold=True) for text in texts
    )
    height = max(
        lines * points * paper.LEADING * paper.MM_PER_POINT + in_names * 0.8, side
    )
    above = round(height + ABOVE, 2) if height else 0.0
    return Foot(above, points, has_suits, texts, code, side)


ROW_MOST = 16.0
COLUMN_LEAST = 11.0  # narrower columns than this need fewer sheets per page
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
    def pieces(self) -> paper.Pieces:
        """Return the pieces of a page, one for each sheet."""
        return paper.pieces_of(self.page, self.per_page)

    @property
    def bid_box(self) -> Size:
        """Return the size of the boxes for bids."""
        width = min(max(self.players[0].width * 0.36, 4.6), 10)
        return Size(round(width, 3), round(min(self.row * 0.56, 7), 3))

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
        return wide and self.row >= self.room.least_row

    def pages(self, copies: int) -> int:
        """Return the number of pages for so many *copies*."""
        return ceil(copies / self.per_page) * len(self.parts)


def layout_in(blank: Blank, language: str) -> BlankLayout:
    """Return the layout of a blank sheet in a *language*.

    As many sheets share a page as leave rows high enough; if need be, the explanation
    of suits is dropped. A sheet continues on as few pages as possible.
    """
    ruling = ruling_of(blank)
    lay_out = partial(_laid_out, blank, ruling, language)
    for per_page in (n for n in reversed(paper.PER_PAGE) if n <= blank.per_page):
        tried = product(_pages(blank, per_page), (True, False))
        laid = (lay_out(page, per_page, suits=suits) for page, suits in tried)
        if fitting := [each for each in laid if each.fits]:
            return max(fitting, key=lambda found: found.total > 0)
    page = _pages(blank, 1)[0]
    for count in range(2, len(ruling.lines) + 1):
        found = lay_out(page, count=count)
        if found.fits:
            return found
    return lay_out(page)


def _pages(blank: Blank, per_page: int) -> tuple[Size, ...]:
    portrait = paper.PAPERS[blank.paper]
    both = (portrait, portrait.turned)
    if blank.turn is paper.Turn.AUTO:
        return both[::-1] if per_page == 2 else both  # noqa: PLR2004 - halves stand upright
    return (both[blank.turn is paper.Turn.LANDSCAPE],)


def _laid_out(  # noqa: PLR0913 - inputs of the layout
    blank: Blank,
    ruling: RuledSheet,
    language: str,
    page: Size,
    per_page: int = 1,
    *,
    count: int = 1,
    suits: bool = True,
) -> BlankLayout:
    """Height goes to rows first, then to a line for totals, then to remarks."""
    room = Room(paper.pieces_of(page, per_page).size, blank.large)
    columns, left_out = columns_of(blank, ruling, room)
    rows = ceil(len(ruling.lines) / count)
    player = columns[-1].width
    names, name_sizes = _names_row(blank.names[: ruling.seats], player, room)
    head = room.between(8, 17)
    foot = foot_of(blank, columns, room, language, suits=suits)
    left = room.height - (head + names) - foot.height
    least = room.least_row
    totals = (room.between(10, 13), least - 0.2)  # A6 lacks a little for four
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
        parts=paper.slices_of(len(ruling.lines), rows),
        head=head,
        names=names,
        name_sizes=name_sizes,
        # Rounded down, so that nothing exceeds the margin.
        row=int(row * 100) / 100,
        total=total,
        remark_lines=remarks if remarks >= REMARKS_LEAST else 0,
        foot=foot,
    )


def _names_row(
    names: Sequence[str], player: float, room: Room
) -> tuple[float, tuple[float, ...]]:
    usual, width = room.between(10, 19), player - 2
    leading = NAME_LEADING * paper.MM_PER_POINT
    lines_at = {size: int((usual - 1.5) / (size * leading)) for size in NAME_POINTS}
    sizes = tuple(size_for(name, width_mm=width, sizes=lines_at) for name in names)
    needed = [
        lines_in(name, width_mm=width, points=size, bold=True) * size * leading + 1.5
        for name, size in zip(names, sizes, strict=True)
    ]
    return round(max([usual, *needed]), 2), sizes


RIGHTS = msgid("This score pad may be reproduced.")
SMALLER = 0.68  # text that would have to be smaller is dropped
BOMB = msgid("Bomb: tricks that nobody takes.")
CLOUD = msgid("Cloud: whose bid changed, and by +1 or −1.")
CODE = msgid("The code opens a page to type this sheet in.")
CODE_OF_TABLE = msgid("The code opens the game of this table, to type this sheet in.")


def page_values(blank: Blank, language: str) -> dict[str, Any]:
    """Return the values for the template of blank sheets."""
    layout = layout_in(blank, language)
    return {
        "blank": blank,
        "ruling": ruling_of(blank),
        "layout": layout,
        "room": layout.room,
        "deck": blank.deck,
        "size_within": _size_within,
        "copies": ceil(blank.copies / layout.per_page),
        "cuts": layout.pieces.marks(paper.MARK),
        "remark_gap": GAP,
        "remark_line": REMARK_LINE,
    }


def _size_within(width: float, largest: float, *lines: str) -> float:
    """Return the size in points at which *lines* fit in a width; 0 if too small."""
    widest = max(map(ems, lines)) * paper.MM_PER_POINT
    size = min(largest, width / widest)
    return round(size, 1) if size >= largest * SMALLER else 0.0


def _texts(blank: Blank, language: str, *, has_code: bool) -> tuple[str, ...]:
    say = translations(language).gettext
    texts = [say(RIGHTS)]
    if blank.reminder:
        extras = [BOMB] * blank.bomb + [CLOUD] * blank.cloud
        about = f"{how_it_scores(Scoring.CLASSIC, language)} {texts[0]}"
        texts = [*filter(None, [" ".join(map(say, extras))]), about]
    code = say(CODE if blank.table is None else CODE_OF_TABLE)
    return (*texts, code) if has_code else tuple(texts)
