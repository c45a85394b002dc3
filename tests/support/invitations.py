"""Adds phones to a group, as people do it."""

import html
import re
from http import HTTPStatus
from io import BytesIO

from werkzeug.datastructures import MultiDict

from tests.support.phone import OURS, Phone


def post(phone, path, **data):
    return phone.client.post(f"/g/{phone.group}{path}", data=data, headers=OURS)


def import_file(client, file, **how):
    """Import the games of a file, given as bytes; the answer leads to them."""
    sent = {"file": (BytesIO(file), "game"), "time_zone": "Europe/Berlin"}
    answer = client.post("/import", data=sent, headers=OURS, **how)
    if answer.status_code != HTTPStatus.OK:
        return answer
    return client.post("/import/games", data=choice_on(answer), headers=OURS, **how)


SELECT = re.compile(r'<select[^>]* name="(.*?)">(.*?)</select>', re.DOTALL)


def choice_on(page, status=HTTPStatus.OK):
    """Return the fields of the form with what was found, all of it accepted."""
    assert page.status_code == status, page.text
    form = page.text.partition('action="/import/games"')[2]
    fields = re.findall(r'name="([^"]+)" value="([^"]*)"(?: checked|>)', form)
    for name, options in SELECT.findall(form):
        chosen = re.search(r'value="([^"]*)" selected', options)
        fields.append((name, chosen[1] if chosen else ""))
    sent = MultiDict((name, html.unescape(value)) for name, value in fields)
    return {**sent.to_dict(flat=False), "time_zone": "Europe/Berlin"}


def place_of(answer):
    """Return the address of the only game that was imported."""
    assert answer.status_code == HTTPStatus.OK, answer.text
    return re.search(r'class="button main" href="([^"]+)"', answer.text)[1]


def code_in(page):
    found = re.search(r'class="code">([0-9A-Z-]+)<', page)
    assert found, page
    return found.group(1)


def link_for(host, role, **more):
    answer = post(host, "/invites", role=role, **{"lasts": "month", **more})
    assert answer.status_code == 200, answer.text
    return re.search(r"/join#([A-Za-z0-9_-]+)", answer.text)[1]


def code_for(host, role="player", **more):
    answer = post(host, "/invites/code", role=role, **more)
    assert answer.status_code == 200, answer.text
    return code_in(answer.text)


def join(phone, code, **how):
    return phone.client.post("/join", data={"code": code}, headers=OURS, **how)


def recovery_code(host):
    return re.search(r'long-code">([0-9A-Z-]+)<', post(host, "/recovery").text)[1]


def device_of(host, name=""):
    """Return the id of the newest device, or of the newest one of a player."""
    of_player = f"<bdi>{name}</bdi>.*?" if name else ""
    shown = rf"{of_player}/devices/(\d+)/role"
    return re.findall(shown, host.get("/people/phones").text, re.DOTALL)[-1]


def wrong(code, number):
    """Return one of the wrong codes of the same group."""
    return f"{code[:3]}{number:05}"


def newcomer(host):
    """Return a phone that is not in the group yet."""
    return Phone(host.client.application.test_client(), group=host.group)


def let_in(host, role):
    guest = newcomer(host)
    guest.people = host.people
    assert join(guest, link_for(host, role)).status_code == 303
    return guest


def own_phone(host, name, role="player"):
    """Let in a phone of somebody who plays."""
    guest = let_in(host, role)
    assert post(guest, "/me", player=host.people[name]).status_code == 303
    return guest
