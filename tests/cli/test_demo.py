"""scorepad demo: valid games, the same for the same seed, and an invitation."""

import re
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.cli import main
from scorepad.cli.demo import simulated_season
from scorepad.games.wizard.sheet import sheet_of

NAMES = ("Ute", "Kevin", "王小明", "Anna", "Zoë", "Tom")
LAST = date(2026, 11, 20)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 6))
def test_nothing_can_be_objected_to_any_game(seed, players):
    for each in simulated_season(NAMES[:players], games=4, seed=seed, until=LAST):
        sheet = sheet_of(each.game)
        assert sheet.objections == ()
        assert sheet.finished == each.finished


def test_the_printed_address_holds_the_secret_only_behind_the_hash(tmp_path, capsys):
    words = f"demo --instance {tmp_path} --until {LAST} --games 6 --port 9000"

    assert main(words.split()) == 0

    said = capsys.readouterr().out
    (claim,) = re.findall(r":9000/g/[0-9a-f-]{36}/enter#([\w-]{43})\n", said)
    assert said.count(claim) == 1
