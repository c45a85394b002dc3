"""One player over many games, against sums made by hand."""

from fractions import Fraction

from scorepad.stats.career import career_of
from scorepad.stats.predictions import Place, Prediction
from scorepad.stats.story import Outcome
from scorepad.stats.sums import Columns, margins_of
from tests.stats.counting import had, results_of

ME = "me"


def played(total, rank=1, winners=1, bids=(), **rivals):
    predictions = tuple(
        Prediction(0, number, 5, bid, taken, Place.MIDDLE, None, forced=False)
        for number, (bid, taken) in enumerate(bids, 1)
    )
    won = winners if rank == 1 else 0
    others = [(name, Outcome(theirs)) for name, theirs in rivals.items()]
    mine = Outcome(total, rank=rank, winners=won)
    return [(ME, mine, predictions), *others]


def career(games):
    """My career over *games*, each of them what everybody had."""
    rows = [had(number, *each) for number, game in enumerate(games) for each in game]
    results = results_of(rows)
    own = results.get(ME, Columns())
    return career_of(own, margins_of(ME, results))


def test_nobody_who_never_played_has_results():
    found = career([])

    assert found.results is None
    assert found.predictions.made == 0
    assert (found.victim, found.nemesis) == (None, None)


def test_wins_shared_wins_and_podiums():
    results = career(
        [played(100), played(80, winners=2), played(50, rank=3), played(-20, rank=4)]
    ).results

    assert (results.games, results.wins, results.shared_wins) == (4, 2, 1)
    assert results.podiums == 3
    assert (results.best, results.worst) == (100, -20)
    assert results.mean == Fraction(105, 2)
    assert results.median == 65


def test_points_lost_to_a_single_trick():
    # Bid 2, took 1: −10 instead of 30; bid 0, took 1: −10 instead of 30; off by two.
    assert career([played(0, bids=[(2, 1), (0, 1), (3, 1), (1, 1)])]).lost_by_one == 80


def test_runs_go_on_from_game_to_game():
    found = career(
        [played(0, bids=[(1, 0), (1, 1)]), played(0, bids=[(2, 2), (0, 0), (1, 2)])]
    )

    assert (found.longest_run, found.longest_drought) == (3, 1)


def test_zeros_are_the_bids_of_nothing():
    zeros = career([played(0, bids=[(0, 0), (0, 2), (1, 1)])]).zeros

    assert (zeros.made, zeros.met) == (2, 1)


def test_victim_and_nemesis():
    found = career(
        [
            played(100, Ute=50, Kevin=120),
            played(60, Ute=10, Kevin=90),
            played(30, Ute=30, Anna=0),
        ]
    )

    assert found.victim.rival == "Ute"
    assert (found.victim.ahead, found.victim.behind) == (2, 0)
    assert found.nemesis.rival == "Kevin"
    assert found.nemesis.margin == -25
    assert [duel.rival for duel in found.duels] == ["Ute", "Kevin", "Anna"]


def test_nobody_is_a_nemesis_whom_one_beats_as_often():
    found = career([played(10, Ute=0), played(0, Ute=10)])

    assert (found.victim, found.nemesis) == (None, None)
