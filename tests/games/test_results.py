"""The result of a game, as a season counts it."""

from scorepad.games.towers import Event, Happening, Spell, TowersGame
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
    reached = "home", "filled", "spent", "left", "met", "cast"
    first, second = result.figures
    assert first == {
        **dict(zip(reached, (5, 6, 4, 2, 1, 3), strict=True)),
        "advance_wizard": 1,
        "advance_tower": 2,
    }
    assert second == dict(zip(reached, (2, 1, 0, 1, 0, 0), strict=True))
