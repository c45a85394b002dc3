"""R10: whatever is tapped on a phone, the server takes it and holds the same game."""

import subprocess
from pathlib import Path

import pytest

from tests import serving

EVENING = Path(__file__).parents[1] / "js/evenings/evening.js"
GAMES = 25
MORE_GAMES = 40
SEEDS = 30


def played(instance, seed, games):
    """What a thumb, tapping at random on a phone of its own, found wrong."""
    with serving.server(instance) as server:
        address = f"http://127.0.0.1:{server.port}"
        command = ["node", str(EVENING), address, str(seed), str(games)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stdout + run.stderr


def test_r10_what_is_tapped_on_a_phone_is_what_the_server_holds(tmp_path):
    assert played(tmp_path, 0, GAMES) == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, SEEDS))
def test_r10_nothing_that_is_tapped_is_refused_or_lost(tmp_path, seed):
    assert played(tmp_path, seed, MORE_GAMES) == ""
