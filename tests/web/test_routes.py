"""Who may do what: every route, every kind of visitor. A new route needs a row.

S02: an id of another group, in a URL or a body, is not found.
"""

import re
from itertools import product
from uuid import uuid4

import pytest
from sqlalchemy import select

from scorepad.db.engine import db
from scorepad.db.tables import Device, Invite, Merge
from scorepad.services.permissions import Action
from tests.repo.source import files
from tests.support import towers_table
from tests.support.director import Director
from tests.support.invitations import let_in, link_for, post
from tests.support.phone import OURS, Phone
from tests.support.stored import each_from_here, found
from tests.web.addresses import filled, group_with_games, known_in, read, routes

PUBLIC = "public"
"""The same for everybody: it contains nothing of a group."""

FREE = "free"
"""Allowed to everybody; what is created belongs to its creator."""

CLAIM = "claim"
"""Allowed to every device that knows the claim of the group."""

READ, PLAY, BID, SCORE, TAKE_OVER, DELETE, LET_IN, ARRANGE, LOOK = Action
GROUP = "/api/groups/<uuid:gid>"
SAVED = f"{GROUP}/games/<uuid:uuid>"
ROUND = f"{SAVED}/rounds/<int:number>"
OLD_ROUND = f"{SAVED}/rounds/<int(min=1):number>/history"
DOCUMENT = f"{GROUP}/<word>/<uuid:uuid>"
HERE = "/g/<uuid:gid>"
GAME = f"{HERE}/games/<uuid:uuid>"
OTHER = f"{HERE}/<game:word>/<uuid:uuid>"
SEASON = f"{HERE}/seasons/<int:number>"
PLAYER = f"{HERE}/players/<uuid:player>"
TOURNAMENT = f"{HERE}/tournaments/<uuid:tid>"
DEVICE = f"{HERE}/devices/<int:device>"


PART = "<any(race,games):part>"
PAPER = "<any(results,ranking,certificates,seats,tables,badges,sheets):kind>"
TABS = "<any(players,standings,settings):part>"

TABLE = {
    PUBLIC: {
        "GET": f"""
            /how /https /https/scorepad.crt /api/openapi.json /health /health/ready
            /paper /paper/file /type-in/file {HERE}/safe /print/rules /print/pad.png
            /judge/<language:lang> /rules/<language:lang>
            /rules/towers/<language:lang> /towers/<language:lang>
            /rules/<language:lang>/leaflet.pdf
            /rules/towers/<language:lang>/leaflet.pdf /offline/<language:lang>
            /play/<language:lang> /play/<language:lang>/words /sw.js
            /play/<language:lang>/app.webmanifest /static/<tree>/<path:filename>
            /.well-known/security.txt /game /import {HERE}/enter /join"""
    },
    FREE: {
        "GET": """/ /api/running /home /groups /season /group /me /print /print/pad.pdf
            /towers/<language:lang>/sheet.pdf /towers/<language:lang>/setup.pdf
            /type-in /type-in/results /signup""",
        "POST": """/game /type-in /type-in/results /import /import/games /signup /join
            /language""",
    },
    CLAIM: {
        "PUT 200": GROUP,
        "POST 303": f"{HERE}/enter",
        # By its former owner, while it is deleted.
        "POST 404": f"{HERE}/bring-back",
    },
    READ: {
        "GET 200": f"""
            {SAVED}/history {OLD_ROUND} {ROUND}/bids {DOCUMENT}/history {OTHER}
            {OTHER}/game.json {SEASON}/<game:word> {HERE}/seasons/all/<game:word>
            {HERE}/deleted {GAME} {SEASON} {HERE}/seasons/all {HERE}/cards
            {HERE}/records {HERE}/records.csv {SEASON}/standings.csv
            {SEASON}/race.csv {SEASON}/games.csv {SEASON}/picture.png
            {SEASON}/season.xlsx {SEASON}/season.ics {PLAYER}/records
            {PLAYER}/records.csv {PLAYER}/bids.csv {PLAYER}/situations.csv
            {PLAYER}/rivals.csv {PLAYER}/games.csv {GAME}/rounds.csv {HERE}/tonight
            {HERE}/evenings/<day> {GAME}/result/<language:lang> {PLAYER}
            {HERE}/people {GAME}/live {HERE}/tables {HERE}/print {HERE}/print/pad.pdf
            {HERE}/print/rules {HERE}/print/games {HERE}/print/books {GAME}/print
            {GAME}/sheet.pdf {GAME}/sheet.png {HERE}/towers/<uuid:uuid>/sheet.pdf
            {TOURNAMENT}/tournament.csv {TOURNAMENT}/standings.csv {TOURNAMENT}
            {TOURNAMENT}/hall {TOURNAMENT}/{TABS} {SEASON}/{PART}
            {HERE}/seasons/all/{PART} {GROUP} {SAVED} {DOCUMENT} {GAME}/sheet
            {OTHER}/game.ics {SEASON}/book {SEASON}/export {HERE}/cards.pdf
            {HERE}/seasons {HERE}/tournaments""",
        "GET 302": f"{HERE}/mine {HERE}/ {SEASON}/book/book.pdf",
        # No game was played on this evening, and the game has no result yet.
        "GET 404": f"""{HERE}/evenings/<day>/picture.png
            {GAME}/picture/<language:lang>.png""",
        "POST 303": f"{SEASON}/book/cancel",
        # There is no finished game to print.
        "POST 422": f"{SEASON}/book {SEASON}/export",
        # The last owner stays.
        "POST 409": f"{HERE}/leave",
    },
    PLAY: {
        "GET 200": f"{HERE}/me {GAME}/seat",
        "POST 303": f"{HERE}/me {TOURNAMENT}/take-part",
        # An empty form is refused.
        "POST 422": f"{GAME}/seat",
    },
    BID: {"PUT 201": f"{ROUND}/bids/<int:seat>"},
    TAKE_OVER: {"POST 303": f"{GAME}/take-over"},
    SCORE: {
        "GET 200": f"{TOURNAMENT}/print {TOURNAMENT}/tournament.json",
        # No player is entered.
        "GET 422": f"{TOURNAMENT}/print/{PAPER}.pdf",
        "PUT 200": f"{SAVED} {DOCUMENT}",
        "PUT 201": f"""{ROUND} {SAVED}/history/<uuid:version>
            {OLD_ROUND}/<uuid:version> {DOCUMENT}/history/<uuid:version>""",
        "POST 303": f"""{OTHER}/restore {GAME}/sheet {TOURNAMENT}/typing
            {TOURNAMENT}/typings/<uuid:game>/discard {TOURNAMENT}/players
            {TOURNAMENT}/reveal""",
        # There is no such player and no penalty.
        "POST 404": f"""{TOURNAMENT}/players/<int:number>/stop
            {TOURNAMENT}/players/<int:number>/again
            {TOURNAMENT}/penalties/<int:at>/remove""",
        # An empty form is refused, and no game is drawn.
        "POST 422": f"""{TOURNAMENT}/settings {TOURNAMENT}/draw {TOURNAMENT}/swap
            {TOURNAMENT}/begin {TOURNAMENT}/penalties {TOURNAMENT}/further-game""",
    },
    DELETE: {"POST 303": f"{OTHER}/delete {HERE}/undo-import"},
    LET_IN: {
        "GET 200": f"{HERE}/invites",
        "POST 200": f"{HERE}/invites {HERE}/invites/code",
        "POST 303": f"{HERE}/invites/code/end",
        # There is no such link.
        "POST 404": f"{HERE}/invites/<uuid:invite_id>/end",
    },
    ARRANGE: {
        # Or being that player, for the data of one.
        "GET 200": f"""{SEASON}/dates {HERE}/people/players {HERE}/people/phones
            {HERE}/activity {HERE}/activity.csv {HERE}/everything.json
            {PLAYER}/data.json {PLAYER}/forget {HERE}/recovery""",
        "POST 200": f"{HERE}/cards.pdf {HERE}/recovery",
        "POST 303": f"""{OTHER}/season {HERE}/people/name {PLAYER}/name {PLAYER}/kind
            {PLAYER}/forget {HERE}/delete {HERE}/tournaments""",
        # There is nobody to put together with, no group to move into, and no device.
        "POST 404": f"""{PLAYER}/merge {HERE}/merges/<int:merge>/undo {HERE}/move
            {GAME}/move {DEVICE}/role {HERE}/devices/sign-out {DEVICE}/revoke
            {DEVICE}/owner""",
        # An empty form is refused.
        "POST 422": f"{SEASON}/dates {HERE}/seasons {HERE}/tournaments/open",
    },
    LOOK: {"GET 200": f"{PLAYER}/look", "POST 303": f"{PLAYER}/look"},
}
"""What a visitor must be allowed: the owner's status there, and the addresses."""

ACCESS = {
    (rule, how.split()[0]): (int(how.split()[1]), need) if " " in how else need
    for need, answers in TABLE.items()
    for how, rules in answers.items()
    for rule in rules.split()
}
GUARDED = sorted(key for key, row in ACCESS.items() if isinstance(row, tuple))
OWNER_GETS = {key: ACCESS[key][0] for key in GUARDED}
NEEDS = {key: ACCESS[key][1] for key in GUARDED}
# A group that is not there is made; its id alone is as long as a secret.
HIDDEN = [key for key in GUARDED if key != (GROUP, "PUT")]


def test_every_route_has_a_row(app):
    declared = {(rule, method) for method, rule in routes(app)}

    assert declared == set(ACCESS), "add the route to TABLE, with who may use it"


def test_every_address_that_is_asked_for_has_a_route(app):
    texts = [path.read_text("utf-8") for path in files(".html", ".txt", ".py")]
    asked = {
        e for t in texts for e in re.findall(r"""url_for\(\s*["'](\w+\.\w+)["']""", t)
    }

    assert len(asked) > 50
    assert asked - {*app.view_functions} == set()


def games_of(phone):
    game = phone.start_game()
    towers_table.save(phone, towers_table.twin(game), towers_table.body(phone))
    phone.tournament = Director(phone).path.rpartition("/")[2]
    return game


def ask(phone, rule, method, game, visitor):
    """Send what the owner would send, as *visitor*."""
    values = known_in(phone, game) | {"device": "999999", "merge": "999999", "at": "1"}
    values["tid"] = getattr(phone, "tournament", values["tid"])
    path = filled(rule, values)
    game = towers_table.twin(game) if "/towers/" in path else game
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


def visitors(app, phone):
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

    assert got == {key: (404, OWNER_GETS[key], 404) for key in wanted}


ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def headers_of(answer):
    """Return the headers of a response, without the time at which a cookie expires."""
    return {name: re.sub(r"Expires=[^;]+", "", value) for name, value in answer.headers}


def test_s20_a_stranger_cannot_find_out_whether_it_exists(app, phone):
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


TRIES_A_WRITE = "/health/ready"


def test_n12_reading_never_commits(app, phone, quick_renderer, monkeypatch):
    paths, commits = read(app, group_with_games(phone)), []
    with app.app_context():
        session = db.session()
        monkeypatch.setattr(
            type(session), "commit", lambda *_: commits.append("commit")
        )

    for path in paths:
        if path != TRIES_A_WRITE:
            phone.client.get(path, headers=OURS)

    assert commits == []


def test_old_addresses_lead_to_the_new_ones(client):
    pad = client.get("/paper?players=4&deck=american")

    assert pad.location == "/type-in?players=4&deck=american"
    assert client.get(f"/g/{uuid4()}/safe").location.endswith("/recovery")


IDS = re.compile("<(?:uuid:(?:uuid|player|invite_id)|int:(?:device|merge))>")


@pytest.fixture
def theirs(app, phone):
    values = group_with_games(phone)
    phone.start_game("Bert", "Cleo", "Dora")
    let_in(phone, "player")
    link_for(phone, "player")
    bert, otto = (phone.person(name)["id"] for name in ("Bert", "Otto"))
    phone.save_game(str(uuid4()), phone.game_body("Otto", "Ute", "Kevin"), seen=None)
    assert post(phone, f"/players/{bert}/merge", into=otto).status_code == 303
    columns = {"invite_id": Invite.uuid, "merge": Merge.id, "device": Device.id}
    newest = {
        name: found(app, select(column).order_by(column))[-1]
        for name, column in columns.items()
    }
    return values | {name: str(value) for name, value in newest.items()}


@pytest.fixture
def own(app, theirs):
    """The owner of a group with data of every kind."""
    other = Phone(app.test_client())
    other.start_game("Mallory", "Trent", "Victor")
    return other


def all_of(phone):
    pages = ("everything.json", "people", "invites", "deleted")
    return "".join(phone.get(f"/{each}").text for each in pages)


def test_s02_no_id_of_another_group_is_found_in_an_address(app, phone, theirs, own):
    before = all_of(phone)
    rules = [each for each in routes(app) if IDS.search(each[1])]
    form = {"seen": "1", "season": "1", "role": "player", "name": "Somebody else"}
    form |= {"into": own.person("Trent")["id"], "player": own.person("Trent")["id"]}

    for method, rule in rules:
        if method == "PUT":
            answer = ask(own, rule, method, theirs["uuid"], own)
        else:
            path = filled(rule, theirs | {"gid": own.group})
            sent = {"data": form, "headers": OURS} if method == "POST" else {}
            answer = own.client.open(path, method=method, **sent)
        assert answer.status_code == 404, (rule, method)

    assert {part for _, rule in rules for part in IDS.findall(rule)} >= {
        *("<uuid:uuid>", "<uuid:player>", "<uuid:invite_id>"),
        *("<int:device>", "<int:merge>"),
    }
    assert all_of(phone) == before


def test_s02_nor_in_a_form(phone, theirs, own):
    before = all_of(phone)
    mine = own.person("Trent")["id"]
    game = own.start_game("Mallory", "Trent", "Victor")
    forms = [
        (f"/players/{mine}/merge", {"into": theirs["player"]}),
        ("/me", {"player": theirs["player"]}),
        ("/move", {"into": phone.group}),
        (f"/games/{game}/move", {"into": phone.group}),
    ]

    for path, form in forms:
        assert post(own, path, **form).status_code == 404, path
    assert all_of(phone) == before
