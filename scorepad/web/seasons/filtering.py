"""The filter of a page: read from its address, shown as a form without scripts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from flask import request

from scorepad.rules.wizard.game import AnyScoring, Schedule, Scoring
from scorepad.rules.wizard.schedule import SEATS_ALLOWED
from scorepad.services.refusing import NotThereError
from scorepad.store.seasons.filters import EVERY_GAME, Filter
from scorepad.store.seasons.results import Kinds
from scorepad.web.every_request.languages import current_language
from scorepad.web.forms.filters import GamesWanted, edition_word
from scorepad.words.kinds import edition_name, scoring_name
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

    @property
    def counted_by(self) -> str | None:
        """The name of the scoring, if it is not the one that everybody knows."""
        if self.wanted.counted_by == Scoring.CLASSIC:
            return None
        return scoring_name(self.wanted.counted_by, current_language().tag)

    def editions(self, kinds: Kinds) -> Sequence[tuple[str, str]]:
        """The decks that were played with, with their names, if more than one."""
        wanted = self.wanted.edition
        found = {edition for _, edition, _ in kinds}
        found |= set() if wanted is None else {wanted}
        if wanted is None and len(found) < 2:  # noqa: PLR2004 - nothing to choose
            return []
        tag = current_language().tag
        in_order = sorted(found, key=lambda each: (len(each), sorted(each)))
        return [(edition_word(each), edition_name(each, tag)) for each in in_order]

    def apart(self, kinds: Kinds) -> Sequence[tuple[str, str, int]]:
        """The scorings whose games are kept apart, with names, and how many games."""
        tag = current_language().tag
        counts = Counter[AnyScoring]()
        for scoring, _, games in kinds:
            counts[scoring] += games
        return [
            (each.value, scoring_name(each, tag), games)
            for each, games in counts.items()
            if each != Scoring.CLASSIC
        ]

    def scorings(self, kinds: Kinds) -> Sequence[tuple[str, str]]:
        """The same to choose from, with the one that is chosen."""
        found = {value: name for value, name, _ in self.apart(kinds)}
        if self.counted_by is not None:
            found[self.wanted.counted_by.value] = self.counted_by
        return list(found.items())


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
