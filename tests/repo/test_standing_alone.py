"""The project is self-contained: it names no other folder, machine or host."""

import re

import pytest

from tests.repo.source import ROOT, shown, text_files

# Written in pieces, or this file would fail its own test.
MACHINE_PATH = re.compile(
    r"(?<![\w.])/(?:wo" + r"rk|ro" + r"ot|Us" + r"ers|opt|mnt|srv)/[\w.]"
    r"|(?<![\w.])/ho" + r"me/[\w.]+/"
    r"|[A-Z]:\\\\?Us" + r"ers"
)
PLACE_TO_DOWNLOAD = re.compile(r"://|--index|--extra-index|--find-links|--trusted-host")
LOCKS = {
    "scripts/requirements.txt": 30,
    "scripts/requirements-dev.txt": 10,
    "scripts/requirements-postgresql.txt": 2,
}
"""The lock files, and how many packages each has at least."""
PINNED = re.compile(r"^[\w.\-\[\]]+==[\w.!+]+(?: ; .+)? \\$")


def test_no_file_names_a_folder_of_some_machine():
    paths = text_files()
    found = [
        f"{shown(path)}: {line.strip()[:100]}"
        for path in paths
        for line in path.read_text("utf-8").splitlines()
        if MACHINE_PATH.search(line)
    ]

    assert len(paths) > 100
    assert found == []


@pytest.mark.parametrize("name", LOCKS)
def test_s29_a_lock_names_versions_and_hashes_but_no_host(name):
    lines = (ROOT / name).read_text("utf-8").splitlines()
    requirements = [line for line in lines if line and line[0] not in " #"]

    assert len(requirements) >= LOCKS[name]
    assert [line for line in requirements if not PINNED.match(line)] == []
    assert sum("--hash=sha256:" in line for line in lines) >= len(requirements)
    assert [line for line in lines if PLACE_TO_DOWNLOAD.search(line)] == []


def test_s29_every_lock_is_looked_at():
    found = (ROOT / "scripts").glob("requirements*.txt")

    assert {shown(path) for path in found} == {*LOCKS}
