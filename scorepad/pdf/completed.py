"""Texts and values of a completed sheet."""

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
from scorepad.pdf.completed_layout import Below, SheetLayout
from scorepad.pdf.completed_record import Entry, SheetRecord, Showing
from scorepad.pdf.text_metrics import lines_in, lines_of, size_for
from scorepad.statistics.chart import AxisTick, Box, Chart, lay_out
from scorepad.statistics.story import Prize, awards_of

PRAISE_SIZE = 8.0
PRAISE_LINE = 4.0
COLUMNS = 3
MOST = 6  # two rows of awards, rarest first
BETWEEN = 5.0
AwardRow = list[tuple[Prize, str]]  # awards beside each other, with their reasons


def award_rows(copy: "Copy") -> tuple[list[AwardRow], tuple[float, ...]]:
    """Return the awards in rows, and the height of each."""
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
        heights.append(PRAISE_LINE * (1 + lines) + 1)
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
    """The sheet of a *game* for one reader; *level* is the new one of a sole winner."""

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
    totals = (total for row in (sheet.totals, *record.totals) for total in row)
    layout = completed_layout.sheet_layout(
        paper=copy.showing.paper,
        rounds=len(record.lines),
        seats=len(sheet.players),
        figures=max(len(str(total)) for total in totals if total is not None),
        before=0.0 if record.only_result else before,
        below=Below(
            chart=len(record.totals) >= LEAST_FOR_A_CHART and copy.showing.chart,
            awards=heights,
            key=(_key_lines(key, copy) + copy.showing.rights) * NOTE_LINE,
            notes=sum(lines) * NOTE_LINE,
        ),
    )
    return {
        "copy": copy,
        "sheet": sheet,
        "game": game,
        "record": record,
        "showing": copy.showing,
        "layout": layout,
        "line_sizes": LINE_SIZES,
        "grid": layout.grid,
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
    texts = ([each.meaning for each in entries] for entries in key)
    return sum(lines_of(each, width_mm=copy.width, points=KEY_SIZE) for each in texts)


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
