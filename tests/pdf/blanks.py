"""Blank sheets of every kind, for tests."""

import random

from scorepad.games.wizard.models import Deck
from scorepad.games.wizard.schedule import Schedule
from scorepad.pdf.blank import Blank, objections_to_blank
from scorepad.pdf.paper import PER_PAGE, Paper, Turn
from tests.pdf.conftest import EVERYONE

LANGUAGES = ("en", "de", "zh-Hant")
LONG = ("W" * 40, "Maximiliane Oberhuber-Schmidt von der Au", "王" * 40, "i i " * 10)
YES = (False, True)

OPTIONS = {
    "players": (None, 3, 4, 5, 6, 8),
    "schedule": tuple(Schedule),
    "paper": tuple(Paper),
    "turn": tuple(Turn),
    "per_page": PER_PAGE,
    "names": ((), tuple(EVERYONE), LONG),
    "language": LANGUAGES,
    "deck": tuple(Deck),
    "trump": YES,
    "dealer": YES,
    "bids": YES,
    "bomb": YES,
    "cloud": YES,
    "large": YES,
    "ink_saving": YES,
    "reminder": YES,
    "place": YES,
    "links": ((), ("https://scorepad.example/type-in?players=4",)),
}


def mixed_cases(options, count):
    """Return values of all *options*, in so many combinations."""
    chance = random.Random(1)  # noqa: S311 - the same cases each time
    return [
        {name: chance.choice(values) for name, values in options.items()}
        for _ in range(count)
    ]


def playable_cases():
    """Return blank sheets of possible tables, with their languages."""
    cases = mixed_cases(OPTIONS, 150)
    every = [
        (case.pop("language"), Blank(cards=(1, 3, 8, 10), **case)) for case in cases
    ]
    return [(blank, tag) for tag, blank in every if not objections_to_blank(blank)]


def name_of(case):
    blank, tag = case
    return f"{blank.players or 'all'}-{blank.schedule}-{blank.paper}-{tag}"
