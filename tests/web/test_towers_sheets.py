"""The sheets of Wandering Towers over HTTP."""

import pytest

from tests.pdf.conftest import pages_of
from tests.support.towers_table import play


@pytest.mark.parametrize("name", ["sheet", "setup"])
def test_a_sheet_is_printed_on_the_paper_of_the_reader(client, renderer, name):
    answer = client.get(f"/towers/de/{name}.pdf", headers={"Accept-Language": "en-US"})

    assert answer.mimetype == "application/pdf"
    assert pages_of(answer.data) == 1
    assert "-letter.pdf" in answer.headers["Content-Disposition"]


@pytest.fixture
def game(phone):
    phone.found_group()
    return play(phone)


def test_a_game_is_printed_for_those_who_may_see_it(phone, game, app, renderer):
    address = f"/g/{phone.group}/towers/{game}/sheet.pdf"

    answer = phone.client.get(address)

    assert answer.mimetype == "application/pdf"
    assert "towers-20" in answer.headers["Content-Disposition"]
    assert app.test_client().get(address).status_code == 404
    assert phone.client.get(f"{address}?paper=a6").status_code == 422
