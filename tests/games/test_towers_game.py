"""Games of Wandering Towers followed event by event, and their results."""

from dataclasses import replace

from hypothesis import given

from scorepad.games import towers
from scorepad.games.towers import TowersGame as Game
from scorepad.games.towers import TowersProblem as Problem
from scorepad.games.towers import TowersStanding as Standing
from scorepad.games.towers.progress import answer_for, progress_of, result_of
from tests.games.test_towers_document import games

NAMES = ("Ann", "Ben", "Cem", "Dot", "Eva", "Fei")


def home(seat):
    return towers.Event(towers.Happening.HOME, seat)


def filled(seat):
    return towers.Event(towers.Happening.FILLED, seat)


def given_to(seat, to):
    return towers.Event(towers.Happening.GIVEN, seat, to=to)


def over(seat):
    return towers.Event(towers.Happening.TURN_OVER, seat)


def played(players, *events, **settings):
    return Game(NAMES[:players], events=tuple(events), **settings)


def problems(game):
    return [each.problem for each in progress_of(game).objections]


def test_out_of_turn_a_wizard_may_come_home_but_no_spell_be_cast():
    cast = towers.Event(towers.Happening.CAST, 0, spell=towers.Spell.ADVANCE_TOWER)
    events = (filled(0), over(0), home(0), cast)

    assert problems(played(2, *events, tracks_turns=True)) == [Problem.TURN_ORDER]
    assert problems(played(2, *events, tracks_turns=True, master=True)) == []
    assert problems(played(2, *events)) == []


def test_partners_hand_bottles_over_and_fill_each_others():
    game = played(4, filled(0), given_to(0, 2), teams=True)

    assert progress_of(game).standings[2] == Standing(0, 1, 0)
    assert [each.bottles for each in progress_of(game).holdings] == [4, 5, 6, 5]
    assert problems(game) == []
    assert problems(played(4, filled(2), tracks_turns=True, teams=True)) == []
    assert problems(played(4, filled(1), tracks_turns=True, teams=True)) == [
        Problem.TURN_ORDER
    ]


@given(games())
def test_no_evening_however_odd_breaks_what_always_holds(game):
    players, game = len(game.players), replace(game, final=None, finished=False)

    progress = progress_of(game)

    bottles = [each.bottles for each in progress.holdings]
    assert sum(bottles) == players * towers.potions_each(players)
    for standing, own in zip(progress.standings, bottles, strict=True):
        assert 0 <= standing.home <= towers.wizards_each(players)
        assert min(standing.full, standing.spent) >= 0
        assert standing.filled <= own
    counted = [each.event for each in progress.objections]
    assert counted == sorted(set(counted))
    if progress.over:
        assert game.tracks_turns
        assert answer_for(game)["winners"]


def reaching(seat, *, wizards=5, bottles=6, casts=()):
    spoken = (towers.Event(towers.Happening.CAST, seat, spell=each) for each in casts)
    return *[filled(seat)] * bottles, *spoken, *[home(seat)] * wizards


def test_a_seat_has_what_it_reached_and_what_it_cast():
    wizard, tower = towers.Spell.ADVANCE_WIZARD, towers.Spell.ADVANCE_TOWER
    events = (
        *reaching(0, casts=(wizard, tower, tower)),
        *reaching(1, wizards=2, bottles=1),
    )
    game = played(2, *events, start=1, last_turn=0, rounds=9, finished=True)

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
