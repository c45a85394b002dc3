"""P06: after leaving a group, nothing of it is left on the phone."""

from playwright.sync_api import expect

from tests.browser.phones import INSTALLED, WITH_WORKER, kept_on
from tests.browser.table import Table
from tests.support.invitations import join, link_for
from tests.support.phone import Phone

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
