"""R10, R01: after any taps on one or two phones, the server has the same game.

Whatever was played, every page of it can be shown.
"""

import json
import re
import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.services.tables import DAY, NAMES, document
from tests.support.invitations import import_file, place_of

SCRIPTS = Path(__file__).parents[1] / "js"
MORE_GAMES = {1: 30, 2: 12}
"""How many games one phone plays alone, and two together."""


def played(server, phones, seed, games):
    """Return the errors found by random taps on so many phones."""
    address = f"http://127.0.0.1:{server.port}"
    declared, script = SCRIPTS / "declared.js", SCRIPTS / "evenings/together.js"
    words = ["node", "--import", declared, script, address, seed, games, phones]
    command = [*map(str, words)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stdout + run.stderr


@pytest.mark.parametrize("phones", MORE_GAMES)
def test_r01_one_or_two_phones_and_the_server_end_with_one_game(running_server, phones):
    assert played(running_server, phones, 0, 1) == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("phones", MORE_GAMES)
def test_r10_nothing_that_is_tapped_is_lost(running_server, phones, seed):
    assert played(running_server, phones, seed, MORE_GAMES[phones]) == ""


OF_A_GROUP = ("seasons/1", "seasons/all", "records", "people", "deleted", "tables")
OF_A_GAME = ("", "/sheet", "/live", "/seat", "/print", "/rounds.csv", "/game.json")
GAMES = 6
MANY = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 60)]


@pytest.mark.parametrize("seed", [0, *MANY])
def test_r10_every_page_of_any_game_can_be_shown(client, seed):
    """Latecomers, results without rounds, special cards, every scoring."""
    chance, shown = Random(seed), set()  # noqa: S311 - must be repeatable
    for _ in range(GAMES):
        game = document(chance, chance.sample(NAMES, chance.choice((3, 4, 5))), DAY)
        came = place_of(import_file(client, json.dumps(game).encode()))
        group, game = re.findall("/g/[0-9a-f-]{36}|/games/[0-9a-f-]{36}", came)
        paths = [*(f"/{page}" for page in OF_A_GROUP), *(game + p for p in OF_A_GAME)]
        people = client.get(f"{group}/people/players").text
        paths += re.findall(r"/players/[0-9a-f-]{36}(?=\")", people)
        for path in paths:
            assert client.get(group + path).status_code == 200, (path, game)
        shown |= {*paths}
    assert len(shown) > GAMES * len(OF_A_GAME)
