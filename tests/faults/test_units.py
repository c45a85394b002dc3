"""The systemd units: well formed, restricted, and the server runs under the filter."""

import re
import subprocess

import pytest

from scorepad.pdf.worker import Limits
from tests.faults.test_uploads import sheet_of, upload
from tests.faults.writers import Evening, Writer
from tests.repo.source import ROOT
from tests.support.serving import server

RECIPES = ROOT / "docs" / "recipes"
ALONE, COPY = RECIPES / "scorepad.service", RECIPES / "scorepad@.service"
UNITS = [ALONE, COPY]
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
