"""Charts of totals and the race of a season."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorepad.statistics.career import Columns
from scorepad.statistics.chart import Box, lay_out
from scorepad.statistics.season import STEPS_AT_MOST, race
from scorepad.statistics.story import Outcome
from tests.statistics.counting import had, results_of

BOX = Box(736, 160)
TOTALS = st.integers(2, 6).flatmap(
    lambda seats: st.lists(
        st.lists(st.integers(-2000, 2000), min_size=seats, max_size=seats),
        min_size=1,
        max_size=40,
    )
)


@given(TOTALS)
def test_every_line_stays_in_its_box_and_has_a_corner_per_round(totals):
    for line in lay_out(totals, seats=len(totals[0]), box=BOX).lines:
        assert len(line.corners) == len(totals) + 1
        for x, y in line.corners:
            assert BOX.left <= x <= BOX.width - BOX.right
            assert BOX.top <= y <= BOX.height - BOX.bottom


@given(TOTALS)
def test_more_points_are_never_drawn_lower(totals):
    chart = lay_out(totals, seats=len(totals[0]), box=BOX)
    ends = sorted(zip(totals[-1], chart.lines, strict=True), key=lambda end: end[0])

    heights = [line.end[1] for _, line in ends]

    assert heights == sorted(heights, reverse=True)


def raced(games, people):
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
        assert abs(average - Fraction(sum(totals[:number]), number)) <= Fraction(1, 2)
