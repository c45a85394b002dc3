"""The sheet on a phone: a table to read, in which one round at a time opens."""

from playwright.sync_api import expect

from tests.browser.test_five_screens import known
from tests.support.phone import Phone

NAMES = (
    "Wolfeschlegelsteinhausenbergerdorff-Mai",
    "Wolfeschlegelsteinhausenbergerdorff-Maja",
    "Donaudampfschifffahrtsgesellschaftskapit",
    *("Thomas-Alexander", "Thomas-Alexandra", "김수한무거북이와두루미삼천갑자동방삭"),
)
SMALL = {"width": 320, "height": 640}


def test_a_sheet_is_read_first_and_a_round_opens_on_tap(open_page, app):
    phone = Phone(app.test_client())
    game = phone.start_game(*NAMES)
    phone.save_round(game, 1, [1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0])
    phone.save_round(game, 2, [0, 2, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0])
    path, plain = f"/g/{phone.group}/games/{game}/sheet", {"java_script_enabled": False}

    page = open_page(path, viewport=SMALL, **plain, **known(phone))

    boxes = page.locator("#sheet :is(input, select, button)").locator("visible=true")
    expect(boxes).to_have_count(0)
    assert len(set(page.locator(".brief").all_inner_texts())) == len(NAMES)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    rows = page.locator("tbody.round")
    assert all(row.bounding_box()["height"] >= 48 for row in rows.all())

    page.get_by_role("link", name="Correct round 2", exact=True).click()
    expect(page.locator("#r2-b0")).to_be_focused()
    expect(page.locator("#r1-b0")).to_be_hidden()
    page.locator("#r2-t0").fill("1")
    page.locator("#r2-t1").fill("1")
    page.locator("#r2-note").fill("Revoked.")
    page.locator(".save .main").click()

    expect(page.locator(".saved")).to_be_visible()
    expect(boxes).to_have_count(0)
    expect(rows.nth(1)).to_contain_text("×1")
    expect(rows.nth(1).get_by_text("Revoked.")).to_be_visible()
