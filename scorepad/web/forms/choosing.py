"""Choices of which one is expected."""

from collections.abc import Callable

from flask_babel import gettext as _
from wtforms import Field
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
