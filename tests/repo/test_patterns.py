"""No regular expression takes more than linear time (I13), no page has inline code.

Those of the scripts are tested by tests/js/patterns.test.js.
"""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from contextlib import suppress

import pytest

from scorepad.pdf.paper import COLOURS
from tests.repo.source import ROOT, files, modules, shown

SHORT, LONG = 10_000, 100_000
PIECES = [
    *("a", "0", " ", "\t\n", "-", "_", ".", ":", "/", "=", '"'),
    *("a1-", "Ab ", "0,0", "é", "<a"),
]
ENDS = ["", "!", "\0"]
ASKED = dict.fromkeys(("re.fullmatch", "matching"), "fullmatch")
ASKED |= dict.fromkeys(("re.match", "Regexp"), "match")
ASKED |= dict.fromkeys(("re.compile", "re.search", "re.sub", "re.split"), "finditer")
ASKED |= dict.fromkeys(("re.findall", "re.finditer"), "finditer")
"""How the functions that take a pattern look for it: from the start or everywhere."""

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
    for module in modules().values():
        calls = [each for each in ast.walk(module.tree) if isinstance(each, ast.Call)]
        for call in calls:
            if how := ASKED.get(ast.unparse(call.func)):
                code = importlib.import_module(module.name)
                with suppress(NameError):  # the pattern is an argument
                    text = eval(ast.unparse(call.args[0]), vars(code))  # noqa: S307 - our own code
                    is_plain = "re.ASCII" in ast.unparse(call)
                    flags = int(re.ASCII) if is_plain else 0
                    how = ways(code).get(text, how)
                    yield f"{module.path.name}:{call.lineno}", how, text, flags


def ways(code):
    """Return how the compiled patterns of a module are used."""
    source = inspect.getsource(code)
    used = {
        each.pattern: (*{*re.findall(rf"\b{name}\.(\w+)\(", source)},)
        for name, each in vars(code).items()
        if isinstance(each, re.Pattern)
    }
    from_start = {("match",), ("fullmatch",)}
    return {text: how[0] for text, how in used.items() if how in from_start}


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


def test_no_cell_of_a_table_has_a_class_that_makes_it_a_box():
    styles = (ROOT / "static" / "css" / "page.css").read_text("utf-8")
    boxes = re.findall(r"\n\.([\w-]+) \{[^}]*display: (?:flex|grid)", styles)
    pages = files(".html", under="templates")
    on_screen = [page for page in pages if "sheets" not in page.parts]
    texts = "".join(page.read_text("utf-8") for page in on_screen)
    cells = " ".join(re.findall(r'<t[dh]\b[^>]*? class="([\w -]+)', texts)).split()

    assert "bid" in cells
    assert "over" in boxes
    assert not {*boxes} & {*cells}


def test_the_colours_of_suits_and_seats_are_written_only_in_the_tokens():
    names = ["human", "elf", "dwarf", "giant", *(f"seat-{seat}" for seat in range(8))]
    names += [f"{suit}-dark" for suit in names[:4]]
    hexes = re.compile("|".join(COLOURS[name] for name in names))
    sources = [*ROOT.glob("scorepad/**/*.py"), *ROOT.glob("static/js/**/*.js")]
    sources += ROOT.glob("static/css/*.css")

    found = {p.name for p in sources if hexes.search(p.read_text("utf-8"))}

    assert found == {"tokens.css"}
