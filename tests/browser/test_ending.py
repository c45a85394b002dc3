"""The end of a game: podium, awards, and the picture of the result."""

import struct

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

NAMES = ("Ute", "Wolfeschlegelsteinhausenbergerdorffxyzab", "王小明")
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


def ended(open_page):
    table = Table(open_page("/play/en#new"))
    play_three_rounds(table)
    expect(table.page.locator(".podium")).to_be_visible()
    table.wait_until_saved()
    return table


def test_the_server_makes_awards_and_picture_and_offline_a_sentence_says_so(
    open_page, tmp_path
):
    page = ended(open_page).page
    expect(page.locator(".honours li")).to_contain_text("Boldest bid")
    expect(page.locator(".podium .level")).to_have_text("Level 2 · Wise wizard")
    why = page.locator(".no-picture")
    page.context.set_offline(True)
    page.locator('[data-do="sharePicture"]').click()
    expect(why).to_be_visible()
    page.context.set_offline(False)

    with page.expect_download() as download:
        page.locator('[data-do="sharePicture"]').click()

    expect(why).to_be_hidden()
    path = tmp_path / "result.png"
    download.value.save_as(path)
    picture = path.read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (1080, 1350)
    assert download.value.suggested_filename.startswith("scorepad-20")


@pytest.mark.wide
def test_a_phone_that_can_share_shares_the_picture_and_its_words(open_page):
    page = ended(open_page).page
    page.evaluate(SHARES)

    page.locator('[data-do="sharePicture"]').click()
    page.wait_for_function("() => window.shared")

    shared = page.evaluate("window.shared")
    assert shared["type"] == "image/png"
    assert "Ute" in shared["text"]
