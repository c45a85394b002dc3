"""The rules of Wandering Towers at hand."""

import re

from scorepad.games.towers.models import COSTS, Spell
from scorepad.i18n.languages import LANGUAGES
from scorepad.i18n.towers import spell_name

TAGS = [known.tag for known in LANGUAGES]
CHAPTERS = ("aim", "counts", "setup", "turn", "home", "potions", "spells", "ending")


def test_every_language_has_every_chapter(client):
    for tag in TAGS:
        page = client.get(f"/rules/towers/{tag}").text

        assert f'<html lang="{tag}">' in page
        for chapter in (*CHAPTERS, "teams", "master"):
            assert f'id="{chapter}"' in page
            assert f'href="#{chapter}"' in page


def test_every_spell_of_the_box_is_told_with_its_cost(client):
    page = client.get("/rules/towers/de").text
    table = page.split('<table class="words spells">')[1].split("</table>")[0]

    told = re.findall(
        r'<th scope="row">([^<]+)</th>.*?<td class="cost">(\d)</td>', table
    )

    named = [spell for spell in Spell if spell is not Spell.OTHER]
    assert told == [(spell_name(each, "de"), str(COSTS[each])) for each in named]
