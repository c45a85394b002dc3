"""Type in games from paper: whole sheets, or old results with nothing but totals."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from typing import Any, Final, NamedTuple
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from wtforms import BooleanField, Field, HiddenField, SelectMultipleField, StringField
from wtforms.validators import ValidationError

from scorepad.games.documents import NotADocument, read
from scorepad.games.names import Unsure, name_key
from scorepad.games.registry import read_game
from scorepad.games.wizard.models import PRESETS, Deck, Game, Holds, Letters
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Extra, Schedule
from scorepad.games.wizard.scoring import CUSTOM, HouseScoring, Scoring
from scorepad.imports.found import about
from scorepad.imports.games import result_document
from scorepad.services.documents import (
    Brought,
    import_games,
    names_known_to,
    open_paper_game,
)
from scorepad.services.requests import EntryRefusedError, FieldObjection
from scorepad.services.spectating import at_home
from scorepad.web.forms import (
    CardsBox,
    Choice,
    DayBox,
    NameBox,
    NamesForm,
    NumberBox,
    number_in,
)
from scorepad.web.home import own_groups
from scorepad.web.join import founding_of, id_of, new_start
from scorepad.web.middleware.auth import reader, remember_device
from scorepad.web.middleware.languages import sentence_about
from scorepad.web.play import may_score

FORMULA = asdict(HouseScoring(base=20, per_trick=10, per_miss=10))
"""The numbers of a formula, as the form has them at first."""


class PaperNames(NamesForm):
    """Names and, on a new device, the group to make for them.

    *start* is a random value from the server. The ids and the claim follow from it, so
    that a form sent twice is recognised.
    """

    time_zone = HiddenField()
    start = HiddenField(default=new_start)


class PaperForm(PaperNames):
    """Names in seat order, the rounds, what the old sheet contains, and the variants.

    *players* is the number of players printed on a blank sheet; only the names count.
    *even* is the ±1 rule by the name of its form.
    """

    edition = SelectMultipleField(validate_choice=False)
    even = Choice(*PRESETS, default="off")
    foresight = BooleanField()
    scoring = Choice(*Scoring, CUSTOM, default=Scoring.CLASSIC)
    deck = Choice(*Deck, default=Deck.PEOPLE)
    letters = Choice(*Letters, default=Letters.ZN)
    players = NumberBox()
    dealer = NumberBox(default="0")
    schedule = Choice(*Schedule, default=Schedule.STANDARD)
    cards = CardsBox(default="")
    date = DayBox()
    holds = Choice(*Holds, default=Holds.TRICKS)

    @property
    def filled(self) -> list[NameBox]:
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
        return not chosen and all(
            box.data == box.default and not box.errors for box in boxes
        )

    @property
    def _formula(self) -> HouseScoring | None:
        numbers: dict[str, Any] = {name: self[name] for name in FORMULA}
        with suppress(NotADocument):
            return read(HouseScoring, {name: numbers[name].value for name in FORMULA})
        return None

    def validate_foresight(self, field: BooleanField) -> None:
        """Reject it with extra cards, as the rules do."""
        if field.data and self.edition.data:
            raise ValidationError(_("Not possible: special cards are in the deck."))

    def validate_scoring(self, field: StringField) -> None:
        """Reject a formula with a wrong number."""
        if field.data == CUSTOM and self._formula is None:
            raise ValidationError(
                _("Enter whole numbers from −1000 to 1000; of rounds, 0 to 20.")
            )

    @property
    def game(self) -> Game:
        """Return the game as set up; its cards follow from the schedule."""
        schedule = self.schedule.value
        dealt = f"name{self.dealer.value or 0}"
        seats = [box.name for box in self.filled]
        formula = self._formula if self.scoring.value == CUSTOM else None
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

    def add_objections(self, objections: tuple[FieldObjection, ...]) -> None:
        """Add every objection to the box it is about."""
        for objection in objections:
            box = self._box(objection)
            box.errors = [*box.errors, sentence_about(objection)]

    def _box(self, objection: FieldObjection) -> Field:
        if objection.field.startswith("players/") and objection.seat is not None:
            return self.filled[objection.seat]
        if objection.field == "cards" and self.schedule.data == Schedule.CUSTOM:
            return self.cards
        if objection.field in {"schedule", "cards"}:
            return self.schedule
        if objection.field in {"edition", "foresight"}:
            return self[objection.field]
        return next((box for box in self.boxes if not box.data), self.boxes[0])


for _name, _usual in FORMULA.items():
    setattr(PaperForm, _name, NumberBox(default=str(_usual)))


bp = Blueprint("paper", __name__)


@bp.get("/type-in")
def new() -> ResponseReturnValue:
    """Ask who played; the QR code of a blank sheet fills in what was printed on it."""
    form = PaperForm(request.args)
    form.start.data = new_start()  # never that of a URL, which others may know
    return _page(form)


@bp.post("/type-in")
def create() -> ResponseReturnValue:
    """Create the game, and redirect to its empty sheet."""
    form = PaperForm(request.form)
    if not form.validate():
        return _page(form), 422
    if unsure := form.unsure(names_known_to(reader())):
        return _page(form, unsure), 422
    game, founding = form.game, founding_of(form.start.data)
    # Other names in the same form make another game.
    game_id = id_of("game", founding.claim, repr(game))
    try:
        at, token = open_paper_game(reader(), game, game_id, founding)
    except EntryRefusedError as refused:
        form.add_objections(refused.objections)
        return _page(form), 422
    if token:
        remember_device(token)
    sheet = url_for("sheet.show", gid=at.group, uuid=at.game, holds=form.holds.data)
    return redirect(sheet, 303)


def _page(form: PaperForm, unsure: Unsure | None = None) -> str:
    known = names_known_to(reader())
    return render_template("paper/new.html", form=form, known=known, unsure=unsure)


AT_ONCE: Final = 3
"""Games that fit into the form."""

_BETWEEN = re.compile(r"[\s,;/、]+")


class TotalsBox(StringField):
    """The totals of one game, such as ``120 90 -30``."""

    @property
    def totals(self) -> list[int | None]:
        """Return the numbers; ``None`` stands for what is none."""
        return [number_in(each) for each in _BETWEEN.split(self.data or "") if each]


class ResultRow(NamedTuple):
    """The two boxes of a game, and its date: an empty one is that of the row above."""

    day: DayBox
    totals: TotalsBox
    played_on: date | None


class OldResultsForm(PaperNames):
    """The players, known ones by tap (*who*) and others by name, and a row per game."""

    who = SelectMultipleField(validate_choice=False)

    @property
    def players(self) -> list[str]:
        """Return the names, in the order of the totals."""
        typed = [box.typed for box in self.boxes]
        return [*(self.who.data or ()), *filter(None, typed)]

    @property
    def rows(self) -> list[ResultRow]:
        """Return the rows of the form."""
        rows: list[ResultRow] = []
        played_on = None
        for at in range(AT_ONCE):
            day: Any = self[f"day{at}"]
            totals: Any = self[f"totals{at}"]
            played_on = day.value or played_on
            rows.append(ResultRow(day, totals, played_on))
        return rows

    @property
    def results(self) -> list[ResultRow]:
        """Return the rows with something in them."""
        return [row for row in self.rows if row.day.data or row.totals.data]

    def validate_who(self, _field: Field) -> None:
        """Reject too few or too many players, and one who is named twice."""
        if len(self.players) not in SEATS_ALLOWED:
            most = {"least": SEATS_ALLOWED[0], "most": SEATS_ALLOWED[-1]}
            said = _("This game needs %(least)s to %(most)s players.", **most)
            raise ValidationError(said)
        if len({*map(name_key, self.players)}) < len(self.players):
            raise ValidationError(_("Every player needs a different name."))

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the players, and the rows with something in them or the first one."""
        super().validate(extra_validators)
        players = len(self.players)
        expected = ngettext(
            "Enter %(num)s whole number, one for each player.",
            "Enter %(num)s whole numbers, one for each player.",
            players,
        )
        for row in self.results or self.rows[:1]:
            if None in row.totals.totals or len(row.totals.totals) != players:
                row.totals.errors = [expected]
            if row.played_on is None and not row.day.errors:
                said = _("Enter a date such as %(day)s.", day="2026-11-21")
                row.day.errors = [said]
        return not self.errors

    def games(self) -> Iterator[Brought]:
        """Yield the games of a complete form."""
        for row in self.results:
            numbers = (total or 0 for total in row.totals.totals)
            totals = dict(zip(self.players, numbers, strict=True))
            yield Brought(read_game(result_document(totals, about(row.played_on))))


for _at in range(AT_ONCE):
    setattr(OldResultsForm, f"day{_at}", DayBox(default=""))
    setattr(OldResultsForm, f"totals{_at}", TotalsBox(default=""))

results = Blueprint("old_results", __name__)


@results.get("/type-in/results", endpoint="new")
def new_results() -> ResponseReturnValue:
    """Show the form with the players of the last game."""
    form, group = OldResultsForm(), _group()
    if group:
        here = at_home(reader(), group)
        last = [each["name"] for each in here.last["players"]] if here.last else []
        running = [*here.unfinished[0].sheet.players] if here.unfinished else []
        form.who.data = running or last
    return _results_page(form)


@results.post("/type-in/results", endpoint="save")
def save_results() -> ResponseReturnValue:
    """Save the results, and show the form with the same players for more."""
    form, group = OldResultsForm(request.form), _group()
    known = names_known_to(reader(), group) if group else []
    form.who.data = [name for name in form.who.data or () if name in known]
    if not form.validate():
        return _results_page(form), 422
    if unsure := form.unsure([name for name in known if name not in form.who.data]):
        return _results_page(form, unsure=unsure), 422
    founding = founding_of(form.start.data)
    try:
        games = [*form.games()]
        imported = import_games(reader(), games, founding, group)
    except EntryRefusedError as refused:
        form.who.errors = [*dict.fromkeys(map(sentence_about, refused.objections))]
        return _results_page(form), 422
    if imported.token:
        remember_device(imported.token)
    more = OldResultsForm()
    more.who.data, more.start.data = form.players, form.start.data
    return _results_page(more, saved=form.results, imported=imported)


def _group() -> UUID | None:
    groups = (each.uuid for each, *_rest in own_groups() if may_score(each.uuid))
    return next(groups, None)


def _results_page(form: OldResultsForm, **more: object) -> str:
    group, chosen = _group(), form.who.data or []
    known = names_known_to(reader(), group) if group else []
    offered = [*chosen, *(name for name in known if name not in chosen)]
    return render_template("paper/results.html", form=form, offered=offered, **more)
