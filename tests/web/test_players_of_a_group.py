"""Players are renamed, archived, marked as guests, and merged."""

import re
from urllib.parse import urlencode
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


def test_a_name_is_corrected_everywhere_and_an_invalid_or_taken_one_refused(host):
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


# Pages ask whether a name one letter off a known one is the same person.


@pytest.fixture
def known(phone):
    phone.play("Anna", "Kevin", "Ute")
    return phone


def chosen(page, word):
    """Return the name and value that a button of the question sends."""
    button = re.search(rf"<button([^>]*)>\s*{word}\s*</button>", page.text)[1]
    sent = re.search(r'name="(\w+)" value="([^"]*)"', button).groups()
    return dict([sent])


def test_a_new_phone_is_asked_whether_its_person_is_known(known):
    asked = post(known, "/me", name="Kevni")

    assert asked.status_code == 422
    assert "Is Kevni the same person as Kevin?" in asked.text
    assert "Kevni" not in names_offered(known)
    yes = chosen(asked, "Yes")
    assert yes == {"player": known.person("Kevin")["id"]}
    assert post(known, "/me", name="Kevni", **yes).status_code == 303
    assert post(known, "/me", name="Kevni", **chosen(asked, "No")).status_code == 303
    assert {"Kevin", "Kevni"} < set(names_offered(known))


def test_renaming_to_a_name_like_anothers_offers_to_merge(known):
    known.play("Anna", "Karl", "Ute")
    path = f"/players/{known.person('Karl')['id']}"

    asked = post(known, f"{path}/name", name="Kevni")

    assert "Is Kevni the same person as Kevin?" in asked.text
    assert f'{path}/merge">Yes' in asked.text
    assert chosen(asked, "Yes") == {"into": known.person("Kevin")["id"]}
    no = post(known, f"{path}/name", name="Kevni", **chosen(asked, "No"))
    assert no.status_code == 303
    assert {"Kevin", "Kevni"} < set(names_offered(known))
    own = f"/players/{known.person('Ute')['id']}/name"
    assert post(known, own, name="Utee").status_code == 303


def test_a_name_to_print_is_asked_about_and_the_names_of_the_group_are_offered(known):
    sent = {"form": "1", "players": "3", "name0": "Kevni", "name1": "Anna"}

    asked = follow(known, sent)

    assert "Is Kevni the same person as Kevin?" in asked.text
    assert '<option value="Kevin">' in asked.text
    corrected = follow(known, {**sent, **chosen(asked, "Yes")}).text
    assert 'type="text" list="known" value="Kevin"' in corrected
    settled = follow(known, {**sent, **chosen(asked, "No")}).text
    assert "the same person" not in settled
    assert 'value="Kevni"' in settled


def follow(phone, sent):
    answer = phone.get(f"/print?{urlencode(sent)}")
    return phone.client.get(answer.headers["Location"])
