"""Every page in every language is translated completely."""

import re
import shutil

import pytest

from scorepad.i18n.languages import ENGLISH, LANGUAGES
from tests.support.demo import demo_client
from tests.support.director import Director
from tests.support.english_leftovers import english_in, left_in
from tests.support.phone import OURS, Phone
from tests.support.wide import first_of
from tests.web import addresses

NAMES = ("Άννα", "Βίκτωρ", "Γιώργος", "Δήμητρα")
"""No name has Latin letters, so that all of these are words."""

PLACE = {"Café", "Merlin"}
TRANSLATED = [known for known in LANGUAGES if known is not ENGLISH]
READ = {"text/html", "text/csv"}
TAKES_LONG = re.compile(r"\.(pdf|png)$|^/static/")


@pytest.fixture(scope="module")
def visitor(tmp_path_factory, migrated_sqlite):
    folder = tmp_path_factory.mktemp("sweep")
    shutil.copy(migrated_sqlite, folder / "scorepad.sqlite3")
    season = ["--games", "5", "--until", "2026-11-20"]
    whose = ["--name", "Παρέα", "--players", *NAMES]
    client, group = demo_client(folder, *season, *whose)
    yield client, group
    client.application.extensions["renderer"].close()


@pytest.fixture(scope="module")
def known(visitor):
    """A tournament with a penalty, a player who left, and a game that runs."""
    phone = Phone(*visitor)
    director = Director(phone, NAMES, name="Παρέα")
    director.next_game([10, 10, 0, 0])
    director.draw()
    director.begin(10)
    assert director.fine(1, reason="Παρέα").status_code == 303
    assert director.post("/players/1/stop").status_code == 303
    season = phone.get("/seasons/1").text
    player = re.search(r"/players/([0-9a-f-]+)", season)[1]
    game = re.search(r"/games/([0-9a-f-]+)", season)[1]
    own = {"tid": director.path.rpartition("/")[2], "player": player}
    return {**addresses.known_in(phone, game), **own, "day": "2026-11-20"}


@pytest.mark.parametrize("language", first_of(TRANSLATED), ids=lambda known: known.tag)
def test_no_page_has_english_left(visitor, known, language):
    client, _group = visitor
    client.set_cookie("lang", language.tag)
    read, left = 0, {}

    values = {**known, "lang": language.tag}
    for address in addresses.read(client.application, values):
        if TAKES_LONG.search(address):
            continue
        answer = client.get(address)
        assert answer.status_code < 500, address
        if answer.mimetype in READ:
            read += 1
            finds = left_in if answer.mimetype == "text/html" else english_in
            left[address] = finds(answer.text, language, PLACE)

    for address in ("/type-in", "/import", "/nothing-here"):
        answer = client.post(address, headers=OURS)
        assert 400 <= answer.status_code < 500, address
        left[f"POST {address}"] = left_in(answer.text, language, PLACE)
    assert read > 25
    assert {address: words for address, words in left.items() if words} == {}
