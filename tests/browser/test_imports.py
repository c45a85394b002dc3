"""Files of other programs and old results come in with few taps."""

import json

from playwright.sync_api import expect

from tests.imports.test_reading import bgstats, play

PLAYS = bgstats(*(play(0, str(n), "2", "3") for n in range(3)))


def test_a_file_comes_in_by_two_taps(open_page):
    page = open_page("/import")
    text = json.dumps(PLAYS).encode()
    file = {"name": "plays.json", "mimeType": "text/plain", "buffer": text}
    page.get_by_label("Score sheet, table or export").set_input_files(file)

    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_role("checkbox")).to_have_count(3)
    page.get_by_role("button", name="Import the chosen games").click()

    expect(page.locator("h1")).to_have_text("3 games imported")
    page.get_by_role("link", name="See the games").click()
    expect(page.locator("main")).to_contain_text("Ben")


GAMES = (
    ("2024-03-01", "180 90 -30"),
    ("2024-03-08", "40, 160, 100"),
    ("2024-03-15", "70 70 210"),
)


def test_three_old_games_take_under_ten_entries(table):
    """Two taps say who played, two fields each game, and one tap saves all."""
    page = table.page
    page.goto("/type-in")
    page.get_by_role("link", name="Old results").click()
    expect(page.locator('[name="who"]:checked')).to_have_count(3)
    for _ in ("off", "on"):
        page.click('[name="who"][value="Ada"]')
    for at, (day, totals) in enumerate(GAMES):
        page.fill(f'[name="day{at}"]', day)
        page.fill(f'[name="totals{at}"]', totals)
    page.click("form.choices .main")

    expect(page.locator(".saved")).to_have_text("3 games saved")
    expect(page.locator(".leaf li").nth(2)).to_contain_text("Ada 210")
    expect(page.locator('[name="who"]:checked')).to_have_count(3)
