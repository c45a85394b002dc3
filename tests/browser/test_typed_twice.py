"""A paper sheet of a tournament, typed in by two people in two browsers."""

from playwright.sync_api import expect

from tests.browser.test_accessibility import violations
from tests.browser.test_five_screens import known
from tests.support.director import Director
from tests.support.invitations import let_in
from tests.support.phone import Phone

DESK = {"width": 1280, "height": 800}
BIDS = ["0", "0", "0", "0"]


def type_in(page, bids, tricks):
    """Type in a sheet with one round, and save it."""
    page.get_by_role("link", name="Type in the sheet").click()
    for seat in range(4):
        expect(page.locator(f"#r1-b{seat}")).to_have_value("")
        page.locator(f"#r1-b{seat}").fill(bids[seat])
        page.locator(f"#r1-t{seat}").fill(tricks[seat])
    page.locator("#ended").select_option("1")
    page.get_by_role("button", name="Save the sheet").click()


def test_two_people_type_in_a_sheet_and_choose_where_they_differ(open_page, app):
    host = Phone(app.test_client())
    director = Director(host)
    director.enter("Anna", "Kevin", "Thomas", "Ute")
    director.draw()
    director.begin()
    one = open_page(f"{director.path}/settings", viewport=DESK, **known(host))
    one.get_by_label("Type in each sheet twice").check()
    one.get_by_role("button", name="Save").click()
    one.get_by_role("link", name="Tables").click()
    helper = known(let_in(host, "scorekeeper"))

    type_in(one, BIDS, ["1", "0", "0", "0"])

    expect(one.locator(".draw > li")).to_contain_text("typed in once")
    other = open_page(director.path, viewport=DESK, **helper)
    type_in(other, BIDS, ["0", "1", "0", "0"])
    differ = other.locator(".differences fieldset")
    expect(differ).to_have_count(2)
    assert violations(other) == violations(one) == []
    for seat in range(2):
        differ.nth(seat).get_by_role("radio").first.check()
    other.get_by_role("button", name="Save the sheet").click()
    expect(other.get_by_role("status")).to_contain_text("Saved.")
    expect(other.locator("#r1-t0")).to_have_value("1")
    one.reload()
    expect(one.locator(".draw > li")).to_contain_text("finished")
