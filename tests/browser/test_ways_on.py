"""A device that may not score is a spectator, and can start games of its own."""

import pytest
from playwright.sync_api import expect

from tests.browser.phones import on_the_server, place_of
from tests.browser.table import Table, wait_for

pytestmark = pytest.mark.browser

FIRST = ("Ute", "Kevin", "Ada")
SECOND = ("Tom", "Zoë", "王小明")
CODE_FOR_PLAYERS = """async group => {
    const body = new URLSearchParams({role: "player"});
    const answer = await fetch(`/g/${group}/invites/code`, {method: "POST", body});
    return /class="code">([0-9A-Z-]+)</.exec(await answer.text())[1];
}"""


@pytest.fixture
def player(open_page, table):
    group, _ = place_of(table.page)
    page = open_page("/join")
    page.fill('[name="code"]', table.page.evaluate(CODE_FOR_PLAYERS, group))
    page.locator("form:has([name=code]) button").first.click()
    page.wait_for_url("**/me")
    return page


def test_names_typed_before_the_script_of_the_first_page_is_there_are_kept(open_page):
    page = open_page("/health")
    page.route("**/dist/page.js", lambda route: route.abort())
    page.goto("/")
    for seat, name in enumerate(FIRST):
        page.locator(".first-names input").nth(seat).fill(name)
    page.locator(".first-names .main").click()

    expect(page.locator('[data-key="name-2"]')).to_have_value("Ada")
    assert page.url.endswith("/play/en#new")


def begin(page):
    table = Table(page)
    table.start(SECOND)
    table.bid(1)
    table.wait_until_saved()
    assert len(on_the_server(page)["rounds"]) == 1
    return place_of(page)


@pytest.mark.wide
def test_s01_a_player_looks_on_and_begins_games_of_their_own(table, player):
    group, game = place_of(table.page)
    player.goto(f"/g/{group}/games/{game}")
    expect(player.locator("a.main")).to_have_text("Watch")
    player.goto(f"/g/{group}/seasons/1/games")
    player.locator("[data-game] a").click()
    player.wait_for_url("**/live")
    player.goto("/groups")
    player.get_by_role("link", name="New group").click()
    wait_for(player, '[data-key="name-0"]')

    assert begin(player)[0] != group
