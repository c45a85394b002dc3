"""A box of 25 years at the table: bombs, a cloud, what was turned up, a penalty."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.table import Table
from tests.browser.test_accessibility import SMALL_TARGETS, violations

pytestmark = pytest.mark.browser

NAMES = ("Ute", "Kevin", "Ada")
SMALL = {"width": 360, "height": 740}


class BoxTable(Table):
    """A table with the cards of an anniversary box."""

    def start_box(self, years: int) -> None:
        """Type the names, choose the box and the first five rounds, start."""
        for seat, name in enumerate(NAMES):
            self.page.locator(f'[data-key="name-{seat}"]').fill(name)
            self.page.keyboard.press("Enter")
        self.tap('[data-key="schedule-first5"]')
        self.tap(".more-options > summary")
        self.tap(".fold.edition > summary")
        self.tap(f'[data-do="box"][data-years="{years}"]')
        self.tap('[data-do="start"]')
        expect(self.page.locator(".extra")).to_have_text(["Werewolf"])

    def bomb(self) -> None:
        self.tap('.extras [data-key^="bomb-1"], .extras [data-name="bomb"]')

    def cloud(self, seat: int, by: int) -> None:
        self.tap('.extras [data-name="cloud"]')
        self.tap(f'.cloud [data-do="cloud"][data-seat="{seat}"][data-by="{by}"]')

    def read_bids(self, *values: int) -> None:
        self.bid(*values)
        self.wait_for_reading()


def clean(page: Page) -> None:
    """Nothing of the panels that are open keeps anybody out."""
    assert violations(page) == []
    assert page.evaluate(SMALL_TARGETS) == []


def played(open_page: Opener) -> BoxTable:
    table = BoxTable(open_page("/play/en#new", viewport=SMALL))
    table.start_box(25)

    # Round 1, one card: the Bomb takes it. Nobody bid for it.
    table.tap(".extra")
    expect(table.page.locator(".turned [data-value]")).to_have_count(5)
    clean(table.page)
    table.tap('.turned [data-value="none"]')
    table.read_bids(0, 0, 0)
    table.bomb()
    expect(table.page.locator(".verdict")).to_contain_text("0 bid for 0")
    expect(table.page.locator(".voided")).to_have_text(
        re.compile("1 trick nobody gets")
    )
    table.done()

    # Round 2: a Wizard was turned up, Kevin deals and names blue.
    table.tap("header .trump")
    table.tap('[data-name="turnup"]')
    table.tap('[data-name="turnup-wizard"]')
    expect(table.page.locator(".turned p")).to_contain_text("Kevin")
    expect(table.page.locator(".turned .choice")).to_have_count(4)
    table.tap('.turned [data-value="blue"]')
    table.read_bids(1, 0, 0)
    table.miss("Kevin")
    table.done()

    # Round 3: two Bombs, the second one asked about, and a Cloud for Kevin.
    table.read_bids(1, 1, 0)
    table.bomb()
    table.bomb()
    expect(table.page.locator(".panel")).to_contain_text("A second Bomb")
    table.tap('.panel [data-do="bomb"]')
    expect(table.page.locator(".voided")).to_have_text(
        re.compile("2 tricks nobody gets")
    )
    table.tap('.extras [data-name="cloud"]')
    clean(table.page)
    table.tap('.extras [data-name="cloud"]')
    table.cloud(1, -1)
    expect(table.page.locator(".read", has_text="Kevin").locator(".big")).to_have_text(
        "1→0"
    )
    table.tap('[data-do="undo"]')
    expect(table.page.locator(".read", has_text="Kevin").locator(".big")).to_have_text(
        "1"
    )
    table.tap('[data-do="redo"]')
    table.done()

    # Round 4: counted along; the Bomb falls in between.
    table.read_bids(1, 1, 1)
    for name in ("Kevin", None, "Ada", "Ute"):
        if name is None:
            table.bomb()
        else:
            table.press(table.page.locator(".read", has_text=name).locator(".won"))
    table.done()
    return table


def on_the_server(page: Page) -> dict[str, Any]:
    group, game = page.evaluate("location.hash.slice(1)").split("/")
    answer = page.request.get(f"/api/groups/{group}/games/{game}")
    return dict(answer.json())


@pytest.mark.wide
def test_a_game_with_bombs_and_a_cloud_is_on_sheet_and_statistics(
    open_page: Opener,
) -> None:
    table = played(open_page)
    page = table.page
    # Round 5: a penalty for Ute, and Kevin misses.
    table.read_bids(1, 1, 2)
    table.tap('header [data-name="menu"]')
    table.tap('.menu [data-name="correction"]')
    table.tap('.correction [data-seat="0"]')
    table.tap('.correction [data-points="-20"]')
    page.locator('[data-typed="reason"]').fill("Misplay")
    clean(page)
    table.tap('[data-do="adjust"]')
    expect(page.locator(".corrections")).to_contain_text("Round 5 · Misplay")
    table.tap(".correction .quiet")
    table.miss("Kevin")
    table.done()
    expect(page.locator(".winner")).to_contain_text("wins with 130")
    table.wait_until_saved()

    stored = on_the_server(page)
    assert [each["void_tricks"] for each in stored["rounds"]] == [1, 0, 2, 1, 0]
    assert stored["rounds"][2]["bid_changes"] == [{"seat": 1, "by": -1}]
    assert [each["trump"] for each in stored["rounds"]][:2] == ["none", "blue"]

    page.get_by_role("link", name="The sheet", exact=True).click()
    expect(page.locator(".number .void")).to_have_text(
        [re.compile("∅1"), re.compile("∅2"), re.compile("∅1")]
    )
    expect(page.locator(".moved")).to_have_text(re.compile("1→0"))
    expect(page.locator(".besides")).to_have_text("* −20")
    expect(page.locator(".grand")).to_have_text(["110", "50", "130"])
    page.get_by_role("link", name="Season").click()
    page.get_by_role("link", name="Kevin").first.click()
    # Met: rounds 1, 3 (the moved bid) and 4.
    expect(page.locator("body")).to_contain_text("3 of 5")


@pytest.mark.wide
def test_who_reloads_finds_what_the_special_cards_did(open_page: Opener) -> None:
    table = BoxTable(open_page("/play/en#new", viewport=SMALL))
    table.start_box(30)
    table.read_bids(1, 0, 0)
    table.cloud(1, -1)
    table.bomb()
    table.wait_until_saved()

    table.page.reload()

    expect(table.page.locator(".big").first).to_have_text("1→0")
    expect(table.page.locator(".voided")).to_contain_text("1 trick nobody gets")
    table.bomb()
    expect(table.page.locator(".panel")).to_contain_text("The round has only 1 trick")
