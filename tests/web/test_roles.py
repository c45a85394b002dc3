"""Who may do what in a group: every route, every role, and where pages lead it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from scorepad.db.tables import Group, Membership
from scorepad.services.permissions import ALLOWED, Action, Member, Role
from tests.support.invitations import join, let_in, link_for, post
from tests.support.phone import Phone
from tests.support.stored import change, each_from_here
from tests.support.wide import first_of
from tests.web.test_routes import CLAIM, GUARDED, NEEDS, OWNER_GETS, ask, games_of

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


def is_allowed(role, key):
    is_this_game = "<uuid:uuid>" in key[0] and "word>" not in key[0]
    is_elsewhere = OF_ONE_GAME.match(role) and not is_this_game
    return NEEDS[key] in (PLAYS if is_elsewhere else RIGHTS[role])


INSIDE = [key for key in GUARDED if NEEDS[key] != CLAIM]


@pytest.fixture
def game(phone):
    return games_of(phone)


def guest_of(phone, role, game):
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


@pytest.mark.parametrize("role", RIGHTS)
def test_s01_every_role_can_do_what_it_allows_and_no_more(
    app, phone, game, quick_renderer, role
):
    guest = guest_of(phone, role, game)
    wanted = {
        key: OWNER_GETS[key] if is_allowed(role, key) else 403
        for key in INSIDE
        if not (is_allowed(role, key) and NEEDS[key] is Action.READ)
    }

    got = {
        key: ask(phone, *key, game, guest).status_code
        for key in each_from_here(app, wanted, phone, guest)
    }

    assert got == wanted
    assert [*wanted.values()].count(403) > 5


@pytest.mark.parametrize("role", first_of(RIGHTS))
def test_every_role_reads_what_the_owner_reads(app, phone, game, quick_renderer, role):
    guest = guest_of(phone, role, game)

    got = {
        key: ask(phone, *key, game, guest).status_code
        for key in INSIDE
        if is_allowed(role, key) and key[1] == "GET"
    }

    assert len(got) > 20
    assert got == {key: OWNER_GETS[key] for key in got}


@pytest.mark.parametrize(
    ("table", "ends"), [(Membership, "ends_at"), (Group, "deleted_at")]
)
def test_a_removed_device_finds_nothing(app, phone, game, table, ends):
    guest, stranger = let_in(phone, "scorekeeper"), Phone(app.test_client())
    change(app, update(table).values({ends: datetime.now(UTC) - timedelta(seconds=2)}))

    for key in INSIDE:
        told = [ask(phone, *key, game, each) for each in (guest, stranger)]
        assert {answer.status_code for answer in told} == {404}
        # A page repeats its own address, which the stranger typed.
        own, other = (each.text.replace(each.request.path, "") for each in told)
        assert own == other


def test_only_one_function_decides():
    assert set(ALLOWED) == set(Role)
    for role, rights in RIGHTS.items():
        if not OF_ONE_GAME.match(role):
            assert {a for a in Action if Member(Role(role)).may(a)} == rights
    assert all(Member(Role.OWNER).may(action) for action in Action)


SHELL = re.compile(r'href="/(?:play|towers)/[\w-]+#([^"]*)"')
GROUP_PAGES = [
    rule
    for rule, method in INSIDE
    if method == "GET" and rule.startswith("/g/") and not re.search(r"\.\w+$", rule)
]


def pages(host, game, guest):
    """What somebody may read of a group, and the front page."""
    told = {rule: ask(host, rule, "GET", game, guest) for rule in GROUP_PAGES}
    shown = {rule: page.text for rule, page in told.items() if page.status_code == 200}
    return {**shown, "/": guest.client.get("/").text}


@pytest.mark.parametrize(
    "role", ["player", pytest.param("viewer", marks=pytest.mark.wide)]
)
def test_s01_only_scorekeepers_get_links_to_keep_the_score(phone, game, role):
    keeper, shown = (
        pages(phone, game, let_in(phone, each)) for each in ("scorekeeper", role)
    )

    led = {rule: set(SHELL.findall(page)) - {"new", ""} for rule, page in shown.items()}
    assert len(led) > 10
    assert {rule: ways for rule, ways in led.items() if ways} == {}
    for offer in ("Save the sheet", "Delete this game"):
        assert offer in "".join(keeper.values())
        assert offer not in "".join(shown.values())


def test_s01_a_device_that_took_a_game_over_gets_its_link_and_starts_none(phone, game):
    guest = guest_of(phone, "scorekeeper_of_this_game", game)
    own = f"{phone.group}/{game}"

    shown = pages(phone, game, guest)

    assert {*SHELL.findall(str(shown))} - {"new", ""} == {own}
    towers = {rule for rule in shown if "word>" in rule}
    assert not any(own in SHELL.findall(shown[rule]) for rule in towers)
