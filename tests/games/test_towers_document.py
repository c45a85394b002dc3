"""The game document of Wandering Towers: reading, rejecting and writing."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.games import towers
from scorepad.games.documents import NotADocument
from scorepad.games.registry import GAMES, parse_game
from tests.repo.source import ROOT

PLAYED = json.loads((ROOT / "tests/vectors/towers-games.json").read_text("utf-8"))
NAMES = ("Ann", "Ben", "Cem", "Dot", "Eva", "Fei")
PLAIN = {
    "format": "scorepad/game",
    "version": 1,
    "game": "towers",
    "players": ["Ann", "Ben", "Cem"],
    "events": [],
}


def answer_to(text):
    word, game = parse_game(text)
    return GAMES[word].answer_for(game)


def changed(**changes):
    return json.dumps({**PLAIN, **changes})


def refusal(text):
    with pytest.raises(NotADocument) as refused:
        parse_game(text)
    return str(refused.value)


def test_a_plain_game_is_the_base_game():
    game = parse_game(json.dumps(PLAIN)).game

    assert game == towers.TowersGame(("Ann", "Ben", "Cem"))
    assert game.spells == towers.BASE_GAME
    assert towers.document_of(game) == PLAIN


@pytest.mark.parametrize(
    ("wrong", "where", "expected"),
    [
        ({"players": list("abcdefg")}, "players has 7 names", "2 to 6"),
        ({"players": ["a", "A"]}, "players[1]", "all different names"),
        ({"teams": True}, "teams", "4 or 6 players (teams_need_4_or_6)"),
        ({"colours": ["blue", "red", "blue"]}, "colours[2]", "every entry once"),
        (
            {"colours": ["blue", "red", "orange"]},
            "colours",
            "with 4 wizards (colour_not_usable)",
        ),
        ({"colours": ["blue", "red", "pink"]}, "colours[2]", "'blue', 'yellow'"),
        (
            {"spells": [{"spell": "swap_tower", "cost": 0}]},
            "spells[0].cost",
            "or equal to 1",
        ),
        (
            {"spells": [{"spell": "free_wizard"}, {"spell": "free_wizard"}]},
            "spells names a spell twice",
            "every spell once",
        ),
        ({"events": [{"what": "home", "seat": 3}]}, "events[0].seat", "from 0 to 2"),
        ({"events": [{"what": "cast", "seat": 0}]}, "events[0].spell", "one of"),
        (
            {"events": [{"what": "home", "seat": 0, "to": 1}]},
            "events[0].to does not go with",
            '"given"',
        ),
        ({"final": [{"home": 0, "full": 0, "spent": 0}]}, "final has 1", "each of 3"),
        (
            {
                "final": [{"home": 1, "full": 0, "spent": 0}] * 3,
                "events": [{"what": "home", "seat": 0}],
            },
            "final stands beside events",
            "without events",
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_was_expected(wrong, where, expected):
    sentence = refusal(changed(**wrong))

    assert sentence.startswith(where)
    assert expected in sentence
    assert "\n" not in sentence


def test_events_are_required():
    without = {key: value for key, value in PLAIN.items() if key != "events"}

    assert refusal(json.dumps(without)).startswith("events is missing")


ALONE = towers.Happening.HOME, towers.Happening.FILLED, towers.Happening.TURN_OVER
ANY_SPELL = st.sampled_from(towers.Spell)


@st.composite
def games(draw):
    players = draw(st.sampled_from(towers.SEATS_ALLOWED))
    seats = st.integers(0, players - 1)
    colours = draw(
        st.one_of(
            st.just(()),
            st.permutations(towers.usable_colours(players)).map(
                lambda p: tuple(p[:players])
            ),
        )
    )
    spells = draw(st.lists(ANY_SPELL, unique=True))
    costs = st.integers(1, towers.HIGHEST_COST)
    happened = st.one_of(
        st.builds(towers.Event, st.sampled_from(ALONE), seats),
        st.builds(towers.Event, st.just(towers.Happening.CAST), seats, spell=ANY_SPELL),
        st.builds(towers.Event, st.just(towers.Happening.GIVEN), seats, to=seats),
    )
    standing = st.builds(
        towers.TowersStanding, st.integers(0, 3), st.integers(0, 4), st.integers(0, 4)
    )
    final = draw(st.none() | st.tuples(*[standing] * players))
    events = () if final else tuple(draw(st.lists(happened, max_size=99)))
    return towers.TowersGame(
        NAMES[:players],
        colours=colours,
        start=draw(seats),
        teams=draw(st.booleans()) if players in {4, 6} else False,
        master=draw(st.booleans()),
        tracks_turns=draw(st.booleans()),
        spells=tuple(towers.SpellInPlay(each, draw(costs)) for each in spells)
        or towers.BASE_GAME,
        events=events,
        final=final,
        last_turn=draw(st.none() | seats),
        rounds=draw(st.none() | st.integers(1, 200)),
        finished=draw(st.booleans()),
        played_on=draw(st.none() | st.dates(date(1900, 1, 1))),
        place=draw(st.none() | st.just("Ravenskeep")),
    )


@given(games())
def test_what_was_written_is_read_again(game):
    text = json.dumps(towers.document_of(game))

    assert parse_game(text).game == game
    answer = answer_to(text)
    assert json.loads(json.dumps(answer)) == answer


def test_a_game_nobody_knows_is_refused_by_its_name():
    chess = changed(game="chess")
    without = {key: value for key, value in PLAIN.items() if key != "game"}

    for text, found in (
        (chess, 'game is "chess"'),
        (json.dumps(without), "game is missing"),
        (changed(game=["towers"]), "game is"),
    ):
        with pytest.raises(NotADocument, match=found) as refused:
            answer_to(text)
        assert 'expected "wizard" or "towers"' in str(refused.value)


@pytest.mark.parametrize("game", PLAYED, ids=range(len(PLAYED)))
def test_a_game_comes_out_as_it_was_written_down(game):
    assert answer_to(json.dumps(game["document"])) == game["answer"]
