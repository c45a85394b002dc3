"""The app shell: its words, its links, its rules, no personal data."""

import json
import re
from uuid import UUID

import pytest

from scorepad.games.registry import games_of_tricks
from scorepad.i18n.languages import LANGUAGES
from scorepad.web.play import rules_of
from tests.repo.source import ROOT
from tests.support.vectors import vectors
from tests.support.wide import first_of

SCRIPTS = ROOT / "static" / "js"
NIL = str(UUID(int=0))


def words_in(html):
    blocks = re.findall(r'id="words">(.+?)</script>', html, re.DOTALL)
    return {word for block in blocks for word in json.loads(block)}


def words_said(script):
    """Return the words a script uses, and the prefixes of those it composes."""
    text = re.sub(r"//.*", "", script.read_text(encoding="utf-8"))
    built = set(re.findall(r"say\(`(\w+)\$\{", text))
    named = r'(?:(?:say|option)\s*\(?|\bword: )"(\w+)"'
    return set(re.findall(named, text)), built


@pytest.mark.parametrize("tag", first_of(known.tag for known in LANGUAGES))
@pytest.mark.parametrize(
    ("folder", "pages", "at_least"),
    [
        ("play", ["play/{}"], 60),
        ("lazy", ["play/{}", "play/{}/words"], 45),
        ("towers", ["towers/{}"], 60),
    ],
)
def test_all_words_the_scripts_say_are_on_the_page(
    client, folder, pages, at_least, tag
):
    there = words_in("".join(client.get(f"/{p.format(tag)}").text for p in pages))
    said = [words_said(script) for script in (SCRIPTS / folder).rglob("*.js")]
    whole = set().union(*[words for words, _ in said])
    begun = set().union(*[begun for _, begun in said])

    assert len(whole) > at_least
    assert whole <= there
    assert all(any(word.startswith(start) for word in there) for start in begun)


@pytest.mark.parametrize(
    ("page", "named", "count"),
    [
        ("play", "sheet|print|season|deleted|rules|home", 6),
        ("towers", "season|rules|home|setup|blank", 5),
    ],
)
def test_the_links_of_the_shell_lead_somewhere(app, page, named, count):
    html = app.test_client().get(f"/{page}/en").text
    patterns = re.findall(rf'data-(?:{named})="([^"]+)"', html)
    adapter = app.url_map.bind("")
    places = [text.replace("{group}", NIL).replace("{game}", NIL) for text in patterns]

    assert len(places) == count
    assert all(adapter.match(place, method="GET") for place in places)


def test_the_shell_is_the_same_for_everybody(app, client):
    visitor = app.test_client()
    visitor.set_cookie("s", "somebody")

    for address in ("/play/en", "/play/en/words"):
        assert visitor.get(address).data == client.get(address).data


def test_the_tests_of_the_scripts_have_the_rules_that_the_server_declares():
    declared = {word: rules_of(model) for word, model in games_of_tricks().items()}

    assert vectors("page_rules") == json.loads(json.dumps(declared))
