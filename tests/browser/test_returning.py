"""A phone that wakes up, as far as Chromium can imitate an iPhone, or leaves (P06).

Safari freezes pages, closes their database connections, deletes their storage and
restores pages from memory. This is not Safari: only a real phone can confirm it.
"""

import pytest
from playwright.sync_api import expect

from tests.browser import hand
from tests.browser.phones import (
    FORGET,
    INSTALLED,
    WITH_WORKER,
    begun,
    forget_everything,
    kept_on,
    rows_of,
    second_phone,
)
from tests.browser.table import THREE, Table
from tests.support.invitations import join, link_for
from tests.support.phone import Phone
from tests.support.wide import first_of

HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


SIGNS = [
    'dispatchEvent(new Event("online"))',
    'dispatchEvent(new Event("focus"))',
    'dispatchEvent(new Event("pageshow"))',
    'document.dispatchEvent(new Event("visibilitychange"))',
]
AT_ONCE_MS = 2000
SHOWN_AGAIN = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


def freeze(page):
    """Put the page into the background, freeze it, and activate it again."""
    session = page.context.new_cdp_session(page)
    page.evaluate(HIDE, True)  # noqa: FBT003 - an argument of the script
    for state in ("frozen", "active"):
        session.send("Page.setWebLifecycleState", {"state": state})
    page.evaluate(HIDE, False)  # noqa: FBT003 - an argument of the script


def move_a_trick(table):
    table.tap('.pad [data-round="1"]')
    table.miss("Kevin")
    table.give(0)
    table.miss("Ute")
    table.done()
    table.wait_until_saved()


def is_a_save(request):
    return request.method == "PUT"


def rest(table):
    """Let the phone retry until its next pause is half a minute."""
    page = table.page
    page.route("**/api/**", lambda route: route.abort())
    page.evaluate("() => { window.pace = 100; }")
    table.bid(1)
    for _ in range(6):
        page.wait_for_event("requestfailed", is_a_save)
    page.evaluate("() => { window.pace = 1; }")
    page.wait_for_event("requestfailed", is_a_save)
    expect(page.locator(".state.kept")).to_be_visible()
    page.unroute("**/api/**")


@pytest.mark.parametrize("sign", first_of([freeze, *SIGNS]))
def test_n05_every_sign_of_a_return_sends_what_waits(open_page, sign):
    table = begun(open_page, hand.PACE % 1)
    rest(table)

    freeze(table.page) if sign is freeze else table.page.evaluate(sign)

    expect(table.page.locator(".state.saved")).to_be_visible(timeout=AT_ONCE_MS)


def test_n05_what_others_wrote_is_shown_to_a_page_that_never_left_or_is_shown_again(
    open_page,
):
    table = begun(open_page)
    table.play(1, 0, 0)
    other = second_phone(open_page, table.page)
    move_a_trick(Table(other))

    table.bid(1)

    first = table.page.locator('.pad tr:has([data-round="1"]) td').first
    expect(first).to_contain_text("took 1")
    table.wait_until_saved()
    expect(table.page.locator(".ring.set")).to_have_text(["1"])
    other.evaluate(SHOWN_AGAIN)
    expect(other.locator(".ring.set")).to_have_text(["1"])


def test_a_deleted_database_is_made_again_and_every_tap_survives_a_reload(open_page):
    table = begun(open_page)
    table.page.context.set_offline(True)
    table.bid(1)
    expect(table.page.locator(".state.kept")).to_be_visible()
    before = {name: rows_of(table.page, name) for name in ("waiting", "games")}

    table.page.evaluate(FORGET)
    freeze(table.page)
    table.page.wait_for_timeout(300)

    for name, rows in before.items():
        assert rows_of(table.page, name).keys() >= rows.keys()
    table.page.evaluate(FORGET)

    table.bid(0)
    expect(table.page.locator(".state.kept")).to_be_visible()
    table.page.context.set_offline(False)
    table.page.reload()

    expect(table.page.locator(".ring.set")).to_have_text(["1", "0"])
    table.bid(1)
    table.wait_for_reading()
    table.miss("Kevin")
    table.wait_until_kept()
    table.page.reload()
    expect(table.page.locator(".seat.missed")).to_have_count(1)
    table.tap('[data-do="undo"]')
    expect(table.page.locator(".verdict")).to_be_visible()
    table.wait_until_saved()


def test_n07_wiped_storage_with_the_cookie_left_leads_back_to_the_game(open_page):
    table = begun(open_page)
    table.bid(1)
    table.wait_until_saved()
    table.page.goto("/health")
    table.page.evaluate(FORGET)
    table.page.evaluate("localStorage.clear()")

    table.page.goto("/")
    table.page.get_by_role("link", name="Continue round 1").click()

    expect(table.page.locator(".ring.set")).to_have_text(["1"])
    table.play(0, 0)
    table.end_here()
    table.page.locator('[data-note="place"]').fill("Nürnberg")
    table.page.keyboard.press("Tab")
    table.wait_until_saved()
    forget_everything(table.page)
    expect(table.page.locator('[data-note="place"]')).to_have_value("Nürnberg")


@pytest.mark.wide
def test_safari_is_said_to_forget_what_waits_in_a_page_not_installed(open_page):
    table = begun(open_page, "navigator.standalone = false;")
    page = table.page
    page.route("**/api/**", lambda route: route.abort())
    table.bid(1)
    expect(page.locator(".state.kept")).to_contain_text("1 waiting")

    page.reload()

    expect(page.locator(".state.fleeting")).to_contain_text("for a week")
    table.bid(0)
    expect(page.locator(".state.kept")).to_be_visible()
    page.unroute("**/api/**")
    page.reload()
    table.wait_until_saved()


def test_names_typed_before_the_script_of_the_first_page_is_there_are_kept(open_page):
    page = open_page("/health")
    page.route("**/dist/page.js", lambda route: route.abort())
    page.goto("/")
    for seat, name in enumerate(THREE):
        page.locator(".first-names input").nth(seat).fill(name)
    page.locator(".first-names .main").click()

    expect(page.locator('[data-key="name-2"]')).to_have_value("Ada")
    expect(page.locator('[data-key="name-3"]')).to_be_focused()
    assert page.url.endswith("/play/en#new")


LEFT = ("Zyprian", "Quendolin", "Xaver")
STAYS = ("Ute", "Kevin", "Ada")
NAMED = {"name": "blank", "value": "players=4&name0=Zyprian", "path": "/print"}


def be(phone, page):
    (cookie,) = phone.client._cookies.values()  # noqa: SLF001 - of Werkzeug's client
    address = page.url.rsplit("/", 1)[0]
    token = {"name": cookie.key, "value": cookie.value, "url": address}
    page.context.add_cookies([token, {**NAMED, "domain": "127.0.0.1"}])


def test_p06_nothing_of_a_group_stays_and_what_waits_for_another_does(app, open_page):
    owner, guest = Phone(app.test_client()), Phone(app.test_client())
    left = owner.group, owner.start_game(*LEFT)
    stays = guest.group, guest.start_game(*STAYS)
    assert join(guest, link_for(owner, "scorekeeper")).status_code == 303
    page = open_page("/health", **WITH_WORKER)
    be(guest, page)
    page.goto("/play/en#" + "/".join(left))
    page.evaluate(INSTALLED)
    expect(page.locator("footer .main, .seat.open").first).to_be_visible()
    page.goto("/health")
    page.goto("/play/en#" + "/".join(stays))
    expect(page.locator(".seat.open")).to_be_visible()
    page.context.route("**/api/**", lambda route: route.abort())
    Table(page).bid(1)
    expect(page.locator(".state.saved")).to_have_count(0)
    before = kept_on(page)
    assert all(word in before for word in (*left, *stays, *LEFT, *STAYS))

    page.goto(f"/g/{left[0]}/people")
    page.locator("summary", has_text="Leave the group").click()
    page.locator("form[action$=leave] button").click()
    page.wait_for_url("**/")

    after = kept_on(page)
    assert not [word for word in (*left, *LEFT) if word in after]
    assert all(word in after for word in (*stays, *STAYS, "/rounds/1"))
