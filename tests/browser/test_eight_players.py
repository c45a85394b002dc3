"""Eight players: set up, played and ended by taps, with long names on a small phone."""

from playwright.sync_api import expect

from tests.browser.phones import on_the_server
from tests.browser.table import Table

NAMES = [f"Maximiliane von Hohenstein-Bergerhause {n}" for n in range(1, 9)]
SMALL = {"width": 360, "height": 740}
WIDER_THAN_THE_PAGE = "document.documentElement.scrollWidth > innerWidth"


def test_eight_play_by_taps_and_every_seat_comes_into_view(open_page):
    page = open_page("/play/en#new", viewport=SMALL)
    table = Table(page)

    table.type_names(NAMES)
    expect(page.locator(".name-row")).to_have_count(8)
    page.locator('[data-do="firstDealer"]').last.click()
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
