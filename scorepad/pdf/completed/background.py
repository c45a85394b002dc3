"""The drawing of a completed sheet: lines, shades, rings and suits.

One drawing is behind the text of each page. Screen readers skip it. It consists of a
few long paths: boxes around every number would take several times as long. Path units
are sixths of a millimetre, the scale of the suits.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorepad.games.wizard.models import Game
from scorepad.games.wizard.schedule import Trump
from scorepad.games.wizard.sheet import Sheet
from scorepad.i18n.languages import translations
from scorepad.i18n.terms import trump_name
from scorepad.pdf.completed.layout import NAMES, TRUMP_COLUMN, Page, SheetLayout
from scorepad.pdf.completed.record import MARKS, BidResult, Cell, Line, SheetRecord
from scorepad.pdf.paper import SUITS_OF
from scorepad.pdf.text_metrics import mm_of

KEY_SIZE = 7.5
KEY_LINE = 4.4
DRAWN = 3.6
"""Width of a drawn symbol."""
AFTER_SIGN, AFTER_SUIT = 1.4, 1.0
BETWEEN = 5.0


class Entry(NamedTuple):
    """A symbol of the key with its meaning, *left* millimetres from the line's start.

    A *trump* is drawn, as is the ring of a met bid. *width* includes the gap after it.
    """

    sign: str
    meaning: str
    width: float
    trump: Trump | None = None
    is_drawn: bool = False
    left: float = 0.0


Key = tuple[tuple[Entry, ...], ...]


def key_of(record: SheetRecord, game: Game, language: str, width: float) -> Key:
    """Return the lines of the key in *width* millimetres, with the symbols in use.

    Suits begin a new line if that needs no additional one.
    """
    marks = tuple(_of_marks(record, language))
    suits = tuple(_of_suits(record, game, language))
    together = _set((*marks, *suits), width)
    apart = *_set(marks, width), *_set(suits, width)
    return apart if len(apart) == len(together) else together


def _of_marks(record: SheetRecord, language: str) -> Iterator[Entry]:
    for mark in record.marks:
        sign, meaning = MARKS[mark]
        said, is_drawn = translations(language).gettext(meaning), mark == "met"
        room = DRAWN if is_drawn else mm_of(sign, KEY_SIZE, bold=True)
        width = _width(room + AFTER_SIGN, said)
        yield Entry(sign, said, width, is_drawn=is_drawn)


def _of_suits(record: SheetRecord, game: Game, language: str) -> Iterator[Entry]:
    for trump in record.trumps:
        sign = "–" if trump is Trump.NONE else ""
        name = trump_name(trump, language, game.deck)
        width = _width(DRAWN + (AFTER_SIGN if sign else AFTER_SUIT), name)
        yield Entry(sign, name, width, trump)


def _width(sign: float, meaning: str) -> float:
    return round(sign + mm_of(meaning, KEY_SIZE) + BETWEEN, 2)


def _set(entries: Iterable[Entry], width: float) -> Key:
    lines: list[list[Entry]] = []
    left = width
    for entry in entries:
        if left + entry.width - BETWEEN > width:
            lines.append([])
            left = 0.0
        lines[-1].append(entry._replace(left=round(left, 2)))
        left += entry.width
    return tuple(map(tuple, lines))


PER_MM = 6
INK = "#000"
SHADE = "#fdf6e3"
GOLD = "#f3d583"

SUIT = 24 / PER_MM
MEDAL = 3.0
"""Radius of a medal."""
MEDALS = 3
"""How many ranks have a medal."""
SUM_MIDDLE = 6.5
"""Distance of the final totals from the grid."""
LINE_END = 13.6
"""Distance from the grid of the line sample that refers to the chart."""
TWO_DIGITS = 10
HAIR, FINE, STRONG, HEAVY = 0.06, 0.1, 0.39, 0.5
"""Line widths in millimetres, as everything except the paths themselves."""


class Path(NamedTuple):
    """A path of the drawing, filled, stroked (*width* in units) or both."""

    d: str
    fill: str = "none"
    stroke: str | None = None
    width: float = 0.0


class Background(NamedTuple):
    """The drawings behind the pages of one sheet."""

    sheet: Sheet
    game: Game
    record: SheetRecord
    layout: SheetLayout
    key: Key

    def paths(self, page: Page) -> tuple[Path, ...]:
        """Return the drawing behind one *page*, from bottom to top."""
        grid, lines = self.layout.grid, self.record.lines[page.rows]
        top = page.top + NAMES
        bottom = top + grid.row * len(lines)
        rows = [(top + number * grid.row, line) for number, line in enumerate(lines)]
        sides = [grid.left(seat) for seat in range(grid.seats + 1)]
        rules = [_level(y, grid.width) for y, _line in rows[1:]]
        if lines:
            rules += [f"M{_n(x)} {_n(top)}V{_n(bottom)}" for x in sides]
        paths = [
            *self._cells(rows),
            Path("".join(rules), stroke=INK, width=FINE),
            Path(_level(top, grid.width), stroke=INK, width=STRONG),
            _ringed(self._rings(rows)),
            *self._suits(
                (line.trump, grid.before - TRUMP_COLUMN / 2, y + grid.row / 2)
                for y, line in rows
            ),
        ]
        if page.is_last:
            if lines:
                foot = _level(bottom, grid.width)
                paths.append(Path(foot, stroke=INK, width=HEAVY))
            paths += [*self._medals(bottom), *self._of_key()]
        return tuple(path for path in paths if path.d)

    def line_ends(self) -> Iterator[tuple[int, float, float]]:
        """Yield seat and position of each line sample below the final totals."""
        grid, y = self.layout.grid, self.layout.totals_top + LINE_END
        for seat in range(grid.seats):
            x = grid.before + (seat + 0.5) * grid.player
            yield seat, round(x * PER_MM, 1), round(y * PER_MM, 1)

    def _cells(self, rows: Sequence[tuple[float, Line]]) -> Iterator[Path]:
        """Yield shades of met bids, and the two inner sides of the boxes of bids."""
        grid = self.layout.grid
        width, row, box = _n(grid.player), _n(grid.row), _n(grid.bid_box)
        shades, boxes = "", ""
        for y, seat, cell in _placed(rows):
            if cell.verdict is BidResult.MET:
                shades += f"M{_n(grid.left(seat))} {_n(y)}h{width}v{row}h-{width}z"
            if cell.verdict is not BidResult.ABSENT:
                x = grid.left(seat + 1) - grid.strip
                boxes += f"M{_n(x)} {_n(y)}v{box}h{_n(grid.strip)}"
        yield Path(shades, fill=SHADE)
        yield Path(boxes, stroke=INK, width=HAIR)

    def _rings(self, rows: Sequence[tuple[float, Line]]) -> Iterator[str]:
        grid = self.layout.grid
        radius = (grid.bid_box - 1.0) / 2
        for y, seat, cell in _placed(rows):
            if cell.verdict is BidResult.MET:
                wide = cell.first_bid != cell.bid or cell.is_late_bid
                plain = not wide and (cell.bid or 0) < TWO_DIGITS
                x = grid.left(seat) + grid.player - grid.strip / 2
                straight = 0.0 if plain else max(grid.strip - 1.2 - 2 * radius, 0.0)
                yield _ring(x, y + grid.bid_box / 2, radius, straight)

    def _suits(
        self, placed: Iterable[tuple[Trump | None, float, float]]
    ) -> Iterator[Path]:
        found = list(placed)
        for trump, suit in SUITS_OF[self.game.deck].items():
            corners = [(x - SUIT / 2, y - SUIT / 2) for t, x, y in found if t is trump]
            d = "".join(f"M{_n(x)} {_n(y)}{suit.path}" for x, y in corners)
            yield Path(d, fill=suit.colour, stroke=INK, width=0.18)

    def _medals(self, bottom: float) -> Iterator[Path]:
        """Yield discs for winners, double rings for rank 2, single rings for rank 3."""
        if not self.record.has_result:
            return
        grid, y = self.layout.grid, bottom + SUM_MIDDLE
        for seat, rank in enumerate(self.sheet.ranks):
            x = grid.left(seat + 1) - grid.medal_right - MEDAL
            if rank <= MEDALS:
                fill = INK if rank == 1 and self.sheet.finished else "none"
                yield Path(_ring(x, y, MEDAL), fill=fill, stroke=INK, width=0.2)
            if rank == 2:  # noqa: PLR2004 - silver
                yield Path(_ring(x, y, MEDAL - 0.45), stroke=INK, width=0.2)

    def _of_key(self) -> Iterator[Path]:
        top = self.layout.key_top
        if top is None:
            return
        placed = [
            (entry, entry.left + DRAWN / 2, top + number * KEY_LINE + KEY_LINE / 2)
            for number, line in enumerate(self.key)
            for entry in line
        ]
        radius = DRAWN / 2 - 0.1
        yield _ringed(_ring(x, y, radius) for each, x, y in placed if each.is_drawn)
        yield from self._suits((each.trump, x, y) for each, x, y in placed)


def _placed(rows: Sequence[tuple[float, Line]]) -> Iterator[tuple[float, int, Cell]]:
    for y, line in rows:
        for seat, cell in enumerate(line.cells):
            yield y, seat, cell


def _ringed(rings: Iterable[str]) -> Path:
    return Path("".join(rings), fill=GOLD, stroke=INK, width=0.26)


def _level(y: float, width: float) -> str:
    return f"M0 {_n(y)}H{_n(width)}"


def _ring(x: float, y: float, radius: float, straight: float = 0.0) -> str:
    """Return a ring, extended by a *straight* part."""
    arc = f"a{_n(radius)} {_n(radius)} 0 0 1 0 "
    there = f"h{_n(straight)}" if straight else ""
    back = f"h{_n(-straight)}" if straight else ""
    start = f"M{_n(x - straight / 2)} {_n(y - radius)}"
    return f"{start}{there}{arc}{_n(2 * radius)}{back}{arc}{_n(-2 * radius)}z"


def _n(millimetres: float) -> str:
    return f"{millimetres * PER_MM:.4g}"
