"""What blank pads somebody wants."""

from collections.abc import Callable

from flask_babel import gettext as _
from wtforms import Field, Form, StringField
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from scorepad.rules.wizard.schedule import SEATS_ALLOWED
from scorepad.web.forms.boxes import NumberBox
from scorepad.words.languages import LANGUAGES

STAIRCASE = "staircase"
MOST_COPIES = 50
_PLAYERS = [STAIRCASE, *map(str, SEATS_ALLOWED)]


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


class PadChoice(Form):
    """The four choices: who plays, language, trump column, copies."""

    players = StringField(validators=[one_of(*_PLAYERS)], default=STAIRCASE)
    lang = StringField(validators=[one_of(*(known.tag for known in LANGUAGES))])
    trump = StringField(validators=[one_of("yes", "no")], default="yes")
    copies = NumberBox(default="1")

    def validate_copies(self, field: NumberBox) -> None:
        """Between one and as many as one may well need."""
        if field.number is None or not 1 <= field.number <= MOST_COPIES:
            raise ValidationError(
                _("Between 1 and %(number)s copies can be printed.", number=MOST_COPIES)
            )

    @property
    def seats(self) -> int | None:
        """The number of players; ``None`` for the staircase."""
        return None if self.players.data == STAIRCASE else int(self.players.data or 0)

    @property
    def sentence(self) -> str:
        """The first thing that is wrong."""
        return next(str(error) for field in self for error in field.errors)
