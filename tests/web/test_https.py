"""Https: browsers are told to stay there, and phones how to trust it at home."""

import ssl
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from scorepad.settings import SettingRefusedError, read_settings

VECTORS = Path(__file__).parents[1] / "vectors"
AUTHORITY = (VECTORS / "authority.pem").read_text("ascii")
NO_AUTHORITY = (VECTORS / "no-authority.pem").read_text("ascii")
KEY = "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n"
HSTS = "Strict-Transport-Security"
PATHS = ("/home", "/nothing", "/api/nothing", "/health")
SAID_BY_A_PROXY = {"X-Forwarded-Proto": "https"}
OWNER_PAGES = ("people/phones", "recovery", "cards", "enter")
WARNING = "soft overheard"


def test_s26_browsers_that_came_by_https_are_told_to_stay_there(
    client, with_settings, trusted
):
    for path in PATHS:
        secure = client.get(path, base_url="https://localhost")

        assert secure.headers.getlist(HSTS) == ["max-age=31536000"]
        assert HSTS not in client.get(path).headers
    # Only a trusted proxy is believed that it was https.
    proxied = with_settings(trusted_proxies=1)
    assert HSTS not in client.get("/home", headers=SAID_BY_A_PROXY).headers
    assert HSTS in proxied.get("/home", headers=SAID_BY_A_PROXY).headers
    # A name that gives out certificates by http stays open.
    assert HSTS not in trusted.get("/home", headers=SAID_BY_A_PROXY).headers


IS_WARNED = {
    "http://pad.local:8000": True,
    "http://192.168.178.20": True,
    "http://localhost:8000": False,
    "http://127.0.0.1": False,
    "http://[::1]:8000": False,
    "https://pad.local": False,
}


def test_s26_pages_that_create_owners_warn_of_plain_http(phone):
    token = phone.create_group().headers["Set-Cookie"].split(";")[0].split("=")[1]
    there = phone.client.application.test_client(use_cookies=False)
    for base, page in product(IS_WARNED, OWNER_PAGES):
        name = "__Host-s" if base.startswith("https") else "s"
        cookie = {"Cookie": f"{name}={token}"}

        answer = there.get(f"/g/{phone.group}/{page}", base_url=base, headers=cookie)

        assert answer.status_code == 200
        assert (WARNING in answer.text) is IS_WARNED[base], (base, page)


ADDRESS = "https://pad.example:8443"


@pytest.fixture
def trusted(with_settings, tmp_path):
    """A browser at a Scorepad that has an authority of its own."""
    path = tmp_path / "root.crt"
    path.write_text(AUTHORITY, "ascii")
    return with_settings(address=ADDRESS, authority=path.as_posix(), trusted_proxies=1)


def test_a_phone_gets_the_certificate_and_the_page_shows_its_fingerprint(trusted):
    certificate = ssl.PEM_cert_to_DER_cert(AUTHORITY)
    answer = trusted.get("/https/scorepad.crt")
    page = trusted.get("/https").text.replace("<wbr>", "")

    assert answer.mimetype == "application/x-x509-ca-cert"
    assert answer.data == certificate
    assert sha256(certificate).digest().hex(":").upper() in page
    assert f'href="{ADDRESS}/"' in page
    assert "/https/scorepad.crt" in page


HOSTS = [
    ("pad.example:8443", "https", 200),
    ("pad.example:8443", "http", 400),
    ("pad.example", "https", 400),
    ("evil.example:8443", "https", 400),
    ("pad.local", "https", 200),
]


def test_the_address_given_by_the_host_is_answered_to(trusted):
    for host, scheme, status in HOSTS:
        behind = {"X-Forwarded-Host": host, "X-Forwarded-Proto": scheme}

        assert trusted.get("/how", headers=behind).status_code == status


NO_AUTHORITIES = [
    ("", "cannot be read"),
    (AUTHORITY + KEY, "private key"),
    (NO_AUTHORITY, "0 certificates of authorities"),
    (AUTHORITY[:200] + AUTHORITY[220:], "cannot be read"),
    ("é", "cannot be read"),
]


def test_a_file_that_is_not_an_authority_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "root.crt"
    monkeypatch.setenv("SCOREPAD_AUTHORITY", str(path))
    for content, why in NO_AUTHORITIES:
        path.write_text(content, "utf-8")

        with pytest.raises(SettingRefusedError, match=why) as refused:
            read_settings()

        assert "SCOREPAD_AUTHORITY" in str(refused.value)
