"""Type in games from paper: whole sheets, or old results with nothing but totals."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from typing import Any
from uuid import UUID

import wtforms
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from scorepad.games import names, registry, wizard
from scorepad.games.documents import NotADocument, read
from scorepad.games.wizard.models import PRESETS, Deck, Game, Holds, Letters
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Extra, Schedule
from scorepad.games.wizard.scoring import HouseScoring, Scoring
from scorepad.imports.games import about, from_totals
from scorepad.services import devices, documents, requests, spectating
from scorepad.web import forms, home, join
from scorepad.web.middleware.auth import reader, remember_device
from scorepad.web.middleware.languages import sentence_about
from scorepad.web.play import may_score

FORMULA = asdict(HouseScoring(base=20, per_trick=10, per_miss=10))
"""The numbers of a formula, as the form has them at first."""


class PaperNames(forms.NamesForm):
    """Names and, on a new device, the group to make for them.

    *start* is a random value from the server. The ids and the claim follow from it, so
    that a form sent twice is recognised.
    """

    time_zone = wtforms.HiddenField()
    start = wtforms.HiddenField(default=devices.new_token)


class PaperForm(PaperNames):
    """Names in seat order, the rounds, what the old sheet contains, and the variants.

    *players* is the number of players printed on a blank sheet; only the names count.
    *even* is the ±1 rule by the name of its form.
    """

    edition = wtforms.SelectMultipleField(validate_choice=False)
    even = forms.Choice(*PRESETS, default="off")
    foresight = wtforms.BooleanField()
    scoring = forms.Choice(*Scoring, wizard.CUSTOM, default=Scoring.CLASSIC)
    deck = forms.Choice(*Deck, default=Deck.PEOPLE)
    letters = forms.Choice(*Letters, default=Letters.ZN)
    players = forms.NumberBox()
    dealer = forms.NumberBox(default="0")
    schedule = forms.Choice(*Schedule, default=Schedule.STANDARD)
    cards = forms.CardsBox(default="")
    date = forms.DayBox()
    holds = forms.Choice(*Holds, default=Holds.TRICKS)

    @property
    def filled(self) -> list[forms.NameBox]:
        """Return the boxes with a name."""
        return [box for box in self.boxes if (box.data or "").strip()]

    @property
    def expected(self) -> int:
        """Return the number of boxes for names: that of the blank sheet, or three."""
        number = self.players.value or 0
        return number if number in SEATS_ALLOWED else SEATS_ALLOWED.start

    @property
    def is_plain(self) -> bool:
        """Whether no unusual option is set."""
        boxes = (self.even, self.scoring, self.deck, self.letters)
        chosen = self.edition.data or self.foresight.data or self.edition.errors
        return not chosen and all(b.data == b.default and not b.errors for b in boxes)

    @property
    def _formula(self) -> HouseScoring | None:
        with suppress(NotADocument):
            numbers = {name: getattr(self, name).value for name in FORMULA}
            return read(HouseScoring, numbers)
        return None

    def validate_foresight(self, field: wtforms.BooleanField) -> None:
        """Reject it with extra cards, as the rules do."""
        if field.data and self.edition.data:
            said = _("Not possible: special cards are in the deck.")
            raise wtforms.ValidationError(said)

    def validate_scoring(self, field: wtforms.StringField) -> None:
        """Reject a formula with a wrong number."""
        if field.data == wizard.CUSTOM and self._formula is None:
            said = _("Enter whole numbers from −1000 to 1000; of rounds, 0 to 20.")
            raise wtforms.ValidationError(said)

    @property
    def game(self) -> Game:
        """Return the game as set up; its cards follow from the schedule."""
        schedule = self.schedule.value
        dealt = f"name{self.dealer.value or 0}"
        seats = [box.name for box in self.filled]
        formula = self._formula if self.scoring.value == wizard.CUSTOM else None
        extras = self.edition.data or ()
        return Game(
            players=tuple(box.typed for box in self.filled),
            cards=self.cards.value or () if schedule is Schedule.CUSTOM else (),
            schedule=schedule,
            first_dealer=seats.index(dealt) if dealt in seats else 0,
            played_on=self.date.value,
            edition=frozenset(extra for extra in Extra if extra in extras),
            even_bid_rule=PRESETS[self.even.value],
            foresight=self.foresight.data,
            scoring=formula or self.scoring.value,
            deck=self.deck.value,
            letters=self.letters.value,
        )

    def add_objections(self, objections: Sequence[requests.FieldObjection]) -> None:
        """Add every objection to the box it is about."""
        for objection in objections:
            field, seat = objection.field, objection.seat
            if field == "cards" and self.schedule.data != Schedule.CUSTOM:
                field = "schedule"
            empty = (box for box in self.boxes if not box.data)
            box: wtforms.Field = next(empty, self.boxes[0])
            if field in {"cards", "schedule", "edition", "foresight"}:
                box = self[field]
            elif field.startswith("players/") and seat is not None:
                box = self.filled[seat]
            box.errors = [*box.errors, sentence_about(objection)]


for _name, _usual in FORMULA.items():
    setattr(PaperForm, _name, forms.NumberBox(default=str(_usual)))


bp = Blueprint("paper", __name__)


@bp.get("/type-in")
def new() -> ResponseReturnValue:
    """Ask who played; the QR code of a blank sheet fills in what was printed on it."""
    form = PaperForm(request.args)
    form.start.data = devices.new_token()  # never that of a URL, which others may know
    return _page(form)


@bp.post("/type-in")
def create() -> ResponseReturnValue:
    """Create the game, and redirect to its empty sheet."""
    form = PaperForm(request.form)
    if not form.validate():
        return _page(form), 422
    if unsure := form.unsure(documents.names_known_to(reader())):
        return _page(form, unsure), 422
    game, entry = form.game, join.group_entry_of_form(form.start.data)
    # Other names in the same form make another game.
    game_id = join.id_of("game", entry.claim, repr(game))
    try:
        at, token = documents.open_paper_game(reader(), game, game_id, entry)
    except requests.EntryRefusedError as refused:
        form.add_objections(refused.objections)
        return _page(form), 422
    remember_device(token)
    sheet = url_for("sheet.show", gid=at.group, uuid=at.game, holds=form.holds.data)
    return redirect(sheet, 303)


def _page(form: PaperForm, unsure: names.Unsure | None = None) -> str:
    known = documents.names_known_to(reader())
    return render_template("paper/new.html", form=form, known=known, unsure=unsure)


class ResultRow(wtforms.Form):
    """The boxes of a game; *played_on* is its date, or that of the row above."""

    day = forms.DayBox(default="")
    totals = wtforms.StringField(default="")
    played_on: date | None = None

    @property
    def numbers(self) -> list[int | None]:
        """Return the totals, as in ``120 90 -30``; ``None`` for what is no number."""
        texts = filter(None, forms.BETWEEN.split(self.totals.data or ""))
        return [*map(forms.number_in, texts)]


class OldResultsForm(PaperNames):
    """The players, known ones by tap (*who*) and others by name, and a row per game."""

    who = wtforms.SelectMultipleField(validate_choice=False)
    row1, row2, row3 = (wtforms.FormField(ResultRow) for _ in range(3))

    @property
    def players(self) -> list[str]:
        """Return the names, in the order of the totals."""
        typed = [box.typed for box in self.boxes]
        return [*(self.who.data or ()), *filter(None, typed)]

    @property
    def rows(self) -> list[ResultRow]:
        """Return the rows of the form."""
        return [field.form for field in self if isinstance(field, wtforms.FormField)]

    @property
    def results(self) -> list[ResultRow]:
        """Return the rows with something in them, or the first one."""
        filled = [row for row in self.rows if row.day.data or row.totals.data]
        return filled or self.rows[:1]

    def validate_who(self, _field: wtforms.Field) -> None:
        """Reject too few or too many players, and one who is named twice."""
        if len(self.players) not in SEATS_ALLOWED:
            most = {"least": SEATS_ALLOWED[0], "most": SEATS_ALLOWED[-1]}
            said = _("This game needs %(least)s to %(most)s players.", **most)
            raise wtforms.ValidationError(said)
        if len({*map(names.name_key, self.players)}) < len(self.players):
            raise wtforms.ValidationError(_("Every player needs a different name."))

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the players and the rows."""
        is_valid, played_on = super().validate(extra_validators), None
        players = len(self.players)
        expected = ngettext(
            "Enter %(num)s whole number, one for each player.",
            "Enter %(num)s whole numbers, one for each player.",
            players,
        )
        for row in self.results:
            row.played_on = played_on = row.day.value or played_on
            if None in row.numbers or len(row.numbers) != players:
                row.totals.errors = [expected]
            if played_on is None and not row.day.errors:
                row.day.errors = [_("Enter a date such as %(day)s.", day="2026-11-21")]
            is_valid = is_valid and not row.errors
        return is_valid

    def games(self) -> Iterator[registry.FoundGame]:
        """Yield the games of a complete form."""
        for row in self.results:
            numbers = (total or 0 for total in row.numbers)
            totals = dict(zip(self.players, numbers, strict=True))
            yield registry.FoundGame(from_totals(totals, about(row.played_on)))


@bp.get("/type-in/results")
def new_results() -> ResponseReturnValue:
    """Show the form with the players of the last game."""
    form, group = OldResultsForm(), _group()
    if group:
        here = spectating.at_home(reader(), group)
        last, running = here["last"], here["unfinished"]
        if running:
            form.who.data = [*running[0].sheet.players]
        elif last:
            form.who.data = [each["name"] for each in last["players"]]
    return _results_page(form)


@bp.post("/type-in/results")
def save_results() -> ResponseReturnValue:
    """Save the results, and show the form with the same players for more."""
    form, group = OldResultsForm(request.form), _group()
    known = documents.names_known_to(reader(), group) if group else []
    form.who.data = [name for name in form.who.data or () if name in known]
    if not form.validate():
        return _results_page(form), 422
    if unsure := form.unsure([name for name in known if name not in form.who.data]):
        return _results_page(form, unsure=unsure), 422
    entry = join.group_entry_of_form(form.start.data)
    try:
        imported = documents.import_games(reader(), [*form.games()], entry, group)
    except requests.EntryRefusedError as refused:
        form.who.errors = [*dict.fromkeys(map(sentence_about, refused.objections))]
        return _results_page(form), 422
    remember_device(imported.token)
    more = OldResultsForm()
    more.who.data, more.start.data = form.players, form.start.data
    return _results_page(more, saved=form.results, imported=imported)


def _group() -> UUID | None:
    groups = (each.uuid for each, *_rest in home.own_groups() if may_score(each.uuid))
    return next(groups, None)


def _results_page(form: OldResultsForm, **more: object) -> str:
    group, chosen = _group(), form.who.data or []
    known = documents.names_known_to(reader(), group) if group else []
    offered = [*chosen, *(name for name in known if name not in chosen)]
    return render_template("paper/results.html", form=form, offered=offered, **more)
