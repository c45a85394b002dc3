"""Which games a page is about, as its address says it."""

from flask_babel import gettext as _
from wtforms import DateField, Form, IntegerField, StringField
from wtforms.validators import AnyOf, NumberRange, Optional, ValidationError

from scorepad.rules.wizard.game import Schedule
from scorepad.rules.wizard.schedule import SEATS_ALLOWED
from scorepad.store.filters import Filter
from scorepad.web.shapes import YEARS

SCHEDULES = [each.value for each in Schedule]


class GamesWanted(Form):
    """Players at the table, schedule, first and last day; all may be left out."""

    players = IntegerField(
        validators=[Optional(), NumberRange(SEATS_ALLOWED[0], SEATS_ALLOWED[-1])]
    )
    schedule = StringField(validators=[Optional(), AnyOf(SCHEDULES)])
    since = DateField(validators=[Optional()])
    until = DateField(validators=[Optional()])

    def validate_since(self, field: DateField) -> None:
        """Refuse years in which nobody played."""
        _check_year(field)

    def validate_until(self, field: DateField) -> None:
        """Refuse years in which nobody played, and days that run backwards."""
        _check_year(field)
        if field.data and self.since.data and field.data < self.since.data:
            raise ValidationError("backwards")

    @property
    def wanted(self) -> Filter:
        """What the valid form says."""
        return Filter(
            players=self.players.data,
            schedule=Schedule(self.schedule.data) if self.schedule.data else None,
            since=self.since.data,
            until=self.until.data,
        )

    @property
    def sentence(self) -> str:
        """The first thing that is wrong."""
        if self.players.errors:
            sentence = _(
                "The number of players cannot be that: choose one of the list."
            )
        elif self.schedule.errors:
            sentence = _("There is no such number of rounds: choose one of the list.")
        elif "backwards" in self.until.errors:
            sentence = _("The last day is before the first one: swap them.")
        else:
            sentence = _("A date like 2026-11-21 is expected here.")
        return str(sentence)


def _check_year(field: DateField) -> None:
    if field.data is not None and field.data.year not in YEARS:
        raise ValidationError("year")
