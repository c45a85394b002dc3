"""Layout of a blank sheet in millimetres: the height of rows decides what fits."""

from collections.abc import Sequence
from functools import partial
from itertools import product
from math import ceil
from typing import Any

from scorepad.games.wizard.schedule import Schedule
from scorepad.games.wizard.scoring import Scoring
from scorepad.games.wizard.tricks import FOUR_SUITS
from scorepad.i18n.languages import msgid, translations
from scorepad.i18n.rules import how_it_scores
from scorepad.i18n.terms import trump_name
from scorepad.pdf import paper
from scorepad.pdf.blank import Blank, Column, RuledSheet, columns_of
from scorepad.pdf.paper import Room, Size
from scorepad.pdf.text_metrics import ems, lines_in, lines_of, size_for

ABOVE = 2.5
QR_GAP = 4.0
SMALLER = 0.68  # text that would have to be smaller is dropped
RIGHTS = msgid("This score pad may be reproduced.")
BOMB = msgid("Bomb: tricks without a winner.")
CLOUD = msgid("Cloud: whose bid changed, and by +1 or −1.")
CODE = msgid("The code opens a page to type this sheet in.")
CODE_OF_TABLE = msgid("The code opens the game of this table, to type this sheet in.")


class Foot:
    """The block below the rows: suits if possible, texts, and a code.

    *points* is its font size; the last of the *texts* is about the code.
    """

    def __init__(
        self,
        blank: Blank,
        columns: Sequence[Column],
        room: Room,
        language: str,
        *,
        suits: bool,
    ) -> None:
        self.code = code = paper.code_for(blank.links) if blank.links else None
        side = round(code.modules * room.between(0.4, 0.5), 2) if code else 0.0
        self.code_side = side
        self.points = points = room.type(6.2, 7.5)
        width = room.width - (side + QR_GAP) * bool(code)
        # Printed symbols need an explanation; for writing it is optional.
        explains = (blank.reminder and suits) or blank.schedule is Schedule.MAXIMUS
        self.has_suits = explains and any(each.kind == "trump" for each in columns)
        suits_shown = FOUR_SUITS * self.has_suits
        names = [trump_name(suit, language, blank.deck) for suit in suits_shown]
        say = translations(language).gettext
        self.texts = [say(RIGHTS)]
        if blank.reminder:
            extras = [BOMB] * blank.bomb + [CLOUD] * blank.cloud
            about = f"{how_it_scores(Scoring.CLASSIC, language)} {say(RIGHTS)}"
            self.texts = [*filter(None, [" ".join(map(say, extras))]), about]
        if code:
            self.texts.append(say(CODE if blank.table is None else CODE_OF_TABLE))
        in_names = lines_of(names, width_mm=width, points=points)
        count = partial(lines_in, width_mm=width, points=points, bold=True)
        lines = in_names + sum(map(count, self.texts))
        line = points * paper.LEADING * paper.MM_PER_POINT
        height = max(lines * line + in_names * 0.8, side)
        self.height = round(height + ABOVE, 2) if height else 0.0


ROW_MOST = 16.0
COLUMN_LEAST = 11.0  # narrower columns than this need fewer sheets per page
REMARK_LINE = 9.0
REMARKS_LEAST, REMARKS_MOST = 2, 12
GAP = 8.0
NAME_LEADING = 1.15 * paper.MM_PER_POINT
NAME_POINTS = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.2)


class BlankLayout:
    """A blank sheet on its paper; *parts* slices its rounds into *count* pages.

    Height goes to rows first, then to a line for totals, then to remarks.
    """

    def __init__(  # noqa: PLR0913 - inputs of the layout
        self,
        blank: Blank,
        ruling: RuledSheet,
        language: str,
        page: Size,
        per_page: int = 1,
        *,
        count: int = 1,
        suits: bool = True,
    ) -> None:
        self.page, self.per_page = page, per_page
        halves = (2, 1) if page.width > page.height else (1, 2)
        across, down = {1: (1, 1), 2: halves, 4: (2, 2)}[per_page]
        self.pieces = paper.Pieces(page, across, down)
        self.room = room = Room(self.pieces.size, large=blank.large)
        self.columns, self.left_out = columns_of(blank, ruling, room)
        self.players = [each for each in self.columns if each.kind == "player"]
        rows = ceil(len(ruling.lines) / count)
        self.parts = paper.slices_of(len(ruling.lines), rows)
        self.head = room.between(8, 17)
        self.names, self.name_sizes = self._names_row(blank.names[: ruling.seats])
        self.top = self.head + self.names  # of the first row, from the upper margin
        self.foot = Foot(blank, self.columns, room, language, suits=suits)
        left = room.height - self.top - self.foot.height
        least = room.least_row
        totals = (room.between(10, 13), least - 0.2)  # A6 lacks a little for four
        enough = (each for each in totals if (left - each) / rows >= least)
        self.total = next(enough, 0.0)
        row = min(ROW_MOST, (left - self.total) / rows)
        spare = left - self.total - row * rows - GAP
        remarks = min(int(spare // REMARK_LINE), REMARKS_MOST)
        self.remark_lines = remarks if remarks >= REMARKS_LEAST else 0
        # Rounded down, so that nothing exceeds the margin.
        self.row = int(row * 100) / 100
        width = min(max(self.players[0].width * 0.36, 4.6), 10)
        self.bid_box = Size(round(width, 3), round(min(self.row * 0.56, 7), 3))
        # Whether there is enough space for handwriting.
        is_wide = self.players[0].width >= COLUMN_LEAST or per_page == 1
        self.fits = is_wide and self.row >= least

    def pages(self, copies: int) -> int:
        """Return the number of pages for so many *copies*."""
        return ceil(copies / self.per_page) * len(self.parts)

    def _names_row(self, names: Sequence[str]) -> tuple[float, list[float]]:
        """Return the height of the row of *names*, and the points of each."""
        usual, width = self.room.between(10, 19), self.players[0].width - 2
        most = {n: int((usual - 1.5) / (n * NAME_LEADING)) for n in NAME_POINTS}
        sizes = [size_for(name, width_mm=width, sizes=most) for name in names]
        needed = [usual]
        for name, size in zip(names, sizes, strict=True):
            lines = lines_in(name, width_mm=width, points=size, bold=True)
            needed.append(lines * size * NAME_LEADING + 1.5)
        return round(max(needed), 2), sizes


def layout_in(blank: Blank, language: str) -> BlankLayout:
    """Return the layout of a blank sheet in a *language*.

    As many sheets share a page as leave rows high enough; if need be, the explanation
    of suits is dropped. A sheet continues on as few pages as possible.
    """
    ruling = RuledSheet(blank)
    lay_out = partial(BlankLayout, blank, ruling, language)
    for per_page in (n for n in reversed(paper.PER_PAGE) if n <= blank.per_page):
        tried = product(_pages(blank, per_page), (True, False))
        laid = (lay_out(page, per_page, suits=suits) for page, suits in tried)
        if fitting := [each for each in laid if each.fits]:
            return max(fitting, key=lambda found: found.total > 0)
    page = _pages(blank, 1)[0]
    counts = range(2, len(ruling.lines) + 1)
    continued = (lay_out(page, count=count) for count in counts)
    return next((each for each in continued if each.fits), lay_out(page))


def _pages(blank: Blank, per_page: int) -> tuple[Size, ...]:
    portrait = paper.PAPERS[blank.paper]
    both = (portrait, portrait.turned)
    if blank.turn is paper.Turn.AUTO:
        return both[::-1] if per_page == 2 else both  # noqa: PLR2004 - halves stand upright
    return (both[blank.turn is paper.Turn.LANDSCAPE],)


def page_values(blank: Blank, language: str) -> dict[str, Any]:
    """Return the values for the template of blank sheets."""
    layout = layout_in(blank, language)

    def size_within(width: float, largest: float, *lines: str) -> float:
        """Return the size in points at which *lines* fit in a width; 0 if too small."""
        size = min(largest, width / (max(map(ems, lines)) * paper.MM_PER_POINT))
        return round(size, 1) if size >= largest * SMALLER else 0.0

    return {
        "blank": blank,
        "ruling": RuledSheet(blank),
        "layout": layout,
        "room": layout.room,
        "deck": blank.deck,
        "size_within": size_within,
        "copies": ceil(blank.copies / layout.per_page),
        "cuts": layout.pieces.marks(paper.MARK),
        "remark_gap": GAP,
        "remark_line": REMARK_LINE,
    }
