"""The boxes on the page of blank sheets."""

from wtforms import Field, StringField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from scorepad.rules.names import NameRefused, clean_name
from scorepad.web.forms.boxes import NumberBox
from scorepad.web.forms.cards_box import CardsBox
from scorepad.web.forms.choosing import one_of
from scorepad.web.sentences import SENTENCES, say

TICKS = {
    "trump": "yes",
    "dealer": "no",
    "bids": "no",
    "bomb": "no",
    "cloud": "no",
    "large": "no",
    "ink": "no",
    "reminder": "yes",
    "place": "yes",
    "code": "no",
}
"""What can be ticked, and how it is as usual."""


class NameBox(StringField):
    """A name to print; empty is a place to write one."""

    @property
    def name_in_it(self) -> str:
        """The name as it is kept everywhere else."""
        typed = self.data or ""
        return clean_name(typed) if typed.strip() else ""

    def pre_validate(self, form: BaseForm) -> None:  # noqa: ARG002 - asked for by WTForms
        """Refuse what is no name."""
        try:
            _name = self.name_in_it
        except NameRefused as refused:
            raise ValidationError(say(SENTENCES[refused.problem])) from None


def choice(*known: str) -> StringField:
    """One of the *known* values; the first one is usual."""
    return StringField(validators=[one_of(*known)], default=known[0])


def tick(name: str) -> StringField:
    """Yes or no."""
    return StringField(validators=[one_of("yes", "no")], default=TICKS[name])


def canonical(field: Field) -> str:
    """What a box holds, in its plainest spelling."""
    if isinstance(field, CardsBox):
        return field.canonical
    if isinstance(field, NameBox):
        return field.name_in_it
    return str(field.typed if isinstance(field, NumberBox) else field.data or "")
