"""Options are changed during a game."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Opener
from tests.browser.test_late_and_early import NAMES, LateTable, assert_same_on_server
from tests.browser.test_lossy import stored

pytestmark = pytest.mark.browser

FIVE = (*NAMES, "Zoë")


class ChangingTable(LateTable):
    """A table that changes its options while it plays."""

    def see_settings(self) -> None:
        self.tap(".more")
        self.tap('[data-key="panel-settings"]')
        expect(self.page.locator(".settings")).to_be_visible()

    def choose(self, key: str) -> None:
        self.page.locator(f'[data-key="{key}"]').click()

    def change(self) -> None:
        self.tap('[data-do="playSo"]')
        expect(self.page.locator(".settings")).to_have_count(0)

    @property
    def title(self) -> Locator:
        return self.page.locator("h1.round")


def table_of(open_page: Opener, *names: str) -> ChangingTable:
    table = ChangingTable(open_page("/play/en#new"))
    table.type_names(names)
    table.choose("schedule-first5")
    table.tap('[data-do="start"]')
    return table


def test_a_short_game_becomes_a_whole_one_with_plus_minus(open_page: Opener) -> None:
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


@pytest.mark.wide
def test_a_change_can_be_undone_when_it_was_played_on(open_page: Opener) -> None:
    table = table_of(open_page, *NAMES[:3])
    for cards in range(1, 6):
        table.play(cards, 0, 0)
    expect(table.page.locator(".winner")).to_be_visible()
    table.tap('.tile[data-name="menu"]')
    table.tap('[data-key="panel-settings"]')
    table.choose("schedule-standard")
    table.change()
    expect(table.title).to_contain_text("6 / 20")
    table.bid(3)
    table.wait_until_saved()

    table.undo()
    table.undo()

    expect(table.page.locator(".winner")).to_be_visible()
    table.wait_until_saved()
    game = stored(table.page)
    assert (game["finished"], game["cards"]) == (True, [1, 2, 3, 4, 5])
    assert game["rounds"][5]["bids"] == [None] * 3


@pytest.mark.wide
def test_hands_that_cannot_be_dealt_are_asked_about(open_page: Opener) -> None:
    table = table_of(open_page, *FIVE)
    table.play(1, 0, 0, 0, 0)
    table.see_settings()
    table.page.locator(".settings .schedules summary").click()
    table.choose("schedule-custom")
    table.page.locator('[data-key="own-cards"]').fill("1-13")

    expect(table.page.locator(".balance .problem")).to_contain_text("13")
    expect(table.page.locator("footer .main")).to_have_text("Play without them")
    table.change()

    expect(table.title).to_contain_text("2 / 12")
    assert assert_same_on_server(table)["cards"] == list(range(1, 13))


def test_who_never_came_is_removed_and_four_of_five_play_longer(
    open_page: Opener,
) -> None:
    table = table_of(open_page, *FIVE, "Max")
    table.bid(0)
    table.wait_until_saved()
    table.see_people()
    table.page.locator(".people .row").filter(has_text="Max").click()
    table.tap('[data-do="neverCame"]')
    assert len(table.order) == len(FIVE)
    table.bid(0, 0, 0, 1)
    table.wait_for_reading()
    table.done()
    table.leave("Zoë")
    table.see_settings()
    table.choose("schedule-standard")

    table.change()

    expect(table.title).to_contain_text("2 / 15")
    game = assert_same_on_server(table)
    assert [each["name"] for each in game["players"]] == [*FIVE]
    assert game["cards"] == list(range(1, 16))
