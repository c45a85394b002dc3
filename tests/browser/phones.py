"""Several phones at the table, each with its own storage and name."""

from tests.browser.table import Table, wait_for

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari"

ROWS = """(table) => new Promise((done, failed) => {
    const opening = indexedDB.open("scorepad");
    opening.onerror = failed;
    opening.onsuccess = () => {
        const rows = opening.result.transaction(table).objectStore(table);
        const [keys, all] = [rows.getAllKeys(), rows.getAll()];
        all.onsuccess = () => {
            opening.result.close();
            done(keys.result.map((key, at) => [key, all.result[at].value]));
        };
    };
})"""


def begun(open_page, lossy, *scripts):
    page = open_page(f"{lossy.url}/health")
    for script in scripts:
        page.context.add_init_script(script)
    page.goto(f"{lossy.url}/play/en#new")
    table = Table(page)
    table.start(("Ute", "Kevin", "Ada"))
    table.wait_until_saved()
    return table


def rows_of(page, table):
    """Return what the phone stores in this table, by key."""
    return dict(page.evaluate(ROWS, table))


def place_of(page):
    return page.url.split("#")[1].split("/")


def let_in(open_page, first, **how):
    """Return another device in the group of the first, with the same game open."""
    wait_for(first, ".state.saved")
    claim = rows_of(first, "kept")["group"]["claim"]
    group, game = place_of(first)
    page = open_page(f"/g/{group}/enter", **{"user_agent": IPHONE, **how})
    page.locator('[name="claim"]').fill(claim)
    page.locator("form[action$=enter] button, form:has([name=claim]) button").click()
    page.goto(f"/play/en#{group}/{game}")
    wait_for(page, "footer .main")
    return page


def on_the_server(page, part=""):
    group, game = place_of(page)
    answer = page.request.get(f"/api/groups/{group}/games/{game}{part}")
    assert answer.ok, answer.text()
    return answer.json()
