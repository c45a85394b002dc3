"""The table view is large, and fits every screen."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table
from tests.support.wide import first_of

NAMES = ("Ute", "Wolfeschlegelsteinhausenbergerdorffxyzab", "王小明" * 13, "Zoë")
MORE = ("Maximilian-Alexander von Wolfenbüttel", "Thomas-Alexander")
SCREENS = ((360, 640), (640, 360), (1280, 800), (800, 1280))

# What is outside its row or the page, or overlaps the number beside it.
OUT_OF_PLACE = """() => {
    const root = document.documentElement;
    const over = (a, b) => a.right > b.left + 1;
    const found = [...document.querySelectorAll(".far-seats li")].filter((row) => {
        const box = row.getBoundingClientRect();
        const [name, bid] = [".far-name", ".far-bid"].map((one) =>
            row.querySelector(one).getBoundingClientRect());
        const inside = (one) => one.top > box.top - 1 && one.bottom < box.bottom + 1
            && one.left > box.left - 1 && one.right < box.right + 1;
        const cut = row.querySelector(".far-name");
        const line = parseFloat(getComputedStyle(cut).fontSize);
        return !inside(name) || !inside(bid) || over(name, bid)
            || cut.scrollHeight > cut.clientHeight + line / 2
            || box.bottom > innerHeight;
    });
    const scrolls = root.scrollHeight > innerHeight || root.scrollWidth > innerWidth;
    return [...found.map((row) => row.textContent), ...(scrolls ? ["scrolls"] : [])];
}"""


def reading(open_page, names):
    """A first round with all bids: one of the first two will miss."""
    table = Table(open_page("/play/en#new"))
    table.start(names)
    table.bid(1, 1, *[0] * (len(names) - 2))
    table.wait_for_reading()
    return table


def open_view(page):
    page.locator(".aloud [data-do=panel]").click()
    expect(page.locator(".far")).to_be_visible()


@pytest.mark.parametrize("seats", first_of([6, 3]))
def test_it_fits_every_screen_without_scrolling(open_page, seats):
    names = (*NAMES, *MORE)[:seats]
    page = reading(open_page, names).page
    open_view(page)

    found = {}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = page.evaluate(OUT_OF_PLACE)
    sizes = page.locator(".far-bid").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )

    assert found == {screen: [] for screen in SCREENS}
    assert len(sizes) == seats
    assert min(sizes) >= 56
