"""Which games a page is about, as its address says it."""

from collections.abc import Callable, Iterable

from flask_babel import gettext as _
from wtforms import DateField, Form, IntegerField, StringField
from wtforms.validators import AnyOf, Length, NumberRange, Optional, ValidationError

from scorepad.rules.wizard.game import (
    SEATS_ALLOWED,
    AnyScoring,
    Extra,
    Schedule,
    scoring_called,
)
from scorepad.store.seasons.games import Filter
from scorepad.web.api.shapes import YEARS
from scorepad.web.forms.boxes import LEFT_OUT

SCHEDULES = [each.value for each in Schedule]
NO_EXTRAS = "classic"
LONGEST = 100


def edition_word(edition: Iterable[Extra]) -> str:
    """A deck as the address names it.

    >>> edition_word({Extra.CLOUD, Extra.BOMB}), edition_word(())
    ('bomb.cloud', 'classic')
    """
    return ".".join(sorted(edition)) or NO_EXTRAS


def edition_called(word: str) -> frozenset[Extra]:
    """Read such a word.

    :raises ValueError: one of the cards is none.
    """
    return frozenset() if word == NO_EXTRAS else frozenset(map(Extra, word.split(".")))


class GamesWanted(Form):
    """Players, schedule, extra cards, scoring, first and last day: none is needed."""

    players = IntegerField(
        validators=[Optional(), NumberRange(SEATS_ALLOWED[0], SEATS_ALLOWED[-1])]
    )
    schedule = StringField(validators=[LEFT_OUT, AnyOf(SCHEDULES)])
    edition = StringField(validators=[LEFT_OUT, Length(max=LONGEST)])
    scoring = StringField(validators=[LEFT_OUT, Length(max=LONGEST)])
    since = DateField(validators=[Optional()])
    until = DateField(validators=[Optional()])

    def validate_edition(self, field: StringField) -> None:
        """Refuse cards that there are not."""
        _check(edition_called, field)

    def validate_scoring(self, field: StringField) -> None:
        """Refuse what nobody could count by."""
        _check(scoring_called, field)

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
            edition=edition_called(self.edition.data) if self.edition.data else None,
            scoring=self.counted_by,
            since=self.since.data,
            until=self.until.data,
        )

    @property
    def counted_by(self) -> AnyScoring | None:
        """The scoring that the valid form names."""
        return scoring_called(self.scoring.data) if self.scoring.data else None

    @property
    def sentence(self) -> str:
        """The first thing that is wrong."""
        if self.players.errors:
            sentence = _(
                "The number of players cannot be that: choose one of the list."
            )
        elif self.schedule.errors:
            sentence = _("There is no such number of rounds: choose one of the list.")
        elif self.edition.errors:
            sentence = _("There are no such extra cards: choose one of the list.")
        elif self.scoring.errors:
            sentence = _("There is no such scoring: choose one of the list.")
        elif "backwards" in self.until.errors:
            sentence = _("The last day is before the first one: swap them.")
        else:
            sentence = _("A date like 2026-11-21 is expected here.")
        return str(sentence)


def _check(reading: Callable[[str], object], field: StringField) -> None:
    try:
        reading(field.data or "")
    except (ValueError, TypeError) as wrong:
        raise ValidationError("unknown") from wrong


def _check_year(field: DateField) -> None:
    if field.data is not None and field.data.year not in YEARS:
        raise ValidationError("year")
