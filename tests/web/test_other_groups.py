"""S02: an id of another group, in a URL or a body, is not found."""

import re
from uuid import uuid4

import pytest
from sqlalchemy import select

from scorepad.db.tables import Device, Invite, Merge
from tests.support.invitations import let_in, link_for, post
from tests.support.phone import OURS, Phone
from tests.support.stored import found
from tests.web.addresses import filled, group_with_games, routes
from tests.web.test_routes import ask

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
