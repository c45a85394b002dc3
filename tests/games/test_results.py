"""The result of a game, as a season counts it."""

import json

from scorepad.games.registry import GAMES, parse_game, result_for
from scorepad.games.towers.models import Event, Happening, Spell, TowersGame
from scorepad.games.towers.progress import result_of

HEAD = {"format": "scorepad/game", "version": 1}


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


def test_a_spell_nobody_could_pay_for_was_not_cast():
    unpaid = Event(Happening.CAST, 0, spell=Spell.ADVANCE_WIZARD)

    (first, _) = result_of(TowersGame(("Ann", "Ben"), events=(unpaid,))).figures

    assert first["cast"] == 0


def test_rules_that_say_no_more_are_asked_for_their_answer():
    tree = {**HEAD, "game": "wizard", "players": ["A", "B", "C"], "rounds": []}

    result = result_for(GAMES["wizard"], parse_game(json.dumps(tree)).game)

    assert (result.winners, result.ranks) == ((), (1, 1, 1))
    assert result.figures == ()
