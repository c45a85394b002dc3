"""Evenings: which games belong together, and whom they put first."""

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import combinations
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.games.names import Person
from scorepad.services.evenings import Sitting, evenings_of, standings_of

HALF = Fraction(1, 2)
RANKS = st.lists(st.none() | st.integers(1, 8), max_size=8)
NAMES = ("Ute", "Kevin", "Anna", "Zoë")
PEOPLE = [Person(UUID(int=n), name) for n, name in enumerate(NAMES)]
UTE, KEVIN, ANNA, ZOE = PEOPLE


def at(text, *, hours=1.0):
    began = datetime.fromisoformat(f"2026-11-{text}").replace(tzinfo=UTC)
    return Sitting(began.date(), began, began + timedelta(hours=hours))


def days(*sittings):
    return [each.day for each in evenings_of(sittings)]


@pytest.mark.parametrize(
    ("sittings", "expected"),
    [
        ((at("20 20:00"), at("20 21:30"), at("20 23:00")), [20, 20, 20]),
        ((at("20 23:00"), at("21 00:30"), at("21 03:00")), [20, 20, 20]),
        ((at("20 23:00"), at("21 04:00")), [20, 21]),
        ((at("20 23:00"), at("21 00:30"), at("21 20:00")), [20, 20, 21]),
        # All games of a date belong together, however long the pause.
        ((at("20 10:00"), at("20 20:00"), at("21 00:10")), [20, 20, 20]),
        # A pause begins when the last table has finished.
        ((at("20 22:00", hours=4), at("20 22:30"), at("21 05:00")), [20, 20, 20]),
        # An interrupted game does not lead to the next evening.
        ((at("20 22:00", hours=21), at("21 20:00")), [20, 21]),
        ((at("20 22:00", hours=-3), at("21 01:00")), [20, 20]),
        # Without a time, the date decides.
        ((at("20 23:00"), Sitting(date(2026, 11, 21)), at("21 00:30")), [20, 21, 20]),
    ],
)
def test_an_evening_goes_on_after_midnight_until_a_long_pause(sittings, expected):
    assert days(*sittings) == expected
    assert days(*reversed(sittings)) == expected[::-1]


@given(RANKS)
def test_a_game_gives_as_many_points_as_it_has_pairs(places):
    game = {Person(UUID(int=n), "Ute"): rank for n, rank in enumerate(places)}
    took_part = [each for each in places if each is not None]

    assert sum(each.points for each in standings_of([game])) == len(
        [*combinations(took_part, 2)]
    )


def test_the_evening_of_a_worked_example():
    wizard = {UTE: 1, KEVIN: 2, ANNA: 2, ZOE: 4}
    towers = {UTE: 2, ZOE: 1}
    other_table = {KEVIN: 1, ANNA: 2, ZOE: None}

    games = [wizard, towers, other_table]
    assert standings_of(games) == standings_of(games[::-1])
    assert standings_of(games) == (
        (UTE, 1, 3, 2),
        (KEVIN, 2, 2 + HALF, 2),
        (ANNA, 3, 1 + HALF, 2),
        (ZOE, 4, 1, 2),
    )
