"""Standings of a season of known games, and its honours."""

from scorepad.games.wizard.models import Game, Joined, Round
from scorepad.games.wizard.sheet import sheet_of
from scorepad.statistics.career import Outcome, outcomes_of
from scorepad.statistics.season import Standing, honours_of
from tests.statistics.counting import standings

THREE = ("Thomas", "Ute", "Kevin")


def test_an_old_sheet_that_tells_only_that_a_bid_was_missed_counts_it_as_missed():
    old = Game(
        players=THREE,
        cards=(3,),
        rounds=(Round(bids=(1, 1, 1), totals=(-10, -10, 30)),),
    )
    unknown = sheet_of(old).rows[0].tricks

    outcomes = outcomes_of(sheet_of(old))

    assert None in unknown
    assert [each.bids_met for each in outcomes] == [0, 0, 1]
    assert [each.bids_made for each in outcomes] == [1, 1, 1]


def test_without_a_closed_round_no_one_wins_in_place_of_a_leading_latecomer():
    game = Game(
        players=(*THREE, "Eva"),
        cards=(1, 2),
        rounds=(
            Round(bids=(1, 1, 1, None), tricks=(0, 0, 1, None)),
            Round(bids=(None, 1, 0, 1)),  # and there they ended it
        ),
        joined=(Joined(3, 2, 50),),
        ended_after=2,
    )
    sheet = sheet_of(game)
    outcomes = outcomes_of(sheet)

    assert sheet.winners == (3,)
    assert [each.rank for each in outcomes[:3]] == [3, 3, 2]
    assert [each.league for each in outcomes[:3]] == [-2, -2, 1]
    assert not outcomes[3].played


def test_players_with_too_few_games_have_no_rank():
    twice = [("Ute", Outcome(20)), ("Tom", Outcome(10))]
    games = [("Kevin", Outcome(900)), ("Ute", Outcome(10))], twice, twice

    placed = standings(games, (), least_games=2)

    told = [(each.player, each.rank) for each in placed]
    assert told == [("Ute", 1), ("Tom", 2), ("Kevin", None)]


def test_equals_share_a_rank_and_the_one_with_more_games_is_listed_first():
    games = (
        [("Anna", Outcome(20)), ("Tom", Outcome(20))],
        [("Ute", Outcome(10)), ("Tom", Outcome(20))],
    )

    told = [(each.player, each.rank) for each in standings(games, ())]

    assert told == [("Tom", 1), ("Anna", 1), ("Ute", 3)]


UTE = Standing("Ute", rank=1, games=9, wins=4, bids_met=30, bids_made=60)
KEVIN = Standing("Kevin", rank=2, games=9, wins=4, bids_met=10, bids_made=10)
ANNA = Standing("Anna", games=1)


def honoured(*standings, **zeros):
    return {each.honour: each for each in honours_of(standings, zeros)}


def test_the_best_are_honoured_together_with_equals():
    found = honoured(UTE, KEVIN, ANNA, Ute=3, Kevin=5)

    assert found["champion"].players == ("Ute",)
    assert found["most_wins"].players == ("Ute", "Kevin")
    assert found["most_wins"].value == 4
    assert found["most_zeros"].players == ("Kevin",)
    assert found["most_games"].players == ("Ute", "Kevin")


def test_equal_or_empty_figures_give_no_honour():
    assert "most_games" not in honoured(UTE, KEVIN)
    assert "most_zeros" not in honoured(UTE, KEVIN)
    assert honoured() == {}
    assert honoured(ANNA) == {}
