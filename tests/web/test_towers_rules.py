"""The rules at hand, of both games, in every language."""

import re
from itertools import product

from scorepad.games.towers.models import COSTS, Spell
from scorepad.games.wizard.schedule import Extra, Schedule
from scorepad.i18n.languages import LANGUAGES, translations
from scorepad.i18n.problems import TOWERS_SPELLS

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
