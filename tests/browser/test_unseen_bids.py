"""One phone is passed around offline; all see all bids together."""

import re

from playwright.sync_api import expect

from tests.browser.chromium import SMALL
from tests.browser.phones import kept_on
from tests.browser.table import THREE, Table
from tests.browser.test_accessibility import (
    PLACE,
    SMALL_TARGETS,
    press_until,
    violations,
)

BELOW = """() => {
    const e = document.activeElement, foot = document.querySelector(".play > footer");
    if (!foot || foot.contains(e) || e.closest("dialog")) return null;
    const below = e.getBoundingClientRect().bottom > foot.getBoundingClientRect().top;
    return below ? e.outerHTML.slice(0, 90) : null;
}"""
"""The focused element, if a part of it is below the button."""


def walk_to(page):
    """Press Tab until there, then Enter; check that what had the focus was visible."""

    def walk(selector):
        press_until(page, "Tab", selector)
        _, covered = page.evaluate(PLACE)
        assert covered is None
        assert page.evaluate(BELOW) is None
        page.keyboard.press("Enter")

    return walk


class UnseenTable(Table):
    def start_hidden(self):
        self.type_names(THREE)
        self.tap('[data-key="schedule-first5"]')
        self.tap(".more-options > summary")
        self.tap(".fold.bids > summary")
        self.tap('[data-key="bid_mode-hidden"]')
        expect(self.page.locator('[data-key="even"]')).to_be_disabled()
        self.tap('[data-do="start"]')
        expect(self.page.locator(".sealed .row")).to_have_count(3)

    def take(self):
        self.tap('[data-do="take"]')
        expect(self.page.locator(".hand .chip").first).to_be_visible()

    def bid_unseen(self, value):
        self.take()
        self.tap('[data-do="seal"]', value)
        self.tap('[data-do="cover"]')


def clean(page):
    assert violations(page) == []
    small = page.evaluate(SMALL_TARGETS)
    assert [target for target in small if not target.endswith(" 1x1")] == []  # unseen


def test_a_phone_goes_round_and_shows_all_bids_by_itself(open_page):
    table = UnseenTable(open_page("/play/en#new", viewport=SMALL))
    table.start_hidden()
    page = table.page
    table.wait_until_saved()
    clean(page)

    page.context.set_offline(True)
    # The first of them by keys alone.
    walk = walk_to(page)
    walk('footer [data-do="hand"]')
    walk('[data-do="take"]')
    expect(page.locator(".hand .chip").first).to_be_visible()
    clean(page)
    walk('[data-do="hears"]')
    walk('[data-do="seal"][data-value="1"]')
    walk('[data-do="cover"]')
    expect(page.locator(".hand-name")).to_have_text("Ada")
    table.bid_unseen(0)
    table.wait_until_kept()
    bids = re.findall(r'bids\\*":\[([^\]]*)\]', kept_on(page))
    assert set(bids) == {"null,null,null"}
    page.context.set_offline(False)
    page.reload()

    # The page forgets whose turn it was, but not the hidden bids.
    expect(page.locator(".sealed .covered")).to_have_count(2)
    expect(page.locator(".hand")).to_have_count(0)
    table.tap('footer [data-do="hand"]')
    table.bid_unseen(0)
    expect(page.locator(".soon")).to_be_visible()

    expect(page.locator(".read .big")).to_have_text(["1", "0", "0"])
    expect(page.locator("[data-play]")).to_have_class(re.compile("revealing"))
    table.wait_until_saved()
