"""README, CHANGELOG and docs: links work, settings and tests are as documented."""

import re
from urllib.parse import unquote

from scorepad.settings import VARIABLES
from tests.repo.source import ROOT, files, modules, shown

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
SOURCE = re.compile(r"<(?:img|a)\b[^>]*?\s(?:src|href)=\"([^\"]+)\"")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]*`")
SETTING = re.compile(r"\bSCOREPAD_[A-Z][A-Z_]*[A-Z]\b")


def writings():
    return [*ROOT.glob("*.md"), *files(".md", under="docs")]


def anchors(text):
    """Return the anchors of a page, as GitHub makes them of its headings."""
    headings = re.findall(r"^#{1,6}\s+(.+?)\s*#*$", FENCE.sub("", text), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {line.replace(" ", "-") for line in plain}


def links(text):
    bare = CODE.sub("", FENCE.sub("", text))
    return LINK.findall(bare) + SOURCE.findall(bare)


def is_dead(link, page):
    if re.match(r"[a-z]+:", link):
        return False
    path, _, anchor = link.partition("#")
    target = (page.parent / unquote(path)).resolve() if path else page
    if not target.exists() or not target.is_relative_to(ROOT):
        return True
    return bool(anchor) and anchor not in anchors(target.read_text("utf-8"))


def test_no_link_is_dead():
    found = [
        (page, link) for page in writings() for link in links(page.read_text("utf-8"))
    ]

    assert len(writings()) >= 3
    assert found
    assert [f"{shown(p)}: {link}" for p, link in found if is_dead(link, p)] == []


def test_what_contributing_names_in_the_code_exists():
    """A walk-through that names a function that moved or went leads nowhere."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`(\w{3,})(?:\(.*?\))?`", text)) - {"misdealt", "npm"}
    paths = files(".py", ".js", ".html", ".toml")
    code = " ".join(
        path.read_text("utf-8") for path in paths if "dist" not in path.parts
    )

    assert {"OF_GAME", "noteField"} <= named
    assert sorted(named - set(re.findall(r"\w+", code))) == []


def settings_in(text):
    return set(SETTING.findall(text))


def test_every_setting_is_explained_and_every_explained_one_exists():
    code = [module.path.read_text("utf-8") for module in modules().values()]
    named = set().union(*(settings_in(text) for text in code))
    explained = settings_in((ROOT / "docs/settings.md").read_text("utf-8"))

    assert len(VARIABLES) >= 4
    assert named <= VARIABLES == explained


def test_no_page_or_recipe_names_a_setting_that_does_not_exist():
    pages = [*writings(), *(ROOT / "docs/recipes").iterdir()]
    named = set().union(*(settings_in(page.read_text("utf-8")) for page in pages))

    assert sorted(named - VARIABLES) == []


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
