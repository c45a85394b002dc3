"""The end of a game: podium, awards, the picture of the result, and its export."""

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.phones import begun, on_the_server, place_of
from tests.browser.table import Table

NAMES = ("Ute", "Wolfeschlegelsteinhausenbergerdorffxyzab", "王小明")
OWL = ".avatar.colour-teal use[href='#picture-owl']"
TEAL = (0x0F, 0x68, 0x73)
SHARE = ".tile:has([href='#share'])"
DRAWN = "use => use.getBBox().width > 10"
SHARES = """() => {
    navigator.canShare = ({ files }) => files.length === 1;
    navigator.share = async ({ files, text }) => {
        window.shared = { name: files[0].name, type: files[0].type, text };
    };
}"""


def play_three_rounds(table):
    table.start(NAMES)
    for cards in (1, 2, 3):
        number = table.round_
        order = [(number + step) % 3 for step in range(3)]
        table.play(*[cards if seat == 0 else 0 for seat in order])
    table.bid(0, 0, 0)
    table.wait_for_reading()
    table.end_here()
    expect(table.page.locator(".winner")).to_be_visible()


def choose_teal_owl(page):
    """Choose a colour and a picture for the first player by taps, without scripts."""
    group, _ = place_of(page)
    player = on_the_server(page)["players"][0]["id"]
    choice = page.context.browser.new_context(
        java_script_enabled=False,
        base_url=page.url.split("/play")[0],
        storage_state=page.context.storage_state(),
    ).new_page()
    choice.goto(f"/g/{group}/players/{player}")
    choice.get_by_role("link", name="Colour and picture").click()
    for name in ("Teal", "Owl"):
        choice.get_by_role("button", name=name, exact=True).click()
        chosen = choice.get_by_role("button", name=name, exact=True)
        expect(chosen).to_have_attribute("aria-pressed", "true")
        assert chosen.bounding_box()["height"] >= 44
    choice.context.close()


def test_the_end_shows_awards_and_looks_keeps_a_remark_and_shares_a_picture(open_page):
    table = begun(open_page, names=NAMES)
    page, remark = table.page, table.page.locator('[name="remark"]')
    choose_teal_owl(page)
    page.goto("/play/en#new")
    page.reload()
    play_three_rounds(table)
    # Another player may have the same look by chance.
    assert page.locator(f".podium {OWL}").first.evaluate(DRAWN)
    expect(page.locator(".honours li")).to_contain_text("Boldest bid")
    expect(page.locator(".podium .level")).to_have_text("Level 2 · Wise wizard")

    remark.press_sequentially("Gard")
    page.set_viewport_size({"width": 900, "height": 900})  # is drawn again
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    expect(remark).to_have_value("Gard")
    remark.press("Tab")
    table.tap('[data-do="undo"]')
    expect(remark).to_have_value("")
    table.wait_until_saved()

    why = page.locator(".no-picture")
    page.context.set_offline(True)
    page.locator(SHARE).click()
    expect(why).to_be_visible()
    page.context.set_offline(False)
    with page.expect_download() as download:
        page.locator(SHARE).click()
    expect(why).to_be_hidden()
    assert download.value.suggested_filename.startswith("scorepad-20")
    picture = Image.open(download.value.path())
    assert (picture.format, picture.size) == ("PNG", (1080, 1350))
    colours = picture.convert("RGB").getcolors(maxcolors=1 << 20)
    assert {colour: pixels for pixels, colour in colours}[TEAL] > 300

    page.evaluate(SHARES)
    page.locator(SHARE).click()
    shared = page.wait_for_function("() => window.shared").json_value()
    assert shared["type"] == "image/png"
    assert "Ute" in shared["text"]


@pytest.mark.wide
def test_a_link_copied_after_the_game_shows_and_imports_it(open_page, server):
    table = Table(open_page("/play/en#new"))
    play_three_rounds(table)
    table.wait_until_saved()
    page = table.page
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Export").click()

    expect(page.get_by_role("link", name="BG Stats")).to_be_visible()
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.get_by_label("Link of the game").input_value()
    other = open_page(link.removeprefix(server))

    expect(other.locator("h1")).to_contain_text("Wizard")
    shown = other.locator(".result .who bdi").all_inner_texts()
    assert shown == page.locator(".result .who bdi").all_inner_texts()
    other.get_by_role("button", name="Import this game").click()
    other.get_by_role("button", name="Import the chosen games").click()
    expect(other.locator("h1")).to_have_text("1 game imported")
