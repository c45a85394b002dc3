"""Players are renamed, archived, marked as guests, and merged."""

import re
from uuid import uuid4

import pytest

from tests.support import towers_table
from tests.support.invitations import post


@pytest.fixture
def host(either_phone):
    for name in ("Ute", "Uta"):
        either_phone.play("Anna", name, "Kevin")
    return either_phone


def names_offered(phone):
    return [each["name"] for each in phone.told()["players"]]


def wins(phone):
    return phone.told()["wins"]


def standings(phone):
    return phone.get("/seasons/1/standings.csv").text.splitlines()


def player(phone, who, what, /, **data):
    return post(phone, f"/players/{phone.person(who)['id']}/{what}", **data)


def test_a_name_is_mended_everywhere_and_one_that_is_none_or_anothers_refused(host):
    game = host.play("Ana", "Ute", "Kevin")

    assert player(host, "Ana", "name", name="Ana Maria").status_code == 303

    assert "Ana Maria" in names_offered(host)
    assert host.get_game(game).json["players"][0]["name"] == "Ana Maria"
    for name in ["", "ＵＴＥ", "x" * 41, "x" * 2000]:
        answer = player(host, "Anna", "name", name=name)
        assert answer.status_code == 422
        assert 'aria-invalid="true"' in answer.text
        assert "Anna" in names_offered(host)


def test_two_names_become_one_person_and_two_again(host):
    towers = towers_table.path(host, towers_table.play(host, "Uta", "Kevin"))
    before = standings(host), wins(host)
    assert len(wins(host)) == 2
    ute = host.person("Ute")["id"]

    assert player(host, "Uta", "merge", into=ute).status_code == 303

    assert "Uta" not in names_offered(host)
    assert host.client.get(towers).json["players"][0]["name"] == "Ute"
    assert wins(host) == {ute: 2}
    assert not any("Uta" in line for line in standings(host))
    # A phone that knows the old name seats the right person.
    game, body = str(uuid4()), host.game_body("Anna", "Uta", "Kevin")
    told = host.save_game(game, body, seen=None)
    assert (told.status_code, told.json["players"][1]["name"]) == (201, "Ute")
    later = host.save_game(game, {**body, "deleted": True}, seen="g1")
    assert (later.status_code, later.json["revision"]) == (200, 2)
    twice = host.game_body("Anna", "Uta", "Ute")
    assert host.save_game(str(uuid4()), twice, seen=None).status_code == 422
    (undo,) = re.findall(r"/merges/\d+/undo", host.get("/people/players").text)
    assert post(host, undo).status_code == 303
    assert (standings(host), wins(host)) == before
    assert host.client.get(towers).json["players"][0]["name"] == "Uta"
    assert post(host, undo).status_code == 404
