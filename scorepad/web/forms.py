"""Form fields for what people type, and forms whose choices are in the URL."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, Self
from urllib.parse import urlencode

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField, ValidationError
from wtforms.form import BaseForm
from wtforms.validators import AnyOf

from scorepad.games.names import NameRefused, Unsure, clean_name, unsure_name
from scorepad.games.towers import SEATS_ALLOWED as TOWERS_SEATS
from scorepad.games.wizard.schedule import MOST_ROUNDS, SEATS_ALLOWED
from scorepad.i18n.languages import LANGUAGES
from scorepad.pdf import completed
from scorepad.pdf.paper import TOWERS_PAPERS, CardSize, Paper
from scorepad.web.middleware.languages import sentence_of

CHOOSE: Final = lazy_gettext("Choose one of the options.")

_NUMBER = re.compile(r"[+-]?[0-9]{1,5}", re.ASCII)


def number_in(text: str | None) -> int | None:
    """Return the integer in *text*, as :class:`NumberBox` reads it."""
    plain = _plain(text)
    return int(plain) if _NUMBER.fullmatch(plain) else None


def _plain(text: str | None) -> str:
    figures = unicodedata.normalize("NFKC", text or "")
    return figures.replace("\N{MINUS SIGN}", "-").strip()


class TextBox(StringField):
    """A box that may stay empty; each kind reads its text in its own way."""

    def process_data(self, value: object) -> None:
        """Take a stored value as its text."""
        super().process_data(None if value is None else str(value))

    @property
    def value(self) -> Any:
        """Return what was typed as a value, or ``None`` if it is empty or wrong."""
        with suppress(ValidationError):
            return self._value()
        return None

    @property
    def typed(self) -> str:
        """Return the value in its usual spelling: without one, nothing."""
        return "" if self.value is None else str(self.value)

    def pre_validate(self, form: BaseForm) -> None:  # noqa: ARG002 - asked for by WTForms
        """Reject what cannot be read."""
        self._value()

    def _value(self) -> Any:
        text = (self.data or "").strip()
        return self._read(text) if text else None

    def _read(self, text: str) -> Any:
        raise NotImplementedError


class NumberBox(TextBox):
    """An integer as people type it, in any digits and minus.

    One that is not *within* a range is refused with the sentence *otherwise*.
    """

    def __init__(
        self, *, within: range | None = None, otherwise: str = "", **more: Any
    ) -> None:
        super().__init__(**more)
        self._within, self._otherwise = within, otherwise

    def _read(self, text: str) -> Any:
        if (number := number_in(text)) is None:
            raise ValidationError(_("Enter a whole number."))
        if self._within is not None and number not in self._within:
            raise ValidationError(self._otherwise)
        return number


class LineBox(TextBox):
    """A line of at most so many characters, with single spaces."""

    def __init__(self, *, most: int, **more: Any) -> None:
        super().__init__(**more)
        self.most = most

    def _read(self, text: str) -> str:
        if len(text) > self.most:
            said = _("Use at most %(number)s characters.", number=self.most)
            raise ValidationError(said)
        if any(unicodedata.category(char) in {"Cs", "Cc"} for char in text):
            said = _("This contains invisible characters. Please retype it.")
            raise ValidationError(said)
        return " ".join(text.split())


class DayBox(TextBox):
    """A date as browsers send it, on which a game can have been played."""

    EARLIEST = date(1984, 1, 1)  # the year in which Wizard came out

    def _read(self, text: str) -> date:
        example = "2026-11-21"
        try:
            day = date.fromisoformat(text if len(text) == len(example) else "")
        except ValueError:
            wrong = _("Enter a date such as %(day)s.", day=example)
            raise ValidationError(wrong) from None
        # Where the game was played, it may already be tomorrow.
        if not self.EARLIEST <= day <= datetime.now(UTC).date() + timedelta(days=1):
            raise ValidationError(_("Enter a date between 1984 and today."))
        return day


class Choice(StringField):
    """One of the *known* values: numbers, words, or those of an enumeration."""

    def __init__(self, *known: object, **more: Any) -> None:
        self._known = {str(each): each for each in known}
        super().__init__(validators=[AnyOf(self._known, CHOOSE)], **more)

    @property
    def value(self) -> Any:
        """Return the chosen value, or ``None`` if it is empty or wrong."""
        chosen = self._known.get(self.data or "")
        return None if chosen == "" else chosen


BETWEEN = re.compile(r"[\s,;、/·]+")
_RANGE = re.compile(r"(\d{1,2})(?:[-–](\d{1,2}))?")


class CardsBox(TextBox):
    """Cards per round: ``1 3 5``, ``1,3,5``, ``1-5``, and down again: ``1-5 4-1``."""

    @property
    def typed(self) -> str:
        """Return the list in its shortest spelling."""
        return " ".join(map(str, self.value or ()))

    def _read(self, text: str) -> tuple[int, ...]:
        said = filter(None, BETWEEN.split(_plain(text)))
        parts = [_RANGE.fullmatch(part) for part in said]
        ends = [(int(part[1]), int(part[2] or part[1])) for part in parts if part]
        found = [
            number
            for first, last in ends
            for number in range(first, last + 1) or range(first, last - 1, -1)
        ]
        if not all(parts) or not 0 < len(found) <= MOST_ROUNDS:
            example = _("Enter a list such as %(cards)s.", cards="1 2 3 5 8")
            raise ValidationError(example)
        return tuple(found)


class NameBox(TextBox):
    """A name to print; empty leaves a place to write one."""

    def _read(self, text: str) -> str:
        try:
            return clean_name(text)
        except NameRefused as refused:
            raise ValidationError(sentence_of(refused.problem)) from None


def ask_about(
    names: Sequence[str], known: Iterable[str], sent: Mapping[str, Any]
) -> tuple[list[str], Unsure | None, str]:
    """Return the *names* after the answers *sent*, and the next one to ask about.

    *same* and *another* answer whether that name means a similar *known* one. The names
    with the answer "no", also returned, are sent again as *meant*.
    """
    names, known = [*names], [*known]
    said = "\t".join(filter(None, [sent.get("meant"), sent.get("another")]))
    unsure = unsure_name(names, known, said.split("\t"))
    if unsure and unsure.name == sent.get("same"):
        names[unsure.at] = unsure.similar
        unsure = unsure_name(names, known, said.split("\t"))
    return names, unsure, said


class NamesForm(Form):
    """A form with a box for the name at every seat, and answers for `ask_about`."""

    meant = StringField(default="")
    same = StringField(default="")
    another = StringField(default="")

    @property
    def boxes(self) -> list[NameBox]:
        """Return the boxes of the names, in seat order."""
        return [field for field in self if isinstance(field, NameBox)]

    def unsure(self, known: Iterable[str]) -> Unsure | None:
        """Return the first name to ask about, after the answer was put in its box."""
        typed = [box.typed for box in self.boxes]
        names, unsure, self.meant.data = ask_about(typed, known, self.data)
        for box, name in zip(self.boxes, names, strict=True):
            if name != box.typed:
                box.data = name
        return unsure


for _seat in range(SEATS_ALLOWED[-1]):
    setattr(NamesForm, f"name{_seat}", NameBox(default=""))

AS_FORM = "form"
"""Marks a URL that a browser made from a form, where an unticked box is missing; in a
short URL a missing box has its default."""


class Tick(StringField):
    """Yes or no."""

    validators = (AnyOf(("yes", "no"), CHOOSE),)


class ChoiceForm(Form):
    """A form whose choices are in the URL."""

    @classmethod
    def sent(cls, args: MultiDict[str, str]) -> Self:
        """Return the form in a URL made by a browser or by :attr:`query`."""
        if AS_FORM not in args:
            return cls(args)
        absent = {name: "no" for name in cls().ticked if name not in args}
        return cls(MultiDict([*args.items(multi=True), *absent.items()]))

    @property
    def ticked(self) -> dict[str, bool]:
        """Return whether each box is ticked."""
        ticks = (box for box in self if isinstance(box, Tick))
        return {box.short_name: box.data == "yes" for box in ticks}

    @property
    def query(self) -> str:
        """Return the short query string: only what is not at its default."""
        return urlencode(list(self.said()))

    def said(self) -> Iterator[tuple[str, str]]:
        """Yield each choice that is not at its default."""
        return ((box.short_name, box.data) for box in self if box.data != box.default)

    @property
    def sentence(self) -> str:
        """Return the first error."""
        return next(str(error) for field in self for error in field.errors)


class BookForm(ChoiceForm):
    """Options of a book, or of anything else that fills whole pages."""

    lang = Choice(*(known.tag for known in LANGUAGES))
    paper = Choice(Paper.A4, Paper.LETTER)


class CardForm(BookForm):
    """A card for members of the group, or with a key to join it."""

    size = Choice(*CardSize, default=CardSize.WALLET)
    claim = StringField(default="")

    @property
    def key(self) -> str:
        """Return the key as it is printed; it may be pasted with its URL."""
        return (self.claim.data or "").strip().rpartition("#")[2]


class TowersForm(BookForm):
    """A sheet of Wandering Towers: for so many players, or of a game and its rights."""

    paper = Choice(*TOWERS_PAPERS)
    players = Choice(*TOWERS_SEATS, default="4")
    rights = Tick(default="no")


class ShowingForm(BookForm):
    """The completed sheet of a game of Wizard, and what it shows."""

    paper = Choice(*Paper)
    tricks = Tick(default="no")
    points = Tick(default="no")
    chart = Tick(default="yes")
    awards = Tick(default="yes")
    notes = Tick(default="yes")
    rights = Tick(default="no")

    @property
    def showing(self) -> completed.Showing:
        """Return the choices for the sheet."""
        return completed.Showing(paper=self.paper.value, **self.ticked)
