"""The recipes in docs/recipes: Caddy before two copies, restricted systemd units."""

import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from scorepad.cli.server import FINISH_S, MOST_CONNECTIONS, RESERVED_FILES
from scorepad.pdf.worker import Limits
from tests.faults.test_uploads import sheet_of, upload
from tests.faults.writers import Evening, Writer, verdict
from tests.repo.source import ROOT
from tests.support.serving import Server, copies, server

RECIPES = ROOT / "docs" / "recipes"
ALONE, COPY = UNITS = RECIPES / "scorepad.service", RECIPES / "scorepad@.service"


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


@pytest.mark.wide
def test_a_club_plays_through_its_proxy(door):
    writer = Writer(Evening(door))
    for _ in range(5):
        writer.save()

    assert verdict([writer]) == []
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{door.port}/health/ready")
    assert writer.evening.server.send("GET", "/health").body == {"status": "ok"}


@pytest.mark.wide
def test_f11_a_unit_has_the_time_that_a_stop_takes_and_files_for_all_connections():
    for each in UNITS:
        unit = each.read_text()
        assert int(re.search(r"TimeoutStopSec=(\d+)", unit)[1]) > FINISH_S
        allowed = re.search(r"LimitNOFILE=(\d+)", unit)
        assert int(allowed[1]) >= MOST_CONNECTIONS + RESERVED_FILES


@pytest.mark.wide
def test_l04_an_unfinished_request_does_not_get_past_the_proxy(door):
    with socket.create_connection(("127.0.0.1", door.port), timeout=30) as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        assert slow.recv(1000)[:12] in {b"", b"HTTP/1.1 408"}


@pytest.mark.wide
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


EXPOSURE = 15
"""Tenths: 96 without any restriction; 20 and less is "OK"."""

AS_ROOT = {"fchown"}
"""Calls that SQLite makes as root only, as tests run in a container."""


def analyze(*words):
    return subprocess.run(
        ["systemd-analyze", *words], capture_output=True, text=True, check=False
    )


def lines_of(unit):
    """Return the names and values of a unit; a name may occur again."""
    return re.findall(r"^(\w+)=(.*)$", unit.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_well_formed_and_leaves_little_exposed(unit, tmp_path):
    there = tmp_path / unit.name
    program = re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", unit.read_text("utf-8"))
    there.write_text(program)

    found = analyze("verify", there)
    there.write_text(program + "MemoryMox=1\n")

    assert (found.returncode, found.stderr) == (0, "")
    assert "MemoryMox" in analyze("verify", there).stderr
    words = ("security", "--offline=true", "--no-pager")
    exposed = analyze(*words, f"--threshold={EXPOSURE}", unit)
    assert exposed.returncode == 0, exposed.stdout[-200:]
    assert analyze(*words, "--threshold=1", unit).returncode != 0


def test_both_units_have_the_same_restrictions_and_memory_for_all_that_prints():
    alone, copy = ({*lines_of(unit)} for unit in UNITS)

    assert {name for name, _ in alone ^ copy} == {
        *("Description", "After", "Wants", "Environment", "EnvironmentFile")
    }
    limit = dict(alone)["MemoryMax"]
    assert int(limit.removesuffix("M")) >= 512 + 2 * Limits().megabytes


def members(group):
    """Return the system calls of a group like ``@timer``, or the call itself."""
    if not group.startswith("@"):
        return {group}
    listed = analyze("syscall-filter", "--no-pager", group).stdout.splitlines()
    inside = [line.strip() for line in listed[1:] if line.startswith("    ")]
    return set().union(*(members(one) for one in inside if not one.startswith("#")))


def allowed(unit):
    """Return what the unit's SystemCallFilter lines allow, one after the other."""
    found = set()
    for name, value in lines_of(unit):
        if name == "SystemCallFilter":
            calls = set().union(*map(members, value.removeprefix("~").split()))
            found = found - calls if value.startswith("~") else found | calls
    return found


def called(log):
    """Return the system calls in a summary of strace."""
    rows = [line.split() for line in log.read_text().splitlines()]
    return {row[-1] for row in rows if row and row[0].replace(".", "").isdigit()}


@pytest.mark.wide
def test_playing_printing_and_importing_need_no_call_that_a_unit_forbids(tmp_path):
    """A filter that is too narrow would show only on a computer with systemd."""
    log = tmp_path / "calls"
    under = ("strace", "-D", "-f", "-c", "-o", str(log))
    with server(tmp_path / "pad", under=under) as running:
        writer = Writer(Evening(running))
        writer.save()
        path = f"/g{writer.evening.game.removeprefix('/api/groups')}/sheet.pdf"
        sheet = running.send("GET", path, Cookie=writer.evening.cookie)
        assert (sheet.status, sheet.body[:5]) == (200, "%PDF-")
        assert upload(running, sheet_of(1000)).status == 200

    used = called(log) - AS_ROOT - {"total"}

    assert {"execve", "fdatasync", "prlimit64", "setpriority"} <= used
    assert sorted(used - allowed(ALONE)) == []
    assert not {"mount", "setuid", "nice"} & allowed(ALONE)
