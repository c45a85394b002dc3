"""The app shell: its words, its links, its rules, no personal data.

The service worker and the manifest: what is cached for offline use. The built scripts
match their sources.
"""

import hashlib
import json
import re
from uuid import UUID

import pytest

from scorepad.games.registry import games_of_tricks
from scorepad.i18n.languages import LANGUAGES
from scorepad.web.play import rules_of
from scorepad.web.static import scripts_of
from tests.repo.source import ROOT
from tests.support.vectors import vectors
from tests.support.wide import first_of

SCRIPTS = ROOT / "static" / "js"
TAGS = [known.tag for known in LANGUAGES]
NIL = str(UUID(int=0))


def words_in(html):
    blocks = re.findall(r'id="words">(.+?)</script>', html, re.DOTALL)
    return {word for block in blocks for word in json.loads(block)}


def words_said(script):
    """Return the words a script uses, and the prefixes of those it composes."""
    text = re.sub(r"//.*", "", script.read_text(encoding="utf-8"))
    built = set(re.findall(r"say\(`(\w+)\$\{", text))
    named = r'(?:(?:say|option)\s*\(?|\bword: )"(\w+)"'
    return set(re.findall(named, text)), built


@pytest.mark.parametrize("tag", first_of(TAGS))
@pytest.mark.parametrize(
    ("folder", "pages", "at_least"),
    [
        ("play", ["play/{}"], 60),
        ("lazy", ["play/{}", "play/{}/words"], 45),
        ("towers", ["towers/{}"], 60),
    ],
)
def test_all_words_of_the_scripts_are_on_the_page(client, folder, pages, at_least, tag):
    there = words_in("".join(client.get(f"/{p.format(tag)}").text for p in pages))
    said = [words_said(script) for script in (SCRIPTS / folder).rglob("*.js")]
    whole = set().union(*[words for words, _ in said])
    begun = set().union(*[begun for _, begun in said])

    assert len(whole) > at_least
    assert whole <= there
    assert all(any(word.startswith(start) for word in there) for start in begun)


@pytest.mark.parametrize(
    ("page", "named", "count"),
    [
        ("play", "sheet|print|season|deleted|rules|home", 6),
        ("towers", "season|rules|home|setup|blank", 5),
    ],
)
def test_the_links_of_the_play_page_lead_to_pages(app, page, named, count):
    html = app.test_client().get(f"/{page}/en").text
    patterns = re.findall(rf'data-(?:{named})="([^"]+)"', html)
    adapter = app.url_map.bind("")
    places = [text.replace("{group}", NIL).replace("{game}", NIL) for text in patterns]

    assert len(places) == count
    assert all(adapter.match(place, method="GET") for place in places)


def test_the_play_page_is_the_same_for_everyone(app, client):
    visitor = app.test_client()
    visitor.set_cookie("s", "somebody")

    for address in ("/play/en", "/play/en/words"):
        assert visitor.get(address).data == client.get(address).data


def test_the_tests_of_the_scripts_have_the_rules_that_the_server_declares():
    declared = {word: rules_of(model) for word, model in games_of_tricks().items()}

    assert vectors("page_rules") == json.loads(json.dumps(declared))


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
    phone.create_group()
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


STATIC = ROOT / "static"
MANIFEST = json.loads((STATIC / "dist" / "manifest.json").read_text("utf-8"))


def checksum_of(*folders):
    """Return the same hash as scripts/node/build.mjs."""
    files = []
    for folder in folders:
        files += (STATIC / folder).rglob("*")
    names = [f.relative_to(STATIC).as_posix() for f in files]
    digest = hashlib.sha256()
    for name in sorted(
        each for each in names if each.endswith((".js", ".mjs", ".css"))
    ):
        digest.update(name.encode() + b"\0")
        digest.update(hashlib.sha256((STATIC / name).read_bytes()).digest())
    return digest.hexdigest()


def test_the_built_scripts_are_current():
    assert MANIFEST["sources"] == checksum_of("css", "js", "vendor"), "./scripts/build"


def test_the_built_scripts_are_as_they_were_built():
    assert MANIFEST["built"] == checksum_of("dist"), "./scripts/build"
