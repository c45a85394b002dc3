"""S29: no package with a known vulnerability, and few packages at all."""

import re
import tomllib
from importlib.metadata import version

import pytest

from tests.repo.source import ROOT

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
