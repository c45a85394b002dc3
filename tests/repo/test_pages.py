"""No template contains inline scripts or styles, so that the CSP can be strict.

Also, no style of the play page makes a tap recompute the whole page.
"""

import re

import pytest

from scorepad.pdf.paper import COLOURS
from tests.repo.source import ROOT, files, shown

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
    sink = re.compile(r"\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\b")
    scripts = files(".js", under="static")

    assert scripts
    assert [shown(p) for p in scripts if sink.search(p.read_text("utf-8"))] == []
    assert sink.search("a.innerHTML = b")


@pytest.mark.parametrize("name", ["play.css", "lazy.css"])
def test_styles_ask_no_large_part_of_the_play_page_what_it_has(name):
    """``:has`` on the container of the rows makes a browser check all of them again."""
    styles = (ROOT / "static" / "css" / name).read_text("utf-8")
    asked = re.findall(r"([\w.#\[\]=\"-]+):has\(", styles)
    assert set(asked) <= {".name-row", ".schedule"}


def test_the_colours_of_suits_and_seats_are_written_only_in_the_tokens():
    names = ["human", "elf", "dwarf", "giant", *(f"seat-{seat}" for seat in range(8))]
    hexes = re.compile("|".join(COLOURS[name] for name in names))
    sources = [*ROOT.glob("scorepad/**/*.py"), *ROOT.glob("static/js/**/*.js")]
    sources += ROOT.glob("static/css/*.css")

    found = {p.name for p in sources if hexes.search(p.read_text("utf-8"))}

    assert found == {"tokens.css"}
