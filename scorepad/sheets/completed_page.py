"""Everything that the page of a completed sheet says and draws."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scorepad.pdf.jobs import PrintJob
from scorepad.rules.wizard.document import document_of
from scorepad.rules.wizard.game import Game, Trump
from scorepad.rules.wizard.sheet import Sheet, sheet_of
from scorepad.sheets.completed_layout import (
    CARDS_COLUMN,
    NAMES,
    NUMBER_COLUMN,
    TRUMP_COLUMN,
    Below,
    Page,
    SheetLayout,
    cell_type,
    inner,
    sheet_layout,
)
from scorepad.sheets.completed_record import (
    MARKS,
    Cell,
    Line,
    Record,
    Showing,
    Verdict,
    laid_out_on,
    record_of,
    zoom_of,
)
from scorepad.sheets.html import render
from scorepad.sheets.lettering import lines_in, mm_of, size_for
from scorepad.sheets.paper import SUITS_OF
from scorepad.stats.chart import Box, Chart, Tick, lay_out
from scorepad.stats.story import Prize, awards_of
from scorepad.words.figures import figure, format_date
from scorepad.words.languages import msgid, translations
from scorepad.words.records import award_name, award_reason
from scorepad.words.terms import trump_name

KEY_SIZE = 7.5
KEY_LINE = 4.4
DRAWN = 3.6
"""Width of a sign that is drawn and not written."""
AFTER_SIGN, AFTER_SUIT = 1.4, 1.0
KEY_GAP = 5.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One sign of the key with its meaning, *left* millimetres from the line's start.

    A *trump* is drawn, and so is the ring around the sign of a bid that was met. The
    *width* includes the space before the next entry.
    """

    sign: str
    meaning: str
    width: float
    trump: Trump | None = None
    is_drawn: bool = False
    left: float = 0.0


Key = tuple[tuple[Entry, ...], ...]


def key_of(record: Record, game: Game, language: str, width: float) -> Key:
    """The lines of the key in *width* millimetres: only signs that are on the sheet.

    The suits begin a line of their own where that takes no further one.
    """
    marks = tuple(_of_marks(record, language))
    suits = tuple(_of_suits(record, game, language))
    together = _set((*marks, *suits), width)
    apart = *_set(marks, width), *_set(suits, width)
    return apart if len(apart) == len(together) else together


def _of_marks(record: Record, language: str) -> Iterator[Entry]:
    for mark in record.marks:
        sign, meaning = MARKS[mark]
        said, is_drawn = translations(language).gettext(meaning), mark == "met"
        room = DRAWN if is_drawn else mm_of(sign, KEY_SIZE, bold=True)
        width = _width(room + AFTER_SIGN, said)
        yield Entry(sign, said, width, is_drawn=is_drawn)


def _of_suits(record: Record, game: Game, language: str) -> Iterator[Entry]:
    for trump in record.trumps:
        sign = "–" if trump is Trump.NONE else ""
        name = trump_name(trump, language, game.deck)
        width = _width(DRAWN + (AFTER_SIGN if sign else AFTER_SUIT), name)
        yield Entry(sign, name, width, trump)


def _width(sign: float, meaning: str) -> float:
    return round(sign + mm_of(meaning, KEY_SIZE) + KEY_GAP, 2)


def _set(entries: Iterable[Entry], width: float) -> Key:
    lines: list[list[Entry]] = []
    left = width
    for entry in entries:
        if left + entry.width - KEY_GAP > width:
            lines.append([])
            left = 0.0
        lines[-1].append(replace(entry, left=round(left, 2)))
        left += entry.width
    return tuple(map(tuple, lines))


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
class Background:
    """The drawings behind the pages of one sheet."""

    sheet: Sheet
    game: Game
    record: Record
    layout: SheetLayout
    key: Key

    def paths(self, page: Page) -> tuple[Path, ...]:
        """The drawing behind one *page*, from the lowest path to the topmost."""
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
            Path("".join(rules), stroke=RULE, width=FINE),
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
        """Below every final total the place for a piece of that seat's line."""
        grid, y = self.layout.grid, self.layout.totals_top + LINE_END
        for seat in range(grid.seats):
            x = grid.before + (seat + 0.5) * grid.player
            yield seat, round(x * PER_MM, 1), round(y * PER_MM, 1)

    def _cells(self, rows: Sequence[tuple[float, Line]]) -> Iterator[Path]:
        """Shades where a bid was met; the two free sides of the boxes of the bids."""
        grid = self.layout.grid
        width, row, box = _n(grid.player), _n(grid.row), _n(grid.bid_box)
        shades, boxes = "", ""
        for y, seat, cell in _placed(rows):
            if cell.verdict is Verdict.MET:
                shades += f"M{_n(grid.left(seat))} {_n(y)}h{width}v{row}h-{width}z"
            if cell.verdict is not Verdict.ABSENT:
                x = grid.left(seat + 1) - grid.strip
                boxes += f"M{_n(x)} {_n(y)}v{box}h{_n(grid.strip)}"
        yield Path(shades, fill=SHADE)
        yield Path(boxes, stroke=FAINT, width=HAIR)

    def _rings(self, rows: Sequence[tuple[float, Line]]) -> Iterator[str]:
        grid = self.layout.grid
        radius = (grid.bid_box - 1.0) / 2
        for y, seat, cell in _placed(rows):
            if cell.verdict is Verdict.MET:
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
            yield Path(d, fill=suit.colour, stroke=INK, width=0.12)

    def _medals(self, bottom: float) -> Iterator[Path]:
        """A disc for the winners, a double and a single ring for those after them."""
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
    """A ring around a middle, drawn out where a *straight* part is in it."""
    arc = f"a{_n(radius)} {_n(radius)} 0 0 1 0 "
    return (
        f"M{_n(x - straight / 2)} {_n(y - radius)}h{_n(straight)}{arc}{_n(2 * radius)}"
        f"h{_n(-straight)}{arc}{_n(-2 * radius)}z"
    )


def _n(millimetres: float) -> str:
    return f"{millimetres * PER_MM:.4g}"


PRAISE_SIZE = 8.0
PRAISE_LINE = 4.0
COLUMNS = 3
MOST = 6
"""Two rows of them; the first ones are the rarest."""
BETWEEN = 5.0


@dataclass(frozen=True, slots=True)
class Praise:
    """One award in words, with its place in the block: a *row*, and millimetres."""

    name: str
    seats: tuple[int, ...]
    reason: str
    row: int
    left: float
    top: float


def praises_of(copy: "Copy") -> tuple[tuple[Praise, ...], tuple[float, ...]]:
    """Set the awards in columns; how high they are with each further row of them."""
    prizes = awards_of(copy.sheet)[:MOST] if copy.showing.awards else ()
    column = _column(copy)
    found: list[Praise] = []
    heights: list[float] = []
    top = 0.0
    for first in range(0, len(prizes), COLUMNS):
        lines = 1
        for place, prize in enumerate(prizes[first : first + COLUMNS]):
            name, reason = award_name(prize.award, copy.language), _reason(prize, copy)
            where = len(heights), round(place * (column + BETWEEN), 2), top
            found.append(Praise(name, prize.seats, reason, *where))
            winners = " · ".join(copy.sheet.players[seat] for seat in prize.seats)
            text = f"{winners}: {reason}"
            lines = max(lines, lines_in(text, width_mm=column, points=PRAISE_SIZE))
        top = round(top + PRAISE_LINE * (1 + lines) + 1, 2)
        heights.append(top)
    return tuple(found), tuple(heights)


def _column(copy: "Copy") -> float:
    return (copy.width - BETWEEN * (COLUMNS - 1)) / COLUMNS


def _reason(prize: Prize, copy: "Copy") -> str:
    reason = award_reason(prize.award, copy.language, prize.value)
    if not prize.round_:
        return reason
    said = copy.say("round %(number)s") % {"number": prize.round_}
    whole = said.replace(" ", "\N{NO-BREAK SPACE}")
    return f"{reason} ({whole})"


UNITS_PER_MM = 4
"""How many units of a chart's drawing a millimetre has."""
LEAST_FOR_A_CHART = 2
TICK_LEAST = 13
"""Units of a chart's drawing from one number beside it to the next."""
# Sizes of type in points, each with the lines it may take in its place.
NAME_SIZES = {12: 2, 11: 2, 10: 2, 9: 3, 8: 3, 7: 4, 6.2: 4, 5.6: 5}
TITLE_SIZES = {24: 1, 21: 1, 18: 1, 15: 1, 12: 2, 10: 2, 8: 3}
LINE_SIZES = {9.5: 1, 8.5: 1, 7.5: 1, 6.5: 1, 5.5: 1, 5: 2}
RESULT_WIDTH = 70.0
LEAST_SIZE = 7.5
"""Points; the level is not worth a smaller name."""
NOTE_SIZE = 8.0
NOTE_LINE = 4.4
HEADING = msgid("Score sheet")
RACE = msgid("Running totals, round by round")


@dataclass(frozen=True)
class Copy:
    """The sheet of a *game*, finished or not, for one reader.

    The *title* is the group's name; without one the date stands there. *level* says to
    which level whoever won alone has risen with it.
    """

    game: Game
    language: str
    title: str | None = None
    showing: Showing = field(default_factory=Showing)
    level: str | None = None

    @cached_property
    def sheet(self) -> Sheet:
        """The game, worked out."""
        return sheet_of(self.game)

    @property
    def date(self) -> str | None:
        """When it was played, in the reader's words."""
        day = self.game.played_on
        return format_date(day, self.language) if day else None

    @property
    def heading(self) -> str:
        """What stands above everything."""
        return self.title or self.date or self.say(HEADING)

    @property
    def winners(self) -> str:
        """Who won; with the level where one line has room for it."""
        players, winners = self.sheet.players, self.sheet.winners
        names = " · ".join(players[seat] for seat in winners[:2])
        whole = f"{names} · {self.level}"
        is_room = size_for(whole, width_mm=RESULT_WIDTH, sizes=LINE_SIZES) >= LEAST_SIZE
        return whole if self.level and len(winners) == 1 and is_room else names

    @property
    def width(self) -> float:
        """Millimetres between the margins."""
        return inner(laid_out_on(self.showing.paper)).width

    def say(self, message: str) -> str:
        """A sentence in the reader's language."""
        return translations(self.language).gettext(message)


def completed_sheet(copy: Copy) -> PrintJob:
    """The sheet of a game, finished or not; it carries the game document."""
    values = values_of(copy)
    return PrintJob(
        html=render("sheet.html", copy.language, drawn="", **values),
        drawings=drawings_of(values),
        document=json.dumps(document_of(copy.game), ensure_ascii=False),
        document_name=f"wizard-{copy.game.played_on or 'game'}.json",
        zoom=zoom_of(copy.showing.paper),
    )


def values_of(copy: Copy) -> dict[str, Any]:
    """What the template of completed sheets needs."""
    sheet, game = copy.sheet, copy.game
    record = record_of(sheet, game)
    praises, heights = praises_of(copy)
    key = key_of(record, game, copy.language, copy.width)
    notes = _notes(record, copy) if copy.showing.notes else []
    lines = (lines_in(note, width_mm=copy.width, points=NOTE_SIZE) for note in notes)
    before = NUMBER_COLUMN + CARDS_COLUMN * record.shows_cards
    before += TRUMP_COLUMN * record.shows_trump
    layout = sheet_layout(
        paper=laid_out_on(copy.showing.paper),
        rounds=len(record.lines),
        seats=len(sheet.players),
        before=0.0 if record.only_result else before,
        below=Below(
            chart=len(record.totals) >= LEAST_FOR_A_CHART and copy.showing.chart,
            awards=heights,
            key=len(key) * KEY_LINE,
            notes=sum(lines) * NOTE_LINE,
        ),
    )
    place = " · ".join(filter(None, (copy.title and copy.date, game.place)))
    return {
        "copy": copy,
        "sheet": sheet,
        "game": game,
        "record": record,
        "showing": copy.showing,
        "layout": layout,
        "title_size": size_for(copy.heading, width_mm=layout.width, sizes=TITLE_SIZES),
        "place_size": size_for(
            place, width_mm=layout.width - RESULT_WIDTH - 4, sizes=LINE_SIZES
        ),
        "winner_size": size_for(copy.winners, width_mm=RESULT_WIDTH, sizes=LINE_SIZES),
        "name_sizes": [
            size_for(name, width_mm=layout.grid.player - 3, sizes=NAME_SIZES)
            for name in sheet.players
        ],
        "grid": layout.grid,
        "type": cell_type(layout.grid, has_points=copy.showing.points),
        "marks": MARKS,
        "praises": praises,
        "praise_width": round(_column(copy), 2),
        "key": key,
        "key_line": KEY_LINE,
        "has_notes": bool(notes),
        "background": Background(sheet, game, record, layout, key),
        "chart": _chart(record, layout, seats=len(sheet.players)),
        "chart_alt": _said(copy),
    }


def drawings_of(values: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """The drawings of a sheet; their names begin with *prefix*."""
    background: Background = values["background"]
    language = values["copy"].language
    drawings = {}
    for number, page in enumerate(background.layout.pages):
        ends = tuple(background.line_ends()) if page.is_last else ()
        paths = background.paths(page)
        ink = render("ink.svg", language, **values, paths=paths, ends=ends)
        drawings[f"{prefix}ink-{number}.svg"] = ink
    if values["chart"]:
        chart = render("chart.svg", language, **values, chart_title=values["chart_alt"])
        drawings[f"{prefix}chart.svg"] = chart
    return drawings


_NAMING = 60
"""Letters of a line about who named trump; names are cut before they are longer."""


def _notes(record: Record, copy: Copy) -> list[str]:
    adjusted = [
        f"{copy.sheet.players[each.seat]} {each.points} {each.reason}{' ' * 20}"
        for each in copy.game.adjustments
    ]
    notes = [f"{' ' * 12}{note}" for _, note in record.notes]
    named = [" " * _NAMING for _ in record.namings]
    remark = copy.game.remark
    return [*adjusted, *named, *notes, *([remark] if remark else [])]


def _chart(record: Record, layout: SheetLayout, *, seats: int) -> Chart | None:
    if not layout.chart:
        return None
    box = Box(round(layout.width * UNITS_PER_MM), round(layout.chart * UNITS_PER_MM))
    chart = lay_out(record.totals, seats=seats, box=box)
    return replace(chart, totals=_apart(chart.totals))


def _apart(ticks: tuple[Tick, ...]) -> tuple[Tick, ...]:
    """Every tick, or where the chart is low so few that no numbers touch."""
    if len(ticks) > 1 and ticks[0].at - ticks[1].at < TICK_LEAST:
        step = 2 * (ticks[1].value - ticks[0].value)
        return _apart(tuple(tick for tick in ticks if not tick.value % step))
    return ticks


def _said(copy: Copy) -> str:
    totals = zip(copy.sheet.players, copy.sheet.totals, strict=True)
    said = ", ".join(f"{name} {figure(total)}" for name, total in totals)
    return f"{copy.say(RACE)}: {said}"
