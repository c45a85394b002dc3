"""The sheet of a game, read from the PDF."""

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import pairwise

import pytest

from scorepad.games.wizard import Problem
from scorepad.games.wizard.models import Adjustment, BidChange, Deck, EvenBidRule, Round
from scorepad.games.wizard.schedule import Trump
from scorepad.games.wizard.scoring import HouseScoring, Scoring
from scorepad.games.wizard.sheet import sheet_of
from scorepad.pdf.completed import Showing
from scorepad.pdf.completed_layout import MEASURES, inner
from scorepad.pdf.paper import PAPERS, ZOOMS, Paper
from tests.pdf.blanks import mixed_cases
from tests.pdf.conftest import EVERYONE, ink_of, pages_of, played, text_of, words_of
from tests.pdf.reading import (
    fonts_in,
    letters_of,
    lost_letters,
    pages_in,
    size_of,
    touching,
)
from tests.support.wide import first_of

FOUR = ("Ute", "Kevin", "王小明", "Thomas-Alexander")
LONG = ("W" * 40, "王" * 40, "W W " * 10, "Maximilian Oberhuber-Schmidt von Thurn")
NAMES = ("Ute", "Kevin", "Zoë", "Ada", "Łukasz", "Mia", "Ida", "Bo")
MARGIN = 6
ALIGNED = 0.2
TYPE_LEAST = {(Paper.A6, 8): 4, (Paper.A6, 6): 4.5, (Paper.A6, 3): 4.5}
"""Points: the smallest marks beside a game, by paper and players; usually 5."""


@pytest.mark.parametrize("language", first_of(["de", "zh-Hant"]))
def test_every_total_and_every_name_stands_on_the_paper(print_game, language):
    game = played(FOUR, seed=2, place="Nürnberg")

    words = [word for *_, word in words_of(print_game(game, language=language))]

    for row in sheet_of(game).rows:
        for total in row.totals:
            assert str(total).replace("-", "−") in words
    assert {"Ute", "Kevin", "王小明", "Thomas-", "Alexander"} <= set(words)


SIX_LONG = (*LONG, "i", "W" * 39 + "A")
EIGHT_LONG = (*SIX_LONG, "Wilhelmina Charlotte von der Kuckucksuhr", "i" * 40)


@pytest.mark.parametrize("paper", first_of(sorted(Paper, key=PAPERS.get)))
@pytest.mark.parametrize("players", first_of([6, 8, 3], kept=2))
def test_totals_stand_in_line_and_all_type_can_be_read(print_game, paper, players):
    """Even if a bid is wider than others: changed, or entered late."""
    game = wide_bids(played(NAMES[:players], seed=4))
    # the columns of the number, of the trump, and of repeated hands
    before = 30.0 if players == 8 else 21.0
    letters = letters_of(
        print_game(game, showing=Showing(paper=paper, tricks=True, points=True))
    )

    zoom = ZOOMS[paper]
    width = inner(paper).width - before
    first = (MEASURES[paper].side + before) * zoom
    lasts = [
        each
        for each, after in pairwise(letters)
        if each.text.isdigit() and not after.text.isdigit() and each.left > first
    ]
    # Final totals are larger, but few; bids are smaller.
    counted = Counter(each.points for each in lasts).items()
    size = max(size for size, times in counted if times >= len(game.rounds) * players)
    ends = defaultdict(list)
    for each in lasts:
        if each.points == size:
            seat = int((each.right - first) / zoom * players / width)
            ends[seat].append(each.right)
    assert [len(ends[seat]) for seat in range(players)] == [len(game.rounds)] * players
    assert all(max(column) - min(column) < ALIGNED for column in ends.values())
    # the name of a suit is for screen readers only
    least = TYPE_LEAST.get((paper, players), 5)
    assert min(each.points for each in letters if each.points > 2.6) >= least


def wide_bids(game):
    rounds = list(game.rounds)
    bids = rounds[3].bids
    rounds[3] = replace(
        rounds[3], bid_changes=(BidChange(1, 1 if not bids[1] else -1),)
    )
    rounds[4] = replace(rounds[4], late_bids=(0,))
    return replace(game, rounds=tuple(rounds))


def oddities(game):
    rounds = list(game.rounds)
    rounds[2] = replace(
        rounds[2], bids=(1, 1, 1, 0), accepted=(Problem.BIDS_EVEN,), note="All knew."
    )
    rounds[0] = replace(rounds[0], named_by=2, later_trump=Trump.NONE)
    rounds[3] = replace(rounds[3], tricks=(1, 1, 1, 2), accepted=(Problem.TRICKS_SUM,))
    rounds[5] = replace(
        rounds[5],
        bids=(2, 1, 1, 1),
        tricks=(1, 2, 2, 0),
        void_tricks=1,
        bid_changes=(BidChange(0, -1),),
    )
    return replace(
        game,
        rounds=tuple(rounds),
        remark="The cat saw the cards.",
        adjustments=(Adjustment(1, -10, "late", 5), Adjustment(2, 10, "cake")),
    )


BOLD = "Noto-Sans-CJK-SC-Bold"
CHINESE = ["王小明", "陈小龙", "李娜"]
KOREAN = ["김민준", "이서연", "박지우"]


@pytest.mark.parametrize("language", first_of(["de", "ko", "zh-Hans", "zh-Hant"]))
def test_bold_is_bold_in_chinese_and_korean_too(print_game, language):
    names = KOREAN if language == "ko" else CHINESE

    lines = fonts_in(print_game(played(names), language=language))
    assert BOLD in {line.split()[0].partition("+")[2] for line in lines}


OWN = HouseScoring(base=7, per_trick=3, per_miss=2, kept_zero=11)
EXPLAINED = "Met:7points,and3morepertrick;azero:11.Missed:−2pertrick."


@pytest.mark.parametrize(
    ("scoring", "language", "said"),
    [
        (OWN, "en", ("Customformula(7/3/2/11)", EXPLAINED)),
        (Scoring.ALTERNATIVE, "de", ("AlternativeWertung",)),
    ],
    ids=["own", "longest"],
)
def test_a_scoring_is_named_and_explained_on_the_sheet(
    print_game, scoring, language, said
):
    pdf = print_game(played(FOUR, scoring=scoring), language=language)

    assert all(each in text_of(pdf) for each in said)
    assert touching(words_of(pdf)) == []


def test_the_suits_are_those_of_the_deck_on_the_table(print_game):
    game = played(FOUR, seed=2, deck=Deck.AMERICAN)
    assert any(row.trump is Trump.GREEN for row in game.rounds)

    pdf = print_game(game)

    assert "Hearts" in text_of(pdf)
    assert "Elf" not in text_of(pdf)


def test_an_unwritten_round_is_marked_and_explained(print_game):
    game = played(FOUR)
    blank = Round((None,) * len(FOUR), unwritten=True)
    rounds = (*game.rounds[:3], blank, *game.rounds[4:])

    text = text_of(print_game(replace(game, rounds=rounds)))

    assert text.count("…") == 2  # beside the round, and in the key
    assert "notwrittendown" in text


@pytest.mark.parametrize("told", first_of([14, 40, 1], kept=2))
def test_notes_on_a6_have_no_page_of_their_own(print_game, told):
    """Awards and chart make room for them, then rounds move to a second page."""
    game = oddities(played(FOUR, even_bid_rule=EvenBidRule()))
    game = replace(game, remark="So it was. " * told)

    pages = pages_in(print_game(game, showing=Showing(paper=Paper.A6)))

    assert len(pages) == 2
    assert text_of(pages[1]).count("Soitwas.") == told
    assert all("Scorepad" in text_of(page) for page in pages)
    assert [touching(words_of(page)) for page in pages] == [[], []]


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


@pytest.mark.parametrize("number", first_of(range(len(CASES)), kept=4))
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
    assert text_of(pdf).count("王") >= sum(name.count("王") for name in names)
    assert lost_letters(pdf) == 0
    for each in pages_in(pdf):
        assert min(ink_of(each)) >= MARGIN
        assert touching(words_of(each)) == []
    paper = PAPERS[case["paper"]]
    assert size_of(pdf) == pytest.approx((paper.width, paper.height), abs=0.1)
