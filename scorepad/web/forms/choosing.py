"""Choices that stand in an address, of which each is one of a few."""

from collections.abc import Callable, Iterator
from typing import Self
from urllib.parse import urlencode

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, StringField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

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
