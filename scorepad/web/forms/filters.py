"""Which games a page is about, as its address says it."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from scorepad.rules.wizard.game import SEATS_ALLOWED, Extra, Schedule, scoring_called
from scorepad.store.seasons.games import EVERY_GAME, Filter
from scorepad.web.api.shapes import YEARS
from scorepad.words.translations import msgid

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
