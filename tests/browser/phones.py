"""Several phones at the table, each with its own storage and name."""

from playwright.sync_api import expect

from tests.browser.table import THREE, Table, wait_for

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
FORGET = """() => new Promise((done, failed) => {
    const asked = indexedDB.deleteDatabase("scorepad");
    asked.onsuccess = done;
    asked.onerror = failed;
})"""
ASK = "path => fetch(path).then((answer) => answer.json())"


def begun(open_page, *scripts, at="", names=THREE, **how):
    """Start a game on a phone of its own; wait until it is saved."""
    table = Table(open_page(f"{at}/play/en#new", *scripts, **how))
    table.start(names)
    table.wait_until_saved()
    return table


WITH_WORKER = {"service_workers": "allow"}
# If the worker cannot be installed, "ready" never rejects, and a test would hang.
INSTALLED = """() => Promise.race([
    navigator.serviceWorker.ready.then(() => true),
    new Promise((_, refused) => setTimeout(refused, 30000, "not installed")),
])"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"


def installed(open_page, path="/play/en#new"):
    """Open a page, and wait until the service worker answers its requests."""
    page = open_page(path, **WITH_WORKER)
    page.evaluate(INSTALLED)
    page.wait_for_function(CONTROLLED)
    return page


def rows_of(page, table):
    """Return what the phone stores in this table, by key."""
    return dict(page.evaluate(ROWS, table))


def kept_on(page):
    """Return everything that a browser stores: databases, storages, caches, cookies."""
    return page.evaluate(EVERYTHING) + str(page.context.cookies())


def forget_everything(page):
    address = page.url
    page.goto("/health")
    page.evaluate(FORGET)
    page.goto(address)


def place_of(page):
    return page.url.split("#")[1].split("/")


def second_phone(open_page, page):
    """Return another browser with the same cookie and the same game open."""
    wait_for(page, ".state.saved")
    address = page.url.split("/", 3)[3]
    cookies = {"cookies": page.context.cookies(), "origins": []}
    other = open_page(f"/{address}", storage_state=cookies)
    wait_for(other, ".seat.open")
    return other


def let_in(open_page, first):
    """Return another device in the group of the first, with the same game open."""
    wait_for(first, ".state.saved")
    claim = rows_of(first, "kept")["group"]["claim"]
    group, game = place_of(first)
    page = open_page(f"/g/{group}/enter", user_agent=IPHONE)
    page.locator('[name="claim"]').fill(claim)
    page.locator("form[action$=enter] button, form:has([name=claim]) button").click()
    page.goto(f"/play/en#{group}/{game}")
    wait_for(page, "footer .main")
    return page


def joined(open_page, code, name):
    """Return a phone that comes in by a code and says whose it is."""
    page = open_page("/join")
    page.locator("#code").fill(code)
    page.locator("form .main").click()
    page.locator(".faces button").filter(has_text=name).click()
    expect(page.locator("h1")).to_be_visible()
    return page


def known(phone):
    """What makes a browser the device that the server knows."""
    cookie = phone.client.get_cookie("s")
    kept = {"name": "s", "value": cookie.value, "domain": "127.0.0.1", "path": "/"}
    return {"storage_state": {"cookies": [kept], "origins": []}}


def look_again(page):
    page.evaluate("dispatchEvent(new Event('pageshow'))")


def on_the_server(page, part=""):
    """Return the game on the page, or another part of it, as the API tells it."""
    group, game = place_of(page)
    return page.evaluate(ASK, f"/api/groups/{group}/games/{game}{part}")
