"""P06: after leaving a group, nothing of it is left on the phone."""

from playwright.sync_api import expect

from tests.browser.conftest import INSTALLED, WITH_WORKER
from tests.browser.table import Table
from tests.support.invitations import join, link_for
from tests.support.phone import Phone

LEFT = ("Zyprian", "Quendolin", "Xaver")
STAYS = ("Ute", "Kevin", "Ada")
NAMED = {"name": "blank", "value": "players=4&name0=Zyprian", "path": "/print"}
EVERYTHING = """async () => {
    const answered = (request) => new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
    });
    const storages = [localStorage, sessionStorage];
    const found = storages.map((all) => JSON.stringify({ ...all }));
    for (const { name } of await indexedDB.databases()) {
        const base = await answered(indexedDB.open(name));
        for (const table of base.objectStoreNames) {
            const rows = base.transaction(table).objectStore(table);
            const all = [rows.getAllKeys(), rows.getAll()].map(answered);
            found.push(JSON.stringify(await Promise.all(all)));
        }
        base.close();
    }
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            found.push(request.url, await (await cache.match(request)).text());
        }
    }
    return found.join("\\n");
}"""


def kept_on(page):
    """Return everything that a browser stores: databases, storages, caches, cookies."""
    cookies = page.context.cookies()
    found = page.evaluate(EVERYTHING)
    return found + str(cookies)


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
