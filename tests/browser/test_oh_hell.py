"""Another game of bids and tricks is played on Wizard's page."""

import pytest

from scorepad.games.documents import without_head
from scorepad.games.registry import GAMES, of_tricks
from scorepad.games.wizard.document import answer_for, read_game
from scorepad.pdf.completed import Copy
from scorepad.pdf.html import completed_sheet
from tests.browser.phones import on_the_server, place_of
from tests.browser.table import Table
from tests.support.serving import server
from tests.toy.oh_hell.models import OhHell
from tests.toy.oh_hell.words import TITLE

NAMES = ("Ute", "Kevin", "Ada", "Tom", "Eve", "Max", "Lea")


@pytest.fixture
def toy(tmp_path):
    """A server with Oh Hell (tests/toy); yield its URL."""
    with server(tmp_path, program="tests.toy.cli") as running:
        yield f"http://127.0.0.1:{running.port}"


def started(page, *names):
    table = Table(page)
    table.tap('[data-do="chooseGame"][data-game="oh_hell"]')
    table.start(names)
    return table


def totals(page):
    cells = page.locator(".pad tbody tr").first.locator("td").all_inner_texts()
    return [cell.split("total ")[1].split()[0] for cell in cells]


def test_two_rounds_are_played_by_taps(open_page, toy, monkeypatch):
    table = started(open_page("/play/en#new", base_url=toy), *NAMES[:3])

    table.bid(0, 0, 1)  # Kevin, Ada and Ute, who deals
    table.wait_for_reading()
    table.done()
    table.play(1, 0, 2, missed="Kevin")
    table.wait_until_saved()

    found = on_the_server(table.page)
    assert (found["game"], found["schedule"]) == ("oh_hell", "up_down")
    assert [each["tricks"] for each in found["rounds"][:2]] == [[1, 0, 0], [0, 1, 1]]
    assert totals(table.page) == ["21", "10", "21"]
    group, game = place_of(table.page)
    season = table.page.request.get(f"/g/{group}/seasons/1/oh_hell").text()
    sheet = table.page.request.get(f"/g/{group}/games/{game}/sheet").text()
    document = table.page.request.get(f"/g/{group}/games/{game}/game.json").json()
    assert game in season
    assert "Kevin" in sheet
    written = read_game(without_head(document, "oh_hell")[1], OhHell)
    assert answer_for(written)["totals"] == [21, 10, 21]
    monkeypatch.setitem(GAMES, "oh_hell", of_tricks(OhHell, TITLE))
    printed = " ".join(completed_sheet(Copy(written, "en")).html.split())
    assert "Oh Hell · 3 players" in printed
    assert "Met: 10 points, and 1 more per trick; a zero: 10." in printed
