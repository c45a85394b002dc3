"""Findings and shares: shown if the bids support them."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.schedule import Extra
from scorepad.games.wizard.sheet import sheet_of
from scorepad.statistics import findings
from scorepad.statistics.predictions import (
    FEWEST_TRIES,
    Counts,
    interval_for,
    predictions_of,
    sums_by,
    sums_of,
    together,
)
from tests.games.test_wizard_properties import games as any_games


def bids(made, met, *, over=None, cards=5, bid=1, place="middle", trump="yes"):
    """Return so many bids in one situation; *over* of the missed ones were too high."""
    missed = made - met
    over = missed // 2 if over is None else over
    under = missed - over
    counts = Counts(made, met, over, over, under, under, missed)
    hand = ("hand", str(cards), str(bid))
    return {hand: counts, ("place", place): counts, ("trump", trump): counts}


def said(found):
    return [each.about for each in found]


def test_few_bids_say_nothing():
    assert findings.findings_of(bids(FEWEST_TRIES - 1, 0), bids(1000, 900)) == []
    assert findings.findings_of(bids(1000, 900), bids(FEWEST_TRIES - 1, 0)) == []
    assert findings.findings_of({}, {}) == []


def test_a_player_weaker_everywhere_gets_one_finding():
    found = findings.findings_of(bids(200, 80), bids(800, 520))

    assert said(found) == ["foresight"]
    assert (found[0].hits, found[0].tries, found[0].others) == (
        80,
        200,
        Fraction(13, 20),
    )
    assert found[0].effect == Fraction(-1, 4)


def test_a_weakness_with_few_cards_is_told_with_its_direction():
    mine = together([bids(232, 104, over=98, cards=2), bids(600, 380, cards=8)])
    others = together([bids(500, 305, cards=2), bids(900, 560, cards=8)])

    cards = [
        each for each in findings.findings_of(mine, others) if each.about == "cards"
    ]

    assert [(each.span, each.lean) for each in cards] == [((1, 3), 1)]
    assert (cards[0].hits, cards[0].tries) == (104, 232)
    assert cards[0].others == Fraction(305, 500)


def test_a_small_difference_gets_no_finding():
    assert findings.findings_of(bids(100_000, 64_000), bids(100_000, 60_000)) == []


@pytest.mark.parametrize(
    ("about", "mine", "others"),
    [
        ("too_high", bids(200, 100, over=80), bids(800, 400, over=400)),
        (
            "zeros",
            together([bids(120, 70, bid=0), bids(80, 46)]),
            together([bids(200, 116, bid=0), bids(600, 350)]),
        ),
        (
            "last",
            together([bids(100, 90, place="last"), bids(300, 150)]),
            together([bids(400, 220, place="last"), bids(900, 480)]),
        ),
        (
            "no_trump",
            together([bids(100, 20, trump="no"), bids(300, 180)]),
            together([bids(400, 240, trump="no"), bids(900, 540)]),
        ),
    ],
)
def test_a_large_difference_gets_a_finding(about, mine, others):
    assert about in said(findings.findings_of(mine, others))


def test_the_whole_table_can_bid_too_high():
    season = {name: bids(400, 200, over=150) for name in ("Ute", "Kevin", "Anna")}

    (found,) = findings.findings_of_season(season)

    assert (found.person, found.about) == (None, "table_too_high")


sums = st.lists(any_games(seats=3), max_size=6).map(
    lambda games: [
        sums_of(predictions_of(sheet_of(game), game)[seat].values())
        for seat in (0, 1)
        for game in games
    ]
)


@given(sums, sums, st.integers(1, 40))
def test_every_finding_repeats_what_was_counted(mine, others, times):
    mine, others = together(mine * times), together(others * times)

    found = findings.findings_of(mine, others)

    assert len(found) <= findings.MOST
    assert len({each.about for each in found}) == len(found)
    for each in found:
        assert 0 <= each.hits <= each.tries
        assert each.tries >= FEWEST_TRIES
        assert abs(each.effect) >= findings.LEAST_EFFECT
        assert each.luck <= findings.LEVEL
        if each.about == "cards":
            low, high = each.span
            inside = [n for c, n in sums_by("cards", mine).items() if low <= c <= high]
            assert (each.hits, each.tries) == (
                sum(counts.met for counts in inside),
                sum(counts.made for counts in inside),
            )
        if each.about == "bid":
            low, high = each.span
            inside = [n for b, n in sums_by("bid", others).items() if low <= b <= high]
            assert each.others == Fraction(
                sum(counts.met for counts in inside),
                sum(counts.made for counts in inside),
            )


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    # Where all or none were met: z²/(n + z²); the third by a pocket calculator.
    [(0, 10, 0.0, 0.278), (8, 10, 0.490, 0.943), (10, 10, 0.722, 1.0)],
)
def test_the_interval_is_wilsons(hits, tries, low, high):
    interval = interval_for(hits, tries)

    assert interval.low == pytest.approx(low, abs=0.001)
    assert interval.high == pytest.approx(high, abs=0.001)
    assert interval.share == Fraction(hits, tries)
    assert interval_for(0, 0) is None


def test_a_round_with_all_cards_dealt_counts_as_one_without_trump():
    whole, some = Round((20, 0, 0), (20, 0, 0)), Round((1, 0, 0), (1, 0, 0))
    game = Game(("Thomas", "Ute", "Kevin"), (1, 20), rounds=(some, whole))
    longer = replace(game, edition=frozenset({Extra.BOMB}))

    for each, known in ((game, "n"), (longer, "?")):
        for bids in predictions_of(sheet_of(each), each):
            assert [bid.rstrip("!")[-1] for bid in bids.values()] == ["?", known]
