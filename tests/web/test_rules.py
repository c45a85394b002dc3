"""The rules and their leaflet."""

import re

from tests.pdf.conftest import pages_of

CHOICE = "schedule=quick&even=last_bidder&least=2&edition=dragon,fairy&bids=open"


def table_in(page: str) -> str:
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
