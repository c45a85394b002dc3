"""Promises of every Python file."""

import ast
import doctest
import importlib
import re

import pytest

from tests.repo.source import Module, files, made_up, modules, shown

EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}
DOCUMENTED = ("scorepad.rules", "scorepad.stats", "scorepad.services")

# A silenced checker says why: "
SILENCED = re.compile(r"#\s*(?:noqa|type:\s*ignore)\b(?P<rest>.*)", re.IGNORECASE)
CODES = re.compile(r"\s*(?::\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*|\[[\w\-, ]+\])")


def unexplained(line: str) -> bool:
    """Whether a line silences a checker without codes, or without a reason.

    A line may silence both; every one of them then needs its own reason.
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


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("x = 1  # noqa", True),
        ("x = 1  # noqa: S105", True),
        ("x = 1  # noqa: S105 - a way to bid", False),
        ("x = 1  # noqa: S105, E501  # a way to bid", False),
        ("x = 1  # type: ignore", True),
        ("x = 1  # type: ignore[arg-type]", True),
        ("x = 1  # type: ignore[arg-type]  # its stubs are wrong", False),
        ("x = 1  # type: ignore[misc]  # its stubs are wrong  # noqa: S105", True),
    ],
)
def test_a_reason_is_told_from_none(line, refused):
    assert unexplained(line) is refused


def test_no_file_is_exempt_as_a_whole():
    exempt = re.compile(r"#\s*(?:mypy:|ruff:\s*noqa|flake8:\s*noqa)|no_type_check")

    texts = {shown(m.path): m.path.read_text("utf-8") for m in modules().values()}

    assert texts
    assert [name for name, text in texts.items() if exempt.search(text)] == []


def test_no_module_has_a_name_that_says_nothing():
    paths = files(".py", ".js")

    assert len(paths) > 30
    assert [shown(path) for path in paths if path.stem in EMPTY_NAMES] == []


# A new PostgreSQL connection begins with its own settings, before any service has it.
MAY_COMMIT_ONCE = {"scorepad.store.connections"}


def commits(module: Module) -> list[int]:
    """The lines of a module that commit a transaction."""
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
        if count > (name in MAY_COMMIT_ONCE)
        and not name.startswith("scorepad.services.")
    }

    assert any(counts[n] for n in counts if n.startswith("scorepad.services."))
    assert strays == set()


def undocumented(module: Module) -> list[str]:
    """The public functions, classes and methods of a module without a docstring."""
    found = [] if ast.get_docstring(module.tree) else [module.name]
    for holder in ast.walk(module.tree):
        if not isinstance(holder, ast.Module | ast.ClassDef):
            continue
        if isinstance(holder, ast.ClassDef) and holder.name.startswith("_"):
            continue
        found += [
            f"{module.name}.{node.name}"
            for node in holder.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            and not node.name.startswith("_")
            and not ast.get_docstring(node)
        ]
    return found


def test_everything_public_in_rules_stats_and_services_is_documented():
    rooms = [m for name, m in modules().items() if name.startswith(DOCUMENTED)]

    assert len(rooms) > 10
    assert [name for module in rooms for name in undocumented(module)] == []
    assert undocumented(made_up("a", '"""Doc."""\ndef b():\n    return 1')) == ["a.b"]


def with_examples() -> list[str]:
    return [
        name
        for name, module in modules().items()
        if ">>> " in module.path.read_text("utf-8")
    ]


def test_there_are_examples():
    assert len(with_examples()) > 10


@pytest.mark.parametrize("name", with_examples())
def test_the_examples_of_a_module_are_true(name):
    result = doctest.testmod(importlib.import_module(name))

    assert result.attempted
    assert result.failed == 0
