"""The project stands alone: no other folder, machine or host, few safe packages."""

import re
import tomllib
from importlib.metadata import version

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


FLOORS = {
    "flask": (3, 1, 3),
    "jinja2": (3, 1, 6),
    "waitress": (3, 0, 1),
    "weasyprint": (69, 0),
    "werkzeug": (3, 1, 5),
}
"""The versions since which no relevant vulnerability is known."""

MOST = 25


def as_numbers(text):
    return tuple(int(part) for part in re.findall(r"\d+", text))


def locked():
    lines = (ROOT / "scripts" / "requirements.txt").read_text().splitlines()
    found = (re.match(r"([\w-]+)==([\d.]+)", line) for line in lines)
    return {each[1]: each[2] for each in found if each}


@pytest.mark.parametrize("name", FLOORS)
def test_s29_no_version_with_a_known_hole_is_locked_or_installed(name):
    assert as_numbers(locked()[name]) >= FLOORS[name]
    assert as_numbers(version(name)) >= FLOORS[name]


def chosen_bounds():
    """Return the lowest version of each package that Scorepad itself names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return dict(each.split(">=") for each in project["dependencies"])


def test_s29_what_is_installed_is_what_is_locked():
    chosen = chosen_bounds()

    assert {name: version(name) for name in chosen} == {
        name: locked()[name] for name in chosen
    }
    assert len(chosen) <= MOST
