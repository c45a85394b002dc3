"""The contents of a completed sheet, cell by cell, without layout."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scorepad.games.wizard import Problem
from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.schedule import Trump
from scorepad.games.wizard.sheet import Row, Sheet
from scorepad.i18n.languages import msgid, translations
from scorepad.i18n.terms import trump_name
from scorepad.pdf.paper import Paper


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
    "void": ("∅1", msgid("1 trick nobody took")),
    "unwritten": ("…", msgid("not written down")),
    "adjusted": ("*", msgid("extra points")),
    "started": ("↦40", msgid("joined later, began with 40")),
    "absent": ("–", msgid("not playing")),
}
"""The symbols of the key with their meanings."""


class Cell(NamedTuple):
    """A seat in a round; *adjusted* are points outside it, *started* a start total."""

    total: int | None
    bid: int | None
    first_bid: int | None
    tricks: int | None
    points: int | None
    verdict: BidResult
    is_dealer: bool
    is_late_bid: bool
    adjusted: int | None
    started: int | None


class Line(NamedTuple):
    """A round on the sheet."""

    number: int
    cards: int
    trump: Trump | None
    cells: tuple[Cell, ...]
    marks: tuple[str, ...]
    void_tricks: int


class SheetRecord(NamedTuple):
    """The whole sheet; *after* has the points added at the end, for each seat."""

    lines: tuple[Line, ...]
    shows_cards: bool
    shows_trump: bool
    played: int
    only_result: bool
    has_result: bool
    marks: tuple[str, ...]
    trumps: tuple[Trump, ...]
    after: tuple[int | None, ...]
    totals: tuple[tuple[int | None, ...], ...]


def record_of(sheet: Sheet, game: Game) -> SheetRecord:
    """Return the contents of the sheet of a game."""
    only_result = game.final_totals is not None
    lines = () if only_result else tuple(_line(row, game) for row in sheet.rows)
    noted = {line.trump for line in lines}
    totals = tuple(row.totals for row in sheet.rows if row.totals is not None)
    return SheetRecord(
        lines=lines,
        shows_cards=any(line.cards != line.number for line in lines),
        shows_trump=bool(noted - {None}) or not totals,
        played=len(totals),
        only_result=only_result,
        has_result=only_result or bool(totals),
        marks=_marks_used(lines, game),
        trumps=tuple(trump for trump in Trump if trump in noted),
        after=_adjusted(game, None),
        totals=() if only_result else totals,
    )


def _line(row: Row, game: Game) -> Line:
    noted = game.rounds[row.number - 1] if row.number <= len(game.rounds) else None
    adjusted = _adjusted(game, row.number)
    started = {
        each.seat: each.start_total for each in game.joined if each.round_ == row.number
    }
    cells = (
        Cell(
            total=row.totals[seat] if row.totals and seat in row.present else None,
            bid=row.final_bids[seat],
            first_bid=row.bids[seat],
            tricks=row.tricks[seat],
            points=row.points[seat] if row.points is not None else None,
            verdict=_verdict(row, seat),
            is_dealer=row.dealer == seat,
            is_late_bid=noted is not None and seat in noted.late_bids,
            adjusted=adjusted[seat],
            started=started.get(seat),
        )
        for seat in range(len(game.players))
    )
    marks = _row_marks(row, noted) if noted else ()
    return Line(row.number, row.cards, row.trump, tuple(cells), marks, row.void_tricks)


def _verdict(row: Row, seat: int) -> BidResult:
    bid, tricks = row.final_bids[seat], row.tricks[seat]
    if seat not in row.present:
        return "absent"
    if row.points is None or row.totals is None or row.unwritten:
        return "open"
    if row.points[seat] is None or bid is None:
        return "unknown"
    # Points without tricks mean a missed bid: a met one implies its tricks.
    return "met" if tricks == bid else "missed"


def _row_marks(row: Row, noted: Round) -> tuple[str, ...]:
    problems = set(noted.accepted) | {found.problem for found in row.objections}
    holds = {
        Problem.BIDS_EVEN: _sum(row, row.bids) == row.cards,
        Problem.TRICKS_SUM: row.is_closed
        and _sum(row, row.tricks) not in {None, row.cards - row.void_tricks},
        Problem.TOTAL_MISMATCH: row.is_closed,
    }
    marks = [each.value for each, true in holds.items() if true and each in problems]
    besides = {"void": row.void_tricks, "unwritten": row.unwritten}
    return (*marks, *(mark for mark, true in besides.items() if true))


def _sum(row: Row, numbers: Sequence[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(row.present) else None


def _adjusted(game: Game, number: int | None) -> tuple[int | None, ...]:
    points: list[int | None] = [None] * len(game.players)
    for adjustment in game.adjustments:
        if adjustment.round_ == number:
            points[adjustment.seat] = (points[adjustment.seat] or 0) + adjustment.points
    return tuple(points)


def _marks_used(lines: Sequence[Line], game: Game) -> tuple[str, ...]:
    cells = [cell for line in lines for cell in line.cells]
    used = {mark for line in lines for mark in line.marks}
    used |= {cell.verdict for cell in cells}
    extra = {
        "dealer": bool(lines),
        "bid_changed": any(cell.bid != cell.first_bid for cell in cells),
        "late_bid": any(cell.is_late_bid for cell in cells),
        "started": any(cell.started is not None for cell in cells),
        "adjusted": bool(game.adjustments),
    }
    used |= {mark for mark, true in extra.items() if true}
    return tuple(mark for mark in MARKS if mark in used)


class Entry(NamedTuple):
    """A symbol of the key with its meaning; that of a *trump* is drawn."""

    sign: str
    meaning: str
    trump: Trump | None = None


def key_of(
    record: SheetRecord, game: Game, language: str
) -> tuple[list[Entry], list[Entry]]:
    """Return the entries of the key: symbols, and suits."""
    say, deck = translations(language).gettext, game.deck
    marks = [MARKS[mark] for mark in record.marks]
    return (
        [Entry(sign, say(meaning)) for sign, meaning in marks],
        [Entry("–", trump_name(each, language, deck), each) for each in record.trumps],
    )
