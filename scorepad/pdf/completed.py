"""Texts and values of a completed sheet, and the positions of figures in its cells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scorepad.games.wizard.models import Game
from scorepad.games.wizard.sheet import Sheet, sheet_of
from scorepad.i18n.languages import figure, format_date, msgid, translations
from scorepad.i18n.terms import award_reason, colon, comma
from scorepad.pdf import completed_layout, completed_record
from scorepad.pdf.blank_layout import RIGHTS
from scorepad.pdf.completed_layout import Below, Grid, SheetLayout
from scorepad.pdf.completed_record import Entry, SheetRecord, Showing
from scorepad.pdf.text_metrics import lines_in, size_for
from scorepad.statistics.chart import AxisTick, Box, Chart, lay_out
from scorepad.statistics.story import Prize, awards_of

# Noto Serif and Noto Sans in ems: tabular figures, space, height of a line's middle
# above its baseline, and the middle of figures.
SERIF_FIGURE = 0.559
SANS_FIGURE = 0.572
SPACE = 0.26
LINE_MIDDLE = 0.388
FIGURE_MIDDLE = 0.357
SIGNS = {"→": ("a", 0.794), "°": ("d", 0.4)}
"""Symbols in a bid: their letter in a shape, and their width in ems."""

TRICKS_POINTS = 7.5
TRICKS_PER_ROW = 0.92  # points of the tricks per millimetre of a low row
RANK_POINTS = 9.5
SHAPES = tuple(
    f"{figures}{arrow}{late}"
    for arrow, counts in (("", (1, 2)), ("a", (2, 3, 4)))
    for figures in counts
    for late in ("", "d")
)
"""From one figure to a changed late bid of two figures each."""
_MM = 25.4 / 72


def shape_of(bid: str) -> str:
    """Return the shape of a bid: number of figures, and symbols.

    >>> [shape_of(bid) for bid in ("3", "10", "9→10", "2°")]
    ['1', '2', '3a', '1d']
    """
    figures = sum(sign.isdigit() for sign in bid)
    return f"{figures}{''.join(SIGNS[sign][0] for sign in bid if sign in SIGNS)}"


def cell_type(grid: Grid, *, has_points: bool) -> dict[str, Any]:
    """Return sizes and positions of text in the cells, for the style sheet.

    A cell is one line, set from the right: the total, the bid raised into its box, the
    tricks lowered below it. Boxes inside cells would take WeasyPrint twice as long.
    Figures have equal widths, so positions can be computed. *has_points* leaves space
    for the points of the round. *bids* is by shape (:func:`shape_of`), *counts* by the
    number of figures of tricks or points.
    """
    line = round(grid.row * (0.68 if has_points else 1), 2)
    baseline = line / 2 + LINE_MIDDLE * grid.total_size * _MM
    space = SPACE * grid.total_size * _MM

    def rise(middle: float, points: float) -> float:
        return round(baseline - middle - FIGURE_MIDDLE * points * _MM, 3)

    largest = round(min(11, grid.row * 1.08, grid.total_size * 0.8), 1)
    bids = {}
    for shape in SHAPES:
        signs = sum(ems for letter, ems in SIGNS.values() if letter in shape)
        width = SERIF_FIGURE * int(shape[0]) + signs
        # A changed bid is smaller, to fit into its box.
        points = round(min(largest, grid.bid_room / (width * _MM)), 1)
        right = round(grid.strip / 2 - width * points * _MM / 2, 3)
        bids[shape] = {
            "points": points,
            "rise": rise(grid.bid_box / 2, points),
            "right": right,
            "right_of_space": round(right - SPACE * points * _MM, 3),
            "left": round(grid.beside_strip + right - space, 3),
        }
    tricks = round(min(TRICKS_POINTS, grid.row * TRICKS_PER_ROW), 1)
    counts = {}
    for count in range(1, 6):
        half = SANS_FIGURE * count * tricks * _MM / 2
        counts[count] = {
            "back": round(grid.strip / 2 + half, 3),
            "right": round(grid.strip / 2 - half, 3),
            "points_back": round(2 * half + space, 3),
        }
    rank_points = round(RANK_POINTS * grid.medal / 3, 1)
    rank = SERIF_FIGURE * rank_points / 2
    rank_rise = LINE_MIDDLE * grid.sum_size - FIGURE_MIDDLE * rank_points
    rank_left = grid.medal * 5.2 / 3 - (rank + SPACE * grid.sum_size) * _MM
    return {
        "line": line,
        "bids": bids,
        "no_bid": bids["1"]["left"] + grid.strip - bids["1"]["right"],
        "counts": counts,
        "tricks": tricks,
        "tricks_rise": rise((grid.row + grid.bid_box) / 2, tricks),
        "rank": rank_points,
        "rank_left": round(rank_left, 3),
        "rank_right": round(grid.medal_right + grid.medal - rank * _MM, 3),
        "rank_rise": round(rank_rise * _MM, 3),
    }


PRAISE_SIZE = 8.0
PRAISE_LINE = 4.0
COLUMNS = 3
MOST = 6  # two rows of awards, rarest first
BETWEEN = 5.0
AwardRow = list[tuple[Prize, str]]  # awards beside each other, with their reasons


def award_rows(copy: "Copy") -> tuple[list[AwardRow], tuple[float, ...]]:
    """Return the awards in rows, and the height with each further row."""
    prizes = awards_of(copy.sheet)[:MOST] if copy.showing.awards else ()
    rows: list[AwardRow] = []
    heights: list[float] = []
    for first in range(0, len(prizes), COLUMNS):
        row, lines = [], 1
        for prize in prizes[first : first + COLUMNS]:
            row.append((prize, reason := _reason(prize, copy)))
            winners = " · ".join(copy.sheet.players[seat] for seat in prize.seats)
            text, width = f"{winners}: {reason}", _column(copy)
            lines = max(lines, lines_in(text, width_mm=width, points=PRAISE_SIZE))
        rows.append(row)
        top = heights[-1] if heights else 0.0
        heights.append(round(top + PRAISE_LINE * (1 + lines) + 1, 2))
    return rows, tuple(heights)


def _column(copy: "Copy") -> float:
    return (copy.width - BETWEEN * (COLUMNS - 1)) / COLUMNS


def _reason(prize: Prize, copy: "Copy") -> str:
    reason = award_reason(prize.award, copy.language, prize.value)
    if not prize.round_:
        return reason
    said = copy.say("round %(number)s") % {"number": prize.round_}
    whole = said.replace(" ", "\N{NO-BREAK SPACE}")
    return f"{reason} ({whole})"


UNITS_PER_MM = 4  # units of a chart's drawing per millimetre
LEAST_FOR_A_CHART = 2
TICK_LEAST = 13  # smallest distance of the numbers beside a chart, in its units
# Font sizes in points, each with the lines it may take.
LINE_SIZES = {9.5: 1, 8.5: 1, 7.5: 1, 6.5: 1, 5.5: 1, 5: 2}
LEAST_SIZE = 7.5  # points: with a smaller name, the level is dropped
NOTE_SIZE = 8.0
NOTE_LINE = 4.4
HEADING = msgid("Score sheet")
RACE = msgid("Running totals, round by round")


@dataclass(frozen=True)
class Copy:
    """The sheet of a *game*, finished or not, for one reader.

    *title* is the group's name, by default the date. *level* is the new level of a sole
    winner.
    """

    game: Game
    language: str
    title: str | None = None
    showing: Showing = field(default_factory=Showing)
    level: str | None = None

    @cached_property
    def sheet(self) -> Sheet:
        """Return the computed sheet."""
        return sheet_of(self.game)

    @property
    def date(self) -> str | None:
        """Return the date of the game in the reader's format."""
        day = self.game.played_on
        return format_date(day, self.language) if day else None

    @property
    def heading(self) -> str:
        """Return the heading."""
        return self.title or self.date or self.say(HEADING)

    @property
    def winners(self) -> str:
        """Return the winners, with the level if it fits on the line."""
        players, winners = self.sheet.players, self.sheet.winners
        width = completed_layout.measures_of(self.showing.paper).result
        names = " · ".join(players[seat] for seat in winners[:2])
        whole = f"{names} · {self.level}"
        is_room = size_for(whole, width_mm=width, sizes=LINE_SIZES) >= LEAST_SIZE
        return whole if self.level and len(winners) == 1 and is_room else names

    @property
    def width(self) -> float:
        """Return the width inside the margins in millimetres."""
        return completed_layout.inner(self.showing.paper).width

    def say(self, message: str) -> str:
        """Return a message in the reader's language."""
        return translations(self.language).gettext(message)


def values_of(copy: Copy) -> dict[str, Any]:
    """Return the values for the template of completed sheets."""
    sheet, game = copy.sheet, copy.game
    record = completed_record.record_of(sheet, game)
    praises, heights = award_rows(copy)
    key = _key(record, copy)
    notes = _notes(copy) if copy.showing.notes else []
    lines = (lines_in(note, width_mm=copy.width, points=NOTE_SIZE) for note in notes)
    before = completed_layout.NUMBER_COLUMN
    before += completed_layout.CARDS_COLUMN * record.shows_cards
    before += completed_layout.TRUMP_COLUMN * record.shows_trump
    layout = completed_layout.sheet_layout(
        paper=copy.showing.paper,
        rounds=len(record.lines),
        seats=len(sheet.players),
        before=0.0 if record.only_result else before,
        below=Below(
            chart=len(record.totals) >= LEAST_FOR_A_CHART and copy.showing.chart,
            awards=heights,
            key=(_key_lines(key, copy) + copy.showing.rights) * NOTE_LINE,
            notes=sum(lines) * NOTE_LINE,
        ),
    )
    if layout.measures.small or layout.grid.is_tight:
        # Totals are as large as this game allows.
        totals = (total for row in (sheet.totals, *record.totals) for total in row)
        lengths = (len(str(total)) for total in totals if total is not None)
        figures = max(lengths, default=completed_layout.FIGURES)
        layout = layout._replace(grid=layout.grid._replace(figures=figures))
    return {
        "copy": copy,
        "sheet": sheet,
        "game": game,
        "record": record,
        "showing": copy.showing,
        "layout": layout,
        "line_sizes": LINE_SIZES,
        "grid": layout.grid,
        "type": cell_type(layout.grid, has_points=copy.showing.points),
        "marks": completed_record.MARKS,
        "praises": praises,
        "praise_width": int(_column(copy) * 100) / 100,
        "key": key,
        "rights": copy.say(RIGHTS) if copy.showing.rights else "",
        "has_notes": bool(notes),
        "names_height": completed_layout.NAMES,
        "chart": _chart(record, layout, seats=len(sheet.players)),
        "chart_title": _said(copy),
    }


KEY_SIZE = 7.5
_NAMING = 60  # letters of a line about who named trump; longer names are cut


def _key(record: SheetRecord, copy: Copy) -> list[list[Entry]]:
    """Return the key in paragraphs: suits begin one if that needs no more lines."""
    marks, suits = completed_record.key_of(record, copy.game, copy.language)
    together, apart = [[*marks, *suits]], [marks, suits]
    same = _key_lines(apart, copy) == _key_lines(together, copy)
    return apart if same else together


def _key_lines(key: Iterable[Sequence[Entry]], copy: Copy) -> int:
    gap, space = " " * 8, "\N{NO-BREAK SPACE}"
    texts = (  # no symbol is wider than WW
        gap.join(f"WW {each.meaning}".replace(" ", space) for each in entries)
        for entries in key
        if entries
    )
    return sum(lines_in(each, width_mm=copy.width, points=KEY_SIZE) for each in texts)


def _notes(copy: Copy) -> list[str]:
    adjusted = [
        f"{copy.sheet.players[each.seat]} {each.points} {each.reason}{' ' * 20}"
        for each in copy.game.adjustments
    ]
    rows = copy.sheet.rows
    notes = [f"{' ' * 12}{row.note}" for row in rows if row.note]
    namings = [each for row in rows for each in (row.named_by, row.later_trump)]
    named = [" " * _NAMING for each in namings if each is not None]
    remark = copy.game.remark
    return [*adjusted, *named, *notes, *([remark] if remark else [])]


def _chart(record: SheetRecord, layout: SheetLayout, *, seats: int) -> Chart | None:
    if not layout.chart:
        return None
    box = Box(round(layout.width * UNITS_PER_MM), round(layout.chart * UNITS_PER_MM))
    chart = lay_out(record.totals, seats=seats, box=box)
    return chart._replace(totals=_apart(chart.totals))


def _apart(ticks: tuple[AxisTick, ...]) -> tuple[AxisTick, ...]:
    if len(ticks) > 1 and ticks[0].at - ticks[1].at < TICK_LEAST:
        step = 2 * (ticks[1].value - ticks[0].value)
        return _apart(tuple(tick for tick in ticks if not tick.value % step))
    return ticks


def _said(copy: Copy) -> str:
    totals = zip(copy.sheet.players, copy.sheet.totals, strict=True)
    said = [f"{name} {figure(total)}" for name, total in totals]
    return copy.say(RACE) + colon(copy.language) + comma(copy.language).join(said)
