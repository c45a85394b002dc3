"""Papers of a tournament: the page with all of them, and each as PDF.

Cards, badges, seats, blank sheets, results and certificates.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from flask import Blueprint, current_app, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from markupsafe import Markup

from scorepad.games.wizard.schedule import objections_to_table
from scorepad.i18n.rules import sentence_for
from scorepad.pdf import paper as papers
from scorepad.pdf.blank import Blank
from scorepad.pdf.blank_layout import page_values
from scorepad.pdf.html import render
from scorepad.pdf.worker import PrintJob
from scorepad.services import draws, permissions, tournaments
from scorepad.tournaments import draw, record, standings
from scorepad.web import forms, printing
from scorepad.web.middleware import auth, errors, guard, languages

MOST_CERTIFICATES: Final = 64
TO_CUT_OUT: Final = {"tables": papers.CardSize.A6, "badges": papers.CardSize.A7}
IN_ONE_PDF: Final = {"tables": 24, "badges": 120, "sheets": 12}
"""How many pieces of a paper are rendered within a third of the limit of a job, on two
cores that eight other processes use."""

bp = Blueprint(
    "tournament_papers", __name__, url_prefix="/g/<uuid:gid>/tournaments/<uuid:tid>"
)


def paper_of(kind: str, paper: papers.Paper, language: str, **values: Any) -> PrintJob:
    """Return a paper by its template in ``templates/sheets/tournament``.

    *values* are the tournament, its *names* by number, and those of the template;
    for what has codes of tables, the *addresses* of these by the table's number.
    """
    values["page"] = papers.PAPERS[paper]
    addresses: Mapping[int, str] = values.pop("addresses", {})
    if kind == "tables":
        codes = map(papers.readable_code, addresses.values())
        values["pieces"] = [*zip(addresses, codes, strict=True)]
    elif kind == "sheets":
        value, names, sheets = values["value"], values["names"], []
        for number, address in addresses.items():
            seats = value.draws[-1].tables[number - 1].seats
            blank = Blank(
                players=len(seats),
                schedule=value.schedule,
                paper=paper,
                turn=papers.Turn.PORTRAIT,
                names=tuple(names[seat] for seat in seats),
                dealer=True,
                links=(address,),
                table=number,
            )
            values |= page_values(blank, language)
            html = render("sheets/tournament/sheet.html", language, **values)
            sheets.append(Markup(html))  # noqa: S704 - a template escaped what is in it
        values |= {"pieces": sheets, "page": papers.PAPERS[paper]}
    if kind in TO_CUT_OUT:
        values["layout"] = papers.cards_on(paper, TO_CUT_OUT[kind])
    return PrintJob(html=render(f"sheets/tournament/{kind}.html", language, **values))


class PapersForm(forms.BookForm):
    """Options of all papers; which *part*, *after* which game, how many *first*."""

    part = forms.NumberBox()
    after = forms.NumberBox()
    first = forms.Choice(*range(1, MOST_CERTIFICATES + 1), default="3")


def _parts(value: record.Tournament, kind: str) -> list[range]:
    """Return which pieces of a paper, from 1, are in each PDF."""
    drawn = [len(each.tables) for each in value.draws]
    count = len(value.entries)
    if kind == "sheets":
        count = drawn[-1] if drawn else 0
    elif kind == "tables" and count:
        people = max(len(value.playing(len(drawn) + 1)), record.LEAST_PLACES)
        count = max(len(draw.table_sizes(people)), *drawn, 0)
    pieces, most = range(1, count + 1), IN_ONE_PDF[kind]
    return [pieces[at : at + most] for at in range(0, count, most)]


def _job(to: tournaments.Loaded, kind: str, form: PapersForm) -> PrintJob:
    value, results = to.value, to.results
    values = {"value": value, "names": to.names, "day": to.row.season.starts_on}
    if kind == "results":
        game = min(form.after.value or record.MOST_GAMES, _games_over(to))
        values["value"] = past = replace(value, draws=value.draws[:game])
        values["standings"] = found = standings.standings(past, results)
        values["penalties"] = [each for each in value.penalties if each.game <= game]
        values["goes_on"] = standings.cut_of(value, len(found))
    elif kind in {"ranking", "certificates"}:
        values["order"] = standings.final_ranking(value, results)
        values["most"] = form.first.value
    elif kind in IN_ONE_PDF:
        parts = dict(enumerate(_parts(value, kind), 1))
        part = parts.get(form.part.value or 1, parts[1])
        if kind == "badges":
            values["pieces"] = value.entries[part[0] - 1 : part[-1]]
        else:
            values["addresses"] = _addresses(to.row.uuid, part)
    return paper_of(kind, form.paper.value, form.lang.value, **values)


def _addresses(tournament: UUID, tables: Iterable[int]) -> dict[int, str]:
    """Return the addresses that let a phone score the games at *tables*."""
    found = {}
    for number in tables:
        code = draws.table_code(current_app.config["SECRET"], tournament, number)
        path = url_for("join.show", table=code[: draws.NAME_LENGTH], _anchor=code)
        found[number] = guard.own_address() + path
    return found


def _games_over(to: tournaments.Loaded) -> int:
    """Return how many preliminary games have a result."""
    return sum(
        any(table.game in to.results for table in drawn.tables)
        for drawn in to.value.preliminary
    )


def _not_yet(to: tournaments.Loaded) -> dict[str, str]:
    """Return what cannot be printed yet, with a sentence that says when it can."""
    value = to.value
    found: dict[str, str] = {}
    if not value.entries:
        found["tables"] = found["badges"] = _(
            "Can be printed once players are entered."
        )
    if not value.draws:
        found["seats"] = found["sheets"] = _("Can be printed once a game is drawn.")
    if not _games_over(to):
        found["results"] = _("Can be printed after the first game.")
    if not standings.is_over(value, to.results):
        later = _("Can be printed after the last game.")
        found["ranking"] = found["certificates"] = later
    for table in value.draws[-1].tables if value.draws else ():
        for each in objections_to_table(len(table.seats), value.schedule):
            found["sheets"] = sentence_for(each.problem, languages.current_language())
    return found


def _asked(gid: UUID, tid: UUID) -> tuple[tournaments.Loaded, PapersForm]:
    """Return the tournament for its directors: the cards contain secrets."""
    auth.group_or_404(gid, permissions.Action.SCORE)
    to = tournaments.load(auth.reader(), gid, tid)
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


@bp.get(
    "/print/<any(results,ranking,certificates,seats,tables,badges,sheets):kind>.pdf"
)
def pdf(gid: UUID, tid: UUID, kind: str) -> ResponseReturnValue:
    """Return one paper as PDF."""
    to, form = _asked(gid, tid)
    if when := _not_yet(to).get(kind):
        return errors.problem(HTTPStatus.UNPROCESSABLE_ENTITY, when)
    job = _job(to, kind, form)
    answer = printing.cached_answer(job, f"{kind}.pdf", f"{to.value.name} {kind}")
    return answer, {"Cache-Control": "no-store"}
