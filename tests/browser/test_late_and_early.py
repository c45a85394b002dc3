"""Joining late, leaving early, a corrected order: on the phone and on the server."""

from playwright.sync_api import expect

from tests.browser.table import Table
from tests.browser.test_losing_nothing import forget_everything
from tests.browser.test_lossy import stored

NAMES = ("Ute", "Kevin", "Ada", "Tom")


class LateTable(Table):
    def play(self, *bids, missed=None):
        super().play(*bids, missed=missed)
        self.wait_until_kept()

    def see_people(self):
        self.tap(".more")
        self.tap('[data-key="panel-people"]')
        expect(self.page.locator(".people")).to_be_visible()

    def join(self, name, *, after):
        self.see_people()
        self.page.locator('[data-typed="name"]').fill(name)
        self.page.locator("fieldset .choice").get_by_text(after, exact=True).click()
        self.done()
        expect(self.page.locator(".people")).to_have_count(0)

    def leave(self, name):
        self.see_people()
        self.page.locator(".people .row").filter(has_text=name).click()
        self.tap('[data-do="leave"]')
        expect(self.page.locator(".people")).to_have_count(0)

    def move_up(self, name):
        self.see_people()
        row = self.page.locator(".people .seat").filter(has_text=name)
        row.locator('[data-do="moveUp"]').click()
        self.tap("header .more")
        expect(self.page.locator(".people")).to_have_count(0)

    @property
    def order(self):
        return self.page.locator(".seats .name, .reads .name").all_text_contents()

    def reload(self):
        before = self.order
        self.wait_until_kept()
        self.page.reload()
        expect(self.page.locator("footer .main")).to_be_visible()
        assert self.order == before


def pad_of(page):
    """Return the words of the sheet, also of rows that are not drawn yet."""
    return (
        page.locator(".pad tr").all_text_contents()
        + page.locator(".standings li").all_text_contents()
    )


def test_a_latecomer_a_leaver_and_a_corrected_order(open_page):
    """In the end the sheet equals that of a phone that loads it from the server."""
    table = LateTable(open_page("/play/en#new"))
    page, round_ = table.page, table.page.locator("h1.round")
    table.start(NAMES)
    table.play(1, 0, 0, 0)
    table.play(1, 1, 0, 1, missed="Ada")

    table.join("Zoë", after="Kevin")

    expect(round_).to_contain_text("3 / 12")
    assert table.order == ["Ada", "Tom", "Ute", "Kevin", "Zoë"]
    expect(page.locator(".seats li").nth(4)).to_contain_text("10")
    table.tap('[data-do="undo"]')
    expect(round_).to_contain_text("3 / 15")
    assert "Zoë" not in table.order
    table.tap('[data-do="redo"]')
    expect(round_).to_contain_text("3 / 12")
    table.reload()
    table.play(0, 1, 1, 0, 1)
    table.play(1, 1, 1, 1, 0)

    table.leave("Tom")

    assert "Tom" not in table.order
    table.reload()
    table.play(2, 1, 1, 1)

    table.move_up("Tom")

    expect(page.locator(".pad thead th").nth(3)).to_contain_text("Tom")
    table.play(2, 2, 1, 1)
    table.wait_until_saved()
    here, game = pad_of(page), stored(page)
    forget_everything(page)
    expect(page.locator("footer .main")).to_be_visible()
    assert pad_of(page) == here
    names = [player["name"] for player in game["players"]]
    assert names == ["Ute", "Kevin", "Zoë", "Tom", "Ada"]
    assert game["joined"] == [{"seat": 2, "round": 3, "start_total": 10}]
    assert game["left"] == [{"seat": 3, "after_round": 4}]
