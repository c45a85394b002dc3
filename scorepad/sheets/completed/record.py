"""What a completed sheet shows, cell by cell: pure values, no layout and no words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorepad.rules.problems import Problem
from scorepad.rules.wizard.game import Adjustment, Deck, Game, Round, Trump
from scorepad.rules.wizard.sheet import Row, Sheet
from scorepad.sheets.paper import PAPERS, Paper, Size
from scorepad.stats.story import Prize, awards_of

SHEET_PAPERS = (Paper.A4, Paper.A5, Paper.LETTER, Paper.HALF_LETTER)
"""The papers on which a whole game can be read."""

_SMALLER = {Paper.A5: 0.8, Paper.HALF_LETTER: 0.8}


def zoom_of(paper: Paper) -> float:
    """How much smaller than on a whole page everything is drawn on this *paper*."""
    return _SMALLER.get(paper, 1.0)


def laid_out_on(paper: Paper) -> Size:
    """The size of a *paper* in the millimetres of the layout, before the zoom."""
    size, zoom = PAPERS[paper], zoom_of(paper)
    return Size(round(size.width / zoom, 3), round(size.height / zoom, 3))


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """The choices of whoever prints a sheet.

    *tricks* are also written where the bid was met, *points* are those of each round.
    """

    paper: Paper = Paper.A4
    tricks: bool = False
    points: bool = False
    chart: bool = True
    awards: bool = True
    notes: bool = True


class Verdict(StrEnum):
    """What became of a bid."""

    MET = "met"
    MISSED = "missed"
    UNKNOWN = "unknown"
    OPEN = "open"
    ABSENT = "absent"


class Mark(StrEnum):
    """Something a reader of the sheet may wonder about; the legend explains it."""

    MET = "met"
    MISSED = "missed"
    UNKNOWN = "unknown"
    DEALER = "dealer"
    BID_CHANGED = "bid_changed"
    LATE_BID = "late_bid"
    BIDS_EVEN = "bids_even"
    TRICKS_SUM = "tricks_sum"
    TOTAL_MISMATCH = "total_mismatch"
    VOID = "void"
    ADJUSTED = "adjusted"
    STARTED = "started"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat in one round. *bid* is the one that counted, *first_bid* before it.

    *adjusted* are points besides the round, *started* is the total that a latecomer
    began with.
    """

    total: int | None
    bid: int | None
    first_bid: int | None
    tricks: int | None
    points: int | None
    verdict: Verdict
    is_dealer: bool
    is_late_bid: bool
    adjusted: int | None
    started: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One round as it stands on the sheet."""

    number: int
    cards: int
    trump: Trump | None
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...]
    void_tricks: int


@dataclass(frozen=True, slots=True)
class Naming:
    """Who named trump with the Werewolf, or what it *became* by a Vampire."""

    number: int
    by: int | None
    became: Trump | None


@dataclass(frozen=True, slots=True)
class Record:
    """The whole sheet: *only_result* is an old game of which the rounds are lost.

    *after* are the points per seat that were added when all rounds had been played.
    """

    lines: tuple[Line, ...]
    shows_cards: bool
    shows_trump: bool
    played: int
    only_result: bool
    has_result: bool
    marks: tuple[Mark, ...]
    trumps: tuple[Trump, ...]
    after: tuple[int | None, ...]
    adjustments: tuple[Adjustment, ...]
    notes: tuple[tuple[int, str], ...]
    namings: tuple[Naming, ...]
    totals: tuple[tuple[int | None, ...], ...]
    prizes: tuple[Prize, ...]
    deck: Deck


def record_of(sheet: Sheet, game: Game) -> Record:
    """Put everything worth showing where it stands on the paper."""
    only_result = game.final_totals is not None
    lines = () if only_result else tuple(_line(row, game) for row in sheet.rows)
    noted = {line.trump for line in lines}
    totals = tuple(row.totals for row in sheet.rows if row.totals is not None)
    return Record(
        lines=lines,
        shows_cards=any(line.cards != line.number for line in lines),
        shows_trump=bool(noted - {None}) or not totals,
        played=len(totals),
        only_result=only_result,
        has_result=only_result or bool(totals),
        marks=_marks_used(lines, game),
        trumps=tuple(trump for trump in Trump if trump in noted),
        after=_adjusted(game, None),
        adjustments=game.adjustments,
        notes=tuple((row.number, row.note) for row in sheet.rows if row.note),
        namings=tuple(_namings(sheet)),
        totals=() if only_result else totals,
        prizes=awards_of(sheet),
        deck=game.deck,
    )


def _namings(sheet: Sheet) -> Iterator[Naming]:
    for row in sheet.rows:
        if row.named_by is not None:
            yield Naming(row.number, row.named_by, None)
        if row.later_trump is not None:
            yield Naming(row.number, None, row.later_trump)


def _line(row: Row, game: Game) -> Line:
    noted = game.rounds[row.number - 1] if row.number <= len(game.rounds) else None
    adjusted = _adjusted(game, row.number)
    started = {
        each.seat: each.start_total for each in game.joined if each.round_ == row.number
    }
    late = noted.late_bids if noted else ()
    return Line(
        number=row.number,
        cards=row.cards,
        trump=row.trump,
        cells=tuple(
            _cell(
                row,
                seat,
                is_late_bid=seat in late,
                adjusted=adjusted[seat],
                started=started.get(seat),
            )
            for seat in range(len(game.players))
        ),
        marks=tuple(_row_marks(row, noted)) if noted else (),
        void_tricks=row.void_tricks,
    )


def _cell(
    row: Row,
    seat: int,
    *,
    is_late_bid: bool,
    adjusted: int | None,
    started: int | None,
) -> Cell:
    played = seat in row.present
    return Cell(
        total=row.totals[seat] if row.totals is not None and played else None,
        bid=row.final_bids[seat],
        first_bid=row.bids[seat],
        tricks=row.tricks[seat],
        points=row.points[seat] if row.points is not None else None,
        verdict=_verdict(row, seat),
        is_dealer=row.dealer == seat,
        is_late_bid=is_late_bid,
        adjusted=adjusted,
        started=started,
    )


def _verdict(row: Row, seat: int) -> Verdict:
    bid, tricks = row.final_bids[seat], row.tricks[seat]
    if seat not in row.present:
        return Verdict.ABSENT
    if row.points is None or row.totals is None:
        return Verdict.OPEN
    if row.points[seat] is None or bid is None:
        return Verdict.UNKNOWN
    # Points without tricks are those of a bid missed: a met one tells its tricks.
    return Verdict.MET if tricks == bid else Verdict.MISSED


def _row_marks(row: Row, noted: Round) -> list[Mark]:
    problems = set(noted.accepted) | {found.problem for found in row.objections}
    holds = {
        Problem.BIDS_EVEN: _sum(row, row.bids) == row.cards,
        Problem.TRICKS_SUM: row.is_closed
        and _sum(row, row.tricks) not in {None, row.cards - row.void_tricks},
        Problem.TOTAL_MISMATCH: row.is_closed,
    }
    marks = [
        Mark(problem) for problem, true in holds.items() if true and problem in problems
    ]
    return [*marks, Mark.VOID] if row.void_tricks else marks


def _sum(row: Row, numbers: Sequence[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(row.present) else None


def _adjusted(game: Game, number: int | None) -> tuple[int | None, ...]:
    """Per seat the points added in this round (or at the end), if any were."""
    points: list[int | None] = [None] * len(game.players)
    for adjustment in game.adjustments:
        if adjustment.round_ == number:
            points[adjustment.seat] = (points[adjustment.seat] or 0) + adjustment.points
    return tuple(points)


def _marks_used(lines: Sequence[Line], game: Game) -> tuple[Mark, ...]:
    cells = [cell for line in lines for cell in line.cells]
    used = {Mark(cell.verdict) for cell in cells if cell.verdict is not Verdict.OPEN}
    used |= {mark for line in lines for mark in line.marks}
    extra = {
        Mark.DEALER: bool(lines),
        Mark.BID_CHANGED: any(cell.bid != cell.first_bid for cell in cells),
        Mark.LATE_BID: any(cell.is_late_bid for cell in cells),
        Mark.STARTED: any(cell.started is not None for cell in cells),
        Mark.ADJUSTED: bool(game.adjustments),
    }
    used |= {mark for mark, true in extra.items() if true}
    return tuple(mark for mark in Mark if mark in used)
