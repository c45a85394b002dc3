"""Type in old results: games of which only the players, dates and totals are known."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import accumulate
from typing import Any, Final, NamedTuple
from uuid import UUID

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from wtforms import HiddenField, SelectMultipleField

from scorepad.games.names import Unsure, name_key
from scorepad.games.registry import read_game
from scorepad.games.wizard.schedule import SEATS_ALLOWED
from scorepad.imports.games import about, result_document
from scorepad.services.documents import Brought, Imported, import_games, names_known_to
from scorepad.services.requests import EntryRefusedError
from scorepad.services.spectating import at_home
from scorepad.web.forms import DayBox, NamesForm, NumberBox, number_in
from scorepad.web.home import own_groups
from scorepad.web.middleware.auth import reader, remember_device
from scorepad.web.middleware.languages import sentence_about
from scorepad.web.paper_games import founding_of, new_start
from scorepad.web.play import may_score

AT_ONCE: Final = 3
"""Games that fit into the form."""

_BETWEEN = re.compile(r"[\s,;/、]+")


class TotalsBox(NumberBox):
    """The totals of one game, such as ``120 90 -30``; empty is ``None``."""

    @property
    def totals(self) -> list[int | None]:
        """Return the numbers; ``None`` stands for what is none."""
        return [number_in(each) for each in _BETWEEN.split(self.typed) if each]

    def pre_validate(self, form: Any) -> None:
        """Accept any text: how many numbers are expected depends on the players."""


class ResultRow(NamedTuple):
    """The two boxes of a game, and its date: an empty one is that of the row above."""

    day: DayBox
    totals: TotalsBox
    played_on: date | None


class OldResultsForm(NamesForm):
    """The players, known ones by tap (*who*) and others by name, and a row per game.

    *start* is a random value from the server, for the claim of a new group.
    """

    who = SelectMultipleField(validate_choice=False)
    time_zone = HiddenField()
    start = HiddenField(default=new_start)

    @property
    def players(self) -> list[str]:
        """Return the names, in the order of the totals."""
        typed = [box.typed for box in self.boxes]
        return [*(self.who.data or ()), *filter(None, typed)]

    @property
    def rows(self) -> list[ResultRow]:
        """Return the rows of the form."""
        days = [field for field in self if isinstance(field, DayBox)]
        totals = (field for field in self if isinstance(field, TotalsBox))
        typed = [day.value for day in days]
        dates: Iterator[date | None] = accumulate(typed, lambda last, own: own or last)
        return [*map(ResultRow, days, totals, dates)]

    @property
    def results(self) -> list[ResultRow]:
        """Return the rows with something in them."""
        return [row for row in self.rows if row.day.data or row.totals.typed]

    def is_complete(self) -> bool:
        """Check the form; every problem is added to its box."""
        if not self.validate():
            return False
        if len(self.players) not in SEATS_ALLOWED:
            most = {"least": SEATS_ALLOWED[0], "most": SEATS_ALLOWED[-1]}
            said = _("This game needs %(least)s to %(most)s players.", **most)
            self.who.errors = [said]
        elif len({*map(name_key, self.players)}) < len(self.players):
            self.who.errors = [_("Every player needs a different name.")]
        for row in self.results or self.rows[:1]:
            self._check(row)
        return not self.who.errors and not self.errors

    def _check(self, row: ResultRow) -> None:
        totals, players = row.totals.totals, len(self.players)
        if None in totals or len(totals) != players:
            expected = ngettext(
                "Enter %(num)s whole number, one for each player.",
                "Enter %(num)s whole numbers, one for each player.",
                players,
            )
            row.totals.errors = [expected]
        if row.played_on is None and not row.day.errors:
            said = _("Enter a date such as %(day)s.", day="2026-11-21")
            row.day.errors = [said]

    def games(self) -> Iterator[Brought]:
        """Yield the games of a complete form."""
        for row in self.results:
            numbers = (total or 0 for total in row.totals.totals)
            totals = dict(zip(self.players, numbers, strict=True))
            yield Brought(read_game(result_document(totals, about(row.played_on))))


for _at in range(AT_ONCE):
    setattr(OldResultsForm, f"day{_at}", DayBox(default=""))
    setattr(OldResultsForm, f"totals{_at}", TotalsBox(default=""))

bp = Blueprint("old_results", __name__)


@bp.get("/type-in/results")
def new() -> ResponseReturnValue:
    """Show the form with the players of the last game."""
    form, group = OldResultsForm(), _group()
    if group:
        here = at_home(reader(), group)
        last = [each["name"] for each in here.last["players"]] if here.last else []
        running = [*here.unfinished[0].sheet.players] if here.unfinished else []
        form.who.data = running or last
    return _page(form)


@bp.post("/type-in/results")
def save() -> ResponseReturnValue:
    """Save the results, and show the form with the same players for more."""
    form, group = OldResultsForm(request.form), _group()
    known = names_known_to(reader(), group) if group else []
    form.who.data = [name for name in form.who.data or () if name in known]
    if not form.is_complete():
        return _page(form), 422
    if unsure := form.unsure([name for name in known if name not in form.who.data]):
        return _page(form, unsure=unsure), 422
    founding = founding_of(form.start.data)
    try:
        games = [*form.games()]
        imported = import_games(reader(), games, founding, group)
    except EntryRefusedError as refused:
        form.who.errors = [*dict.fromkeys(map(sentence_about, refused.objections))]
        return _page(form), 422
    if imported.token:
        remember_device(imported.token)
    more = OldResultsForm()
    more.who.data, more.start.data = form.players, form.start.data
    return _page(more, saved=form.results, imported=imported)


def _group() -> UUID | None:
    groups = (each.uuid for each, *_rest in own_groups() if may_score(each.uuid))
    return next(groups, None)


def _page(
    form: OldResultsForm,
    *,
    unsure: Unsure | None = None,
    saved: Sequence[ResultRow] = (),
    imported: Imported | None = None,
) -> str:
    group, chosen = _group(), form.who.data or []
    known = names_known_to(reader(), group) if group else []
    return render_template(
        "paper/results.html",
        form=form,
        offered=[*chosen, *(name for name in known if name not in chosen)],
        unsure=unsure,
        saved=saved,
        imported=imported,
    )
