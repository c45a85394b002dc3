"""I13: no pattern is held up by a long text, whatever is in it."""

import ast
import re
import subprocess
import sys

import pytest

from tests.repo.source import ROOT

LONG = 100_000
PIECES = [
    "a",
    "0",
    " ",
    "\t\n",
    "-",
    "_",
    ".",
    ":",
    "/",
    "=",
    '"',
    "a1-",
    "Ab ",
    "0,0",
    "é",
    "<a",
]
ENDS = ["", "!", "\0"]
ASKED = {
    "compile",
    "fullmatch",
    "match",
    "search",
    "sub",
    "split",
    "findall",
    "finditer",
}
PATIENCE_S = 100
"""All of them take a few; one that is held up takes longer than anybody waits."""

TRY = f"""
import re, sys
for line in sys.stdin.read().splitlines():
    where, how, pattern, flags = eval(line)
    found = re.compile(pattern, flags)
    print(where, flush=True)
    for piece in {PIECES!r}:
        for end in {ENDS!r}:
            text = piece * ({LONG} // len(piece)) + end
            asked = getattr(found, how)(text)
            how == "finditer" and list(asked)
"""


def patterns():
    """(where, how it is asked, pattern, flags) of every pattern in the program."""
    for path in sorted((ROOT / "scorepad").rglob("*.py")):
        source = path.read_text("utf-8")
        for name, call in calls_in(ast.parse(source)):
            text = text_of(call.args[0])
            if text is None:
                continue
            flags = re.ASCII if "re.ASCII" in ast.unparse(call) else 0
            for how in ways(call.func.attr, name, source):
                yield f"{path.name}:{call.lineno}", how, text, int(flags)


def calls_in(tree):
    """Every call of a function of re, with the name that its result is given."""
    named = {
        id(each.value): each.targets[0].id
        for each in ast.walk(tree)
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
    }
    for each in ast.walk(tree):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
            of_re = isinstance(each.func.value, ast.Name) and each.func.value.id == "re"
            if of_re and each.func.attr in ASKED:
                yield named.get(id(each)), each


def text_of(pattern):
    try:
        return ast.literal_eval(pattern)
    except ValueError:
        return None  # put together while it runs


def ways(called, name, source):
    """How the text is gone through: from the start, as a whole, or from everywhere."""
    if called != "compile":
        asked = {called}
    else:
        asked = set(re.findall(rf"\b{name}\.(\w+)\(", source)) & ASKED or {"finditer"}
    return {how if how in {"match", "fullmatch"} else "finditer" for how in asked}


def tried(lines):
    done = subprocess.run(
        [sys.executable, "-c", TRY],
        input="\n".join(map(repr, lines)),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.wide
def test_i13_a_hundred_thousand_letters_hold_up_no_pattern():
    found = [*patterns()]

    assert len(found) > 30
    assert len(tried(found)) == len(found)
