"""Over https browsers are told to stay there; over plain http owners are warned."""

from itertools import product

import pytest

from scorepad.app import create_app
from scorepad.db.engine import db

HSTS = "Strict-Transport-Security"
PATHS = ("/home", "/nothing", "/api/nothing", "/health")
SAID_BY_A_PROXY = {"X-Forwarded-Proto": "https"}
OWNER_PAGES = ("people/phones", "recovery", "cards", "enter")
WARNING = "soft overheard"


@pytest.fixture
def behind_a_proxy(app):
    """Return responses of a Scorepad with other settings, behind a proxy."""
    made = []

    def asked(**settings):
        other = create_app(app.config["SETTINGS"].model_copy(update=settings))
        made.append(other)
        return other.test_client().get("/home", headers=SAID_BY_A_PROXY)

    yield asked
    for each in made:
        each.extensions["renderer"].close()
        with each.app_context():
            db.engine.dispose()


def test_s26_browsers_that_came_by_https_are_told_to_stay_there(client):
    for path in PATHS:
        secure = client.get(path, base_url="https://localhost")

        assert secure.headers.getlist(HSTS) == ["max-age=31536000"]
        assert HSTS not in client.get(path).headers


def test_s26_only_a_trusted_proxy_is_believed_that_it_was_https(behind_a_proxy):
    assert HSTS not in behind_a_proxy().headers
    assert HSTS in behind_a_proxy(trusted_proxies=1).headers


def test_s26_a_name_that_gives_out_certificates_by_http_stays_open(behind_a_proxy):
    assert HSTS not in behind_a_proxy(trusted_proxies=1, authority=b"x").headers


IS_WARNED = {
    "http://pad.local:8000": True,
    "http://192.168.178.20": True,
    "http://localhost:8000": False,
    "http://127.0.0.1": False,
    "http://[::1]:8000": False,
    "https://pad.local": False,
}


def test_s26_pages_that_make_owners_warn_of_plain_http(phone):
    token = phone.found_group().headers["Set-Cookie"].split(";")[0].split("=")[1]
    there = phone.client.application.test_client(use_cookies=False)
    for base, page in product(IS_WARNED, OWNER_PAGES):
        name = "__Host-s" if base.startswith("https") else "s"
        cookie = {"Cookie": f"{name}={token}"}

        answer = there.get(f"/g/{phone.group}/{page}", base_url=base, headers=cookie)

        assert answer.status_code == 200
        assert (WARNING in answer.text) is IS_WARNED[base], (base, page)
