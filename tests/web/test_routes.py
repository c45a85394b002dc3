"""Who may do what: every route, every kind of visitor. A new route needs a row."""

import re
from itertools import product
from uuid import uuid4

import pytest

from scorepad.db.engine import db
from scorepad.services.permissions import Action
from tests.support import towers_table
from tests.support.director import Director
from tests.support.phone import OURS, Phone
from tests.support.rewinding import each_from_here
from tests.web.addresses import group_with_games, read, routes

PUBLIC = "public"
"""The same for everybody: it contains nothing of a group."""

FREE = "free"
"""Allowed to everybody; what is created belongs to its creator."""

CLAIM = "claim"
"""Allowed to every device that knows the claim of the group."""

READ, PLAY, BID, SCORE, TAKE_OVER, DELETE, LET_IN, ARRANGE, LOOK = Action
MAY_READ = 200, READ
GROUP = "/api/groups/<uuid:gid>"
SAVED = f"{GROUP}/games/<uuid:uuid>"
ROUND = f"{SAVED}/rounds/<int:number>"
DOCUMENT = f"{GROUP}/<word>/<uuid:uuid>"
HERE = "/g/<uuid:gid>"
GAME = f"{HERE}/games/<uuid:uuid>"
OTHER = f"{HERE}/<game:word>/<uuid:uuid>"
SEASON = f"{HERE}/seasons/<int:number>"
PLAYER = f"{HERE}/players/<uuid:player>"
TOURNAMENT = f"{HERE}/tournaments/<uuid:tid>"
DEVICE = f"{HERE}/devices/<int:device>"
PART = "<any(race, games):part>"
TABS = "<any(players,standings,settings):part>"

READ_BY_MEMBERS = f"""
{SAVED}/history {ROUND}/history {ROUND}/bids {DOCUMENT}/history {OTHER}
{OTHER}/game.json {SEASON}/<game:word> {HERE}/seasons/all/<game:word> {HERE}/deleted
{GAME} {SEASON} {HERE}/seasons/all {HERE}/cards {HERE}/records {HERE}/records.csv
{SEASON}/standings.csv {SEASON}/race.csv {SEASON}/games.csv {SEASON}/picture.png
{SEASON}/season.xlsx {SEASON}/season.ics
{PLAYER}/records {PLAYER}/records.csv {PLAYER}/bids.csv {PLAYER}/situations.csv
{PLAYER}/rivals.csv {PLAYER}/games.csv {GAME}/rounds.csv
{HERE}/tonight {HERE}/evenings/<day>
{GAME}/result/<language:lang> {PLAYER} {HERE}/people {GAME}/live {HERE}/tables
{HERE}/print {HERE}/print/pad.pdf {HERE}/print/rules {HERE}/print/games
{HERE}/print/books {GAME}/print {GAME}/sheet.pdf {GAME}/sheet.png
{HERE}/towers/<uuid:uuid>/sheet.pdf
{TOURNAMENT}/tournament.csv {TOURNAMENT}/standings.csv
{TOURNAMENT} {TOURNAMENT}/hall {TOURNAMENT}/<any(players,standings,settings):part>
"""
"""Pages of a group, which every member may read."""

READ_BY_ALL = f"""
/how /https /https/scorepad.crt /api/openapi.json /health /health/ready /paper
/paper/file /type-in/file {HERE}/safe /print/rules /print/pad.png /judge/<language:lang>
/rules/<language:lang> /rules/towers/<language:lang> /towers/<language:lang>
/rules/<language:lang>/leaflet.pdf /rules/towers/<language:lang>/leaflet.pdf
/offline/<language:lang> /play/<language:lang> /play/<language:lang>/words
/play/<language:lang>/app.webmanifest /sw.js /static/<tree>/<path:filename>
/.well-known/security.txt
"""
"""Pages that are the same for everybody."""

READ_BY_EACH = """
/ /api/running /home /groups /season /group /me /print /print/pad.pdf
/towers/<language:lang>/sheet.pdf /towers/<language:lang>/setup.pdf
"""
"""Pages on which everybody finds what is their own."""

TABLE = {
    **{page: {"GET": MAY_READ} for page in READ_BY_MEMBERS.split()},
    **{page: {"GET": PUBLIC} for page in READ_BY_ALL.split()},
    **{page: {"GET": FREE} for page in READ_BY_EACH.split()},
    # What belongs to a group: the owner's status, and what a member must be allowed
    f"{SEASON}/{PART}": {"GET": MAY_READ},
    f"{HERE}/seasons/all/{PART}": {"GET": MAY_READ},
    GROUP: {"GET": MAY_READ, "PUT": (200, CLAIM)},
    SAVED: {"GET": MAY_READ, "PUT": (200, SCORE)},
    ROUND: {"PUT": (201, SCORE)},
    f"{SAVED}/history/<uuid:version>": {"PUT": (201, SCORE)},
    f"{ROUND}/history/<uuid:version>": {"PUT": (201, SCORE)},
    f"{ROUND}/bids/<int:seat>": {"PUT": (201, BID)},
    DOCUMENT: {"GET": MAY_READ, "PUT": (200, SCORE)},
    f"{DOCUMENT}/history/<uuid:version>": {"PUT": (201, SCORE)},
    f"{OTHER}/delete": {"POST": (303, DELETE)},
    f"{OTHER}/restore": {"POST": (303, SCORE)},
    f"{OTHER}/season": {"POST": (303, ARRANGE)},
    f"{HERE}/mine": {"GET": (302, READ)},
    "/game": {"GET": PUBLIC, "POST": FREE},
    "/type-in": {"GET": FREE, "POST": FREE},
    "/type-in/results": {"GET": FREE, "POST": FREE},
    "/import": {"GET": PUBLIC, "POST": FREE},
    "/import/games": {"POST": FREE},
    f"{HERE}/undo-import": {"POST": (303, DELETE)},
    f"{GAME}/sheet": {"GET": MAY_READ, "POST": (303, SCORE)},
    f"{HERE}/": {"GET": (302, READ)},
    # No game was played on this evening.
    f"{HERE}/evenings/<day>/picture.png": {"GET": (404, READ)},
    # The game has no result yet.
    f"{GAME}/picture/<language:lang>.png": {"GET": (404, READ)},
    f"{OTHER}/game.ics": {"GET": MAY_READ},
    # There is no finished game to print.
    f"{SEASON}/book": {"GET": MAY_READ, "POST": (422, READ)},
    f"{SEASON}/export": {"GET": MAY_READ, "POST": (422, READ)},
    f"{SEASON}/book/cancel": {"POST": (303, READ)},
    f"{SEASON}/book/book.pdf": {"GET": (302, READ)},
    f"{HERE}/cards.pdf": {"GET": MAY_READ, "POST": (200, ARRANGE)},
    # An empty form is refused.
    f"{SEASON}/dates": {"GET": (200, ARRANGE), "POST": (422, ARRANGE)},
    f"{HERE}/seasons": {"GET": MAY_READ, "POST": (422, ARRANGE)},
    f"{HERE}/enter": {"GET": PUBLIC, "POST": (303, CLAIM)},
    "/signup": {"GET": FREE, "POST": FREE},
    "/join": {"GET": PUBLIC, "POST": FREE},
    f"{HERE}/me": {"GET": (200, PLAY), "POST": (303, PLAY)},
    f"{HERE}/invites": {"GET": (200, LET_IN), "POST": (200, LET_IN)},
    f"{HERE}/invites/code": {"POST": (200, LET_IN)},
    f"{HERE}/invites/code/end": {"POST": (303, LET_IN)},
    # There is no such link.
    f"{HERE}/invites/<uuid:invite_id>/end": {"POST": (404, LET_IN)},
    f"{HERE}/people/players": {"GET": (200, ARRANGE)},
    f"{HERE}/people/phones": {"GET": (200, ARRANGE)},
    f"{HERE}/activity": {"GET": (200, ARRANGE)},
    f"{HERE}/activity.csv": {"GET": (200, ARRANGE)},
    f"{HERE}/people/name": {"POST": (303, ARRANGE)},
    f"{HERE}/everything.json": {"GET": (200, ARRANGE)},
    f"{PLAYER}/name": {"POST": (303, ARRANGE)},
    f"{PLAYER}/kind": {"POST": (303, ARRANGE)},
    f"{PLAYER}/look": {"GET": (200, LOOK), "POST": (303, LOOK)},
    # Or being that player.
    f"{PLAYER}/data.json": {"GET": (200, ARRANGE)},
    f"{PLAYER}/forget": {"GET": (200, ARRANGE), "POST": (303, ARRANGE)},
    # There is nobody to put together with.
    f"{PLAYER}/merge": {"POST": (404, ARRANGE)},
    f"{HERE}/merges/<int:merge>/undo": {"POST": (404, ARRANGE)},
    f"{HERE}/recovery": {"GET": (200, ARRANGE), "POST": (200, ARRANGE)},
    # An empty form is refused.
    f"{GAME}/seat": {"GET": (200, PLAY), "POST": (422, PLAY)},
    f"{GAME}/take-over": {"POST": (303, TAKE_OVER)},
    # There is no group to move into.
    f"{HERE}/move": {"POST": (404, ARRANGE)},
    f"{GAME}/move": {"POST": (404, ARRANGE)},
    # There is no such device.
    f"{DEVICE}/role": {"POST": (404, ARRANGE)},
    f"{HERE}/devices/sign-out": {"POST": (404, ARRANGE)},
    f"{DEVICE}/revoke": {"POST": (404, ARRANGE)},
    f"{DEVICE}/owner": {"POST": (404, ARRANGE)},
    # The last owner stays.
    f"{HERE}/leave": {"POST": (409, READ)},
    f"{HERE}/delete": {"POST": (303, ARRANGE)},
    # By its former owner, while it is deleted.
    f"{HERE}/bring-back": {"POST": (404, CLAIM)},
    "/language": {"POST": FREE},
    f"{HERE}/tournaments": {"GET": MAY_READ, "POST": (303, ARRANGE)},
    f"{TOURNAMENT}/print": {"GET": (200, SCORE)},
    # No player is entered.
    f"{TOURNAMENT}/print/<kind>.pdf": {"GET": (422, SCORE)},
    # An empty form is refused, and no game is drawn.
    f"{HERE}/tournaments/open": {"POST": (422, ARRANGE)},
    f"{TOURNAMENT}/tournament.json": {"GET": (200, SCORE)},
    f"{TOURNAMENT}/settings": {"POST": (422, SCORE)},
    f"{TOURNAMENT}/typing": {"POST": (303, SCORE)},
    # No sheet is typed in.
    f"{TOURNAMENT}/typings/<uuid:game>/discard": {"POST": (303, SCORE)},
    f"{TOURNAMENT}/players": {"POST": (303, SCORE)},
    f"{TOURNAMENT}/players/<int:number>/stop": {"POST": (404, SCORE)},
    f"{TOURNAMENT}/players/<int:number>/again": {"POST": (404, SCORE)},
    f"{TOURNAMENT}/take-part": {"POST": (303, PLAY)},
    f"{TOURNAMENT}/draw": {"POST": (422, SCORE)},
    f"{TOURNAMENT}/swap": {"POST": (422, SCORE)},
    f"{TOURNAMENT}/begin": {"POST": (422, SCORE)},
    f"{TOURNAMENT}/penalties": {"POST": (422, SCORE)},
    f"{TOURNAMENT}/penalties/<int:at>/remove": {"POST": (404, SCORE)},
    f"{TOURNAMENT}/further-game": {"POST": (422, SCORE)},
    f"{TOURNAMENT}/reveal": {"POST": (303, SCORE)},
}
ACCESS = {
    (rule, method): row
    for rule, methods in TABLE.items()
    for method, row in methods.items()
}
GUARDED = sorted(key for key, row in ACCESS.items() if isinstance(row, tuple))
OWNER_GETS = {key: ACCESS[key][0] for key in GUARDED}
NEEDS = {key: ACCESS[key][1] for key in GUARDED}
# A group that is not there is made; its id alone is as long as a secret.
HIDDEN = [key for key in GUARDED if key != (GROUP, "PUT")]


def test_every_route_has_a_row(app):
    found = {(rule, method) for method, rule in routes(app)}

    assert found == set(ACCESS), "add the route to TABLE, with who may use it"


def games_of(phone):
    game = phone.start_game()
    towers_table.save(phone, towers_table.twin(game), towers_table.body(phone))
    phone.tournament = Director(phone).path.rpartition("/")[2]
    return game


def ask(phone, rule, method, game, visitor):
    """Send what the owner would send, as *visitor*."""
    game = towers_table.twin(game) if re.search("towers|word>", rule) else game
    known = {"gid": phone.group, "uuid": game, "word": "towers", "lang": "en"}
    known |= {"player": phone.person("Ute")["id"], "number": "1", "seat": "0"}
    known |= {"day": "2026-11-21", "at": "1", "kind": "badges"}
    known["tid"] = getattr(phone, "tournament", str(uuid4()))
    rule = rule.replace(TABS, "players")
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
