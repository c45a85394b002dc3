"""R10, R01: after any taps on one or two phones, the server has the same game."""

import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "js"
MORE_GAMES = {1: 30, 2: 12}
"""How many games one phone plays alone, and two together."""

SEEDS = range(1, 11)


def played(server, phones, seed, games):
    """Return the errors found by random taps on so many phones."""
    address = f"http://127.0.0.1:{server.port}"
    declared, script = SCRIPTS / "declared.js", SCRIPTS / "evenings/together.js"
    words = ["node", "--import", declared, script, address, seed, games, phones]
    command = [*map(str, words)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stdout + run.stderr


def test_r10_what_is_tapped_on_a_phone_is_what_the_server_holds(running_server):
    assert played(running_server, 1, 0, 1) == ""


def test_r01_two_phones_and_the_server_end_with_one_game(running_server):
    assert played(running_server, 2, 0, 1) == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("phones", MORE_GAMES)
def test_r10_nothing_that_is_tapped_is_lost(running_server, phones, seed):
    assert played(running_server, phones, seed, MORE_GAMES[phones]) == ""
