"""R10, R01: after any taps on one or two phones, the server has the same game."""

import subprocess
from pathlib import Path

import pytest

from tests.support import serving

EVENINGS = Path(__file__).parents[1] / "js/evenings"
DECLARED = EVENINGS.parent / "declared.js"
FEW = {"evening": 4, "together": 1}
MORE_GAMES = {"evening": 40, "together": 12}
SEEDS = range(1, 11)


def played(instance, evening, seed, games):
    """Return the errors found by random taps in an *evening*."""
    with serving.server(instance) as server:
        address = f"http://127.0.0.1:{server.port}"
        script = EVENINGS / f"{evening}.js"
        words = ["node", "--import", str(DECLARED), str(script)]
        command = [*words, address, str(seed), str(games)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stdout + run.stderr


def test_r10_what_is_tapped_on_a_phone_is_what_the_server_holds(tmp_path):
    assert played(tmp_path, "evening", 0, FEW["evening"]) == ""


def test_r01_two_phones_and_the_server_end_with_one_game(tmp_path):
    assert played(tmp_path, "together", 0, FEW["together"]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("evening", MORE_GAMES)
def test_r10_nothing_that_is_tapped_is_lost(tmp_path, evening, seed):
    assert played(tmp_path, evening, seed, MORE_GAMES[evening]) == ""
