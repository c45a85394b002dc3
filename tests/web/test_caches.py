"""Who may cache a response: files everybody, secrets and exports nobody."""

import logging
import re

import pytest

from scorepad.web.static import A_YEAR
from tests.support.invitations import code_for, join, link_for, post
from tests.support.phone import Phone
from tests.web.addresses import group_with_games, read

FOR_GOOD = f"public, max-age={A_YEAR}, immutable"
KEPT_NOWHERE = re.compile(
    r"/join$|/invites$|/recovery$|\.csv$|/game\.json$|/everything\.json$|/data\.json$"
)
EXPORTS = 14
"""Nine tables of a group and its players, one of a game, four documents."""


@pytest.fixture
def values(phone):
    return group_with_games(phone)


def directives(answer) -> set[str]:
    return {each.strip() for each in answer.headers["Cache-Control"].split(",")}


def test_s16_every_address_says_who_may_keep_it(app, phone, values, quick_renderer):
    for path in read(app, values):
        answer = phone.client.get(path, buffered=True)
        said = directives(answer)

        assert answer.status_code in {200, 302, 303}, path
        if path.startswith("/static/"):
            assert answer.headers["Cache-Control"] == FOR_GOOD
            continue
        assert "public" not in said, path
        assert said & {"private", "no-store"}, path
        assert "Cookie" in answer.headers["Vary"], path


def test_s16_exports_and_ways_in_are_kept_nowhere(app, phone, values):
    paths = [path for path in read(app, values) if KEPT_NOWHERE.search(path)]

    assert sum(path.endswith((".csv", ".json")) for path in paths) == EXPORTS
    for path in paths:
        answer = phone.client.get(path, buffered=True)
        assert answer.status_code == 200
        assert directives(answer) == {"no-store"}, path


def test_s16_what_shows_a_secret_is_kept_nowhere(phone, values, quick_renderer):
    shown = [
        post(phone, "/invites", role="player", lasts="day"),
        post(phone, "/invites/code", role="player"),
        post(phone, "/recovery"),
        post(phone, "/cards.pdf", claim=phone.claim),
        join(phone, "nothing"),
    ]

    assert [answer.status_code for answer in shown] == [200, 200, 200, 200, 422]
    for answer in shown:
        assert directives(answer) == {"no-store"}, answer.request.path


def test_s05_no_log_and_no_list_of_the_worker_tells_a_secret(app, phone, caplog):
    with caplog.at_level(logging.DEBUG):
        phone.found_group()
        token = phone.client.get_cookie("s").value
        code = re.search(r'long-code">([^<]+)<', post(phone, "/recovery").text)[1]
        guest = Phone(app.test_client())
        assert join(guest, code).status_code == 303
        phone.client.get("/")
        shown = phone.client.get(f"/g/{phone.group}/recovery").text
        link, short = link_for(phone, "player"), code_for(phone)
        for each in (link, short):
            join(Phone(app.test_client()), each)
    kept = phone.client.get("/sw.js").text

    later = guest.client.get_cookie("s").value
    secrets = [token, later, phone.claim, link, code, short]
    for secret in (*secrets, code.replace("-", ""), short.replace("-", "")):
        assert secret not in caplog.text
    assert code not in shown
    assert "/play/en" in kept
    for path in (phone.group, "/g/", "/join", "/recovery", "/invites", "/api/"):
        assert f'"{path}' not in kept
