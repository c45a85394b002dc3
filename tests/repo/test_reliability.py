"""docs/reliability.md: every promise names a test, and every named test exists."""

import re

from tests.repo.source import ROOT

ROW = re.compile(r"^\| (?!what |-)(.*)\|$", re.MULTILINE)
NAMED = re.compile(r"`([\w/]+/\w+\.(?:py|test\.js))`")


def rows():
    text = (ROOT / "docs/reliability.md").read_text("utf-8")
    return [row for row in ROW.findall(text) if set(row) - set("-| ")]


def test_every_promise_names_a_test():
    assert len(rows()) > 50
    assert [row for row in rows() if not NAMED.search(row.split("|")[-1])] == []


def test_every_named_test_exists():
    named = {name for row in rows() for name in NAMED.findall(row)}

    assert {name for name in named if not (ROOT / "tests" / name).exists()} == set()
