"""scorepad demo: valid games, the same for the same seed, and an invitation."""

import re
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.cli import main
from scorepad.cli.demo import simulated_season
from scorepad.games.wizard.sheet import sheet_of

NAMES = ("Ute", "Kevin", "王小明", "Anna", "Zoë", "Tom")
LAST = date(2026, 11, 20)


def season(seed=1, games=12, players=NAMES):
    return list(simulated_season(players, games=games, seed=seed, until=LAST))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 6))
def test_nothing_can_be_objected_to_any_game(seed, players):
    for each in season(seed, games=4, players=NAMES[:players]):
        sheet = sheet_of(each.game)
        assert sheet.objections == ()
        assert sheet.finished == each.finished


@pytest.fixture
def demo(tmp_path, capsys):
    def run(*words):
        base = ["demo", "--instance", str(tmp_path), "--until", LAST.isoformat()]
        status = main([*base, "--games", "6", *words])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run


def test_the_printed_address_holds_the_secret_only_behind_the_hash(demo):
    status, said = demo("--port", "9000")

    assert status == 0
    (claim,) = re.findall(r":9000/g/[0-9a-f-]{36}/enter#([\w-]{43})\n", said)
    assert said.count(claim) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--players", "Ute", "Kevin"], "2 names; expected 3 to 8."),
        (["--players", "Ute", "Kevin", "UTE"], "Two players have the same name"),
        (["--until", "soon"], "'soon' does not match the format '%Y-%m-%d'"),
        (["--port", "many"], "--port is 'many'"),
        (["--players", "Ute", "Kevin", " "], "' ' is no name; expected 1 to 40"),
        (["--name", "W" * 41], "is no name; expected 1 to 40"),
    ],
)
def test_words_that_cannot_be_are_refused_in_one_sentence(demo, words, sentence):
    status, said = demo(*words)

    assert status == 2
    assert sentence in said
    assert said.count("\n") == 1
