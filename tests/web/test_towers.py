"""The app shell of Wandering Towers: its words, its links, what it weighs."""

import gzip
import re
from uuid import UUID

import pytest

from scorepad.settings import CHECKOUT
from scorepad.words.languages import LANGUAGES
from tests.web.test_compression import GZIP, LARGEST_FIRST_LOAD
from tests.web.test_play import words_in, words_said

SCRIPTS = CHECKOUT / "static" / "js" / "towers"
NIL = str(UUID(int=0))
TAGS = [known.tag for known in LANGUAGES]


@pytest.mark.parametrize("tag", TAGS)
def test_every_word_the_scripts_say_is_on_the_page(client, tag):
    there = words_in(client.get(f"/towers/{tag}").text)

    said = [words_said(script) for script in SCRIPTS.rglob("*.js")]
    whole = set().union(*[words for words, _ in said])
    begun = set().union(*[begun for _, begun in said])

    assert len(whole) > 60
    assert whole <= there
    assert all(any(word.startswith(start) for word in there) for start in begun)


def test_the_links_of_the_shell_lead_somewhere(app):
    html = app.test_client().get("/towers/en").text
    patterns = re.findall(r'data-(?:season|rules|home|setup|blank)="([^"]+)"', html)
    adapter = app.url_map.bind("")

    places = [text.replace("{group}", NIL).replace("{game}", NIL) for text in patterns]

    assert len(places) == 5
    assert all(adapter.match(place, method="GET") for place in places)


def test_the_first_load_stays_small(client):
    shell = client.get("/towers/de", headers=GZIP)
    html = gzip.decompress(shell.data).decode()
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))

    sizes = [len(client.get(file, headers=GZIP).data) for file in files]

    assert len([file for file in files if file.endswith(".js")]) == 1
    assert len(shell.data) + sum(sizes) <= LARGEST_FIRST_LOAD
