"""Papers of a tournament: cards, badges, seats, results, certificates, blank sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from markupsafe import Markup

from scorepad.i18n.languages import language_of
from scorepad.pdf.blank import Blank
from scorepad.pdf.blank_layout import page_values
from scorepad.pdf.html import CardSize, CodeTooDenseError, cards_on, render
from scorepad.pdf.paper import MARK, PAPERS, Paper, Turn, code_for
from scorepad.pdf.worker import PrintJob
from scorepad.tournaments.record import Entrant, Tournament

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

    def page(self, template: str, **values: Any) -> PrintJob:
        """Return a paper that has nothing to be cut out."""
        return PrintJob(html=self.html(template, **values))

    def cut(self, template: str, pieces: Sequence[Any], size: CardSize) -> PrintJob:
        """Return *pieces* to be cut out of pages."""
        layout = cards_on(self.paper, size)
        marks = layout.marks(MARK / 2)
        return self.page(template, pieces=pieces, layout=layout, marks=marks)


def table_cards(to: TournamentPaper, addresses: Mapping[int, str]) -> PrintJob:
    """Return a card for each table of *addresses*, which its code opens."""
    codes = [(number, code_for((text,))) for number, text in addresses.items()]
    if any(code is None for _, code in codes):
        raise CodeTooDenseError
    return to.cut("tables", codes, CardSize.A6)


def badges(to: TournamentPaper, entries: Sequence[Entrant]) -> PrintJob:
    """Return a badge for each entry, with its number, name and club."""
    return to.cut("badges", entries, CardSize.A7)


def seat_list(to: TournamentPaper) -> PrintJob:
    """Return who sits where in the game drawn last: by name and by table."""
    rows = int((PAPERS[to.paper].height - AROUND_SEATS) // SEAT_ROW)
    drawn = to.value.draws[-1]
    return to.page("seats", draw=drawn, by_name=drawn.by_name(to.names), rows=rows)


def table_sheets(to: TournamentPaper, addresses: Mapping[int, str]) -> PrintJob:
    """Return a blank sheet for each table of *addresses*, with its names and code."""
    tag, drawn = language_of(to.language).tag, to.value.draws[-1]
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
    return to.page("sheets", sheets=sheets)
