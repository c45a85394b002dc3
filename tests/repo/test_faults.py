"""docs/faults.md: every row of the catalogue is there, and every test it names."""

import ast
import re
from functools import cache

from tests.repo.source import ROOT

CATALOGUE = {"R": 13, "N": 15, "F": 14, "L": 8, "I": 15, "S": 32, "P": 8}
ROW = re.compile(r"^\| ([A-Z]\d\d) \|(.*)\|$", re.MULTILINE)
TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
ELSEWHERE = ("`./scripts/bench`", "*open*", "cannot be shown here", ".py`")


def rows() -> list[tuple[str, str]]:
    return ROW.findall((ROOT / "docs/faults.md").read_text("utf-8"))


@cache
def names_in(path: str) -> frozenset[str]:
    file = ROOT / "tests" / path
    if not file.exists():
        return frozenset()
    tree = ast.parse(file.read_text("utf-8"))
    return frozenset(n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))


def missing_in(row: str) -> list[str]:
    return [
        f"{path}::{name}"
        for path, name in TEST.findall(row)
        if name not in names_in(path)
    ]


def test_every_row_of_the_catalogue_is_there_once():
    expected = [
        f"{kind}{number:02}"
        for kind, most in CATALOGUE.items()
        for number in range(1, most + 1)
    ]

    assert [id_ for id_, _ in rows()] == expected


def test_every_row_says_where_it_is_shown():
    silent = [
        id_
        for id_, row in rows()
        if not TEST.search(row) and not any(word in row for word in ELSEWHERE)
    ]

    assert silent == []


def test_every_test_that_a_row_names_exists():
    assert {id_: found for id_, row in rows() if (found := missing_in(row))} == {}
