"""Imports point down only, as in docs/architecture.md."""

import sys
from typing import NamedTuple

import pytest

from tests.repo.source import imports, modules


class Floor(NamedTuple):
    may_import: frozenset[str]
    and_of_others: frozenset[str]


def floor(ours="", others=""):
    return Floor(frozenset(ours.split()), frozenset(others.split()))


TOP = floor(
    "games imports statistics tournaments i18n db pdf services web cli app settings",
    "flask werkzeug alembic waitress sqlalchemy segno click pydantic pydantic_settings "
    "annotated_types",
)
FLOORS = {
    "games": floor("", "annotated_types pydantic pydantic_core rapidfuzz"),
    "statistics": floor("games", "openskill"),
    "tournaments": floor("games", "annotated_types"),
    "i18n": floor("games", "babel werkzeug"),
    "imports": floor("games i18n", "babel charset_normalizer defusedxml openpyxl"),
    "db": floor("games", "sqlalchemy flask_sqlalchemy alembic cryptography"),
    "pdf": floor(
        "statistics tournaments i18n games",
        "jinja2 markupsafe pebble pydyf pypdfium2 segno weasyprint",
    ),
    "services": floor(
        "db statistics tournaments games", "annotated_types sqlalchemy itsdangerous"
    ),
    "web": floor(
        "services pdf db imports statistics tournaments i18n games",
        "flask werkzeug jinja2 markupsafe wtforms flask_babel segno "
        "annotated_types pydantic openpyxl icalendar",
    ),
    "cli": TOP,
    "app": TOP,
    "settings": TOP,
    "__main__": TOP,
}


def offences(module):
    _, here, *_ = f"{module.name}.".split(".")
    may = FLOORS[here]
    found = []
    for name in imports(module):
        package, _, rest = name.partition(".")
        if name.startswith("."):
            found.append(f"{module.name}: relative import {name}")
        elif package == "scorepad":
            other = rest.partition(".")[0]
            if other != here and other not in may.may_import:
                found.append(f"{module.name} imports {name}")
        elif package not in sys.stdlib_module_names | may.and_of_others:
            found.append(f"{module.name} imports {name}")
    return found


def test_every_package_is_in_the_table():
    packages = {name.split(".")[1] for name in modules() if "." in name}

    assert len(packages) > 7
    assert packages <= set(FLOORS), packages - set(FLOORS)


@pytest.mark.parametrize("package", sorted(set(FLOORS) - {"__main__"}))
def test_a_package_imports_only_what_the_table_allows(package):
    inside = [
        module
        for name, module in modules().items()
        if name == f"scorepad.{package}" or name.startswith(f"scorepad.{package}.")
    ]

    assert inside
    assert [line for module in inside for line in offences(module)] == []


def test_only_the_command_line_imports_by_a_name_in_a_string():
    hiding = {
        name
        for name, module in modules().items()
        if "import_module" in module.path.read_text("utf-8")
    }

    assert hiding == {"scorepad.cli"}
