"""The recipes in docs/recipes work: Caddy before two copies on PostgreSQL."""

import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from scorepad.cli.server import FINISH_S, MOST_CONNECTIONS, RESERVED_FILES
from tests.faults.writers import Evening, Writer, verdict
from tests.repo.source import ROOT
from tests.support.serving import Server, copies

RECIPES = ROOT / "docs" / "recipes"
UNITS = ("scorepad.service", "scorepad@.service")

pytestmark = pytest.mark.wide


@pytest.fixture
def club(tmp_path, empty_postgresql):
    how = {"trusted_proxies": "1", "trusted_hosts": "127.0.0.1"}
    with copies(tmp_path, empty_postgresql, **how) as club:
        yield club.servers


@pytest.fixture
def port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@pytest.fixture
def door(club, port, tmp_path):
    words = ["caddy", "run", "--adapter", "caddyfile", "--config"]
    caddy = subprocess.Popen(
        [*words, RECIPES / "club.caddyfile"],
        env={
            **os.environ,
            "NAME": f"http://127.0.0.1:{port}",
            # Not the name that phones open: the host of Caddy's health checks.
            "UPSTREAM": " ".join(f"localhost:{each.port}" for each in club),
            "XDG_CONFIG_HOME": str(tmp_path),
            "XDG_DATA_HOME": str(tmp_path),
        },
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/health")
        yield Server(club[0].process, port)
    finally:
        caddy.terminate()
        caddy.wait(timeout=60)


def wait_for(address):
    for _ in range(200):
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(address)


def test_a_club_plays_through_its_front_door(door):
    writer = Writer(Evening(door))
    for _ in range(5):
        writer.save()

    assert verdict([writer]) == []
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{door.port}/health/ready")
    assert writer.evening.server.send("GET", "/health").body == {"status": "ok"}


def test_f11_a_unit_has_the_time_that_a_stop_takes_and_files_for_all_connections():
    for name in UNITS:
        unit = (RECIPES / name).read_text()
        assert int(re.search(r"TimeoutStopSec=(\d+)", unit)[1]) > FINISH_S
        allowed = re.search(r"LimitNOFILE=(\d+)", unit)
        assert int(allowed[1]) >= MOST_CONNECTIONS + RESERVED_FILES


def test_l04_a_request_that_is_never_ended_does_not_get_past_the_front_door(door):
    with socket.create_connection(("127.0.0.1", door.port), timeout=30) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        assert slow.recv(1000)[:12] in {b"", b"HTTP/1.1 408"}


def test_a_small_server_puts_its_name_into_the_file_for_caddy(tmp_path):
    page = (ROOT / "docs/small-server.md").read_text()
    command = re.search(r"sed '(.*)' docs/recipes/club.caddyfile", page)[1]
    made = tmp_path / "Caddyfile"
    with made.open("w") as file:
        subprocess.run(
            ["sed", command, RECIPES / "club.caddyfile"], stdout=file, check=True
        )

    adapt = ["caddy", "adapt", "--adapter", "caddyfile", "--config", made]
    adapted = subprocess.run(adapt, capture_output=True, text=True, check=True)

    assert '"host":["pad.example.org"]' in adapted.stdout
    assert '"dial":"127.0.0.1:8000"' in adapted.stdout
