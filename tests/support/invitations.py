"""Adds phones to a group, as people do it."""

import re
from io import BytesIO

from tests.support.phone import OURS, Phone


def post(phone, path, **data):
    return phone.client.post(f"/g/{phone.group}{path}", data=data, headers=OURS)


def bring(client, file, **how):
    """Import a game from the bytes of a file."""
    sent = {"file": (BytesIO(file), "game"), "time_zone": "Europe/Berlin"}
    return client.post("/type-in/file", data=sent, headers=OURS, **how)


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


def let_in(host, role):
    guest = Phone(host.client.application.test_client(), group=host.group)
    guest.people = host.people
    assert join(guest, link_for(host, role)).status_code == 303
    return guest
