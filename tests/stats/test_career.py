"""One player over many games, against sums made by hand."""

from fractions import Fraction
from statistics import mean, median

from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules.wizard.sheet import sheet_of
from scorepad.rules.wizard.standings import ranks
from scorepad.stats.career import GamePlayed, career_of
from scorepad.stats.predictions import Place, Prediction, predictions_of
from tests.stats import naive


def played(total, rank=1, winners=1, bids=(), **rivals):
    predictions = tuple(
        Prediction(0, number, 5, bid, taken, Place.MIDDLE, None, forced=False)
        for number, (bid, taken) in enumerate(bids, 1)
    )
    return GamePlayed(total, rank, winners, rivals, predictions)


def test_nobody_who_never_played_has_results():
    career = career_of([])

    assert career.results is None
    assert career.predictions.made == 0
    assert (career.victim, career.nemesis) == (None, None)


def test_wins_shared_wins_and_podiums():
    results = career_of(
        [played(100), played(80, winners=2), played(50, rank=3), played(-20, rank=4)]
    ).results

    assert (results.games, results.wins, results.shared_wins) == (4, 2, 1)
    assert results.podiums == 3
    assert (results.best, results.worst) == (100, -20)
    assert results.mean == Fraction(105, 2)
    assert results.median == 65


def test_points_lost_to_a_single_trick():
    # Bid 2, took 1: −10 instead of 30; bid 0, took 1: −10 instead of 30; off by two.
    assert (
        career_of([played(0, bids=[(2, 1), (0, 1), (3, 1), (1, 1)])]).lost_by_one == 80
    )


def test_runs_go_on_from_game_to_game():
    career = career_of(
        [played(0, bids=[(1, 0), (1, 1)]), played(0, bids=[(2, 2), (0, 0), (1, 2)])]
    )

    assert (career.longest_run, career.longest_drought) == (3, 1)


def test_zeros_are_the_bids_of_nothing():
    zeros = career_of([played(0, bids=[(0, 0), (0, 2), (1, 1)])]).zeros

    assert (zeros.made, zeros.met) == (2, 1)


def test_victim_and_nemesis():
    career = career_of(
        [
            played(100, Ute=50, Kevin=120),
            played(60, Ute=10, Kevin=90),
            played(30, Ute=30, Anna=0),
        ]
    )

    assert career.victim.rival == "Ute"
    assert (career.victim.ahead, career.victim.behind) == (2, 0)
    assert career.nemesis.rival == "Kevin"
    assert career.nemesis.margin == -25
    assert [duel.rival for duel in career.duels] == ["Ute", "Kevin", "Anna"]


def test_nobody_is_a_nemesis_whom_one_beats_as_often():
    career = career_of([played(10, Ute=0), played(0, Ute=10)])

    assert (career.victim, career.nemesis) == (None, None)


@given(st.lists(naive.games(seats=4), max_size=5))
def test_any_career_agrees_with_a_recount_by_hand(games):
    mine = []
    for game in games:
        sheet = sheet_of(game)
        placed = ranks(sheet.totals)
        rivals = {name: sheet.totals[seat] for seat, name in enumerate("ABCD") if seat}
        own = tuple(p for p in predictions_of(sheet, game) if p.seat == 0)
        mine.append(
            GamePlayed(sheet.totals[0], placed[0], placed.count(1), rivals, own)
        )
    career = career_of(mine)

    totals = [naive.totals_of(game)[0] for game in games]
    bids = [(b, t) for game in games for s, _, b, t, *_ in naive.bids_of(game) if not s]
    assert career.predictions.made == len(bids)
    assert career.predictions.met == sum(bid == taken for bid, taken in bids)
    if totals:
        assert career.results.mean == Fraction(mean(map(Fraction, totals)))
        assert career.results.median == median(map(Fraction, totals))
        assert career.results.best == max(totals)
    for duel in career.duels:
        seat = "ABCD".index(duel.rival)
        every = [naive.totals_of(game) for game in games]
        assert duel.ahead == sum(each[0] > each[seat] for each in every)
        assert duel.behind == sum(each[0] < each[seat] for each in every)
