"""R10: whatever was played, every page of it can be shown."""

import json
import re
from random import Random

import pytest

from tests.services.tables import DAY, NAMES, document
from tests.support.invitations import bring, place_of

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
        came = place_of(bring(client, json.dumps(game).encode()))
        group, game = re.findall("/g/[0-9a-f-]{36}|/games/[0-9a-f-]{36}", came)
        paths = [*(f"/{page}" for page in OF_A_GROUP), *(game + p for p in OF_A_GAME)]
        people = client.get(f"{group}/people/players").text
        paths += re.findall(r"/players/[0-9a-f-]{36}(?=\")", people)
        for path in paths:
            assert client.get(group + path).status_code == 200, (path, game)
        shown |= {*paths}
    assert len(shown) > GAMES * len(OF_A_GAME)
