"""Choices that stand in an address, and what is printed by them."""

from collections.abc import Callable, Iterator
from typing import Self
from urllib.parse import urlencode

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, StringField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from scorepad.rules.towers.models import SEATS_ALLOWED
from scorepad.sheets.cards import CardSize
from scorepad.sheets.completed.record import SHEET_PAPERS, Showing
from scorepad.sheets.paper import Paper
from scorepad.words.languages import LANGUAGES

AS_FORM = "form"
"""Stands in an address that a browser made from a form: there a box that is not
ticked is not sent, while a short address leaves out what is as usual."""


def one_of(*known: str) -> Callable[[BaseForm, Field], None]:
    """Refuse what is not one of the *known* values, and name them."""

    def check(_form: BaseForm, field: Field) -> None:
        if field.data not in known:
            sentence = _(
                "%(name)s: one of %(choices)s is expected here.",
                name=field.short_name,
                choices=", ".join(known),
            )
            raise ValidationError(sentence)

    return check


def choice(*known: str, default: str | None = None) -> StringField:
    """One of the *known* values."""
    return StringField(validators=[one_of(*known)], default=default)


class Tick(StringField):
    """Yes or no."""

    validators = (one_of("yes", "no"),)


class ChoiceForm(Form):
    """Choices in an address."""

    @classmethod
    def sent(cls, args: MultiDict[str, str]) -> Self:
        """The form of an address, whichever way it was made."""
        if AS_FORM not in args:
            return cls(args)
        absent = {name: "no" for name in cls().ticked if name not in args}
        return cls(MultiDict([*args.items(multi=True), *absent.items()]))

    @property
    def ticked(self) -> dict[str, bool]:
        """What can be ticked, and whether it is."""
        return {
            box.short_name: box.data == "yes" for box in self if isinstance(box, Tick)
        }

    @property
    def query(self) -> str:
        """The short address of this choice: only what is not as usual."""
        return urlencode(list(self.said()))

    def said(self) -> Iterator[tuple[str, str]]:
        """Everything that is not as usual."""
        return ((box.short_name, box.data) for box in self if box.data != box.default)

    @property
    def sentence(self) -> str:
        """The first thing that is wrong."""
        return next(str(error) for field in self for error in field.errors)


BOOK_PAPERS = (Paper.A4, Paper.LETTER)
USUAL_PLAYERS = 4


class BookForm(ChoiceForm):
    """A book, or whatever else takes a whole page."""

    lang = choice(*(known.tag for known in LANGUAGES))
    paper = choice(*BOOK_PAPERS)

    @property
    def chosen(self) -> dict[str, str]:
        """The choices as an address holds them."""
        return {name: value or "" for name, value in self.data.items()}

    @property
    def on_paper(self) -> Paper:
        """The paper, once it is known to be one."""
        return Paper(self.paper.data or "")


class CardForm(BookForm):
    """A card for those who are in already."""

    size = choice(*CardSize, default=CardSize.WALLET)


class KeyCardForm(CardForm):
    """A card that lets in whoever has it."""

    claim = StringField()

    @property
    def key(self) -> str:
        """The key, as it is printed: an address may stand before it."""
        return (self.claim.data or "").strip().rpartition("#")[2]


class SheetPaperForm(BookForm):
    """What can be smaller than a page."""

    paper = choice(*SHEET_PAPERS)


class BlankTowersForm(SheetPaperForm):
    """A sheet of Wandering Towers to be marked by hand, for so many *players*."""

    players = choice(*map(str, SEATS_ALLOWED), default=str(USUAL_PLAYERS))


class ShowingForm(SheetPaperForm):
    """The sheet of a game of Wizard, and what it shows."""

    tricks = Tick(default="no")
    points = Tick(default="no")
    chart = Tick(default="yes")
    awards = Tick(default="yes")
    notes = Tick(default="yes")

    @property
    def showing(self) -> Showing:
        """The choices as the sheet knows them."""
        return Showing(paper=self.on_paper, **self.ticked)
