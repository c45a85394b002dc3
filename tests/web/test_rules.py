"""The rules of both games, and their leaflet."""

import re
from itertools import product

from scorepad.games.towers.models import COSTS, Spell
from scorepad.games.wizard.schedule import Extra, Schedule
from scorepad.i18n.languages import LANGUAGES, translations
from scorepad.i18n.rules import TOWERS_SPELLS
from tests.pdf.conftest import pages_of

CHOICE = "schedule=quick&even=last_bidder&least=2&edition=dragon,fairy&bids=open"


def table_in(page):
    found = re.search(r'<section class="table".*?</section>', page, re.DOTALL)
    assert found
    return found[0]


def test_what_the_table_chose_comes_first_and_once(client):
    page = client.get(f"/rules/en?{CHOICE}").text
    table = table_in(page)

    assert "hidden" not in table.split(">")[0]
    assert 'id="quick"' in table
    assert 'id="last_bidder"' in table
    assert 'id="maximus"' not in table
    assert page.count('id="quick"') == 1
    assert re.search(r'<li data-detail="least=2">Not in a round', table)
    assert re.search(r'<li data-detail="zero=1" hidden>', table)
    assert re.search(r'href="#dragon" data-when="edition=dragon">', table)
    assert re.search(r'href="#bomb" data-when="edition=bomb" hidden>', table)


NONSENSE = [
    *("", "bids=open&scoring=classic", "schedule=x&even=<b>&least=21&zero=2"),
    *("scoring=x&formula=1,2,3,x&deck=tarot&letters=ab", "edition=,,,dragonfly"),
    "edition=%00",
]


def test_nonsense_is_left_out(client):
    for query in NONSENSE:
        answer = client.get(f"/rules/en?{query}")

        assert answer.status_code == 200
        assert "hidden" in table_in(answer.text).split(">")[0]
        assert answer.text == client.get("/rules/en").text


def test_the_leaflet_is_printed_on_the_paper_of_the_reader(client, renderer):
    answer = client.get("/rules/en/leaflet.pdf", headers={"Accept-Language": "en-US"})

    assert answer.mimetype == "application/pdf"
    assert pages_of(answer.data) == 2
    assert "wizard-letter.pdf" in answer.headers["Content-Disposition"]


TAGS = [known.tag for known in LANGUAGES]
CHAPTERS = {
    "rules": "aim deck rounds trump bids playing winning points special variants",
    "rules/towers": "aim counts setup turn home potions spells ending teams master",
}


def test_every_language_has_every_chapter(client):
    for tag, (path, chapters) in product(TAGS, CHAPTERS.items()):
        page = client.get(f"/{path}/{tag}").text

        assert f'<html lang="{tag}">' in page
        for chapter in chapters.split():
            assert f'id="{chapter}"' in page
            assert f'href="#{chapter}"' in page
        for name in (*Extra, *Schedule) if path == "rules" else ():
            assert page.count(f'id="{name}"') == 1


def test_every_spell_of_the_box_is_told_with_its_cost(client):
    page = client.get("/rules/towers/de").text
    table = page.split('<table class="words spells">')[1].split("</table>")[0]

    told = re.findall(
        r'<th scope="row">([^<]+)</th>.*?<td class="cost">(\d)</td>', table
    )

    named = [spell for spell in Spell if spell is not Spell.OTHER]
    say = translations("de").gettext
    assert told == [(say(TOWERS_SPELLS[each]), str(COSTS[each])) for each in named]
