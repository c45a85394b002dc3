"""A colour and picture are chosen by taps, without scripts, and seen at the table."""

from PIL import Image
from playwright.sync_api import expect

from tests.browser.phones import on_the_server, place_of
from tests.browser.table import Table

NAMES = ("Ute", "Kevin", "Ada")
OWL = ".avatar.colour-teal use[href='#picture-owl']"
TEAL = (0x0F, 0x68, 0x73)
DRAWN = "use => use.getBBox().width > 10"


def test_a_tap_changes_the_picture_in_the_next_game_and_on_its_podium(open_page):
    table = Table(open_page("/play/en#new"))
    table.start(NAMES)
    table.wait_until_saved()
    group, _ = place_of(table.page)
    player = on_the_server(table.page)["players"][0]["id"]
    choice = table.page.context.browser.new_context(
        java_script_enabled=False,
        base_url=table.page.url.split("/play")[0],
        storage_state=table.page.context.storage_state(),
    ).new_page()
    choice.goto(f"/g/{group}/players/{player}")
    choice.get_by_role("link", name="Colour and picture").click()
    for name in ("Teal", "Owl"):
        choice.get_by_role("button", name=name, exact=True).click()
        chosen = choice.get_by_role("button", name=name, exact=True)
        expect(chosen).to_have_attribute("aria-pressed", "true")
        assert chosen.bounding_box()["height"] >= 44
    choice.context.close()

    table.page.goto("/play/en#new")
    table.page.reload()
    table.start(NAMES)
    chosen = table.page.locator(f".seat {OWL}").first  # another may have it by chance
    chosen.wait_for()
    assert chosen.evaluate(DRAWN)
    table.play(0, 0, 1)
    table.end_here()
    assert table.page.locator(f".podium {OWL}").first.evaluate(DRAWN)
    table.wait_until_saved()
    with table.page.expect_download() as download:
        table.page.locator('[data-do="sharePicture"]').click()
    pixels = Image.open(download.value.path()).convert("RGB").get_flattened_data()
    assert [*pixels].count(TEAL) > 300
