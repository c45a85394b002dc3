"""What is drawn on a completed sheet and not written: rules, shades, rings, suits.

One drawing lies behind the text of each page. It is decoration to whoever has the sheet
read aloud, and a few long paths to whoever prints it: boxes around every number would
take several times as long. Coordinates are sixths of a millimetre, in which a suit is
drawn as it comes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorepad.rules.wizard.game import Trump
from scorepad.sheets.completed.layout import (
    NAMES,
    TRUMP_COLUMN,
    Grid,
    Page,
    SheetLayout,
)
from scorepad.sheets.completed.record import Cell, Line, Mark, Record, Verdict
from scorepad.sheets.drawings import SUITS, SUITS_OF, Suit
from scorepad.sheets.lettering import mm_of
from scorepad.words.terms import trump_name
from scorepad.words.translations import msgid, translations

KEY_SIZE = 7.5
KEY_LINE = 4.4
DRAWN = 3.6
"""Width of a sign that is drawn and not written."""
AFTER_SIGN, AFTER_SUIT = 1.4, 1.0
BETWEEN = 5.0

SIGNS: dict[Mark, str] = {
    Mark.MET: "2",
    Mark.MISSED: "2 ×1",
    Mark.UNKNOWN: "?",
    Mark.DEALER: "•",
    Mark.BID_CHANGED: "2→3",
    Mark.LATE_BID: "2°",
    Mark.BIDS_EVEN: "=",
    Mark.TRICKS_SUM: "≠",
    Mark.TOTAL_MISMATCH: "Σ",
    Mark.VOID: "∅1",
    Mark.ADJUSTED: "*",
    Mark.STARTED: "↦40",
    Mark.ABSENT: "–",
}
MEANINGS: dict[Mark, str] = {
    Mark.MET: msgid("bid met"),
    Mark.MISSED: msgid("bid 2, took 1"),
    Mark.UNKNOWN: msgid("tricks not known"),
    Mark.DEALER: msgid("dealer"),
    Mark.BID_CHANGED: msgid("bid changed after bidding"),
    Mark.LATE_BID: msgid("hidden bid noted late"),
    Mark.BIDS_EVEN: msgid("bids add up to the cards, in spite of ±1"),
    Mark.TRICKS_SUM: msgid("tricks do not add up to the cards"),
    Mark.TOTAL_MISMATCH: msgid("added wrong on the old sheet"),
    Mark.VOID: msgid("1 trick nobody got"),
    Mark.ADJUSTED: msgid("points besides the rounds"),
    Mark.STARTED: msgid("joined later, began with 40"),
    Mark.ABSENT: msgid("not at the table"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One sign with its meaning; it stands *left* millimetres from the line's start.

    A *trump* is drawn, and so is the ring around the sign of a bid that was met.
    """

    sign: str
    meaning: str
    trump: Trump | None = None
    is_drawn: bool = False
    left: float = 0.0

    @property
    def sign_width(self) -> float:
        """Room for the sign."""
        if self.trump or self.is_drawn:
            return DRAWN
        return mm_of(self.sign, KEY_SIZE, bold=True)

    @property
    def width(self) -> float:
        """Room for the sign, the meaning and the space before the next entry."""
        meaning = mm_of(self.meaning, KEY_SIZE)
        after = AFTER_SIGN if self.sign else AFTER_SUIT
        return round(self.sign_width + after + meaning + BETWEEN, 2)


def key_of(
    record: Record, language: str, width: float
) -> tuple[tuple[Entry, ...], ...]:
    """The lines of the key in *width* millimetres: only signs that are on the sheet.

    The suits begin a line of their own where that takes no further one.
    """
    entries = tuple(_entries(record, language))
    marks = tuple(each for each in entries if not each.trump)
    suits = tuple(each for each in entries if each.trump)
    together, apart = _set(entries, width), (*_set(marks, width), *_set(suits, width))
    return apart if len(apart) == len(together) else together


def _set(entries: Iterable[Entry], width: float) -> tuple[tuple[Entry, ...], ...]:
    lines: list[list[Entry]] = []
    left = width
    for entry in entries:
        if left + entry.width - BETWEEN > width:
            lines.append([])
            left = 0.0
        lines[-1].append(replace(entry, left=round(left, 2)))
        left += entry.width
    return tuple(tuple(line) for line in lines)


def _entries(record: Record, language: str) -> Iterator[Entry]:
    say = translations(language).gettext
    for mark in record.marks:
        drawn = mark is Mark.MET
        yield Entry(SIGNS[mark], say(MEANINGS[mark]), is_drawn=drawn)
    for trump in record.trumps:
        sign = "–" if trump is Trump.NONE else ""
        yield Entry(sign, trump_name(trump, language, record.deck), trump=trump)


PER_MM = 6
INK = "#1c1626"
RULE = "#b3a283"
FAINT = "#d3c6a6"
SHADE = "#fdf6e3"
GOLD = "#f3d583"

SUIT = 24 / PER_MM
MEDAL = 3.0
"""Half a medal."""
MEDALS = 3
"""So many ranks have one."""
SUM_MIDDLE = 6.5
"""How far the final totals stand below the grid."""
LINE_END = 13.6
"""How far below the grid the piece of a line stands that leads to the chart."""
TWO_DIGITS = 10
HAIR, FINE, STRONG, HEAVY = 0.14, 0.18, 0.39, 0.5
"""Widths of lines, in millimetres like everything but the paths themselves."""


@dataclass(frozen=True, slots=True)
class Path:
    """One path of the drawing, filled, stroked (so many units wide) or both."""

    d: str
    fill: str = "none"
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Sketch:
    """What the drawing of a page needs to know of its sheet."""

    record: Record
    layout: SheetLayout
    key: tuple[tuple[Entry, ...], ...]
    ranks: tuple[int, ...]
    finished: bool


def ink_of(sketch: Sketch, page: Page) -> tuple[Path, ...]:
    """The drawing behind one *page*, from the lowest path to the topmost."""
    grid = _Drawing(sketch.layout, page, sketch.record.lines[page.rows])
    paths = [
        Path("".join(grid.shades()), fill=SHADE),
        Path("".join(grid.boxes()), stroke=FAINT, width=HAIR),
        Path("".join(grid.rules()), stroke=RULE, width=FINE),
        Path(grid.head(), stroke=INK, width=STRONG),
        _ringed(grid.rings()),
        *_suits(grid.suits(), SUITS_OF[sketch.record.deck]),
    ]
    if page.is_last:
        paths += [
            Path(grid.foot(), stroke=INK, width=HEAVY),
            *_medals(sketch, grid),
            *_of_key(sketch),
        ]
    return tuple(path for path in paths if path.d)


def line_ends(sketch: Sketch) -> Iterator[tuple[int, float, float]]:
    """Below every final total the place for a piece of that seat's line."""
    grid, y = sketch.layout.grid, sketch.layout.totals_top + LINE_END
    for seat in range(grid.columns.seats):
        x = grid.columns.before + (seat + 0.5) * grid.player
        yield seat, round(x * PER_MM, 1), round(y * PER_MM, 1)


class _Drawing:
    """The grid of one page: every method tells paths, in the units of the drawing."""

    def __init__(self, layout: SheetLayout, page: Page, lines: Sequence[Line]) -> None:
        self._grid: Grid = layout.grid
        self._lines = lines
        self._top = page.top + NAMES
        self.bottom = self._top + layout.grid.row * len(lines)

    def left(self, seat: int) -> float:
        """Where the column of a seat begins."""
        return self._grid.columns.before + seat * self._grid.player

    def _rows(self) -> Iterator[tuple[float, Line]]:
        for number, line in enumerate(self._lines):
            yield self._top + number * self._grid.row, line

    def _cells(self, verdict: Verdict) -> Iterator[tuple[float, float, Cell]]:
        for top, line in self._rows():
            for seat, cell in enumerate(line.cells):
                if cell.verdict is verdict:
                    yield self.left(seat), top, cell

    def shades(self) -> Iterator[str]:
        """The cells in which a bid was met."""
        for left, top, _cell in self._cells(Verdict.MET):
            yield _box(left, top, self._grid.player, self._grid.row)

    def boxes(self) -> Iterator[str]:
        """The two sides of the bid's box that are not those of its cell."""
        strip, box = self._grid.strip, self._grid.bid_box
        for top, line in self._rows():
            for seat, cell in enumerate(line.cells):
                if cell.verdict is not Verdict.ABSENT:
                    x = self.left(seat + 1) - strip
                    yield f"M{_n(x)} {_n(top)}v{_n(box)}h{_n(strip)}"

    def rules(self) -> Iterator[str]:
        """The lines between rounds and between players."""
        for top, _line in list(self._rows())[1:]:
            yield f"M0 {_n(top)}H{_n(self._grid.width)}"
        for seat in range(self._grid.columns.seats + 1):
            if self._lines:
                yield f"M{_n(self.left(seat))} {_n(self._top)}V{_n(self.bottom)}"

    def head(self) -> str:
        """The line below the names."""
        return f"M0 {_n(self._top)}H{_n(self._grid.width)}"

    def foot(self) -> str:
        """The line above the final totals."""
        return f"M0 {_n(self.bottom)}H{_n(self._grid.width)}" if self._lines else ""

    def rings(self) -> Iterator[str]:
        """The rings around bids that were met, wider where more than a digit is in."""
        radius = (self._grid.bid_box - 1.0) / 2
        for left, top, cell in self._cells(Verdict.MET):
            wide = cell.first_bid != cell.bid or cell.is_late_bid
            plain = not wide and (cell.bid or 0) < TWO_DIGITS
            x = left + self._grid.player - self._grid.strip / 2
            y = top + self._grid.bid_box / 2
            straight = 0.0 if plain else self._grid.strip - 1.2 - 2 * radius
            yield _ring(x, y, radius, max(straight, 0.0))

    def suits(self) -> Iterator[tuple[Trump, float, float]]:
        """The suits of the rounds, with the middle of their cells."""
        x = self._grid.columns.before - TRUMP_COLUMN / 2
        for top, line in self._rows():
            if line.trump and line.trump is not Trump.NONE:
                yield line.trump, x, top + self._grid.row / 2


def _suits(
    placed: Iterable[tuple[Trump, float, float]],
    suits: Mapping[Trump, Suit] = SUITS,
    size: float = SUIT,
) -> Iterator[Path]:
    """One path per suit, however often it is drawn around the middles given."""
    found = list(placed)
    for trump, suit in suits.items():
        corners = [(x - size / 2, y - size / 2) for t, x, y in found if t is trump]
        d = "".join(f"M{_n(x)} {_n(y)}{suit.path}" for x, y in corners)
        yield Path(d, fill=suit.colour, stroke=INK, width=0.12)


def _medals(sketch: Sketch, grid: _Drawing) -> Iterator[Path]:
    """A disc for the winners, a double and a single ring for those after them."""
    if not sketch.record.has_result:
        return
    sizes = sketch.layout.grid
    y = grid.bottom + SUM_MIDDLE if grid.bottom else 0
    for seat, rank in enumerate(sketch.ranks):
        x = grid.left(seat + 1) - sizes.medal_right - MEDAL
        if rank <= MEDALS:
            solid = rank == 1 and sketch.finished
            yield Path(
                _ring(x, y, MEDAL), fill=INK if solid else "none", stroke=INK, width=0.2
            )
        if rank == 2:  # noqa: PLR2004 - silver
            yield Path(_ring(x, y, MEDAL - 0.45), stroke=INK, width=0.2)


def _of_key(sketch: Sketch) -> Iterator[Path]:
    top = sketch.layout.key_top
    if top is None:
        return
    placed = [
        (entry, top + number * KEY_LINE + KEY_LINE / 2)
        for number, line in enumerate(sketch.key)
        for entry in line
    ]
    yield _ringed(
        _ring(entry.left + DRAWN / 2, y, DRAWN / 2 - 0.1)
        for entry, y in placed
        if entry.is_drawn
    )
    found = [
        (entry.trump, entry.left + DRAWN / 2, y)
        for entry, y in placed
        if entry.trump and entry.trump is not Trump.NONE
    ]
    yield from _suits(found, SUITS_OF[sketch.record.deck])


def _ringed(rings: Iterable[str]) -> Path:
    return Path("".join(rings), fill=GOLD, stroke=INK, width=0.26)


def _box(left: float, top: float, width: float, height: float) -> str:
    return f"M{_n(left)} {_n(top)}h{_n(width)}v{_n(height)}h{_n(-width)}z"


def _ring(x: float, y: float, radius: float, straight: float = 0.0) -> str:
    """A ring around a middle, drawn out where a *straight* part is in it."""
    r, wide = _n(radius), _n(straight)
    arc = f"a{r} {r} 0 0 1 0 "
    return (
        f"M{_n(x - straight / 2)} {_n(y - radius)}h{wide}{arc}{_n(2 * radius)}"
        f"h{_n(-straight)}{arc}{_n(-2 * radius)}z"
    )


def _n(millimetres: float) -> str:
    return f"{millimetres * PER_MM:.4g}"
