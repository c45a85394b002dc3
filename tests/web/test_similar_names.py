"""Pages ask whether a name one letter off a known one is the same person."""

import re
from urllib.parse import urlencode

import pytest

from tests.support.invitations import post
from tests.web.test_players_of_a_group import names_offered


@pytest.fixture
def host(phone):
    phone.play("Anna", "Kevin", "Ute")
    return phone


def chosen(page, word):
    """Return the name and value that a button of the question sends."""
    button = re.search(rf"<button([^>]*)>{word}</button>", page.text)[1]
    sent = re.search(r'name="(\w+)" value="([^"]*)"', button).groups()
    return dict([sent])


def test_a_new_phone_is_asked_whether_its_person_is_known(host):
    asked = post(host, "/me", name="Kevni")

    assert asked.status_code == 422
    assert "Is Kevni the same person as Kevin?" in asked.text
    assert "Kevni" not in names_offered(host)
    yes = chosen(asked, "Yes")
    assert yes == {"player": host.person("Kevin")["id"]}
    assert post(host, "/me", name="Kevni", **yes).status_code == 303
    assert post(host, "/me", name="Kevni", **chosen(asked, "No")).status_code == 303
    assert {"Kevin", "Kevni"} < set(names_offered(host))


def test_renaming_to_a_name_like_anothers_offers_to_merge(host):
    host.play("Anna", "Karl", "Ute")
    path = f"/players/{host.person('Karl')['id']}"

    asked = post(host, f"{path}/name", name="Kevni")

    assert "Is Kevni the same person as Kevin?" in asked.text
    assert f'{path}/merge">Yes' in asked.text
    assert chosen(asked, "Yes") == {"into": host.person("Kevin")["id"]}
    no = post(host, f"{path}/name", name="Kevni", **chosen(asked, "No"))
    assert no.status_code == 303
    assert {"Kevin", "Kevni"} < set(names_offered(host))
    own = f"/players/{host.person('Ute')['id']}/name"
    assert post(host, own, name="Utee").status_code == 303


def test_a_name_to_print_is_asked_about_and_the_names_of_the_group_are_offered(host):
    sent = {"form": "1", "players": "3", "name0": "Kevni", "name1": "Anna"}

    asked = follow(host, sent)

    assert "Is Kevni the same person as Kevin?" in asked.text
    assert '<option value="Kevin">' in asked.text
    corrected = follow(host, {**sent, **chosen(asked, "Yes")}).text
    assert 'type="text" list="known" value="Kevin"' in corrected
    settled = follow(host, {**sent, **chosen(asked, "No")}).text
    assert "the same person" not in settled
    assert 'value="Kevni"' in settled


def follow(phone, sent):
    answer = phone.get(f"/print?{urlencode(sent)}")
    return phone.client.get(answer.headers["Location"])
