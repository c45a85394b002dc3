"""No regular expression takes more than linear time (I13), no page has inline code.

Those of the scripts are tested by tests/js/patterns.test.js.
"""

import ast
import importlib
import re
import subprocess
import sys

import pytest

from scorepad.pdf.paper import COLOURS
from tests.repo.source import ROOT, files, shown

SHORT, LONG = 10_000, 100_000
PIECES = [
    *("a", "0", " ", "\t\n", "-", "_", ".", ":", "/", "=", '"'),
    *("a1-", "Ab ", "0,0", "é", "<a"),
]
ENDS = ["", "!", "\0"]
ASKED = set("compile fullmatch match search sub split findall finditer".split())  # noqa: SIM905 - one line
GIVEN_TO = {"matching": "fullmatch", "Regexp": "match"}
"""Our functions that take a pattern, and how they match it."""

GUARD_S = 1
"""Seconds of processor time for one pattern and text. A linear pattern takes some
thousandths of that, so this does not measure speed. A quadratic one takes minutes for
the long text, and an exponential one never ends."""

PATIENCE_S = 100

TRY = f"""
import re, signal, sys
size, guard = int(sys.argv[1]), float(sys.argv[2])
for line in sys.stdin.read().splitlines():
    where, how, pattern, flags = eval(line)
    found = re.compile(pattern, flags)
    print(where, flush=True)
    for piece in {PIECES!r}:
        for end in {ENDS!r}:
            text = piece * (size // len(piece)) + end
            signal.setitimer(signal.ITIMER_VIRTUAL, guard)
            asked = getattr(found, how)(text)
            how == "finditer" and list(asked)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
"""


def patterns():
    """Yield (place, method, pattern, flags) of every pattern in the program."""
    for path in sorted((ROOT / "scorepad").rglob("*.py")):
        source = path.read_text("utf-8")
        tree = ast.parse(source)
        for name, call in [*calls_in(tree), *given_in(tree)]:
            text = text_of(call.args[0], name, tree, path)
            if text is None:
                continue
            asked = getattr(call.func, "attr", None) or GIVEN_TO[call.func.id]
            is_plain = "re.ASCII" in ast.unparse(call) or asked not in ASKED
            flags = re.ASCII if is_plain else 0
            for how in ways(asked, name, source):
                yield f"{path.name}:{call.lineno}", how, text, int(flags)


def given_in(tree):
    """Yield every call that passes a pattern to one of our functions."""
    for each in ast.walk(tree):
        is_call = isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
        if is_call and each.func.id in GIVEN_TO:
            yield None, each


def calls_in(tree):
    """Yield every call of a function of re, with the name its result is assigned to."""
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


def text_of(pattern, name, tree, path):
    said = {
        each.targets[0].id: each.value
        for each in ast.walk(tree)
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
    }
    wanted = said.get(getattr(pattern, "id", None), pattern)
    if isinstance(wanted, ast.Name):
        return None
    try:
        return ast.literal_eval(wanted)
    except ValueError:  # computed by the module
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        return getattr(importlib.import_module(module), name).pattern


def ways(called, name, source):
    """Return how the text is searched: from the start, as a whole, or everywhere."""
    if called != "compile":
        asked = {called}
    else:
        asked = set(re.findall(rf"\b{name}\.(\w+)\(", source)) & ASKED or {"finditer"}
    return {how if how in {"match", "fullmatch"} else "finditer" for how in asked}


def tried(lines, size, guard=GUARD_S):
    done = subprocess.run(
        [sys.executable, "-c", TRY, str(size), str(guard)],
        input="\n".join(map(repr, lines)),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout.split()[-1]}: {done.stderr}"
    return done.stdout.split()


@pytest.mark.parametrize("size", [SHORT, pytest.param(LONG, marks=pytest.mark.wide)])
def test_i13_a_long_text_holds_up_no_pattern(size):
    found = [*patterns()]

    assert len(found) > 40
    assert {"exchange.py", "sheet.py", "forms.py", "documents.py"} <= {
        where.partition(":")[0] for where, *_ in found
    }
    assert len(tried(found, size)) == len(found)


JINJA_COMMENT = re.compile(r"{#.*?#}", re.DOTALL)
INLINE = {
    "style element": re.compile(r"<style\b", re.IGNORECASE),
    "style attribute": re.compile(r"\sstyle\s*=", re.IGNORECASE),
    "event attribute": re.compile(r"<[^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "script address": re.compile(r"javascript:", re.IGNORECASE),
    "inline script": re.compile(
        r"""<script\b(?![^>]*\ssrc\s*=)(?![^>]*type\s*=\s*["']application/json["'])""",
        re.IGNORECASE,
    ),
    "base element": re.compile(r"<base\b", re.IGNORECASE),
    "foreign host": re.compile(
        r"""(?:src|href)\s*=\s*["'](?:https?:)?//""", re.IGNORECASE
    ),
    "unescaped text": re.compile(r"\|\s*safe\b|autoescape\s+false"),
}
# Printed pages are never sent to a browser; their sizes depend on the seats.
ONLY_ON_PAPER = {"style element", "style attribute"}


def refused_in(name, text):
    bare = JINJA_COMMENT.sub("", text)
    found = {what for what, pattern in INLINE.items() if pattern.search(bare)}
    allowed = ONLY_ON_PAPER if name.startswith("templates/sheets/") else set()
    return found - allowed


def test_no_template_has_anything_inline():
    templates = files(".html", ".svg", under="templates")

    assert len(templates) > 5
    texts = {shown(path): path.read_text("utf-8") for path in templates}
    found = {name: refused_in(name, text) for name, text in texts.items()}
    assert {name: things for name, things in found.items() if things} == {}


def test_every_script_is_free_of_markup_sinks():
    sink = re.compile(
        r"(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\b", re.IGNORECASE
    )
    scripts = files(".js", under="static/js")

    assert scripts
    assert [shown(p) for p in scripts if sink.search(p.read_text("utf-8"))] == []
    assert sink.search("h('p', { dangerouslySetInnerHTML: { __html: b } })")


@pytest.mark.parametrize("name", ["play.css", "lazy.css"])
def test_styles_ask_no_large_part_of_the_play_page_what_it_has(name):
    """``:has`` on the container of the rows makes a browser check all of them again."""
    styles = (ROOT / "static" / "css" / name).read_text("utf-8")
    asked = re.findall(r"([\w.#\[\]=\"-]+):has\(", styles)
    assert set(asked) <= {".name-row", ".schedule"}


def test_the_colours_of_suits_and_seats_are_written_only_in_the_tokens():
    names = ["human", "elf", "dwarf", "giant", *(f"seat-{seat}" for seat in range(8))]
    names += [f"{suit}-dark" for suit in names[:4]]
    hexes = re.compile("|".join(COLOURS[name] for name in names))
    sources = [*ROOT.glob("scorepad/**/*.py"), *ROOT.glob("static/js/**/*.js")]
    sources += ROOT.glob("static/css/*.css")

    found = {p.name for p in sources if hexes.search(p.read_text("utf-8"))}

    assert found == {"tokens.css"}
