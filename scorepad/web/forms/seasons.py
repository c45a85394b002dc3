"""Names and dates of groups and seasons, a page of games, and the key of a group."""

from datetime import date

from wtforms import DateField, Form, IntegerField, StringField
from wtforms.validators import (
    AnyOf,
    InputRequired,
    Length,
    NumberRange,
    Optional,
    ValidationError,
)

from scorepad.services.seasons.arranging import SeasonEntry
from scorepad.stats.season import RankedBy
from scorepad.web.api.shapes import YEARS
from scorepad.web.forms.boxes import LEFT_OUT

MOST_PAGES = 100_000
LONGEST_NAME = 1000  # what a name may be is judged elsewhere; this is only a shape
LONGEST_CLAIM = 100
MOST_LEAST_GAMES = 1000
FIGURES = [each.value for each in RankedBy]


def _check_year(_form: Form, field: DateField) -> None:
    if field.data is not None and field.data.year not in YEARS:
        raise ValidationError("year")


class PageChoice(Form):
    """Which page of the list of games, and what to rank the players by."""

    page = IntegerField(validators=[Optional(), NumberRange(1, MOST_PAGES)])
    by = StringField(validators=[LEFT_OUT, AnyOf(FIGURES)])

    @property
    def ranked_by(self) -> RankedBy | None:
        """What the valid form asks for, if it does."""
        return RankedBy(self.by.data) if self.by.data else None


class SeasonChoice(Form):
    """Which season, by its number; none is all of them."""

    season = IntegerField(validators=[Optional(), NumberRange(1, MOST_PAGES)])


class ChosenSeason(Form):
    """The season that something shall belong to, by its number."""

    season = IntegerField(validators=[InputRequired(), NumberRange(1, MOST_PAGES)])


class GroupName(Form):
    """The name of the group; empty takes it away."""

    name = StringField(validators=[Length(max=LONGEST_NAME)])


class SeasonDates(Form):
    """Name, first and last day of a season; without a last day it stays open.

    And what its players are ranked by, from how many games on.
    """

    name = StringField(validators=[Length(max=LONGEST_NAME)])
    starts_on = DateField(validators=[InputRequired(), _check_year])
    ends_on = DateField(validators=[Optional(), _check_year])
    ranked_by = StringField(validators=[LEFT_OUT, AnyOf(FIGURES)])
    least_games = IntegerField(
        validators=[Optional(), NumberRange(1, MOST_LEAST_GAMES)]
    )

    @property
    def entry(self) -> SeasonEntry:
        """What the valid form says."""
        return SeasonEntry(
            self.name.data or "",
            self.starts_on.data or date.min,
            self.ends_on.data,
            RankedBy(self.ranked_by.data or RankedBy.AVERAGE),
            self.least_games.data or 1,
        )


class Claim(Form):
    """The secret that opens the group."""

    claim = StringField(validators=[InputRequired(), Length(max=LONGEST_CLAIM)])
