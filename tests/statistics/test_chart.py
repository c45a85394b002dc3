"""Charts of totals, the race of a season, and charts of bids counted by hand."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scorepad.games.wizard.sheet import sheet_of
from scorepad.statistics.career import Columns
from scorepad.statistics.chart import (
    Box,
    calibration,
    heat_map,
    lay_out,
    scale_of_shares,
)
from scorepad.statistics.predictions import (
    interval_for,
    numbers_in,
    predictions_of,
    sums_by,
    sums_of,
)
from scorepad.statistics.season import STEPS_AT_MOST, Race
from tests.games.test_wizard_properties import games as any_games

BOX = Box(736, 160)
TOTALS = st.integers(2, 6).flatmap(
    lambda seats: st.lists(
        st.lists(st.integers(-2000, 2000), min_size=seats, max_size=seats),
        min_size=1,
        max_size=40,
    )
)


@given(TOTALS)
def test_every_line_stays_in_its_box_and_ends_the_higher_the_more_points(totals):
    lines = lay_out(totals, seats=len(totals[0]), box=BOX).lines

    for line in lines:
        assert len(line.corners) == len(totals) + 1
        for x, y in line.corners:
            assert BOX.left <= x <= BOX.width - BOX.right
            assert BOX.top <= y <= BOX.height - BOX.bottom
    ends = sorted(zip(totals[-1], (line.corners[-1][1] for line in lines), strict=True))
    heights = [height for _, height in ends]
    assert heights == sorted(heights, reverse=True)


@given(st.lists(st.integers(-200, 400), min_size=1, max_size=200))
def test_however_many_games_the_race_ends_at_the_average(totals):
    games = range(len(totals))

    _, rows, numbers = Race.of({"Ute": Columns(games, totals)}, games, above_par=False)

    assert len(rows) == len(numbers) <= STEPS_AT_MOST
    assert numbers[-1] == len(totals)
    for number, (average,) in zip(numbers, rows, strict=True):
        assert abs(average - Fraction(sum(totals[:number]), number)) <= Fraction(1, 2)


@given(st.dictionaries(st.integers(1, 9), st.integers(0, 400), min_size=1, max_size=9))
def test_dots_stand_where_their_shares_are_and_labels_apart(met):
    shares, own = {who: Fraction(n, 400) for who, n in met.items()}, min(met)

    scale = scale_of_shares(shares, own, interval_for(met[own], 400))

    dots = [scale.own, *scale.others]
    (left, low), _, (right, high) = scale.ticks
    for dot in dots:
        part = (shares[dot.who] - low) / (high - low)
        assert abs(dot.x - (left + float(part) * (right - left))) < 0.1
    assert scale.own.row == 0
    assert {dot.who for dot in dots} == set(met)
    assert left <= scale.reach[0] <= scale.own.x <= scale.reach[1] <= right
    taken = sorted((dot.row, dot.label_x) for dot in dots if dot.row is not None)
    for (row, at), (other_row, next_at) in pairwise(taken):
        assert row != other_row or next_at - at >= 72


def numbers_of(label):
    ends = [int(end) for end in label.replace("+", "–99").split("–")]
    return range(ends[0], ends[-1] + 1)


@given(st.lists(any_games(), max_size=5))
def test_both_pictures_show_every_bid(games):
    seats = [own for game in games for own in predictions_of(sheet_of(game), game)]
    made = [bid for own in seats for bid in own.values()]
    bids, sums = [numbers_in(each) for each in made], sums_of(made)

    points, heat = calibration(sums_by("bid", sums)), heat_map(sums)

    if not bids:
        assert points is heat is None
        return
    for point in points.points:
        taken = [taken for _, bid, taken in bids if bid == point.bid]
        assert point.made == len(taken)
        assert point.taken == Fraction(sum(taken), len(taken))
        assert max(point.bid, point.taken) <= points.end
    assert sum(each.made for each in points.points) == len(bids)
    for (row, column), counts in heat.cells.items():
        in_row, in_column = numbers_of(heat.rows[row]), numbers_of(heat.columns[column])
        mine = [
            bid == taken
            for cards, bid, taken in bids
            if cards in in_row and bid in in_column
        ]
        assert (counts.made, counts.met) == (len(mine), sum(mine))
    assert sum(counts.made for counts in heat.cells.values()) == len(bids)
