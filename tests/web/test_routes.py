"""Who may do what: every route, every kind of visitor. A new route needs a row."""

import re
from itertools import product
from typing import Any
from uuid import uuid4

import pytest

from scorepad.db.engine import db
from tests.support import towers_table
from tests.support.phone import OURS, Phone
from tests.support.rewinding import each_from_here

PUBLIC = "public"
"""The same for everybody: it contains nothing of a group."""

FREE = "free"
"""Allowed to everybody; what is created belongs to its creator."""

ROUND = "/api/groups/<uuid:gid>/games/<uuid:uuid>/rounds/<int:number>"
PART = "<any(race, games):part>"
DOCUMENT = "/api/groups/<uuid:gid>/<word>/<uuid:uuid>"

ACCESS: dict[tuple[str, str], Any] = {
    # (route, method): statuses for (stranger, owner, owner of another group)
    ("/api/groups/<uuid:gid>", "PUT"): (404, 200, 404),
    ("/api/groups/<uuid:gid>", "GET"): (404, 200, 404),
    ("/api/groups/<uuid:gid>/games/<uuid:uuid>", "PUT"): (404, 200, 404),
    ("/api/groups/<uuid:gid>/games/<uuid:uuid>", "GET"): (404, 200, 404),
    ("/api/groups/<uuid:gid>/games/<uuid:uuid>/rounds/<int:number>", "PUT"): (
        404,
        201,
        404,
    ),
    ("/api/groups/<uuid:gid>/games/<uuid:uuid>/history", "GET"): (404, 200, 404),
    (f"{ROUND}/history", "GET"): (404, 200, 404),
    ("/api/groups/<uuid:gid>/games/<uuid:uuid>/history/<uuid:version>", "PUT"): (
        404,
        201,
        404,
    ),
    (f"{ROUND}/history/<uuid:version>", "PUT"): (404, 201, 404),
    (f"{ROUND}/bids", "GET"): (404, 200, 404),
    (f"{ROUND}/bids/<int:seat>", "PUT"): (404, 201, 404),
    (DOCUMENT, "PUT"): (404, 200, 404),
    (DOCUMENT, "GET"): (404, 200, 404),
    (f"{DOCUMENT}/history", "GET"): (404, 200, 404),
    (f"{DOCUMENT}/history/<uuid:version>", "PUT"): (404, 201, 404),
    ("/g/<uuid:gid>/<word>/<uuid:uuid>", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/<word>/<uuid:uuid>/game.json", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/<word>/<uuid:uuid>/delete", "POST"): (404, 303, 404),
    ("/g/<uuid:gid>/<word>/<uuid:uuid>/restore", "POST"): (404, 303, 404),
    ("/g/<uuid:gid>/<word>/<uuid:uuid>/season", "POST"): (404, 303, 404),
    ("/g/<uuid:gid>/seasons/<int:number>/<word>", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/seasons/all/<word>", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/deleted", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/restore", "POST"): (404, 303, 404),
    ("/", "GET"): FREE,
    ("/api/running", "GET"): FREE,
    ("/home", "GET"): FREE,
    ("/groups", "GET"): FREE,
    ("/season", "GET"): FREE,
    ("/group", "GET"): FREE,
    ("/me", "GET"): FREE,
    ("/g/<uuid:gid>/mine", "GET"): (404, 302, 404),
    ("/how", "GET"): PUBLIC,
    ("/https", "GET"): PUBLIC,
    ("/https/scorepad.crt", "GET"): PUBLIC,
    ("/api/openapi.json", "GET"): PUBLIC,
    ("/health", "GET"): PUBLIC,
    ("/health/ready", "GET"): PUBLIC,
    ("/paper", "GET"): PUBLIC,
    ("/paper/file", "GET"): PUBLIC,
    ("/g/<uuid:gid>/safe", "GET"): PUBLIC,
    ("/type-in", "GET"): FREE,
    ("/type-in", "POST"): FREE,
    ("/type-in/file", "GET"): PUBLIC,
    ("/type-in/file", "POST"): FREE,
    ("/g/<uuid:gid>/games/<uuid:uuid>", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/season", "POST"): (404, 303, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/sheet", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/sheet", "POST"): (404, 303, 404),
    ("/g/<uuid:gid>/", "GET"): (404, 302, 404),
    ("/g/<uuid:gid>/seasons/<int:number>", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/seasons/all", "GET"): (404, 200, 404),
    (f"/g/<uuid:gid>/seasons/<int:number>/{PART}", "GET"): (404, 200, 404),
    (f"/g/<uuid:gid>/seasons/all/{PART}", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/seasons/<int:number>/book", "GET"): (404, 200, 404),
    # There is no finished game to print.
    ("/g/<uuid:gid>/seasons/<int:number>/book", "POST"): (404, 422, 404),
    ("/g/<uuid:gid>/seasons/<int:number>/book/cancel", "POST"): (404, 303, 404),
    ("/g/<uuid:gid>/seasons/<int:number>/book/book.pdf", "GET"): (404, 302, 404),
    ("/g/<uuid:gid>/cards", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/cards.pdf", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/cards.pdf", "POST"): (404, 200, 404),
    ("/g/<uuid:gid>/records", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/records.csv", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/seasons/<int:number>/standings.csv", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/seasons/<int:number>/race.csv", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/seasons/<int:number>/games.csv", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/seasons/<int:number>/picture.png", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/records", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/records.csv", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/bids.csv", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/situations.csv", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/rivals.csv", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/games.csv", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/rounds.csv", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/climb/<lang>", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/players/<uuid:player>", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/seasons/<int:number>/dates", "GET"): (404, 200, 404),
    # The owner is let in, and an empty form is refused.
    ("/g/<uuid:gid>/seasons/<int:number>/dates", "POST"): (404, 422, 404),
    ("/g/<uuid:gid>/seasons", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/seasons", "POST"): (404, 422, 404),
    ("/g/<uuid:gid>/enter", "GET"): PUBLIC,
    ("/g/<uuid:gid>/enter", "POST"): (404, 303, 404),
    ("/signup", "GET"): FREE,
    ("/signup", "POST"): FREE,
    ("/join", "GET"): PUBLIC,
    ("/join", "POST"): FREE,
    ("/g/<uuid:gid>/me", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/me", "POST"): (404, 303, 404),
    ("/g/<uuid:gid>/invites", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/invites", "POST"): (404, 200, 404),
    ("/g/<uuid:gid>/invites/code", "POST"): (404, 200, 404),
    ("/g/<uuid:gid>/invites/code/end", "POST"): (404, 303, 404),
    # There is no such link.
    ("/g/<uuid:gid>/invites/<uuid:invite_id>/end", "POST"): (404, 404, 404),
    ("/g/<uuid:gid>/people", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/people/players", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/people/phones", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/people/name", "POST"): (404, 303, 404),
    ("/g/<uuid:gid>/everything.json", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/name", "POST"): (404, 303, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/kind", "POST"): (404, 303, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/data.json", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/forget", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/players/<uuid:player>/forget", "POST"): (404, 303, 404),
    # There is nobody to put together with.
    ("/g/<uuid:gid>/players/<uuid:player>/merge", "POST"): (404, 404, 404),
    ("/g/<uuid:gid>/merges/<int:merge>/undo", "POST"): (404, 404, 404),
    ("/g/<uuid:gid>/recovery", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/recovery", "POST"): (404, 200, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/live", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/tables", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/seat", "GET"): (404, 200, 404),
    # The owner is let in, and an empty form is refused.
    ("/g/<uuid:gid>/games/<uuid:uuid>/seat", "POST"): (404, 422, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/take-over", "POST"): (404, 303, 404),
    # There is no group to move into.
    ("/g/<uuid:gid>/move", "POST"): (404, 404, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/move", "POST"): (404, 404, 404),
    # There is no such device.
    ("/g/<uuid:gid>/devices/<int:device>/role", "POST"): (404, 404, 404),
    ("/g/<uuid:gid>/devices/<int:device>/revoke", "POST"): (404, 404, 404),
    ("/g/<uuid:gid>/devices/<int:device>/owner", "POST"): (404, 404, 404),
    # The last owner stays.
    ("/g/<uuid:gid>/leave", "POST"): (404, 409, 404),
    ("/g/<uuid:gid>/delete", "POST"): (404, 303, 404),
    # It is not deleted.
    ("/g/<uuid:gid>/bring-back", "POST"): (404, 404, 404),
    ("/print", "GET"): FREE,
    ("/print/rules", "GET"): PUBLIC,
    ("/g/<uuid:gid>/print", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/print/pad.pdf", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/print/rules", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/print/games", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/print/books", "GET"): (404, 200, 404),
    ("/print/pad.pdf", "GET"): FREE,
    ("/print/pad.png", "GET"): PUBLIC,
    ("/g/<uuid:gid>/games/<uuid:uuid>/print", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/sheet.pdf", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/sheet.png", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/towers/<uuid:uuid>/sheet.pdf", "GET"): (404, 200, 404),
    ("/g/<uuid:gid>/games/<uuid:uuid>/game.json", "GET"): (404, 200, 404),
    ("/judge/<lang>", "GET"): PUBLIC,
    ("/rules/<lang>", "GET"): PUBLIC,
    ("/rules/towers/<lang>", "GET"): PUBLIC,
    ("/towers/<lang>", "GET"): PUBLIC,
    ("/towers/<lang>/sheet.pdf", "GET"): FREE,
    ("/towers/<lang>/setup.pdf", "GET"): FREE,
    ("/rules/<lang>/leaflet.pdf", "GET"): PUBLIC,
    ("/offline/<lang>", "GET"): PUBLIC,
    ("/play/<lang>", "GET"): PUBLIC,
    ("/play/<lang>/words", "GET"): PUBLIC,
    ("/play/<lang>/app.webmanifest", "GET"): PUBLIC,
    ("/sw.js", "GET"): PUBLIC,
    ("/static/<tree>/<path:filename>", "GET"): PUBLIC,
    ("/language", "POST"): FREE,
}
GUARDED = sorted(key for key, row in ACCESS.items() if isinstance(row, tuple))
# A group that is not there is made; its id alone is as long as a secret.
HIDDEN = [key for key in GUARDED if key != ("/api/groups/<uuid:gid>", "PUT")]
OF_A_GROUP = [key for key in GUARDED if re.search("<uuid:(uuid|player)>", key[0])]


def test_every_route_has_a_row(app):
    routes = {
        (rule.rule, method)
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }

    assert routes == set(ACCESS), "add the route to ACCESS, with who may use it"


def games_of(phone: Phone) -> str:
    """Play a game of Wizard and its twin of Wandering Towers."""
    game = phone.start_game()
    towers_table.save(phone, towers_table.twin(game), towers_table.body(phone))
    return game


def ask(phone: Phone, rule: str, method: str, game: str, visitor: Phone):
    """Send what the owner would send, as *visitor*."""
    game = towers_table.twin(game) if re.search("towers|<word>", rule) else game
    known = {"gid": phone.group, "uuid": game, "word": "towers", "lang": "en"}
    known |= {"player": phone.person("Ute")["id"], "number": "1", "seat": "0"}
    path = re.sub(r"<int:(device|merge)>", "999999", rule).replace(PART, "race")
    path = re.sub(r"<(\w+:)?(\w+)>", lambda m: known.get(m[2], str(uuid4())), path)
    if method == "GET":
        return visitor.client.get(path)
    if method == "POST":
        form = {"seen": "1", "claim": visitor.claim, "season": "1", "role": "player"}
        form |= {"name": "Somebody else", "into": str(uuid4())}
        form |= {"player": phone.person("Ute")["id"], "lasts": "day"}
        return visitor.client.post(path, data=form, headers=OURS)
    if "/rounds/1/history/" in path:
        phone.save_round(game, 1, [0, 1, 0, 0])
    seen, body = None, {"claim": visitor.claim, "time_zone": "UTC", "language": "en"}
    if "/bids/" in path:
        body = {"bid": 1}
    elif "/rounds/1" in path:
        body = {"bids": [1, 0, 0, 0], "tricks": None}
    elif "/towers/" in path:
        seen = 1 if path.endswith(game) else None
        body = towers_table.body(phone)
    elif "/games/" in path:
        seen = "g1" if path.endswith(game) else None
        body = phone.game_body()
    return visitor.put(path, body, seen=seen)


def visitors(app, phone: Phone) -> tuple[Phone, Phone, Phone]:
    other = Phone(app.test_client())
    other.start_game()
    return Phone(app.test_client()), phone, other


@pytest.mark.parametrize("verb", ["reads", "writes"])
def test_s01_every_visitor_does_what_the_table_says(app, phone, quick_renderer, verb):
    wanted = [key for key in GUARDED if (key[1] == "GET") == (verb == "reads")]
    game = games_of(phone)
    everybody = visitors(app, phone)

    got = {
        key: tuple(ask(phone, *key, game, each).status_code for each in everybody)
        for key in (
            wanted if verb == "reads" else each_from_here(app, wanted, *everybody)
        )
    }

    assert got == {key: ACCESS[key] for key in wanted}


ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def headers_of(answer):
    """Return the headers of a response, without the time at which a cookie expires."""
    return {name: re.sub(r"Expires=[^;]+", "", value) for name, value in answer.headers}


def test_s20_a_stranger_cannot_tell_whether_it_exists(app, phone):
    game = games_of(phone)
    nobody, _, other = visitors(app, phone)
    nowhere = Phone(app.test_client())

    for (rule, method), visitor in product(HIDDEN, (nobody, other)):
        there = ask(phone, rule, method, game, visitor)
        missing = ask(nowhere, rule, method, str(uuid4()), visitor)
        # A page repeats the ids in its own address, which the stranger typed.
        assert ID.sub("", there.text) == ID.sub("", missing.text)
        assert there.status_code == missing.status_code == 404, (rule, method)
        assert headers_of(there) == headers_of(missing), (rule, method)


def test_what_is_of_another_group_is_not_found_under_ones_own(app, phone):
    theirs = games_of(phone)
    own = Phone(app.test_client())
    own.people = phone.people
    own.found_group()

    for rule, method in OF_A_GROUP:
        answer = ask(own, rule, method, theirs, own)
        assert answer.status_code == 404, (rule, method)


TRIES_A_WRITE = "/health/ready"


def test_n12_reading_never_commits_where_nothing_is_stale(
    app, phone, quick_renderer, monkeypatch
):
    game = games_of(phone)
    commits = []
    with app.app_context():
        session = db.session()
        monkeypatch.setattr(
            type(session), "commit", lambda *_: commits.append("commit")
        )

    for rule, method in ACCESS:
        if method == "GET" and rule != TRIES_A_WRITE:
            path = rule.replace("<lang>", "de").replace("<uuid:uuid>", game)
            path = path.replace("<word>", "towers")
            path = path.replace("<uuid:gid>", phone.group)
            path = path.replace("<uuid:player>", phone.person("Ute")["id"])
            phone.client.get(path.replace("<int:number>", "1"), headers=OURS)

    assert commits == []


def test_old_addresses_lead_to_the_new_ones(client):
    pad = client.get("/paper?players=4&deck=american")

    assert pad.location == "/type-in?players=4&deck=american"
    assert client.get(f"/g/{uuid4()}/safe").location.endswith("/recovery")
