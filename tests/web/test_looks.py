"""The colour and picture of every player: shown everywhere, chosen by a tap."""

import re
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import select

from scorepad.db.engine import db
from scorepad.db.groups import players_of
from scorepad.db.tables import Group
from scorepad.games.names import COLOURS, LETTER, PICTURES, Look, default_look
from scorepad.games.registry import parse_group
from scorepad.services.documents import import_group
from tests.support.invitations import let_in, post
from tests.support.vectors import vectors

ROOT = Path(__file__).parents[2]
AVATAR = re.compile(
    r'class="avatar colour-(\w+)[^>]*>(?:<svg[^>]*><use href="#picture-(\w+)"/>|(\w))'
)
OWL = Look("teal", "owl")


def looks_in(page):
    return {
        Look(colour, picture or LETTER) for colour, picture, _ in AVATAR.findall(page)
    }


@pytest.fixture
def host(phone):
    phone.game = phone.play("Ute", "Kevin", "Ada", rounds=[([1, 1, 0], [1, 0, 0])])
    post(phone, "/me", player=phone.people["Ute"])
    return phone


def choose(phone, name, **chosen):
    return post(phone, f"/players/{phone.people[name]}/look", **chosen)


def look_of(phone, name):
    chosen = phone.told()["looks"].get(phone.people[name])
    return Look(*chosen) if chosen else default_look(UUID(phone.people[name]))


def pages_of(phone):
    running = phone.start_game("Ute", "Kevin", "Ada")
    phone.save_round(running, 1, [1, 0, 0], [1, 0, 0])  # Ute leads
    return {
        "/tables": 1,
        "/seasons/1": 3,
        "/people": 3,
        "/people/players": 3,
        "/people/phones": 1,
        "/me": 3,
        f"/games/{phone.game}": 3,
        f"/games/{phone.game}/live": 3,
        f"/games/{running}/live?large": 3,
        f"/games/{running}/seat": 3,
        f"/players/{phone.people['Kevin']}": 2,
        f"/players/{phone.people['Ute']}?part=rivals": 3,
    }


def test_every_page_shows_the_same_colour_and_picture_and_a_tap_changes_it(host):
    for name, colour in zip(host.people, ("red", "grey", "pink"), strict=False):
        choose(host, name, colour=colour)
    looks, pages = {look_of(host, name) for name in host.people}, pages_of(host)
    for path, people in pages.items():
        shown = looks_in(host.get(path).text)
        assert set() < shown <= looks, path
        assert people < 3 or shown == looks, path
    assert looks_in(host.client.get("/").text) == looks

    choose(host, "Ute", colour="teal")
    assert choose(host, "Ute", picture="owl").status_code == 303

    assert look_of(host, "Ute") == OWL
    for path in pages:
        assert OWL in looks_in(host.get(path).text), path
    assert OWL in looks_in(host.client.get("/").text)


def test_the_page_of_choices_names_each_and_marks_the_chosen(host):
    choose(host, "Ute", colour="teal", picture="owl")

    page = host.get(f"/players/{host.people['Ute']}/look").text

    buttons = re.findall(
        r'<button name="\w+" value="(\w+)" aria-label="([^"]+)"\s+aria-pressed="(\w+)"',
        page,
    )
    assert [value for value, *_ in buttons] == [*COLOURS, *PICTURES, LETTER]
    assert len({label for _, label, _ in buttons}) == len(buttons)
    assert {value for value, _, pressed in buttons if pressed == "true"} == {*OWL}
    assert "<script" not in re.sub(r"<script[^>]*dist/page\.js[^>]*>", "", page)


def test_players_choose_for_themselves_and_owners_for_everyone(host):
    guest = let_in(host, "player")
    post(guest, "/me", player=host.people["Kevin"])

    assert choose(guest, "Kevin", colour="red").status_code == 303
    assert choose(guest, "Ute", colour="red").status_code == 403
    assert choose(host, "Kevin", colour="grey").status_code == 303
    assert look_of(host, "Kevin").colour == "grey"
    link = f"/players/{host.people['Kevin']}/look"
    for name, path in product(("Kevin", "Ute"), ("", "/look")):
        page = guest.get(f"/players/{host.people[name]}{path}")
        is_refused = (name, path) == ("Ute", "/look")
        assert page.status_code == (403 if is_refused else 200)
        assert path or (link in page.text) == (name == "Kevin")


def test_documents_keep_every_look_and_p02_erasing_a_person_clears_it(host, app):
    choose(host, "Ute", colour="teal", picture="owl")
    looks = {name: look_of(host, name) for name in ("Ute", "Kevin", "Ada")}
    told = host.get(f"/players/{host.people['Ute']}/data.json").json
    assert (told["colour"], told["picture"]) == OWL

    document = parse_group(host.get("/everything.json").data)
    with app.app_context():
        gid = import_group(db.session(), datetime.now(UTC), document)
        group = db.session().scalar(select(Group).where(Group.uuid == gid))
        again = {each.name: each.look for each in players_of(db.session(), group)}
    assert again == looks

    post(host, f"/players/{host.people['Ute']}/forget")
    assert host.told()["looks"] == {}


def test_scripts_and_server_derive_the_same_look():
    kept = vectors("looks")

    assert [kept["colours"], kept["pictures"]] == [[*COLOURS], [*PICTURES]]
    for player, *look in kept["looks"]:
        assert default_look(UUID(player)) == tuple(look)


def test_every_picture_is_drawn_and_every_colour_is_declared():
    sprite = (ROOT / "templates/pictures.svg").read_text("utf-8")
    tokens = (ROOT / "static/css/tokens.css").read_text("utf-8")

    drawn = re.findall(r'<symbol id="picture-(\w+)" viewBox="0 0 24 24"><path', sprite)
    assert drawn == [*PICTURES]
    assert re.findall(r"\.colour-(\w+) \{", tokens) == [*COLOURS]
    assert len(sprite) < 5000
