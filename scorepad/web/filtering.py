"""The filter of a page: read from its address, shown as a form without scripts."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import request

from scorepad.rules.wizard.game import Schedule
from scorepad.rules.wizard.schedule import SEATS_ALLOWED
from scorepad.services.refusing import NotThereError
from scorepad.store.filters import EVERY_GAME, Filter
from scorepad.web.forms.filters import GamesWanted
from scorepad.web.languages import current_language
from scorepad.words.terms import schedule_name


@dataclass(frozen=True, slots=True)
class Sieve:
    """What the address wants: a filter, or a *sentence* why it cannot be one.

    *kept* are the other words of the address, which the form has to bring along.
    """

    form: GamesWanted
    wanted: Filter
    sentence: str | None
    kept: Sequence[tuple[str, str]]

    @property
    def is_open(self) -> bool:
        """Whether the form is worth a look at once."""
        return self.wanted.is_set or self.sentence is not None

    @property
    def seats(self) -> Sequence[int]:
        """How many can sit at a table."""
        return SEATS_ALLOWED

    @property
    def schedules(self) -> Sequence[tuple[str, str]]:
        """Every schedule with its name."""
        tag = current_language().tag
        return [(each.value, schedule_name(each, tag)) for each in Schedule]


def sieve_asked_for() -> Sieve:
    """The filter that the query string wants; every game where it wants nonsense."""
    form = GamesWanted(request.args)
    is_valid = form.validate()
    own = {field.name for field in form} | {"page"}
    return Sieve(
        form,
        wanted=form.wanted if is_valid else EVERY_GAME,
        sentence=None if is_valid else form.sentence,
        kept=[each for each in request.args.items(multi=True) if each[0] not in own],
    )


def wanted_or_404() -> Filter:
    """The filter of a file or a picture, which has no room for a sentence."""
    sieve = sieve_asked_for()
    if sieve.sentence is not None:
        raise NotThereError
    return sieve.wanted
