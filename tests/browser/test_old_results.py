"""Three old games are typed in with under ten entries: taps and filled fields."""

from playwright.sync_api import expect

GAMES = (
    ("2024-03-01", "180 90 -30"),
    ("2024-03-08", "40, 160, 100"),
    ("2024-03-15", "70 70 210"),
)


class Counted:
    """A page on which every tap and every filled field is counted."""

    def __init__(self, page):
        self.page = page
        self.entries = 0

    def tap(self, selector):
        self.page.click(selector)
        self.entries += 1

    def fill(self, name, text):
        self.page.fill(f'[name="{name}"]', text)
        self.entries += 1


def test_three_old_games_take_under_ten_entries(table):
    page = table.page
    page.goto("/type-in")
    page.get_by_role("link", name="Old results").click()
    form = Counted(page)

    expect(page.locator('[name="who"]:checked')).to_have_count(3)
    for name in ("Ada", "Ada"):
        form.tap(f'[name="who"][value="{name}"]')
    for at, (day, totals) in enumerate(GAMES):
        form.fill(f"day{at}", day)
        form.fill(f"totals{at}", totals)
    form.tap("form.choices .main")

    expect(page.locator(".saved")).to_have_text("3 games saved")
    expect(page.locator(".leaf li").nth(2)).to_contain_text("Ada 210")
    expect(page.locator('[name="who"]:checked')).to_have_count(3)
    assert form.entries < 10
