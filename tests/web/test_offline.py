"""The service worker and the manifest: what is cached for offline use."""

import json
import re

import pytest

from scorepad.i18n.languages import LANGUAGES
from scorepad.web.static import scripts_of
from tests.support.wide import first_of

TAGS = [known.tag for known in LANGUAGES]


def constant(client, name):
    script = client.get("/sw.js").text
    found = re.search(rf"^const {name} = (.+);$", script, re.MULTILINE)
    assert found
    return json.loads(found.group(1))


@pytest.mark.parametrize("tag", first_of(TAGS))
@pytest.mark.parametrize("page", ["play", "judge", "rules", "rules/towers"])
def test_the_worker_keeps_a_page_and_everything_it_loads(app, client, page, tag):
    html = client.get(f"/{page}/{tag}").text
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+)"', html)
    tree, kept = app.config["STATIC_TREE"], set(constant(client, "FILES"))

    assert loaded
    assert {*loaded, f"/play/{tag}/words"} <= kept
    assert f"/{page}/{tag}" in (constant(client, "SHELLS") if page == "play" else kept)
    for name in re.findall(r'data-script="(\w+)\.', html) if page != "play" else ():
        with app.app_context():
            files = scripts_of(f"js/pages/{name}.js")
        assert {f"/static/{tree}/{file}" for file in files} <= kept


@pytest.mark.parametrize("tag", first_of(TAGS))
def test_a_phone_can_install_the_page_and_a_long_press_offers_ways_in(phone, tag):
    phone.found_group()
    play, season = f"/play/{tag}", f"/g/{phone.group}/seasons/1"

    manifest = phone.client.get(f"{play}/app.webmanifest").get_json(force=True)

    icons = {icon["src"]: icon for icon in manifest["icons"]}
    assert (manifest["start_url"], manifest["display"]) == (play, "standalone")
    assert {icon["sizes"] for icon in icons.values()} == {"192x192", "512x512"}
    assert {icon["purpose"] for icon in icons.values()} == {"any", "maskable"}
    for address in icons:
        picture = phone.client.get(address)
        assert picture.mimetype == "image/png"
        assert len(picture.data) < 20_000
    shortcuts = {each["url"]: each["name"] for each in manifest["shortcuts"]}
    assert [*shortcuts] == [play, f"{play}#new", "/season", "/print"]
    assert len({*shortcuts.values()}) == len(shortcuts)
    ways = [url.split("#")[0] for url in shortcuts]
    led = [phone.client.get(url, follow_redirects=True).request.path for url in ways]
    assert led == [play, play, season, "/print"]
