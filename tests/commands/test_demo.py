"""scorepad demo: true games, the same for the same seed, and a way in."""

import json
import re
from datetime import date
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.app import create_app
from scorepad.cli import main
from scorepad.commands.simulation import simulated_season
from scorepad.rules.wizard.document import document_of, parse_document
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.settings import Settings
from scorepad.store.db import db
from tests.phone import OURS

GROUP = "11111111-1111-4111-8111-111111111111"
CLAIM = "c" * 43
NAMES = ("Ute", "Kevin", "王小明", "Anna", "Zoë", "Tom")
LAST = date(2026, 11, 20)


def season(seed=1, games=12, players=NAMES):
    return list(
        simulated_season(
            players, games=games, seed=seed, until=LAST, within=UUID(GROUP)
        )
    )


def test_the_same_seed_makes_the_same_games():
    assert season() == season()
    assert season(seed=2) != season()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 6))
def test_nothing_can_be_objected_to_any_game(seed, players):
    for each in season(seed, games=4, players=NAMES[:players]):
        sheet = sheet_of(each.game)
        assert sheet.objections == ()
        assert sheet.finished == each.finished


def test_the_games_are_weekly_and_end_on_the_last_evening():
    games = season(games=30)
    days = [each.game.played_on for each in games]

    assert days == sorted(days)
    assert days[-1] == LAST
    assert {(LAST - day).days % 7 for day in days} == {0}
    assert {len(each.game.players) for each in games} == {4, 5, 6}
    assert len({each.game.schedule for each in games}) > 2
    assert [each.finished for each in games] == [True] * 29 + [False]


def test_however_many_games_the_first_was_in_a_year_that_a_filter_knows():
    many = simulated_season(NAMES, games=10_000, seed=1, until=LAST, within=UUID(GROUP))

    assert next(many).game.played_on.year > 2000


@pytest.fixture
def demo(tmp_path, capsys):
    """Run the command on an instance of its own."""

    def run(*words):
        base = ["demo", "--instance", str(tmp_path), "--until", LAST.isoformat()]
        status = main([*base, "--games", "6", *words])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run


def documents(folder):
    """Every stored game as a browser that came in with the claim reads it."""
    url = f"sqlite:///{folder / 'scorepad.sqlite3'}"
    app = create_app(Settings(instance=folder, database_url=url))
    client = app.test_client()
    client.post(f"/g/{GROUP}/enter", data={"claim": CLAIM}, headers=OURS)
    page = client.get(f"/g/{GROUP}/seasons/1").text
    ids = re.findall(r'data-game="([^"]+)"', page)
    games = [client.get(f"/api/groups/{GROUP}/games/{each}").json for each in ids]
    with app.app_context():
        db.engine.dispose()
    return games


def without_people(game):
    names = [player["name"] for player in game["players"]]
    moments = {"finished_at", "saved_at"}
    return {k: v for k, v in game.items() if k not in moments} | {"players": names}


def test_two_demos_of_one_seed_store_the_same_games(demo, tmp_path, capsys):
    words = ["--group", GROUP, "--claim", CLAIM, "--seed", "5"]
    one, other = tmp_path, tmp_path / "other"
    assert demo(*words)[0] == 0
    assert demo(*words, "--instance", str(other))[0] == 0

    games = documents(one)

    assert len(games) == 6
    assert list(map(without_people, games)) == [
        without_people(game) for game in documents(other)
    ]


def test_the_printed_address_holds_the_secret_only_behind_the_hash(demo):
    status, said = demo("--group", GROUP, "--claim", CLAIM, "--port", "9000")

    assert status == 0
    assert f":9000/g/{GROUP}/enter#{CLAIM}\n" in said
    assert said.count(CLAIM) == 1


def test_without_words_every_demo_has_a_group_and_a_claim_of_its_own(demo):
    ways_in = [
        re.search(r"/g/[0-9a-f-]{36}/enter#[\w-]{43}\n", demo()[1]) for _ in "12"
    ]

    assert ways_in[0][0] != ways_in[1][0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--players", "Ute", "Kevin"], "2 names; expected 3 to 6."),
        (["--players", "Ute", "Kevin", "UTE"], "Two players have the same name"),
        (["--group", GROUP], "opened with its --claim"),
        (["--claim", "short"], "expected 43"),
        (["--port", "many"], "--port is 'many'"),
        (["--players", "Ute", "Kevin", " "], "' ' is no name; expected 1 to 40"),
    ],
)
def test_words_that_cannot_be_are_refused_in_one_sentence(demo, words, sentence):
    status, said = demo(*words)

    assert status == 2
    assert sentence in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("claim", "sentence"), [(CLAIM, "--seed already"), ("d" * 43, "not that of")]
)
def test_a_group_is_not_filled_twice_or_by_a_stranger(demo, claim, sentence):
    demo("--group", GROUP, "--claim", CLAIM)

    status, said = demo("--group", GROUP, "--claim", claim)

    assert status == 2
    assert sentence in said


def test_a_simulated_game_is_a_document():
    for each in season(games=5):
        assert parse_document(json.dumps(document_of(each.game))) == each.game


def test_rebuilding_changes_nothing_in_a_sound_database(demo, tmp_path, capsys):
    demo("--group", GROUP, "--claim", CLAIM)

    assert main(["rebuild", "--instance", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "5 finished games worked out again.\n"


def test_a_word_that_is_no_day_is_told_how_a_day_looks(capsys):
    assert main(["demo", "--until", "yesterday"]) == 2
    assert "expected a day like 2026-11-21" in capsys.readouterr().err
