"""What pages of groups and seasons are asked for: games, names, dates and a key."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from wtforms import DateField, Form, IntegerField, StringField
from wtforms.validators import (
    AnyOf,
    InputRequired,
    Length,
    NumberRange,
    Optional,
    ValidationError,
)

from scorepad.rules.wizard.game import SEATS_ALLOWED, Extra, Schedule, scoring_called
from scorepad.services.seasons.arranging import SeasonEntry
from scorepad.stats.season import RankedBy
from scorepad.store.seasons.games import EVERY_GAME, Filter
from scorepad.web.api.shapes import YEARS
from scorepad.web.forms.boxes import LEFT_OUT
from scorepad.words.languages import msgid

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


NO_EXTRAS = "classic"


def edition_word(edition: Iterable[Extra]) -> str:
    """A deck as the address names it.

    >>> edition_word({Extra.CLOUD, Extra.BOMB}), edition_word(())
    ('bomb.cloud', 'classic')
    """
    return ".".join(sorted(edition)) or NO_EXTRAS


def _edition(word: str) -> frozenset[Extra]:
    return frozenset() if word == NO_EXTRAS else frozenset(map(Extra, word.split(".")))


def _players(text: str) -> int:
    return SEATS_ALLOWED[SEATS_ALLOWED.index(int(text))]


def _day(text: str) -> date:
    day = date.fromisoformat(text)
    if day.year not in YEARS:
        raise ValueError
    return day


_NO_DATE = msgid("A date like 2026-11-21 is expected here.")
_BACKWARDS = msgid("The last day is before the first one: swap them.")
FIELDS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "players": (
        _players,
        msgid("The number of players cannot be that: choose one of the list."),
    ),
    "schedule": (
        Schedule,
        msgid("There is no such number of rounds: choose one of the list."),
    ),
    "edition": (
        _edition,
        msgid("There are no such extra cards: choose one of the list."),
    ),
    "scoring": (
        scoring_called,
        msgid("There is no such scoring: choose one of the list."),
    ),
    "since": (_day, _NO_DATE),
    "until": (_day, _NO_DATE),
}
"""How each part is read, and what to say where that fails; none is needed."""


def read_filter(args: Mapping[str, str]) -> tuple[Filter, str | None]:
    """The filter in an address; or every game, and the first thing that is wrong."""
    found = {}
    for name, (read, problem) in FIELDS.items():
        if text := args.get(name, "").strip():
            try:
                found[name] = read(text)
            except (ValueError, TypeError):
                return EVERY_GAME, problem
    wanted = Filter(**found)
    if wanted.since and wanted.until and wanted.until < wanted.since:
        return EVERY_GAME, _BACKWARDS
    return wanted, None
