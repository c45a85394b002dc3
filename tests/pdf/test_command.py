"""The command ``scorepad sheet``."""

import json
import subprocess
import sys

import pytest

from scorepad.cli import main
from tests.pdf.conftest import pages_of, text_of
from tests.pdf.reading import size_of
from tests.support.vectors import vectors

GAME = {**vectors("example"), "players": ["Thomas", "Ute", "王小明"]}
A6 = ("--paper", "a6")


def test_a_pad_has_the_names_and_paper_that_were_chosen(tmp_path):
    pad = tmp_path / "pad.pdf"
    words = "--players 8 --schedule quick --names Ute,王小明,,,,,,Zoë --paper a6"

    assert main(["sheet", *words.split(), "--copies", "3", "-o", str(pad)]) == 0

    text = text_of(pad.read_bytes())
    assert pages_of(pad.read_bytes()) == 3
    assert size_of(pad.read_bytes()) == pytest.approx((105, 148), abs=0.1)
    assert all(word in text for word in ("Ute", "王小明", "Zoë"))


def test_a_blank_sheet_that_nobody_can_play_is_one_sentence(tmp_path, capsys):
    words = ["--players", "5", "--schedule", "single_colour"]

    assert main(["sheet", *words, "-o", str(tmp_path / "pad.pdf")]) == 2

    assert "3 or 4 players" in capsys.readouterr().err


def test_a_game_goes_from_standard_input_to_standard_output():
    done = subprocess.run(
        [sys.executable, "-m", "scorepad.cli", "sheet", "-", "-o", "-", *A6],
        input=json.dumps(GAME).encode(),
        capture_output=True,
        check=True,
    )

    assert "王小明" in text_of(done.stdout)
    assert size_of(done.stdout) == pytest.approx((105, 148), abs=0.1)


@pytest.mark.parametrize(
    "words",
    [["nowhere.json", "-o", "x.pdf"], ["--players", "3", "-o", "nowhere/pad.pdf"]],
)
def test_what_cannot_be_done_is_one_sentence(tmp_path, monkeypatch, capsys, words):
    monkeypatch.chdir(tmp_path)

    assert main(["sheet", *words]) == 2

    said = capsys.readouterr().err
    assert said.startswith("scorepad sheet: ")
    assert "nowhere" in said
    assert said.count("\n") == 1
