"""Wandering Towers: its vectors, its document, and games followed event by event."""

import json
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.games import towers
from scorepad.games.documents import NotADocument
from scorepad.games.registry import GAMES, parse_game
from scorepad.games.towers import Event, Happening, Spell, TowersGame, progress
from scorepad.games.towers import TowersProblem as Problem
from scorepad.games.towers import TowersStanding as Standing
from tests.support.vectors import vectors

NAMES = ("Ann", "Ben", "Cem", "Dot", "Eva", "Fei")
PLAIN = {
    "format": "scorepad/game",
    "version": 1,
    "game": "towers",
    "players": ["Ann", "Ben", "Cem"],
    "events": [],
}
VECTORS = vectors("towers")["vectors"]
PLAYED = vectors("towers-games")


def home(seat):
    return Event(Happening.HOME, seat)


def filled(seat):
    return Event(Happening.FILLED, seat)


def cast(seat, spell=Spell.ADVANCE_TOWER):
    return Event(Happening.CAST, seat, spell)


def over(seat):
    return Event(Happening.TURN_OVER, seat)


def played(players, *events, **settings):
    return TowersGame(NAMES[:players], events=tuple(events), **settings)


def problems(game):
    return [each.problem for each in progress.progress_of(game).objections]


def check_towers_setup(v):
    assert towers.WIZARDS_EACH[v["players"]] == v["wizardsEach"]
    assert towers.POTIONS_EACH[v["players"]] == v["potionsEach"]
    assert list(towers.CAPACITY) == v["towerCapacity"]
    assert list(towers.SHIELDED) == v["ravenTowers"]
    assert {*towers.usable_colours(v["players"])} == {*v["usableColours"]}
    assert (v["players"] in towers.TEAM_TABLES) == v["teamVariant"]


def check_towers_placement(v):
    found = towers.placement(v["players"], v["startPlayer"])
    assert [list(tower) for tower in found] == v["towers"]


def check_towers_end(v):
    at_goal = progress.Progress((), (), turn=0, trigger=v["triggerPlayer"])
    left = progress.remaining(at_goal, played(v["players"], start=v["startPlayer"]))
    assert list(left) == v["turnsStillToPlay"]
    assert (not left) == v["gameOverImmediately"]


def check_towers_winner(v):
    standings = [Standing(**each) for each in v["state"]]
    won = progress.winners(played(v["players"]), standings)
    assert list(won) == v["winners"]


def check_towers_team_winner(v):
    standings = [Standing(**each) for each in v["state"]]
    won = progress.winners(played(v["players"], teams=True), standings)
    assert {*won} == {seat for team in v["winners"] for seat in v["teams"][team]}


def check_towers_goal(v):
    alone = [Standing(**v["state"]), *[progress.NOTHING] * (v["players"] - 1)]
    assert (progress.seats_at_goal(played(v["players"]), alone) == (0,)) == v["goalMet"]


def check_towers_spell(v):
    spell = Spell(v["spell"])
    assert towers.COSTS[spell] == v["cost"]
    for case in v["castWith"]:
        events = (*[filled(0)] * case["full"], cast(0, spell))
        game = played(3, *events, spells=(towers.SpellInPlay(spell),))
        assert (not problems(game)) == case["ok"]


def check_towers_potion(v):
    spent, full = [filled(0), cast(0)] * v["before"]["spent"], v["before"]["full"]
    game = played(3, *spent, *[filled(0)] * full, filled(0))
    assert progress.progress_of(game).standings[0] == Standing(**v["after"])


def check_towers_turn(v):
    said = {key: v[key] for key in ("start", "master", "teams", "events") if key in v}
    if "spells" in v:
        said["spells"] = [{"spell": each} for each in v["spells"]]
    players = NAMES[: v["players"]]
    game = towers.read_game({"players": players, "tracks_turns": True, **said})
    found = progress.answer_for(game)["objections"]
    assert [[each["event"], each["problem"]] for each in found] == v["objections"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_the_rules_reproduce_the_vector(vector):
    globals()[f"check_{vector['type']}"](vector)


@pytest.mark.parametrize("game", PLAYED, ids=range(len(PLAYED)))
def test_a_game_comes_out_as_it_was_written_down(game):
    word, found = parse_game(json.dumps(game["document"]))

    assert GAMES[word].answer_for(found) == game["answer"]


def test_a_plain_game_is_the_base_game():
    game = parse_game(json.dumps(PLAIN)).game

    assert game == TowersGame(("Ann", "Ben", "Cem"))
    assert game.spells == towers.BASE_GAME
    assert towers.document_of(game) == PLAIN


HOME = {"what": "home", "seat": 0}
ONE_HOME = {"home": 1, "full": 0, "spent": 0}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"players": [*"abcdefg"]}, "players has 7 names; expected 2 to 6"),
        ({"teams": True}, "teams cannot be played by 3 players; expected 4 or 6"),
        ({"colours": ["blue", "red", "blue"]}, "colours[2] is given twice"),
        ({"colours": ["blue", "red", "orange"]}, "colours cannot be played by 3"),
        ({"colours": ["blue", "red"]}, "colours has 2 entries; expected one colour"),
        ({"spells": [{"spell": "swap_tower", "cost": 0}]}, "spells[0].cost is 0"),
        ({"spells": [{"spell": "free_wizard"}] * 2}, "spells[1].spell is given twice"),
        ({"events": [HOME | {"seat": 3}]}, "events[0].seat is 3; expected a whole"),
        ({"events": [HOME | {"what": "cast"}]}, "events[0].spell is missing"),
        ({"events": [HOME | {"to": 1}]}, 'events[0].to does not go with "home"'),
        ({"final": [ONE_HOME]}, "final has 1 entries; expected one standing for each"),
        ({"final": [ONE_HOME] * 3, "events": [HOME]}, "final stands beside events"),
        ({"final": [ONE_HOME | {"home": 5}] * 3}, "final[0].home is 5; expected a wh"),
        ({"events": None}, "events is null"),
        ({"game": "chess"}, 'game is "chess"; expected "wizard" or "towers".'),
        ({"game": ["towers"]}, "game is a list"),
        ({"game": ...}, "game is missing"),
        ({"events": ...}, "events is missing"),
    ],
)
def test_a_wrong_field_is_named_with_what_was_expected(wrong, sentence):
    document = {k: v for k, v in {**PLAIN, **wrong}.items() if v is not ...}

    with pytest.raises(NotADocument) as refused:
        parse_game(json.dumps(document))

    assert str(refused.value).startswith(sentence)


ALONE = Happening.HOME, Happening.FILLED, Happening.TURN_OVER
ANY_SPELL = st.sampled_from(Spell)


@st.composite
def games(draw):
    players = draw(st.sampled_from(towers.SEATS_ALLOWED))
    seats = st.integers(0, players - 1)
    colours = st.permutations(towers.usable_colours(players))
    spells = draw(st.lists(ANY_SPELL, unique=True))
    costs = st.integers(1, towers.HIGHEST_COST)
    happened = st.one_of(
        st.builds(Event, st.sampled_from(ALONE), seats),
        st.builds(cast, seats, ANY_SPELL),
        st.builds(Event, st.just(Happening.GIVEN), seats, to=seats),
    )
    standing = st.builds(
        Standing, st.integers(0, 3), st.integers(0, 4), st.integers(0, 4)
    )
    final = draw(st.none() | st.tuples(*[standing] * players))
    return TowersGame(
        NAMES[:players],
        colours=draw(st.just(()) | colours.map(lambda each: tuple(each[:players]))),
        start=draw(seats),
        teams=draw(st.booleans()) if players in {4, 6} else False,
        master=draw(st.booleans()),
        tracks_turns=draw(st.booleans()),
        spells=tuple(towers.SpellInPlay(each, draw(costs)) for each in spells)
        or towers.BASE_GAME,
        events=() if final else tuple(draw(st.lists(happened, max_size=99))),
        final=final,
        last_turn=draw(st.none() | seats),
        rounds=draw(st.none() | st.integers(1, 200)),
        finished=draw(st.booleans()),
        played_on=draw(st.none() | st.dates(date(1900, 1, 1))),
        place=draw(st.none() | st.just("Ravenskeep")),
    )


@given(games())
def test_what_was_written_is_read_again(game):
    assert parse_game(json.dumps(towers.document_of(game))).game == game
    answer = progress.answer_for(game)
    assert json.loads(json.dumps(answer)) == answer


@given(games())
def test_no_evening_however_odd_breaks_what_always_holds(game):
    players, game = len(game.players), replace(game, final=None, finished=False)

    found = progress.progress_of(game)

    filled_by = [each.filled for each in found.standings]
    assert sum(filled_by) + sum(found.empty) == players * towers.POTIONS_EACH[players]
    assert min(found.empty) >= 0
    for standing in found.standings:
        assert 0 <= standing.home <= towers.WIZARDS_EACH[players]
        assert min(standing.full, standing.spent) >= 0
    counted = [each.event for each in found.objections]
    assert counted == sorted(set(counted))
    if found.over:
        assert game.tracks_turns
        assert progress.answer_for(game)["winners"]


def test_out_of_turn_a_wizard_may_come_home_but_no_spell_be_cast():
    events = (filled(0), over(0), home(0), cast(0))

    assert problems(played(2, *events, tracks_turns=True)) == [Problem.TURN_ORDER]
    assert problems(played(2, *events, tracks_turns=True, master=True)) == []
    assert problems(played(2, *events)) == []


def test_partners_hand_bottles_over_and_fill_each_others():
    given = Event(Happening.GIVEN, 0, to=2)
    found = progress.progress_of(played(4, filled(0), given, teams=True))

    assert found.standings[2] == Standing(0, 1, 0)
    assert found.empty == (4, 5, 5, 5)
    assert found.objections == ()
    turns = {"tracks_turns": True, "teams": True}
    assert problems(played(4, filled(2), **turns)) == []
    assert problems(played(4, filled(1), **turns)) == [Problem.TURN_ORDER]


def test_a_seat_has_what_it_reached_and_what_it_cast():
    spoken = cast(0, Spell.ADVANCE_WIZARD), cast(0), cast(0)
    first = *[filled(0)] * 6, *spoken, *[home(0)] * 5
    second = filled(1), home(1), home(1)
    ended = {"start": 1, "last_turn": 0, "rounds": 9, "finished": True}

    result = progress.result_of(played(2, *first, *second, **ended))

    assert (result.winners, result.ranks) == ((0,), (1, 2))
    assert (result.start, result.rounds, result.sides) == (1, 9, ())
    reached = "home", "filled", "spent", "left", "met", "cast"
    spells = {"advance_wizard": 1, "advance_tower": 2}
    assert result.figures == (
        {**dict(zip(reached, (5, 6, 4, 2, 1, 3), strict=True)), **spells},
        dict(zip(reached, (2, 1, 0, 1, 0, 0), strict=True)),
    )
