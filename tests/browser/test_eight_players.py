"""Eight players, long names, small and large screens: everything comes into view."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import SMALL
from tests.browser.phones import on_the_server
from tests.browser.table import Table
from tests.support.wide import first_of

NAMES = [f"Maximiliane von Hohenstein-Bergerhause {n}" for n in range(1, 9)]
WIDER_THAN_THE_PAGE = "document.documentElement.scrollWidth > innerWidth"


def test_eight_play_by_taps_and_every_seat_comes_into_view(open_page):
    page = open_page("/play/en#new", viewport=SMALL)
    table = Table(page)

    table.type_names(NAMES)
    expect(page.locator(".name-row")).to_have_count(8)
    page.locator('[data-do="first"]').last.click()
    whole = page.locator(".schedule", has=page.locator('[value="standard"]'))
    expect(whole).to_contain_text("1–7 7 7 7")
    table.tap('[data-do="start"]')
    for cards in (1, 2):
        for bid in (cards, *[0] * 7):
            expect(page.locator(".seat.open .chip").last).to_be_in_viewport(ratio=1)
            table.bid(bid)
        table.wait_for_reading()
        expect(page.locator(".verdict")).to_be_in_viewport()
        assert not page.evaluate(WIDER_THAN_THE_PAGE)
        table.done()
        table.pause()
    table.end_here()
    expect(page.locator(".podium")).to_be_visible()
    table.wait_until_saved()

    found = on_the_server(page)
    assert [each["name"] for each in found["players"]] == NAMES
    assert (found["first_dealer"], found["ended_after"]) == (7, 2)
    assert [each["tricks"][:2] for each in found["rounds"]] == [[1, 0], [0, 2]]
    assert not page.evaluate(WIDER_THAN_THE_PAGE)


LONG = ("Ute", "Wolfeschlegelsteinhausenbergerdorffxyzab", "王小明" * 13, "Zoë")
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


@pytest.mark.parametrize("seats", first_of([6, 3]))
def test_it_fits_every_screen_without_scrolling(open_page, seats):
    table = Table(open_page("/play/en#new"))
    table.start((*LONG, *MORE)[:seats])
    table.bid(1, 1, *[0] * (seats - 2))
    table.wait_for_reading()
    page = table.page
    page.locator(".aloud [data-do=panel]").click()
    expect(page.locator(".far")).to_be_visible()

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
