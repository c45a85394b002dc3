"""Blank sheets of every kind, for tests."""

from scorepad.games.wizard.models import Deck
from scorepad.games.wizard.schedule import Schedule
from scorepad.pdf.blank import Blank, objections_to_blank
from scorepad.pdf.paper import PER_PAGE, Paper, Turn
from tests.pdf.conftest import EVERYONE
from tests.pdf.matrix import pairwise_cases

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


def blank_of(case):
    wanted = {name: value for name, value in case.items() if name != "language"}
    return Blank(cards=(1, 3, 8, 10), **wanted), case["language"]


def playable_cases():
    every = [blank_of(case) for case in pairwise_cases(OPTIONS)]
    return [(blank, tag) for blank, tag in every if not objections_to_blank(blank)]


def name_of(case):
    blank, tag = case
    return f"{blank.players or 'all'}-{blank.schedule}-{blank.paper}-{tag}"
