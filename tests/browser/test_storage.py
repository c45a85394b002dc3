"""Storage that fails: what the phone does, and what it says."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table
from tests.support.wide import first_of

NAMES = ("Ute", "Kevin", "Ada")
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
NO_LOCKS = 'Object.defineProperty(navigator, "locks", { value: undefined });'
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


def opened_with(open_page, *scripts):
    """A page whose browser lacks something from the beginning."""
    page = open_page("/health")
    for script in scripts:
        page.add_init_script(script)
    page.goto("/play/en#new")
    return page


def test_a_tap_and_its_request_are_one_strict_write(open_page):
    table = Table(opened_with(open_page, LISTEN))
    table.start(NAMES)
    table.wait_until_saved()
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
    table = Table(opened_with(open_page, BROKEN[how]))
    table.start(NAMES)
    table.page.context.set_offline(True)
    table.bid(1)
    expect(table.page.locator(".state.kept")).to_be_visible()
    table.page.context.set_offline(False)

    table.page.reload()

    expect(table.page.locator(".ring.set")).to_have_text(["1"])
    table.wait_until_saved()


@pytest.mark.parametrize("how", first_of(BROKEN))
def test_n08_where_nothing_can_be_kept_the_page_says_so(open_page, how):
    table = Table(opened_with(open_page, BROKEN[how], NO_STORAGE))
    table.start(NAMES)
    table.wait_until_saved()
    table.page.context.set_offline(True)
    table.bid(1)

    expect(table.page.locator(".state.unkept")).to_contain_text("Keep this page open")
    table.page.context.set_offline(False)

    # What the server has is safe.
    table.wait_until_saved()
