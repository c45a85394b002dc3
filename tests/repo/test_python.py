"""Imports point down only (docs/architecture.md); rules for all Python (S23, S28)."""

import ast
import doctest
import importlib
import re
import subprocess
import sys
from typing import NamedTuple

import pytest

from tests.repo.source import ROOT, files, imports, modules, shown

# A silenced checker says why: "
SILENCED = re.compile(r"#\s*(?:noqa|type:\s*ignore)\b(?P<rest>.*)", re.IGNORECASE)
CODES = re.compile(r"\s*(?::\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*|\[[\w\-, ]+\])")


def unexplained(line):
    """Whether a line silences a checker without codes, or without a reason.

    A line may silence both; each then needs its own reason.
    """
    found = SILENCED.search(line)
    if not found:
        return False
    codes = CODES.match(found["rest"])
    if not codes:
        return True
    rest = found["rest"][codes.end() :]
    reason = SILENCED.split(rest)[0]
    return not re.search(r"\w{3,}", reason) or unexplained(rest)


def test_no_checker_is_silenced_without_a_reason():
    lines = [
        (path, number, line)
        for path in files(".py")
        if path.name != "test_python.py"
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    ]

    assert any(SILENCED.search(line) for _, _, line in lines)
    assert [
        f"{shown(p)}:{n}: {line}" for p, n, line in lines if unexplained(line)
    ] == []


# Write transactions end there, and new connections of PostgreSQL get their settings.
MAY_COMMIT = {"scorepad.db.engine": 2}


def commits(module):
    return [
        node.lineno
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "commit"
    ]


def test_only_services_commit():
    counts = {name: len(commits(module)) for name, module in modules().items()}
    strays = {
        name
        for name, count in counts.items()
        if count > MAY_COMMIT.get(name, 0) and not name.startswith("scorepad.services.")
    }

    assert any(counts[n] for n in counts if n.startswith("scorepad.services."))
    assert strays == set()


def test_the_examples_of_every_module_are_true():
    found = [
        doctest.testmod(importlib.import_module(name))
        for name, module in modules().items()
        if ">>> " in module.path.read_text("utf-8")
    ]

    assert found
    assert [each for each in found if each.failed or not each.attempted] == []


def test_no_figure_of_the_code_exceeds_its_limit():
    size = [sys.executable, ROOT / "scripts/size"]
    done = subprocess.run(size, check=False, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr


BACK_DOORS = {
    *("DebuggedApplication", "run_simple", "set_trace", "breakpoint"),
    *("render_template_string", "from_string", "eval", "exec"),
}


def back_doors_in(tree):
    for each in ast.walk(tree):
        name = getattr(each, "id", None) or getattr(each, "attr", None)
        if name in BACK_DOORS:
            yield name
        if isinstance(each, ast.keyword) and each.arg in {"debug", "use_debugger"}:
            yield each.arg


def test_s23_s28_there_is_no_back_door():
    found = {
        name: doors
        for name, module in modules().items()
        if (doors := [*back_doors_in(module.tree)])
    }

    assert found == {}


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
        "jinja2 markupsafe pebble pypdfium2 segno weasyprint",
    ),
    "services": floor(
        "db statistics tournaments i18n games",
        "annotated_types sqlalchemy itsdangerous",
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
