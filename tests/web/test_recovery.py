"""Recovering a group, and the reminders after the first games."""

import re

from tests.support.invitations import join, let_in, post
from tests.support.phone import Phone


def play(phone):
    phone.play("Anna", "Ute", "Kevin", rounds=[([0, 1, 1], [0, 1, 0])])


def code_of(host):
    return re.search(r'long-code">([0-9A-Z-]+)<', post(host, "/recovery").text).group(1)


def newcomer(host):
    return Phone(host.client.application.test_client(), group=host.group)


def test_after_it_the_code_is_offered_once_and_safety_until_it_is_done(host):
    play(host)
    assert f"/g/{host.group}/invites/code" in host.get("/seasons/1").text
    assert f"/g/{host.group}/recovery" in host.get("/seasons/1").text

    play(host)
    assert f"/g/{host.group}/invites/code" not in host.get("/seasons/1").text
    assert f"/g/{host.group}/recovery" in host.get("/seasons/1").text

    code_of(host)
    assert "reminders" not in host.get("/seasons/1").text


def test_the_code_brings_back_an_owner_once_and_no_former_owner(host):
    code, other = code_of(host), let_in(host, "player")
    lost, late = newcomer(host), newcomer(host)
    (device,) = re.findall(r"/devices/(\d+)/owner", host.get("/people/phones").text)

    assert join(lost, code.lower().replace("-", " ")).status_code == 303

    assert post(lost, "/people/name", name="Ours").status_code == 303
    assert join(late, code).status_code == 422
    code = code_of(host)
    assert post(host, f"/devices/{device}/owner").status_code == 303
    assert join(newcomer(host), code).status_code == 422
    assert code_of(other) != code
