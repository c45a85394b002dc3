"""Who plays: late, leaving early, in another order, and names like known ones."""

from playwright.sync_api import expect

from tests.browser.phones import forget_everything, on_the_server
from tests.browser.table import FOUR, Table


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
    table.start(FOUR)
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
    here, game = pad_of(page), on_the_server(page)
    forget_everything(page)
    expect(page.locator("footer .main")).to_be_visible()
    assert pad_of(page) == here
    names = [player["name"] for player in game["players"]]
    assert names == ["Ute", "Kevin", "Zoë", "Tom", "Ada"]
    assert game["joined"] == [{"seat": 2, "round": 3, "start_total": 10}]
    assert game["left"] == [{"seat": 3, "after_round": 4}]


def names_of(page):
    return [player["name"] for player in on_the_server(page)["players"]]


def answer(page, name, similar, said):
    footer = page.locator("footer:visible")
    asked = f"Is \u2068{name}\u2069 the same person as \u2068{similar}\u2069?"
    expect(footer).to_contain_text(asked)
    footer.get_by_role("button", name=said, exact=True).click()


def test_similar_names_are_asked_about_at_the_start_and_for_a_newcomer(table):
    page = table.page
    page.goto("/health")
    page.goto("/play/en#new")
    second = Table(page)
    second.type_names(("Kevni", "Uta", "Adda"))

    second.tap('[data-do="start"]')
    answer(page, "Kevni", "Kevin", "Yes")
    answer(page, "Adda", "Ada", "No")

    expect(page.locator(".seat.open")).to_be_visible()
    second.bid(1)
    second.wait_until_saved()
    assert names_of(page) == ["Kevin", "Uta", "Adda"]

    second.tap("header .more")
    second.tap('[data-key="panel-people"]')
    expect(page.locator(".joining").get_by_text("Ute", exact=True)).to_be_visible()
    page.locator('[data-typed="name"]').fill("Adaa")
    second.tap("footer .main")
    answer(page, "Adaa", "Ada", "Yes")

    expect(page.locator(".people")).to_have_count(0)
    second.wait_until_saved()
    assert names_of(page) == ["Kevin", "Uta", "Adda", "Ada"]
