"""Completed sheets: eight reference pictures, and all options in pairs."""

from dataclasses import replace

import pytest

from scorepad.games.wizard.models import EvenBidRule, Game, Joined, Left, Round
from scorepad.games.wizard.schedule import Schedule, cards_per_round
from scorepad.pdf.completed import Showing
from scorepad.pdf.paper import PAPERS, Paper
from tests.pdf.blanks import mixed_cases
from tests.pdf.books import pages_in
from tests.pdf.conftest import EVERYONE, ink_of, pages_of, played, words_of
from tests.pdf.pictures import looks_like
from tests.pdf.reading import lost_letters, size_of, touching
from tests.pdf.test_completed_sheet import (
    EIGHT_LONG,
    FOUR,
    LONG,
    MARGIN,
    SIX_LONG,
    oddities,
)
from tests.support.wide import first_of


def with_guests(game):
    """Add a player in round 5 with 40 points; another leaves after round 11."""

    def present(number, round_):
        bids, tricks = list(round_.bids), list(round_.tricks or ())
        for seat, is_there in ((3, number >= 5), (2, number <= 11)):
            if not is_there:
                tricks[0] += tricks[seat]
                bids[seat] = tricks[seat] = None
        return replace(round_, bids=tuple(bids), tricks=tuple(tricks))

    return replace(
        game,
        joined=(Joined(3, 5, 40),),
        left=(Left(2, 11),),
        rounds=tuple(present(n, each) for n, each in enumerate(game.rounds, 1)),
    )


def ongoing():
    game = played(FOUR, rounds=5)
    return replace(game, rounds=(*game.rounds, Round((1, None, None, None))))


SHEETS = {
    "many-scripts": (
        lambda: played(EVERYONE, place="台北", minutes=95, seed=3),
        {"language": "zh-Hant", "title": "星期五巫師"},
    ),
    "everything-shown": (
        lambda: played(FOUR[:3], minutes=190, even_bid_rule=EvenBidRule(), seed=5),
        {"language": "de", "showing": Showing(tricks=True, points=True)},
    ),
    "oddities": (
        lambda: oddities(played(FOUR, even_bid_rule=EvenBidRule())),
        {"title": "Friday Wizards"},
    ),
    "guests-letter": (
        lambda: with_guests(played(FOUR, seed=4)),
        {"showing": Showing(paper=Paper.LETTER)},
    ),
    "half-a-page": (
        lambda: played(FOUR[:3], place="Graz", minutes=75, seed=6),
        {"language": "de", "title": "Freitag", "showing": Showing(paper=Paper.A5)},
    ),
    "six-on-a6": (
        lambda: played(SIX_LONG, place="W" * 40, minutes=75, seed=6),
        {"title": "W" * 60, "showing": Showing(paper=Paper.A6)},
    ),
    "eight-on-a5": (
        lambda: played(EIGHT_LONG, place="W" * 40, minutes=75, seed=6),
        {"language": "de", "showing": Showing(paper=Paper.A5, points=True)},
    ),
    "unfinished": (ongoing, {"title": "Friday Wizards"}),
    "only-the-result": (
        lambda: Game(
            ("Ute", "Kevin", "Zoë"),
            cards_per_round(Schedule.STANDARD, 3),
            final_totals=(460, -20, 460),
        ),
        {"language": "de", "title": "Freitag"},
    ),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_completed_sheet_looks_like_its_golden_picture(print_game, name):
    make, options = SHEETS[name]

    assert looks_like(print_game(make(), **options), f"completed-{name}")


YES_OR_NO = (False, True)
CASES = mixed_cases(
    {
        "players": (3, 4, 5, 6, 8),
        "names": ((*EVERYONE, "Bo", "Ida"), (*LONG, "i", "Ż" * 40, "Bo", "W W" * 13)),
        "language": ("en", "de", "zh-Hant"),
        "paper": tuple(Paper),
        "tricks": YES_OR_NO,
        "points": YES_OR_NO,
        "chart": YES_OR_NO,
        "awards": YES_OR_NO,
        "notes": YES_OR_NO,
        "rights": YES_OR_NO,
        "odd": YES_OR_NO,
    },
    60,
)


@pytest.mark.parametrize("number", first_of(range(len(CASES))))
def test_every_option_with_every_other_is_well_set(print_game, number):
    case = dict(CASES[number])
    names = case.pop("names")[: case.pop("players")]
    language, is_odd = case.pop("language"), case.pop("odd")
    game = played(names, seed=number, place="Nürnberg", minutes=61)
    if is_odd:
        game = replace(game, remark="So it was. " * 8, even_bid_rule=EvenBidRule())

    pdf = print_game(game, language=language, showing=Showing(**case))

    # Twenty rounds take two pages on A6; on A5 and Letter, notes have their own.
    with_notes = [Paper.A5, Paper.LETTER] if is_odd and case["notes"] else []
    two = {Paper.A6, *with_notes}
    is_long = len(names) == 3 and case["paper"] in two
    assert pages_of(pdf) <= (2 if is_long else 1)
    assert lost_letters(pdf) == 0
    for each in pages_in(pdf):
        assert min(ink_of(each)) >= MARGIN
        assert touching(words_of(each)) == []
    paper = PAPERS[case["paper"]]
    assert size_of(pdf) == pytest.approx((paper.width, paper.height), abs=0.1)
