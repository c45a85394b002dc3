"""Papers of a tournament: the page with all of them, and each as PDF.

Cards, badges, seats, blank sheets, results and certificates.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from flask import Blueprint, current_app, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from markupsafe import Markup

from scorepad.games.wizard.schedule import objections_to_table
from scorepad.i18n.rules import sentence_for
from scorepad.pdf.blank import Blank
from scorepad.pdf.blank_layout import page_values
from scorepad.pdf.html import CardSize, CodeTooDenseError, cards_on, render
from scorepad.pdf.paper import PAPERS, Paper, Turn, code_for
from scorepad.pdf.worker import PrintJob
from scorepad.services import tournaments as service
from scorepad.services.draws import NAME_LENGTH, table_code
from scorepad.services.permissions import Action
from scorepad.services.requests import NotThereError
from scorepad.services.tournaments import Loaded
from scorepad.tournaments.draw import table_sizes
from scorepad.tournaments.record import LEAST_PLACES, MOST_GAMES, Tournament
from scorepad.tournaments.standings import cut_of, final_ranking, is_over, standings
from scorepad.web import forms, printing
from scorepad.web.middleware.auth import group_or_404, reader
from scorepad.web.middleware.errors import problem
from scorepad.web.middleware.guard import own_address
from scorepad.web.middleware.languages import current_language

MOST_CERTIFICATES: Final = 64
SEAT_ROW: Final = 7.2  # height in millimetres of a line of the seat list
AROUND_SEATS: Final = 62.0  # millimetres above and below them, with the margins
WHOLE: Final = {"seats", "results", "ranking", "certificates"}
IN_ONE_PDF: Final = {"tables": 24, "badges": 120, "sheets": 12}
"""How many pieces of a paper are rendered within a third of the limit of a job, on two
cores that eight other processes use."""

bp = Blueprint(
    "tournament_papers", __name__, url_prefix="/g/<uuid:gid>/tournaments/<uuid:tid>"
)


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
        values |= {"value": self.value, "names": self.names, "day": self.day}
        path = f"sheets/tournament/{template}.html"
        return render(path, self.language, page=PAPERS[self.paper], **values)

    def page(self, template: str, **values: Any) -> PrintJob:
        """Return a paper that has nothing to be cut out."""
        return PrintJob(html=self.html(template, **values))

    def cut(self, template: str, pieces: Sequence[Any], size: CardSize) -> PrintJob:
        """Return *pieces* to be cut out of pages."""
        return self.page(template, pieces=pieces, layout=cards_on(self.paper, size))


def table_cards(to: TournamentPaper, addresses: Mapping[int, str]) -> PrintJob:
    """Return a card for each table of *addresses*, which its code opens."""
    codes = [(number, code_for((text,))) for number, text in addresses.items()]
    if any(code is None for _, code in codes):
        raise CodeTooDenseError
    return to.cut("tables", codes, CardSize.A6)


def seat_list(to: TournamentPaper) -> PrintJob:
    """Return who sits where in the game drawn last: by name and by table."""
    rows = int((PAPERS[to.paper].height - AROUND_SEATS) // SEAT_ROW)
    drawn = to.value.draws[-1]
    return to.page("seats", draw=drawn, by_name=drawn.by_name(to.names), rows=rows)


def table_sheets(to: TournamentPaper, addresses: Mapping[int, str]) -> PrintJob:
    """Return a blank sheet for each table of *addresses*, with its names and code."""
    drawn, sheets = to.value.draws[-1], []
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
        html = to.html("sheet", draw=drawn, **page_values(blank, to.language))
        sheets.append(Markup(html))  # noqa: S704 - a template escaped what is in it
    return to.page("sheets", sheets=sheets)


class PapersForm(forms.BookForm):
    """Options of all papers; which *part*, *after* which game, how many *first*."""

    part = forms.NumberBox()
    after = forms.NumberBox()
    first = forms.Choice(*range(1, MOST_CERTIFICATES + 1), default="3")


def _parts(value: Tournament, kind: str) -> list[range]:
    """Return which pieces of a paper, from 1, are in each PDF."""
    drawn = [len(each.tables) for each in value.draws]
    count = len(value.entries)
    if kind == "sheets":
        count = drawn[-1] if drawn else 0
    elif kind == "tables" and count:
        people = max(len(value.playing(len(drawn) + 1)), LEAST_PLACES)
        count = max(len(table_sizes(people)), *drawn, 0)
    pieces, most = range(1, count + 1), IN_ONE_PDF[kind]
    return [pieces[at : at + most] for at in range(0, count, most)]


def _job(to: Loaded, kind: str, form: PapersForm) -> PrintJob:
    """Return a paper as chosen; its first part if there is no such part."""
    value, results = to.value, to.results
    paper = TournamentPaper(
        value=value,
        names=to.names,
        day=to.row.season.starts_on,
        language=form.lang.value,
        paper=form.paper.value,
    )
    if kind == "seats":
        return seat_list(paper)
    if kind == "results":
        game = min(form.after.value or MOST_GAMES, _games_over(to))
        past = replace(value, draws=value.draws[:game])
        found = standings(past, results)
        return replace(paper, value=past).page(
            "results",
            standings=found,
            penalties=[each for each in value.penalties if each.game <= game],
            goes_on=cut_of(value, len(found)),
        )
    if kind in {"ranking", "certificates"}:
        order = final_ranking(value, results)
        return paper.page(kind, order=order, most=form.first.value)
    parts = dict(enumerate(_parts(value, kind), 1))
    part = parts.get(form.part.value or 1, parts[1])
    if kind == "badges":
        pieces = value.entries[part[0] - 1 : part[-1]]
        return paper.cut(kind, pieces, CardSize.A7)
    by, here = (current_app.config["SECRET"], to.row.uuid), own_address()
    codes = {number: table_code(*by, number) for number in part}
    addresses = {
        number: here + url_for("join.show", table=code[:NAME_LENGTH], _anchor=code)
        for number, code in codes.items()
    }
    make = table_cards if kind == "tables" else table_sheets
    return make(paper, addresses)


def _games_over(to: Loaded) -> int:
    """Return how many preliminary games have a result."""
    return sum(
        any(table.game in to.results for table in drawn.tables)
        for drawn in to.value.preliminary
    )


def _not_yet(to: Loaded) -> dict[str, str]:
    """Return what cannot be printed yet, with a sentence that says when it can."""
    value, entries = to.value, to.value.entries
    over = is_over(value, to.results)
    needs = (
        (entries, ("tables", "badges"), _("Can be printed once players are entered.")),
        (value.draws, ("seats", "sheets"), _("Can be printed once a game is drawn.")),
        (_games_over(to), ("results",), _("Can be printed after the first game.")),
        (
            over,
            ("ranking", "certificates"),
            _("Can be printed after the last game."),
        ),
    )
    found: dict[str, str] = {}
    for is_there, kinds, when in needs:
        found |= {} if is_there else dict.fromkeys(kinds, when)
    for table in value.draws[-1].tables if value.draws else ():
        for each in objections_to_table(len(table.seats), value.schedule):
            found["sheets"] = sentence_for(each.problem, current_language().tag)
    return found


def _asked(gid: UUID, tid: UUID) -> tuple[Loaded, PapersForm]:
    """Return the tournament for its directors: the cards contain secrets."""
    group_or_404(gid, Action.SCORE)
    to = service.load(reader(), gid, tid)
    return to, printing.valid(PapersForm)


@bp.get("/print")
def choose(gid: UUID, tid: UUID) -> str:
    """Show everything that can be printed."""
    to, form = _asked(gid, tid)
    return render_template(
        "tournament/print.html",
        gid=gid,
        tid=tid,
        part="print",
        to=to,
        value=to.value,
        form=form,
        not_yet=_not_yet(to),
        parts={kind: _parts(to.value, kind) for kind in IN_ONE_PDF},
        games_over=_games_over(to),
        most=MOST_CERTIFICATES,
    )


@bp.get("/print/<kind>.pdf")
def pdf(gid: UUID, tid: UUID, kind: str) -> ResponseReturnValue:
    """Return one paper as PDF."""
    to, form = _asked(gid, tid)
    if kind not in WHOLE | IN_ONE_PDF.keys():
        raise NotThereError
    if when := _not_yet(to).get(kind):
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, when)
    job = _job(to, kind, form)
    answer = printing.answer_pdf(job, f"{kind}.pdf", f"{to.value.name} {kind}")
    answer.headers["Cache-Control"] = "no-store"
    return answer
