"""Options are changed during a game."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_late_and_early import NAMES, LateTable, assert_same_on_server

pytestmark = pytest.mark.browser


class ChangingTable(LateTable):
    def see_settings(self):
        self.tap(".more")
        self.tap('[data-key="panel-settings"]')
        expect(self.page.locator(".settings")).to_be_visible()

    def choose(self, key):
        self.page.locator(f'[data-key="{key}"]').click()

    def change(self):
        self.tap('[data-do="playSo"]')
        expect(self.page.locator(".settings")).to_have_count(0)

    @property
    def title(self):
        return self.page.locator("h1.round")


def table_of(open_page, *names):
    table = ChangingTable(open_page("/play/en#new"))
    table.type_names(names)
    table.choose("schedule-first5")
    table.tap('[data-do="start"]')
    return table


@pytest.mark.wide
def test_a_short_game_becomes_a_whole_one_with_plus_minus(open_page):
    table = table_of(open_page, *NAMES)
    table.play(1, 0, 0, 0)
    table.see_settings()
    expect(table.page.locator("footer .main")).to_have_text("Back to round 2")
    table.choose("schedule-standard")
    table.choose("even")

    table.change()

    expect(table.title).to_contain_text("2 / 15")
    table.bid(0, 0, 1)
    expect(table.page.locator(".chip.no")).to_have_text("1")
    table.reload()
    table.bid(2)
    game = assert_same_on_server(table)
    assert (game["schedule"], len(game["cards"])) == ("standard", 15)
    assert game["rounds"][0]["accepted"] == ["bids_even"]
