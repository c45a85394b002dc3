"""Who may do what in a group: every route, every role. A new change needs a row."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from scorepad.db.engine import db
from scorepad.db.tables import Group, Membership
from scorepad.services.permissions import ALLOWED, Action, Member, Role, can
from tests.support.invitations import join, let_in, link_for, post
from tests.support.phone import Phone
from tests.support.rewinding import each_from_here
from tests.support.wide import first_of
from tests.web.test_routes import ACCESS, DOCUMENT, GUARDED, ask, games_of

GAME = "/api/groups/<uuid:gid>/games/<uuid:uuid>"
ROUND = f"{GAME}/rounds/<int:number>"
OTHERWISE = {
    # any device that knows the claim
    ("/api/groups/<uuid:gid>", "PUT"),
    ("/g/<uuid:gid>/enter", "POST"),
    # its former owner, while it is deleted
    ("/g/<uuid:gid>/bring-back", "POST"),
}

NEEDS = {
    (GAME, "PUT"): Action.SCORE,
    (ROUND, "PUT"): Action.SCORE,
    (f"{ROUND}/bids/<int:seat>", "PUT"): Action.BID,
    (f"{GAME}/history/<uuid:version>", "PUT"): Action.SCORE,
    (DOCUMENT, "PUT"): Action.SCORE,
    ("/g/<uuid:gid>/<word>/<uuid:uuid>/delete", "POST"): Action.DELETE,
    ("/g/<uuid:gid>/<word>/<uuid:uuid>/restore", "POST"): Action.SCORE,
    ("/g/<uuid:gid>/<word>/<uuid:uuid>/season", "POST"): Action.ARRANGE,
    (f"{DOCUMENT}/history/<uuid:version>", "PUT"): Action.SCORE,
    (f"{ROUND}/history/<uuid:version>", "PUT"): Action.SCORE,
    ("/g/<uuid:gid>/games/<uuid:uuid>/sheet", "POST"): Action.SCORE,
    ("/g/<uuid:gid>/games/<uuid:uuid>/restore", "POST"): Action.SCORE,
    ("/g/<uuid:gid>/games/<uuid:uuid>/season", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/seasons/<int:number>/book", "POST"): Action.READ,
    ("/g/<uuid:gid>/seasons/<int:number>/book/cancel", "POST"): Action.READ,
    ("/g/<uuid:gid>/seasons/<int:number>/dates", "GET"): Action.ARRANGE,
    ("/g/<uuid:gid>/seasons/<int:number>/dates", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/seasons", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/cards.pdf", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/me", "GET"): Action.PLAY,
    ("/g/<uuid:gid>/me", "POST"): Action.PLAY,
    ("/g/<uuid:gid>/invites", "GET"): Action.LET_IN,
    ("/g/<uuid:gid>/invites", "POST"): Action.LET_IN,
    ("/g/<uuid:gid>/invites/code", "POST"): Action.LET_IN,
    ("/g/<uuid:gid>/invites/code/end", "POST"): Action.LET_IN,
    ("/g/<uuid:gid>/invites/<uuid:invite_id>/end", "POST"): Action.LET_IN,
    ("/g/<uuid:gid>/people/name", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/people/players", "GET"): Action.ARRANGE,
    ("/g/<uuid:gid>/people/phones", "GET"): Action.ARRANGE,
    ("/g/<uuid:gid>/everything.json", "GET"): Action.ARRANGE,
    ("/g/<uuid:gid>/devices/<int:device>/role", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/devices/<int:device>/revoke", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/devices/<int:device>/owner", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/players/<uuid:player>/name", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/players/<uuid:player>/kind", "POST"): Action.ARRANGE,
    # Or being that player.
    ("/g/<uuid:gid>/players/<uuid:player>/data.json", "GET"): Action.ARRANGE,
    ("/g/<uuid:gid>/players/<uuid:player>/forget", "GET"): Action.ARRANGE,
    ("/g/<uuid:gid>/players/<uuid:player>/forget", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/players/<uuid:player>/merge", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/merges/<int:merge>/undo", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/recovery", "GET"): Action.ARRANGE,
    ("/g/<uuid:gid>/recovery", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/games/<uuid:uuid>/seat", "GET"): Action.PLAY,
    ("/g/<uuid:gid>/games/<uuid:uuid>/seat", "POST"): Action.PLAY,
    ("/g/<uuid:gid>/games/<uuid:uuid>/take-over", "POST"): Action.TAKE_OVER,
    ("/g/<uuid:gid>/move", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/games/<uuid:uuid>/move", "POST"): Action.ARRANGE,
    ("/g/<uuid:gid>/leave", "POST"): Action.READ,
    ("/g/<uuid:gid>/delete", "POST"): Action.ARRANGE,
}
"""The action that a route requires; others that only read require reading."""

PLAYS = frozenset({Action.READ, Action.PLAY})
SCORES = PLAYS | {Action.BID, Action.SCORE, Action.TAKE_OVER}
RIGHTS = {
    "viewer": frozenset({Action.READ}),
    "player": PLAYS,
    "player_who_sits": PLAYS | {Action.BID, Action.TAKE_OVER},
    "player_who_took_over": SCORES,
    "scorekeeper_of_this_game": SCORES | {Action.DELETE},
    "scorekeeper_of_another": PLAYS,
    "scorekeeper": SCORES | {Action.DELETE, Action.LET_IN},
}
OF_ONE_GAME = re.compile("player_who|scorekeeper_of")
"""Rights in one game of Wizard, which games stored as documents do not have."""


def rights_of(role: str, rule: str) -> frozenset[Action]:
    is_other_game = OF_ONE_GAME.match(role) and "<word>" in rule
    return PLAYS if is_other_game else RIGHTS[role]


def is_allowed(role: str, key: tuple[str, str]) -> bool:
    return NEEDS.get(key, Action.READ) in rights_of(role, key[0])


INSIDE = [key for key in GUARDED if key not in OTHERWISE]


@pytest.fixture
def game(phone):
    return games_of(phone)


def guest_of(phone: Phone, role: str, game: str) -> Phone:
    """Return a member with a role, or with the right to score one game."""
    if not OF_ONE_GAME.match(role):
        return let_in(phone, role)
    guest = let_in(phone, "player")
    if role.startswith("scorekeeper_of"):
        told = game if role.endswith("this_game") else phone.start_game()
        assert join(guest, link_for(phone, "player", game=told)).status_code == 303
        return guest
    post(guest, "/me", player=phone.person("Thomas")["id"])  # in the first seat
    if role == "player_who_took_over":
        assert post(guest, f"/games/{game}/take-over").status_code == 303
    return guest


def test_every_change_has_a_row():
    changes = {key for key in INSIDE if key[1] != "GET"}

    assert changes <= set(NEEDS), "add the route to NEEDS, with what it asks for"
    assert set(NEEDS) <= set(INSIDE)


@pytest.mark.parametrize("role", RIGHTS)
def test_s01_everybody_does_what_the_role_allows_and_no_more(
    app, phone, game, quick_renderer, role
):
    guest = guest_of(phone, role, game)
    wanted = {
        key: ACCESS[key][1] if is_allowed(role, key) else 403
        for key in INSIDE
        if not (is_allowed(role, key) and NEEDS.get(key, Action.READ) is Action.READ)
    }

    got = {
        key: ask(phone, *key, game, guest).status_code
        for key in each_from_here(app, wanted, phone, guest)
    }

    assert got == wanted
    assert [*wanted.values()].count(403) > 5


@pytest.mark.parametrize("role", first_of(RIGHTS))
def test_everybody_reads_what_the_owner_reads(app, phone, game, quick_renderer, role):
    guest = guest_of(phone, role, game)

    got = {
        key: ask(phone, *key, game, guest).status_code
        for key in INSIDE
        if is_allowed(role, key) and key[1] == "GET"
    }

    assert len(got) > 20
    assert got == {key: ACCESS[key][1] for key in got}


@pytest.mark.parametrize("how", ["ended", "group_deleted"])
def test_whoever_is_out_finds_nothing(app, phone, game, how):
    guest = let_in(phone, "scorekeeper")
    before = datetime.now(UTC) - timedelta(seconds=2)
    with app.app_context():
        if how == "ended":
            table, value = Membership, {"ends_at": before}
        else:
            table, value = Group, {"deleted_at": before}
        db.session().execute(update(table).values(**value))
        db.session().commit()

    got = {key: ask(phone, *key, game, guest) for key in INSIDE}

    assert {answer.status_code for answer in got.values()} == {404}
    stranger = Phone(app.test_client())
    for key, answer in got.items():
        told = ask(phone, *key, game, stranger)
        # A page repeats its own address, which the stranger typed.
        assert told.text.replace(told.request.path, "") == answer.text.replace(
            answer.request.path, ""
        )


def test_only_one_function_decides():
    assert set(ALLOWED) == set(Role)
    for role, rights in RIGHTS.items():
        if not OF_ONE_GAME.match(role):
            assert {a for a in Action if can(Member(Role(role)), a)} == rights
    assert all(can(Member(Role.OWNER), action) for action in Action)
