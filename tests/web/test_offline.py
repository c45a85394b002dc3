"""The service worker and the manifest: what is cached for offline use."""

import json
import re

import pytest

from scorepad.i18n.languages import LANGUAGES
from scorepad.web.static import scripts_of

TAGS = [known.tag for known in LANGUAGES]


def constant(client, name):
    script = client.get("/sw.js").text
    found = re.search(rf"^const {name} = (.+);$", script, re.MULTILINE)
    assert found
    return json.loads(found.group(1))


def test_the_worker_keeps_everything_the_shell_loads(client):
    for tag in TAGS:
        html = client.get(f"/play/{tag}").text
        loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))

        assert loaded
        assert loaded <= set(constant(client, "FILES"))
        assert f"/play/{tag}" in constant(client, "SHELLS")
        assert f"/play/{tag}/words" in constant(client, "FILES")


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("page", ["judge", "rules", "rules/towers"])
def test_the_worker_keeps_what_lies_over_the_game(app, client, page, tag):
    html = client.get(f"/{page}/{tag}").text
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+)"', html)
    tree = app.config["STATIC_TREE"]
    modules = re.findall(r'data-script="(\w+)\.', html)
    kept = set(constant(client, "FILES"))

    assert f"/{page}/{tag}" in kept
    assert set(loaded) <= kept
    for name in modules:
        with app.app_context():
            files = scripts_of(f"js/pages/{name}.js")
        assert {f"/static/{tree}/{file}" for file in files} <= kept


def test_a_phone_can_install_the_page(client):
    for tag in TAGS:
        manifest = client.get(f"/play/{tag}/app.webmanifest").get_json(force=True)
        icons = {icon["src"]: icon for icon in manifest["icons"]}

        assert manifest["start_url"] == f"/play/{tag}"
        assert manifest["display"] == "standalone"
        assert {icon["sizes"] for icon in icons.values()} == {"192x192", "512x512"}
        assert {icon["purpose"] for icon in icons.values()} == {"any", "maskable"}
        for address in icons:
            picture = client.get(address)
            assert picture.mimetype == "image/png"
            assert len(picture.data) < 20_000
