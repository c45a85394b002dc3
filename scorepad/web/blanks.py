"""Pages for blank score sheets: choose options, preview, print."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode, urlsplit
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import StringField, ValidationError

from scorepad.games.wizard.models import Deck
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Schedule
from scorepad.i18n.languages import LANGUAGES
from scorepad.i18n.rules import sentence_for
from scorepad.pdf import blank_layout, html, worker
from scorepad.pdf.blank import Blank, objections_to_blank, tables_of
from scorepad.pdf.paper import PER_PAGE, Paper, Turn
from scorepad.services.documents import names_known_to
from scorepad.web import forms, printing
from scorepad.web.middleware import guard, languages
from scorepad.web.middleware.auth import group_or_404, keep_cookie, reader

STAIRCASE = "staircase"
MOST_COPIES = 100


class BlankForm(forms.NamesForm, forms.ChoiceForm):
    """The options of a blank sheet; the defaults are the same for everyone."""

    players = forms.Choice(STAIRCASE, *SEATS_ALLOWED, default=STAIRCASE)
    schedule = forms.Choice(*Schedule, default=Schedule.STANDARD)
    cards = forms.CardsBox(default="")
    paper = forms.Choice(*Paper, default=Paper.A4)
    turn = forms.Choice(*Turn, default=Turn.AUTO)
    per_page = forms.Choice(*PER_PAGE, default="1")
    copies = forms.Choice(*range(1, MOST_COPIES + 1), default="1")
    deck = forms.Choice(*Deck, default=Deck.PEOPLE)
    lang = forms.Choice(*(known.tag for known in LANGUAGES), default=LANGUAGES[0].tag)
    trump = forms.Tick(default="yes")
    dealer = forms.Tick(default="no")
    bids = forms.Tick(default="no")
    bomb = forms.Tick(default="no")
    cloud = forms.Tick(default="no")
    large = forms.Tick(default="no")
    ink = forms.Tick(default="no")
    reminder = forms.Tick(default="yes")
    place = forms.Tick(default="yes")
    code = forms.Tick(default="no")

    def validate_schedule(self, _field: StringField) -> None:
        """Check that the schedule can be played by these players."""
        if self.schedule.errors or self.players.errors or self.cards.errors:
            return
        tag = languages.current_language()
        for objection in objections_to_blank(self._table):
            raise ValidationError(sentence_for(objection.problem, tag))

    @property
    def seats(self) -> int | None:
        """Return the number of players, or ``None`` for the staircase."""
        return None if self.players.data == STAIRCASE else int(self.players.data or 0)

    def said(self) -> Iterator[tuple[str, str]]:
        """Yield the players and every option that is not at its default."""
        yield "players", self.players.data or ""
        unseated = self.boxes[self.seats or len(self.boxes) :]
        for field in self:
            # Boxes without effect, given the others.
            if field in {self.players, self.same, self.another, *unseated}:
                continue
            if field is self.cards and self.schedule.data != Schedule.CUSTOM:
                continue
            value = getattr(field, "typed", field.data) or ""
            if value != field.default:
                yield field.short_name, value

    @property
    def is_simple(self) -> bool:
        """Whether only players, paper, language and copies differ from the defaults."""
        usual = {"players", "paper", "copies", "lang", "meant"}
        return {name for name, _ in self.said()} <= usual

    @property
    def _table(self) -> Blank:
        cards = self.cards.value or ()
        return Blank(players=self.seats, schedule=self.schedule.value, cards=cards)

    @property
    def blank(self) -> Blank:
        """Return the sheet to draw."""
        chosen = (self.paper, self.turn, self.per_page, self.copies, self.deck)
        values = {box.short_name: box.value for box in chosen} | self.ticked
        links = _links(self) if values.pop("code") else ()
        values["ink_saving"] = values.pop("ink")
        # An empty name is to be written by hand.
        names = tuple(box.typed for box in self.boxes[: self.seats])
        return replace(self._table, names=names, links=links, **values)


bp = Blueprint("blanks", __name__)

COOKIE = "blank"
LONGEST_COOKIE = 3500  # browsers limit a cookie to 4096 bytes, including its attributes


@bp.get("/print")
@bp.get("/g/<uuid:gid>/print")
def choose(gid: UUID | None = None) -> ResponseReturnValue:
    """Show the options and a preview of the sheet."""
    known = names_known_to(reader(), gid)
    form = BlankForm.sent(request.args) if request.args else _as_last_time()
    asked = {"gid": gid, "form": form, "known": known}
    if not form.validate():
        return render_template("print/choose.html", **asked), 422
    unsure = form.unsure(known)
    if forms.AS_FORM in request.args:
        return redirect(f"{request.path}?{form.query}")
    layout = blank_layout.layout_in(form.blank, form.lang.value)
    height = round(worker.PICTURE_WIDTH * layout.page.height / layout.page.width)
    return render_template(
        "print/choose.html",
        **asked,
        unsure=unsure,
        picture={"width": worker.PICTURE_WIDTH, "height": height},
        blank=form.blank,
        layout=layout,
        least=f"{layout.room.least_row:g}",
        is_only_here=urlsplit(guard.own_address()).hostname in guard.ONLY_HERE,
        deals=tuple(tables_of(form.blank).items()),
    )


@bp.get("/print/rules")
@bp.get("/g/<uuid:gid>/print/rules")
def rules(gid: UUID | None = None) -> str:
    """Show PDFs of the rules, of other games and, in a group, of cards with a code."""
    if gid:
        group_or_404(gid)
    return render_template("print/rules.html", gid=gid)


@bp.get("/print/pad.pdf")
@bp.get("/g/<uuid:gid>/print/pad.pdf")
def pad(gid: UUID | None = None) -> ResponseReturnValue:
    """Return the blank sheets as PDF, and store the options in a cookie per group."""
    if gid:
        group_or_404(gid)
    form = printing.valid(BlankForm)
    pdf = printing.limited(html.blank_sheet(form.blank, language=form.lang.value))
    answer = printing.pdf_answer(pdf, f"wizard-{form.players.data}.pdf", _("Score pad"))
    if len(form.query) <= LONGEST_COOKIE:
        keep_cookie(answer, COOKIE, form.query, path=url_for("blanks.choose", gid=gid))
    return answer


@bp.get("/print/pad.png")
def picture() -> ResponseReturnValue:
    """Return the first page of the PDF as a picture."""
    form = printing.valid(BlankForm)
    sheet = html.blank_sheet(form.blank, language=form.lang.value)
    return printing.cached_answer(replace(sheet, picture_width=worker.PICTURE_WIDTH))


def _links(form: BlankForm) -> tuple[str, ...]:
    said = {name: value for name, value in form.said() if value != STAIRCASE}
    kept = ("players", "schedule", "cards", "deck")
    table: dict[str, str] = {name: said[name] for name in kept if name in said}
    names = {name: said[name] for name in said if name.startswith("name")}
    start = guard.own_address() + url_for("paper.new")
    queries = [{**table, **names}, table] if names else [table]
    return tuple(f"{start}?{urlencode(each)}" if each else start for each in queries)


def _as_last_time() -> BlankForm:
    last = BlankForm(MultiDict(parse_qsl(request.cookies.get(COOKIE, ""))))
    if COOKIE in request.cookies and last.validate():
        return last
    form = BlankForm()
    form.lang.data = languages.current_language()
    form.paper.data = printing.usual_paper()
    form.copies.data = "10"  # a link without a number means one
    return form
