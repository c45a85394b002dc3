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
A6 = pytest.approx((105, 148), abs=0.1)


def test_a_pad_has_the_names_and_paper_that_were_chosen(tmp_path):
    pad = tmp_path / "pad.pdf"
    words = "--players 8 --schedule quick --names Ute,王小明,,,,,,Zoë --paper a6"

    assert main(["sheet", *words.split(), "--copies", "3", "-o", str(pad)]) == 0

    text = text_of(pad.read_bytes())
    assert pages_of(pad.read_bytes()) == 3
    assert size_of(pad.read_bytes()) == A6
    assert all(word in text for word in ("Ute", "王小明", "Zoë"))


def test_a_game_goes_from_standard_input_to_standard_output():
    words = ["sheet", "-", "-o", "-", "--paper", "a6"]
    done = subprocess.run(
        [sys.executable, "-m", "scorepad.cli", *words],
        input=json.dumps(GAME).encode(),
        capture_output=True,
        check=True,
    )

    assert "王小明" in text_of(done.stdout)
    assert size_of(done.stdout) == A6
