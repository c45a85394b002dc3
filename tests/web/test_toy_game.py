"""A third game plugs in by one line: stored, saved, sent out, brought in, counted."""

import json
import re
from dataclasses import dataclass
from typing import Annotated
from uuid import uuid4

import pytest
from annotated_types import Ge, Le, MaxLen

from scorepad.games import Occasion
from scorepad.games.documents import head_of, read, written
from scorepad.games.names import Names, players_of
from scorepad.games.registry import GAMES, Rules
from tests.support.invitations import import_file, place_of
from tests.support.phone import Phone

# The whole game: everybody throws coins, and the most heads win.


@dataclass(frozen=True, slots=True)
class Coins(Occasion):
    players: Annotated[Names, players_of(range(2, 5), "too_many")]
    heads: Annotated[tuple[Annotated[int, Ge(0), Le(99)], ...], MaxLen(4)]


def answer_for(game):
    ranks = [1 + sum(other > own for other in game.heads) for own in game.heads]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    short = len(game.heads) < len(game.players)
    wrong = [{"problem": "heads_missing", "field": "heads"}] if short else []
    return {"finished": True, "winners": winners, "ranks": ranks, "objections": wrong}


COINS = Rules(
    "Coins",
    lambda tree: read(Coins, tree),
    lambda game: {**head_of("coins"), **written(game, in_short=True)},
    answer_for,
)


@pytest.fixture
def table(phone, monkeypatch):
    monkeypatch.setitem(GAMES, "coins", COINS)  # the one line
    phone.create_group()
    return phone


@pytest.fixture
def game(table):
    uuid = str(uuid4())
    path = f"/api/groups/{table.group}/coins/{uuid}"
    people = [table.person(name) for name in ("Ute", "Kevin", "Anna")]
    thrown = {"players": people, "heads": [3, 1, 3]}
    assert table.put(path, thrown, seen=None).json
    return uuid


def test_it_is_in_the_season_beside_wizard_and_adds_nothing_to_it(table, game):
    wizard = table.start_game("Ute", "Kevin", "Anna")
    ute = table.person("Ute")["id"]
    paths = ("/seasons/1", "/seasons/1/coins", f"/players/{ute}")

    season, own, player = (table.get(path).text for path in paths)

    for said in (wizard, game, '<h2 id="game-coins">Coins</h2>'):
        assert said in season
    assert re.search(r"Ute.*?<td>1</td>\s*<td[^>]*>1</td>", own, re.DOTALL)
    assert "Coins" in player


def test_its_page_leads_out_and_back_in_as_a_document(table, game, monkeypatch):
    assert "2026" in table.get(f"/coins/{game}").text
    text = table.get(f"/coins/{game}/game.json").data

    other = Phone(table.client.application.test_client())
    came = import_file(other.client, text)
    back = other.client.get(f"{place_of(came)}/game.json").json

    assert back == json.loads(text)
    monkeypatch.delitem(GAMES, "coins")  # unplugged
    path = f"/api/groups/{table.group}/coins/{game}"
    assert table.client.get(path).status_code == 404
