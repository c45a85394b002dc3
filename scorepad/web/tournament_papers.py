"""Papers of a tournament: the page with all of them, and each as PDF.

Cards, badges, seats, blank sheets, results and certificates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from flask import Blueprint, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from markupsafe import Markup
from wtforms.validators import ValidationError

from scorepad.db.engine import db
from scorepad.games.wizard.schedule import objections_to_table
from scorepad.i18n.languages import language_of
from scorepad.i18n.rules import sentence_for
from scorepad.pdf.blank import Blank
from scorepad.pdf.blank_layout import page_values
from scorepad.pdf.html import CardSize, CodeTooDenseError, cards_on, render
from scorepad.pdf.paper import MARK, PAPERS, Paper, Turn, code_for
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
USUAL_CERTIFICATES: Final = 3
SEAT_ROW: Final = 7.2  # height in millimetres of a line of the seat list
AROUND_SEATS: Final = 62.0  # millimetres above and below them, with the margins
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


class PapersForm(forms.BookForm):
    """Options of all papers; which *part*, *after* which game, how many *first*."""

    part = forms.NumberBox()
    after = forms.NumberBox()
    first = forms.NumberBox(default=str(USUAL_CERTIFICATES))

    def validate_first(self, field: forms.NumberBox) -> None:
        """Check that the number of certificates is within its limits."""
        if not 1 <= (field.value or 0) <= MOST_CERTIFICATES:
            wrong = _("Enter a number from 1 to %(most)s.", most=MOST_CERTIFICATES)
            raise ValidationError(wrong)


@dataclass(frozen=True, slots=True)
class Print:
    """A tournament to print, as a device sees it, and what was chosen."""

    to: Loaded
    form: PapersForm

    @property
    def paper(self) -> TournamentPaper:
        """Return what all papers depend on."""
        return TournamentPaper(
            value=self.to.value,
            names=self.to.names,
            day=self.to.row.season.starts_on,
            language=self.form.lang.value,
            paper=self.form.paper.value,
        )

    @property
    def order(self) -> list[int]:
        """Return the final ranking."""
        return final_ranking(self.to.value, self.to.results)

    def count(self, kind: str) -> int:
        """Return how many pieces there are of a paper that is printed in parts."""
        value = self.to.value
        if kind == "badges" or not value.entries:
            return len(value.entries)
        drawn = [len(each.tables) for each in value.draws]
        if kind == "sheets":
            return drawn[-1] if drawn else 0
        people = max(len(value.playing(value.next_game)), LEAST_PLACES)
        return max(len(table_sizes(people)), *drawn, 0)

    def parts(self, kind: str) -> list[range]:
        """Return which pieces, from 1, are in each PDF."""
        pieces, most = range(1, self.count(kind) + 1), IN_ONE_PDF[kind]
        return [pieces[at : at + most] for at in range(0, len(pieces), most)]

    def part(self, kind: str) -> range:
        """Return the pieces of the chosen part; the first one if there is no such."""
        parts = self.parts(kind)
        number = self.form.part.value or 1
        return parts[number - 1] if 1 <= number <= len(parts) else parts[0]

    def codes(self, kind: str) -> dict[int, str]:
        """Return the addresses of the codes of the tables of the chosen part."""
        by, here = (current_app.config["SECRET"], self.to.row.uuid), own_address()
        codes = {number: table_code(*by, number) for number in self.part(kind)}
        return {
            number: here + url_for("join.show", table=code[:NAME_LENGTH], _anchor=code)
            for number, code in codes.items()
        }


def _badges(this: Print) -> PrintJob:
    entries = [this.to.value.entries[at - 1] for at in this.part("badges")]
    return this.paper.cut("badges", entries, CardSize.A7)


def _results(this: Print) -> PrintJob:
    value, results = this.to.value, this.to.results
    game = min(this.form.after.value or MOST_GAMES, _games_over(this.to))
    past = replace(value, draws=value.draws[:game])
    found = standings(past, results)
    return replace(this.paper, value=past).page(
        "results",
        standings=found,
        penalties=[each for each in value.penalties if each.game <= game],
        goes_on=cut_of(value, len(found)),
    )


def _certificates(this: Print) -> PrintJob:
    most = this.form.first.value
    return this.paper.page("certificates", order=this.order, most=most)


def _games_over(to: Loaded) -> int:
    """Return how many preliminary games have a result."""
    return sum(
        any(table.game in to.results for table in drawn.tables)
        for drawn in to.value.preliminary
    )


KINDS: Final[dict[str, Callable[[Print], PrintJob]]] = {
    "tables": lambda this: table_cards(this.paper, this.codes("tables")),
    "badges": _badges,
    "seats": lambda this: seat_list(this.paper),
    "sheets": lambda this: table_sheets(this.paper, this.codes("sheets")),
    "results": _results,
    "ranking": lambda this: this.paper.page("ranking", order=this.order),
    "certificates": _certificates,
}


def _not_yet(to: Loaded) -> dict[str, str]:
    """Return what cannot be printed yet, with a sentence that says when it can."""
    found: dict[str, str] = {}
    if not to.value.entries:
        when = _("Can be printed once players are entered.")
        found |= dict.fromkeys(("tables", "badges"), when)
    if not to.value.draws:
        when = _("Can be printed once a game is drawn.")
        found |= dict.fromkeys(("seats", "sheets"), when)
    for table in to.value.draws[-1].tables if to.value.draws else ():
        for each in objections_to_table(len(table.seats), to.value.schedule):
            found["sheets"] = sentence_for(each.problem, current_language().tag)
    if not _games_over(to):
        found["results"] = _("Can be printed after the first game.")
    if not is_over(to.value, to.results):
        when = _("Can be printed after the last game.")
        found |= dict.fromkeys(("ranking", "certificates"), when)
    return found


def _asked(gid: UUID, tid: UUID) -> Print:
    """Return the tournament for its directors: the cards contain secrets."""
    group_or_404(gid, Action.SCORE)
    to = service.load(reader(), gid, tid)
    form = printing.valid(PapersForm(request.args))
    return Print(to, form)


@bp.get("/print")
def choose(gid: UUID, tid: UUID) -> str:
    """Show everything that can be printed."""
    this = _asked(gid, tid)
    return render_template(
        "tournament/print.html",
        gid=gid,
        tid=tid,
        part="print",
        to=this.to,
        value=this.to.value,
        form=this.form,
        not_yet=_not_yet(this.to),
        parts={kind: this.parts(kind) for kind in IN_ONE_PDF},
        games_over=_games_over(this.to),
        most=MOST_CERTIFICATES,
    )


@bp.get("/print/<kind>.pdf")
def pdf(gid: UUID, tid: UUID, kind: str) -> ResponseReturnValue:
    """Return one paper as PDF."""
    this = _asked(gid, tid)
    if kind not in KINDS:
        raise NotThereError
    if when := _not_yet(this.to).get(kind):
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, when)
    try:
        job = KINDS[kind](this)
    except CodeTooDenseError:
        sentence = _("This address is too long for a code that phones can read.")
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, sentence)
    # Printing may wait for a worker; saves must not wait for that.
    db.session().close()
    answer = printing.answer_pdf(job, f"{kind}.pdf", f"{this.to.value.name} {kind}")
    answer.headers["Cache-Control"] = "no-store"
    return answer
