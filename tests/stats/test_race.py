"""The race of a season, against averages made by hand."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorepad.stats.race import race
from scorepad.stats.season import Outcome


def game(**totals):
    return [(player, Outcome(total)) for player, total in totals.items()]


def test_averages_move_from_game_to_game():
    games = [game(Ute=100, Tom=50), game(Ute=50), game(Tom=-20, Kevin=10)]

    assert race(games, ["Ute", "Tom", "Kevin"]) == (
        (100, 50, None),
        (75, 50, None),
        (75, 15, 10),
    )


def test_whoever_never_sat_down_has_no_average():
    never = [("Ute", Outcome(500, played=False))]

    assert race([never], ["Ute"]) == ((None,),)


@given(st.lists(st.integers(-200, 400), min_size=1, max_size=80), st.integers(2, 20))
def test_however_many_games_the_race_ends_at_the_average(totals, steps):
    rows = race([game(Ute=total) for total in totals], ["Ute"], steps=steps)

    assert len(rows) == min(len(totals), steps)
    assert rows[0] == (totals[0],)
    assert abs(rows[-1][0] - Fraction(sum(totals), len(totals))) <= Fraction(1, 2)
