"""Papers of a tournament: cards, badges, seats, results, certificates, blank sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from markupsafe import Markup

from scorepad.games.names import name_key
from scorepad.i18n.languages import language_of
from scorepad.pdf.blank import Blank
from scorepad.pdf.blank_layout import page_values
from scorepad.pdf.html import CardSize, CodeTooDenseError, cards_on, render
from scorepad.pdf.paper import MARK, PAPERS, Code, Paper, Turn, code_for
from scorepad.pdf.worker import PrintJob
from scorepad.tournaments.record import Draw, Entrant, Penalty, Tournament
from scorepad.tournaments.standings import Placing

SEAT_ROW: Final = 7.2  # height in millimetres of a line of the seat list
AROUND_SEATS: Final = 62.0  # millimetres above and below them, with the margins


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPaper:
    """What all papers depend on: the tournament with its *names*, day and reader."""

    value: Tournament
    names: Mapping[int, str]
    day: date
    language: str
    paper: Paper = Paper.A4

    def html(self, template: str, **values: Any) -> str:
        """Return a page of ``templates/sheets/tournament``."""
        return render(
            f"sheets/tournament/{template}.html",
            self.language,
            value=self.value,
            names=self.names,
            day=self.day,
            page=PAPERS[self.paper],
            **values,
        )

    def cut(self, template: str, pieces: Sequence[Any], size: CardSize) -> PrintJob:
        """Return *pieces* to be cut out of pages."""
        layout = cards_on(self.paper, size)
        marks = layout.marks(MARK / 2)
        html = self.html(template, pieces=pieces, layout=layout, marks=marks)
        return PrintJob(html=html)


def table_cards(to: TournamentPaper, addresses: Mapping[int, str]) -> PrintJob:
    """Return a card for each table of *addresses*, which its code opens.

    :raises CodeTooDenseError: an address is too long.
    """
    codes = [(number, _code(address)) for number, address in addresses.items()]
    return to.cut("tables", codes, CardSize.A6)


def _code(address: str) -> Code:
    code = code_for((address,))
    if code is None:
        raise CodeTooDenseError
    return code


def badges(to: TournamentPaper, entries: Sequence[Entrant]) -> PrintJob:
    """Return a badge for each entry, with its number, name and club."""
    return to.cut("badges", entries, CardSize.A7)


def seat_list(to: TournamentPaper, drawn: Draw) -> PrintJob:
    """Return who sits where in a game: by name and by table."""
    tables = enumerate(drawn.tables, 1)
    seats = [(to.names[n], table) for table, at in tables for n in at.seats]
    html = to.html(
        "seats",
        draw=drawn,
        by_name=sorted(seats, key=lambda seat: name_key(seat[0])),
        rows=int((PAPERS[to.paper].height - AROUND_SEATS) // SEAT_ROW),
    )
    return PrintJob(html=html)


def results(
    to: TournamentPaper,
    standings: Sequence[Placing],
    penalties: Sequence[Penalty],
    goes_on: int,
) -> PrintJob:
    """Return the standings, with a line below the last one who *goes_on*."""
    about = {"standings": standings, "penalties": penalties, "goes_on": goes_on}
    return PrintJob(html=to.html("results", **about))


def ranking(to: TournamentPaper, order: Sequence[int]) -> PrintJob:
    """Return the final ranking."""
    return PrintJob(html=to.html("ranking", order=order))


def certificates(to: TournamentPaper, order: Sequence[int], most: int) -> PrintJob:
    """Return a certificate for each of the first players, *most* of them."""
    return PrintJob(html=to.html("certificates", order=order, most=most))


def table_sheets(
    to: TournamentPaper, drawn: Draw, addresses: Mapping[int, str]
) -> PrintJob:
    """Return a blank sheet for each table of *addresses*, with its names and code."""
    tag = language_of(to.language).tag
    sheets = []
    for number, address in addresses.items():
        seats = drawn.tables[number - 1].seats
        blank = Blank(
            players=len(seats),
            schedule=to.value.schedule,
            paper=to.paper,
            turn=Turn.PORTRAIT,
            names=tuple(to.names[seat] for seat in seats),
            dealer=True,
            links=(address,),
            table=number,
        )
        html = to.html("sheet", draw=drawn, **page_values(blank, tag))
        sheets.append(Markup(html))  # noqa: S704 - a template escaped what is in it
    return PrintJob(html=to.html("sheets", sheets=sheets))
