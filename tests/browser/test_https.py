"""``./scripts/serve-https`` for real: Caddy, its authority, browsers that trust it."""

import os
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import urllib.request
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import AT_HOME, HOME, PHONE, launched
from tests.browser.phones import CONTROLLED
from tests.browser.table import Table
from tests.repo.source import ROOT

PATIENCE = 60
PROMISED = """async () => {
  const lock = await navigator.wakeLock.request("screen");
  await lock.release();
  return isSecureContext && Boolean(navigator.locks) && Boolean(crypto.randomUUID);
}"""


class Home(NamedTuple):
    https: str
    http_port: int
    authority: Path
    said: str


def free_ports(count):
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    assert shutil.which("caddy"), "Caddy is not installed; ./scripts/test installs it."
    instance = tmp_path_factory.mktemp("home")
    port, http_port, https_port = free_ports(3)
    process = subprocess.Popen(
        [ROOT / "scripts" / "serve-https"],
        env={
            **{k: v for k, v in os.environ.items() if not k.startswith("SCOREPAD_")},
            "SCOREPAD_INSTANCE": str(instance),
            "SCOREPAD_PORT": str(port),
            "HTTP_PORT": str(http_port),
            "HTTPS_PORT": str(https_port),
            "HTTPS_NAME": HOME,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    said = ""
    for line in process.stdout:
        said += line
        if "Ctrl-C" in line:
            break
    watchdog.cancel()
    authority = instance / "https" / "pki" / "authorities" / "local" / "root.crt"
    yield Home(f"https://{HOME}:{https_port}", http_port, authority, said)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert process.returncode == 0
    with socket.create_server(("127.0.0.1", https_port)):
        pass  # Caddy left, too


@pytest.fixture
def phone(playwright, home, tmp_path):
    """A browser that trusts the authority, and resolves no names outside."""
    database = tmp_path / ".pki" / "nssdb"
    database.mkdir(parents=True)
    certutil = ["certutil", "-d", f"sql:{database}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    trust = ["-A", "-n", "home", "-t", "C,,", "-i", home.authority]
    subprocess.run([*certutil, *trust], check=True)
    own = launched(playwright, AT_HOME, program="chromium", HOME=str(tmp_path))
    context = own.new_context(viewport=PHONE, locale="en", base_url=home.https)
    yield context
    own.close()


def test_only_the_way_to_the_certificate_is_open_without_https(home):
    here = f"http://127.0.0.1:{home.http_port}"

    given = urllib.request.urlopen(f"{here}/https/scorepad.crt", timeout=10).read()

    assert given == ssl.PEM_cert_to_DER_cert(home.authority.read_text("ascii"))
    trusting = ssl.create_default_context(cafile=home.authority)
    handler = urllib.request.HTTPSHandler(context=trusting)
    follow = urllib.request.build_opener(handler)
    for path in ("/play/en", "/health", "/home"):
        with follow.open(here + path, timeout=10) as answer:
            assert answer.url.startswith("https://127.0.0.1:"), path


def test_only_this_user_can_read_the_keys(home):
    keys = list(home.authority.parents[3].rglob("*.key"))

    assert len(keys) >= 3
    assert [key for key in keys if key.stat().st_mode & 0o077] == []


def test_a_phone_that_trusts_it_keeps_working_offline(phone):
    page = phone.new_page()
    page.goto("/play/en#new")
    table = Table(page)
    table.start(["Ute", "Kevin", "Ada"])
    table.bid(1)
    expect(page.locator(".state")).to_contain_text("saved")

    page.wait_for_function(CONTROLLED)
    assert page.evaluate(PROMISED)
    cookies = {cookie["name"]: cookie for cookie in phone.cookies()}
    assert cookies["__Host-s"]["secure"]
    phone.set_offline(True)
    page.reload()
    expect(page.locator(".ring.set")).to_have_count(1)
