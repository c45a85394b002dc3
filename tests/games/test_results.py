"""The result of a game, as a season counts it."""

from scorepad.games.towers.models import Event, Happening, Spell, TowersGame
from scorepad.games.towers.progress import result_of


def events(seat, *, home=5, filled=6, casts=()):
    return (
        *[Event(Happening.FILLED, seat)] * filled,
        *[Event(Happening.CAST, seat, spell=spell) for spell in casts],
        *[Event(Happening.HOME, seat)] * home,
    )


def test_a_seat_has_what_it_reached_and_what_it_cast():
    casts = (Spell.ADVANCE_WIZARD, Spell.ADVANCE_TOWER, Spell.ADVANCE_TOWER)
    game = TowersGame(
        ("Ann", "Ben"),
        start=1,
        events=(*events(0, casts=casts), *events(1, home=2, filled=1)),
        last_turn=0,
        rounds=9,
        finished=True,
    )

    result = result_of(game)

    assert (result.winners, result.ranks) == ((0,), (1, 2))
    assert (result.start, result.rounds, result.sides) == (1, 9, ())
    first, second = result.figures
    assert first == {
        "home": 5,
        "filled": 6,
        "spent": 4,
        "left": 2,
        "met": 1,
        "cast": 3,
        "advance_wizard": 1,
        "advance_tower": 2,
    }
    assert second == {
        "home": 2,
        "filled": 1,
        "spent": 0,
        "left": 1,
        "met": 0,
        "cast": 0,
    }
