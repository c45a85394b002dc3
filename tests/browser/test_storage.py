"""Storage that fails or does not respond: what the phone does, and what it says."""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.phones import begun
from tests.browser.table import Table
from tests.support.wide import first_of

NO_DATABASE = """IDBFactory.prototype.open = () => {
    throw new DOMException("forbidden", "SecurityError");
};"""
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("forbidden", "SecurityError"); },
});"""
SILENT = """{
    const ask = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function () {
        const request = ask.call(this, "nothing");
        request.addEventListener = () => {};
        return request;
    };
}"""
# Everything is taken, and thrown away in the end.
QUOTA = """{
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...all) {
        const { transaction } = this;
        setTimeout(() => { try { transaction.abort(); } catch { /* too late */ } });
        transaction.commit = () => {};
        return put.apply(this, all);
    };
}"""
BROKEN = {"forbidden": NO_DATABASE, "silent": SILENT, "full in the end": QUOTA}
# Which tables each transaction writes, and how strictly.
LISTEN = """window.writes = [];
const ask = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (tables, mode, how) {
    const transaction = ask.call(this, tables, mode, how);
    if (mode === "readwrite") {
        window.writes.push({ how: transaction.durability, tables: [] });
        const last = window.writes.at(-1);
        const put = IDBObjectStore.prototype.put;
        transaction.objectStore = function (name) {
            const store = IDBTransaction.prototype.objectStore.call(this, name);
            store.put = (...all) => {
                last.tables.push(name);
                return put.apply(store, all);
            };
            return store;
        };
    }
    return transaction;
};"""


def test_a_tap_and_its_request_are_one_strict_write(open_page):
    table = begun(open_page, LISTEN)
    table.page.context.set_offline(True)
    table.page.evaluate("() => { window.writes = []; }")

    table.bid(1)
    expect(table.page.locator(".state.kept")).to_be_visible()

    writes = table.page.evaluate("window.writes")
    # The last standings may be kept meanwhile, in a write of their own.
    assert any({"games", "waiting"} <= set(write["tables"]) for write in writes), writes
    assert {write["how"] for write in writes} == {"strict"}


@pytest.mark.parametrize("how", first_of(BROKEN))
def test_without_a_database_taps_survive_in_the_mirror(open_page, how):
    table = begun(open_page, BROKEN[how])
    table.page.context.set_offline(True)
    table.bid(1)
    expect(table.page.locator(".state.kept")).to_be_visible()
    table.page.context.set_offline(False)

    table.page.reload()

    expect(table.page.locator(".ring.set")).to_have_text(["1"])
    table.wait_until_saved()


@pytest.mark.parametrize("how", first_of(BROKEN))
def test_n08_where_nothing_can_be_kept_the_page_says_so(open_page, how):
    table = begun(open_page, BROKEN[how], NO_STORAGE)
    table.page.context.set_offline(True)
    table.bid(1)

    expect(table.page.locator(".state.unkept")).to_contain_text("Keep this page open")
    table.page.context.set_offline(False)

    # What the server has is safe.
    table.wait_until_saved()


SAID = ".silence"
LONGER_MS = 1500
SOON_MS = 5000  # a second (tests/js/store.test.js), and what a busy machine adds
HOLD = """() => new Promise((done) => {
    const opening = indexedDB.open("scorepad");
    opening.onsuccess = () => {
        const tables = [...opening.result.objectStoreNames];
        const held = opening.result.transaction(tables, "readwrite");
        const kept = held.objectStore("kept");
        const again = () => {
            if (!window.isOver) kept.get("").onsuccess = again;
        };
        again();
        opening.result.close();
        done();
    };
})"""


@contextmanager
def held(page):
    """Block reads and writes of others until the block ends."""
    other = page.context.new_page()
    other.goto("/health")
    other.evaluate(HOLD)
    yield
    other.evaluate("() => { window.isOver = true; }")
    expect(page.locator(SAID)).to_have_count(0)
    other.close()


@pytest.mark.wide
def test_n14_the_address_is_kept_until_the_game_comes_from_the_server(open_page):
    table = begun(open_page)
    page, address = table.page, table.page.url
    page.goto("/health")
    with held(page):
        page.route("**/api/**", lambda route: route.abort())
        page.goto(address)
        expect(page.locator(SAID)).to_be_visible(timeout=SOON_MS)
        page.wait_for_timeout(LONGER_MS)
        assert page.url == address
        expect(page.locator('[data-do="start"]')).to_have_count(0)
        page.unroute("**/api/**")
        expect(page.locator(".seat.open")).to_be_visible()
        table.bid(1)
        table.wait_until_saved()
    page.reload()
    expect(page.locator(".ring.set")).to_have_text(["1"])


MOST_MODULES = 20
BUNDLE = re.compile(r"(.*/static/\w+)/(?:dist|js/play)/(play|lazy)\.js$")
SOURCES = {"play": "js/play/main.js", "lazy": "js/lazy/parts.js"}


def serve_sources(route):
    """Answer a bundle with the modules that it was made of, and mark the page."""
    found = BUNDLE.match(route.request.url)
    assert found
    script = f'export * from "{found[1]}/{SOURCES[found[2]]}"; document.body.dataset.'
    route.fulfill(body=f'{script}{found[2]} = "";', content_type="text/javascript")


def test_a_bid_runs_through_few_modules(open_page):
    page = open_page("/health")
    page.route(BUNDLE, serve_sources)
    page.route("**/lazy.css", lambda route: route.fulfill(content_type="text/css"))
    page.goto("/play/en#new")
    table = Table(page)
    table.start()
    page.wait_for_selector("[data-lazy]")
    table.bid(1)
    table.wait_until_saved()

    session = page.context.new_cdp_session(page)
    session.send("Profiler.enable")
    session.send("Profiler.startPreciseCoverage", {"callCount": True})
    session.send("Profiler.takePreciseCoverage")
    table.bid(0)
    table.wait_until_saved()
    scripts = session.send("Profiler.takePreciseCoverage")["result"]

    run = (s for s in scripts if any(f["ranges"][0]["count"] for f in s["functions"]))
    found = {script["url"].partition("/js/")[2] for script in run} - {""}
    assert {"play/main.js", "play/sender.js"} <= found
    assert len(found) <= MOST_MODULES
