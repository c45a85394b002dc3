"""Standings of a season of known games, and its honours."""

from fractions import Fraction

from scorepad.games.wizard.models import Game, Joined, Round
from scorepad.games.wizard.sheet import sheet_of
from scorepad.statistics.season import Honour, Standing, honours_of
from scorepad.statistics.story import Outcome, outcomes_of
from tests.statistics.counting import standings

THREE = ("Thomas", "Ute", "Kevin")


def by_player(*games, players=()):
    return {each.player: each for each in standings(games, players)}


def test_a_game_without_a_closed_round_has_no_outcome():
    begun = Game(players=THREE, cards=(1, 2), rounds=(Round(bids=(0, 1, None)),))

    assert outcomes_of(sheet_of(begun)) == ()


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


def test_nobody_wins_in_the_place_of_a_latecomer_who_leads_without_a_closed_round():
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


def test_whoever_has_too_few_games_waits_below_without_a_rank():
    once = [("Kevin", Outcome(900)), ("Ute", Outcome(10))]
    twice = [("Ute", Outcome(20)), ("Tom", Outcome(10))]
    again = [("Ute", Outcome(20)), ("Tom", Outcome(10))]

    placed = standings((once, twice, again), (), least_games=2)
    assert [(each.player, each.rank) for each in placed] == [
        ("Ute", 1),
        ("Tom", 2),
        ("Kevin", None),
    ]


def bid(met, games):
    return [[("Ute", Outcome(0, met, 10))]] * games


def test_who_improves_met_more_bids_in_the_last_ten_games_than_before():
    change = by_player(*bid(4, 12), *bid(6, 10))["Ute"].change

    assert (change.lately, change.before) == (Fraction(3, 5), Fraction(2, 5))
    assert change.difference == Fraction(1, 5)
    assert change.is_clear
    assert not by_player(*bid(4, 12), *bid(5, 10))["Ute"].change.is_clear
    worse = by_player(*bid(6, 12), *bid(3, 10))["Ute"].change
    assert worse.difference < 0
    assert worse.is_clear


def test_of_fewer_than_twenty_games_nobody_says_who_improves():
    assert by_player(*bid(4, 9), *bid(9, 10))["Ute"].change is None
    assert by_player(*bid(4, 10), *bid(9, 10))["Ute"].change is not None
    unknown = [[("Ute", Outcome(100))]] * 10  # known by their results alone
    assert by_player(*unknown, *bid(9, 10))["Ute"].change is None


UTE = Standing("Ute", rank=1, games=9, wins=4, bids_met=30, bids_made=60)
KEVIN = Standing("Kevin", rank=2, games=9, wins=4, bids_met=10, bids_made=10)
ANNA = Standing("Anna", games=1)


def honoured(*standings, **zeros):
    return {each.honour: each for each in honours_of(standings, zeros)}


def test_the_best_are_honoured_together_with_equals():
    found = honoured(UTE, KEVIN, ANNA, Ute=3, Kevin=5)

    assert found[Honour.CHAMPION].players == ("Ute",)
    assert found[Honour.MOST_WINS].players == ("Ute", "Kevin")
    assert found[Honour.MOST_WINS].value == 4
    assert found[Honour.MOST_ZEROS].players == ("Kevin",)
    assert found[Honour.MOST_GAMES].players == ("Ute", "Kevin")


def test_a_share_of_few_bids_is_no_foresight():
    found = honoured(UTE, KEVIN)[Honour.BEST_FORESIGHT]

    assert (found.players, found.value) == (("Ute",), Fraction(1, 2))


def test_where_all_are_equal_or_have_nothing_nobody_stands_out():
    assert Honour.MOST_GAMES not in honoured(UTE, KEVIN)
    assert Honour.MOST_ZEROS not in honoured(UTE, KEVIN)
    assert honoured() == {}
    assert honoured(ANNA) == {}
