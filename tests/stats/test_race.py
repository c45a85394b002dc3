"""The race of a season, against averages made by hand."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorepad.stats.career import Columns
from scorepad.stats.chart import STEPS_AT_MOST, race
from scorepad.stats.story import Outcome
from tests.stats.counting import had, results_of


def raced(games, people):
    """The race of *games*, each of them the totals of those who played."""
    rows = [
        had(number, name, Outcome(total))
        for number, game in enumerate(games)
        for name, total in game.items()
    ]
    results = results_of(rows)
    return race([results.get(name, Columns()) for name in people], range(len(games)))


@given(st.lists(st.integers(-200, 400), min_size=1, max_size=200))
def test_however_many_games_the_race_ends_at_the_average(totals):
    numbers, rows = raced([{"Ute": total} for total in totals], ["Ute"])

    assert len(rows) == len(numbers) <= STEPS_AT_MOST
    assert numbers[-1] == len(totals)
    for number, (average,) in zip(numbers, rows, strict=True):
        exact = Fraction(sum(totals[:number]), number)
        assert abs(average - exact) <= Fraction(1, 2)
