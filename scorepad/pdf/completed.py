"""The contents of a completed sheet, cell by cell, with its texts and values."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from scorepad.games.wizard import Problem, schedule, validation
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.sheet import Sheet, sheet_of
from scorepad.i18n.languages import figure, format_date, msgid, translations
from scorepad.i18n.terms import award_reason, colon, comma, trump_name
from scorepad.pdf import blank_layout, completed_layout
from scorepad.pdf.paper import Paper
from scorepad.pdf.text_metrics import lines_in, lines_of, size_for
from scorepad.statistics.chart import Box, lay_out
from scorepad.statistics.story import Mark, awards_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What a printed sheet shows; *tricks* are also those of met bids."""

    paper: Paper = Paper.A4
    tricks: bool = False
    points: bool = False
    chart: bool = True
    awards: bool = True
    notes: bool = True
    rights: bool = False


BidResult = Literal["met", "missed", "unknown", "open", "absent"]

MARKS = {
    "met": ("2", msgid("bid met")),
    "missed": ("2 ×1", msgid("bid 2, took 1")),
    "unknown": ("?", msgid("tricks not known")),
    "dealer": ("•", msgid("dealer")),
    "bid_changed": ("2→3", msgid("bid changed after bidding")),
    "late_bid": ("2°", msgid("hidden bid noted late")),
    "bids_even": ("=", msgid("bids add up despite ±1")),
    "tricks_sum": ("≠", msgid("tricks do not add up to the cards")),
    "total_mismatch": ("Σ", msgid("adding error on the paper sheet")),
    "void": ("∅1", msgid("1 trick without a winner")),
    "unwritten": ("…", msgid("not written down")),
    "adjusted": ("*", msgid("extra points")),
    "started": ("↦40", msgid("joined later, began with 40")),
    "absent": ("–", msgid("not playing")),
}
"""The symbols of the key with their meanings."""


class Cell:
    """A seat in a round; *adjusted* are points outside it, *started* a start total."""

    def __init__(self, row: validation.Row, seat: int, game: Game) -> None:
        is_present, is_met = seat in row.present, row.is_met(seat)
        self.total = row.totals[seat] if row.totals and is_present else None
        self.bid, self.first_bid = row.final_bids[seat], row.bids[seat]
        self.tricks = row.tricks[seat]
        self.points = row.points[seat] if row.points is not None else None
        self.is_dealer = row.dealer == seat
        self.is_late_bid = seat in row.noted.late_bids
        self.adjusted = _adjusted(game, row.number).get(seat)
        joined = {(each.seat, each.round_): each.start_total for each in game.joined}
        self.started = joined.get((seat, row.number))
        self.verdict: BidResult = "met" if is_met else "missed"
        if not is_present:
            self.verdict = "absent"
        elif not row.is_closed or row.noted.unwritten:
            self.verdict = "open"
        elif is_met is None or self.bid is None:
            self.verdict = "unknown"


class Line:
    """A round on the sheet, with the names of its symbols."""

    def __init__(self, row: validation.Row, game: Game) -> None:
        self.row, noted = row, row.noted
        self.cells = [Cell(row, seat, game) for seat in range(len(game.players))]
        problems = {*noted.accepted, *(found.problem for found in row.objections)}
        expected = {None, row.cards - noted.void_tricks}
        holds = {
            Problem.BIDS_EVEN: _sum(row, row.bids) == row.cards,
            Problem.TRICKS_SUM: row.is_closed and _sum(row, row.tricks) not in expected,
            Problem.TOTAL_MISMATCH: row.is_closed,
        }
        self.marks = [each.value for each in holds if holds[each] and each in problems]
        self.marks += ["void"] * bool(noted.void_tricks)
        self.marks += ["unwritten"] * noted.unwritten


class SheetRecord:
    """The whole sheet; *after* has the points added at the end, by seat."""

    def __init__(self, sheet: Sheet, game: Game) -> None:
        self.only_result = game.final_totals is not None
        rows = () if self.only_result else sheet.rows
        self.lines = [Line(row, game) for row in rows]
        self.totals = [row.totals for row in rows if row.totals is not None]
        self.shows_cards = any(row.cards != row.number for row in rows)
        self.shows_trump = any(row.noted.trump for row in rows) or not self.totals
        self.after = _adjusted(game, None)


def _sum(row: validation.Row, numbers: Sequence[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(row.present) else None


def _adjusted(game: Game, number: int | None) -> Mapping[int, int]:
    points = Counter[int]()
    for each in game.adjustments:
        if each.round_ == number:
            points[each.seat] += each.points
    return points


class Entry(NamedTuple):
    """A symbol of the key with its meaning; that of a *trump* is drawn."""

    sign: str
    meaning: str
    trump: schedule.Trump | None = None


NUMBER, CARDS, TRUMP = 11.0, 9.0, 10.0  # widths of columns, as in sheet_pages.html
MOST_AWARDS = 6  # rarest first
AWARD_COLUMNS = 3
BETWEEN_AWARDS = 5.0
UNITS_PER_MM = 4  # units of a chart's drawing per millimetre
LEAST_FOR_A_CHART = 2
TICK_LEAST = 13  # smallest distance of the numbers beside a chart, in its units
# Font sizes in points, each with the lines it may take.
LINE_SIZES = {9.5: 1, 8.5: 1, 7.5: 1, 6.5: 1, 5.5: 1, 5: 2}
LEAST_SIZE = 7.5  # points: with a smaller name, the level is dropped
NOTE_SIZE = 8.0
NOTE_LINE = 4.4
KEY_SIZE = 7.5
NO_BREAK = "\N{NO-BREAK SPACE}"
NAMING = 60  # letters of a line about who named trump; longer names are cut


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
        return self.title or self.date or self.gettext("Score sheet")

    @property
    def winners(self) -> str:
        """Return the winners, with the level if it fits on the line."""
        players, winners = self.sheet.players, self.sheet.winners
        width = completed_layout.MEASURES[self.showing.paper].result
        names = " · ".join(players[seat] for seat in winners[:2])
        whole = f"{names} · {self.level}"
        is_room = size_for(whole, width_mm=width, sizes=LINE_SIZES) >= LEAST_SIZE
        return whole if self.level and len(winners) == 1 and is_room else names

    @property
    def width(self) -> float:
        """Return the width inside the margins in millimetres."""
        return completed_layout.inner(self.showing.paper).width

    def gettext(self, message: str) -> str:
        """Return a message in the reader's language."""
        return translations(self.language).gettext(message)


def values_of(copy: Copy) -> dict[str, Any]:
    """Return the values for the template of completed sheets."""
    sheet, showing = copy.sheet, copy.showing
    record = SheetRecord(sheet, copy.game)
    wide = (copy.width - BETWEEN_AWARDS * (AWARD_COLUMNS - 1)) / AWARD_COLUMNS
    praises, heights = _awards(copy, wide) if showing.awards else ([], ())
    key = _key(record, copy)
    notes = _notes(copy) if showing.notes else []
    lines = (lines_in(note, width_mm=copy.width, points=NOTE_SIZE) for note in notes)
    before = NUMBER + CARDS * record.shows_cards + TRUMP * record.shows_trump
    totals = (total for row in (sheet.totals, *record.totals) for total in row)
    layout = completed_layout.SheetLayout(
        paper=showing.paper,
        rounds=len(record.lines),
        seats=len(sheet.players),
        figures=max(len(str(total)) for total in totals if total is not None),
        before=0.0 if record.only_result else before,
        below=completed_layout.Below(
            chart=len(record.totals) >= LEAST_FOR_A_CHART and showing.chart,
            awards=heights,
            key=(_key_lines(key, copy) + showing.rights) * NOTE_LINE,
            notes=sum(lines) * NOTE_LINE,
        ),
    )
    chart = None
    if layout.chart:
        size = layout.width * UNITS_PER_MM, layout.chart * UNITS_PER_MM
        box, seats = Box(*map(round, size)), len(sheet.players)
        chart = lay_out(record.totals, seats=seats, box=box, apart=TICK_LEAST)
    results = zip(sheet.players, sheet.totals, strict=True)
    said = [f"{name} {figure(total)}" for name, total in results]
    return {
        "copy": copy,
        "sheet": sheet,
        "game": copy.game,
        "record": record,
        "showing": showing,
        "layout": layout,
        "line_sizes": LINE_SIZES,
        "grid": layout.grid,
        "marks": MARKS,
        "praises": praises,
        "praise_width": int(wide * 100) / 100,
        "key": key,
        "rights": copy.gettext(blank_layout.RIGHTS) if showing.rights else "",
        "has_notes": bool(notes),
        "names_height": completed_layout.NAMES,
        "chart": chart,
        "chart_title": copy.gettext("Running totals, round by round")
        + colon(copy.language)
        + comma(copy.language).join(said),
    }


def _awards(
    copy: Copy, width: float
) -> tuple[list[list[tuple[Mark, str]]], tuple[float, ...]]:
    """Return rows of awards with their reasons, and the height of each row."""
    awards, lines = [], []
    for award in awards_of(copy.sheet)[:MOST_AWARDS]:
        reason = award_reason(award.kind, copy.language, award.value)
        if award.round_:
            said = copy.gettext("round %(number)s") % {"number": award.round_}
            reason += f" ({said.replace(' ', NO_BREAK)})"
        awards.append((award, reason))
        winners = " · ".join(copy.sheet.players[seat] for seat in award.seats)
        text = f"{winners}: {reason}"
        lines.append(lines_in(text, width_mm=width, points=NOTE_SIZE))
    firsts = range(0, len(awards), AWARD_COLUMNS)
    rows = [slice(first, first + AWARD_COLUMNS) for first in firsts]
    heights = (completed_layout.AWARD_LINE * (1 + max(lines[row])) + 1 for row in rows)
    return [awards[row] for row in rows], tuple(heights)


def _key(record: SheetRecord, copy: Copy) -> list[list[Entry]]:
    """Return the key in paragraphs: suits begin one if that needs no more lines."""
    cells = [cell for line in record.lines for cell in line.cells]
    used: set[str] = {cell.verdict for cell in cells}
    used |= {mark for line in record.lines for mark in line.marks}
    extra = {
        "dealer": bool(record.lines),
        "bid_changed": any(cell.bid != cell.first_bid for cell in cells),
        "late_bid": any(cell.is_late_bid for cell in cells),
        "started": any(cell.started is not None for cell in cells),
        "adjusted": bool(copy.game.adjustments),
    }
    used |= {mark for mark, is_used in extra.items() if is_used}
    shown = (said for mark, said in MARKS.items() if mark in used)
    marks = [Entry(sign, copy.gettext(meaning)) for sign, meaning in shown]
    noted = {line.row.noted.trump for line in record.lines}
    suits = [
        Entry("–", trump_name(each, copy.language, copy.game.deck), each)
        for each in schedule.Trump
        if each in noted
    ]
    together, apart = [[*marks, *suits]], [marks, suits]
    return apart if _key_lines(apart, copy) == _key_lines(together, copy) else together


def _key_lines(key: Iterable[Sequence[Entry]], copy: Copy) -> int:
    texts = ([each.meaning for each in entries] for entries in key)
    return sum(lines_of(each, width_mm=copy.width, points=KEY_SIZE) for each in texts)


def _notes(copy: Copy) -> list[str]:
    adjusted = [
        f"{copy.sheet.players[each.seat]} {each.points} {each.reason}{' ' * 20}"
        for each in copy.game.adjustments
    ]
    noted = [row.noted for row in copy.sheet.rows]
    notes = [f"{' ' * 12}{each.note}" for each in noted if each.note]
    namings = [said for each in noted for said in (each.named_by, each.later_trump)]
    named = [" " * NAMING for said in namings if said is not None]
    remark = copy.game.remark
    return [*adjusted, *named, *notes, *([remark] if remark else [])]
