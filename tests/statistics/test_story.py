"""The story of a game and its awards."""

from dataclasses import replace

import pytest

from scorepad.games.wizard.models import Adjustment, Game, Joined, Left, Round
from scorepad.games.wizard.schedule import Schedule, cards_per_round
from scorepad.games.wizard.sheet import sheet_of
from scorepad.i18n.terms import AWARDS
from scorepad.statistics.career import outcomes_of
from scorepad.statistics.predictions import predictions_of
from scorepad.statistics.story import (
    LEAST,
    Mark,
    awards_of,
    bests_of,
    marks_of,
    story_of,
)
from tests.support.vectors import vectors

THREE = ("Thomas", "Ute", "Kevin")


def told(*rounds, **more):
    cards = tuple(range(1, max(len(rounds), 1) + 1))
    return story_of(sheet_of(Game(players=THREE, cards=cards, rounds=rounds, **more)))


def met(*seats):
    """Return a round without tricks (Bomb) in which these seats met their bids."""
    bids = tuple(0 if seat in seats else 1 for seat in range(3))
    return Round(bids=bids, tricks=(0, 0, 0), void_tricks=1)


def test_a_player_who_left_leads_no_more():
    rounds = vectors("awards")[-1]["rounds"]
    game = Game(
        players=("Anna", "Ben", "Cleo", "Dora"),
        cards=(1, 2, 3, 4, 5),
        rounds=tuple(Round(each["bids"], each["tricks"]) for each in rounds),
        left=(Left(0, 2),),
    )
    sheet = sheet_of(game)

    # Anna 30, 70 and home; then Dora 60, 80, and Ben 140 from 10 and 70.
    story = story_of(sheet)
    assert story.lead_changes == (3, 5)
    assert story.decided_in == 5
    assert Mark("comeback", 50, (1,), 3) in list(marks_of(sheet))


def test_the_finish_is_between_those_who_stayed_whoever_has_played():
    game = Game(
        players=("Thomas", "Ute", "Kevin", "Anna", "Eva"),
        cards=(1, 2),
        rounds=(Round(bids=(1, 1, 1, None, None), tricks=(0, 0, 1, None, None)),),
        joined=(Joined(3, 2, -20), Joined(4, 2, 50)),
        left=(Left(1, 1), Left(2, 1)),
        ended_after=2,
    )
    found = list(marks_of(sheet_of(game)))

    assert Mark("closest_finish", 60) in found
    assert Mark("highest_total", 30, (2,)) in found


def test_a_game_decided_by_a_penalty_was_decided_in_no_round():
    story = told(met(0), adjustments=(Adjustment(seat=0, points=-100),))

    assert story.decided_in is None


def test_rounds_in_which_all_or_no_players_met_their_bids():
    story = told(met(0, 1, 2), met(), met(1))

    assert (story.all_right, story.none_right) == ((1,), (2,))


def test_the_table_bids_too_much_or_too_little():
    story = told(
        Round(bids=(1, 1, 0), tricks=(1, 0, 0)),
        Round(bids=(1, 0, 0), tricks=(1, 1, 0)),
        Round(bids=(1, 1, 1), tricks=(1, 1, 1)),
        Round(bids=(4, 1, 1), tricks=(2, 1, 1)),
        Round(bids=(5, None, None)),
    )

    assert (story.overbid, story.underbid) == (2, 1)


def test_a_game_with_only_a_result_has_no_story():
    assert told(final_totals=(300, 120, -40)) == ((), None, 0, 0, (), ())


UNWRITTEN = Round((None,) * 3, unwritten=True)


def test_an_unwritten_round_has_no_effect():
    rounds = (met(0), met(0, 1, 2), UNWRITTEN, met(0))
    played = Game(players=THREE, cards=(1, 1, 9, 1), rounds=rounds)
    without = replace(played, cards=(1, 1, 1), rounds=(*rounds[:2], rounds[3]))
    sheet = sheet_of(played)

    story = story_of(sheet)
    assert (story.all_right, story.none_right) == ((2,), ())
    assert outcomes_of(sheet) == outcomes_of(sheet_of(without))
    assert bests_of(sheet) == bests_of(sheet_of(without))
    assert [[*own] for own in predictions_of(sheet, played)] == [[1, 2, 4]] * 3


def test_old_totals_without_tricks_earn_no_wrong_award():
    old = Round((1, 2, 0), None, totals=(-10, -20, 20))
    game = Game(("a", "b", "c"), (1, 2), rounds=(old,))

    assert {p.kind for p in awards_of(sheet_of(game))} <= {"wildest_miss"}


@pytest.mark.parametrize("vector", vectors("awards"), ids=str)
def test_the_awards_of_whole_games_are_as_recorded(vector):
    players, left = vector["players"], vector.get("left", ())
    game = Game(
        tuple("ABCDEF"[:players]),
        cards_per_round(Schedule.STANDARD, players),
        rounds=tuple(Round(each["bids"], each["tricks"]) for each in vector["rounds"]),
        left=tuple(Left(each["seat"], each["after_round"]) for each in left),
    )

    found = [(p.kind, [*p.seats], p.value) for p in awards_of(sheet_of(game))]

    assert found == [tuple(prize.values()) for prize in vector["awards"]]


def test_every_award_has_its_words_and_is_recorded():
    recorded = {prize["award"] for v in vectors("awards") for prize in v["awards"]}
    assert {*AWARDS} == {*LEAST} == recorded
