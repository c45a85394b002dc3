"""A group with a row in every table, and servers that saw it deleted."""

from datetime import UTC, datetime, timedelta

from scorepad.db.engine import db
from scorepad.services.jobs import KEPT_FOR, erase
from tests.support import towers_table
from tests.support.director import Director
from tests.support.invitations import (
    code_for,
    join,
    let_in,
    link_for,
    own_phone,
    post,
    wrong,
)

CANARY = "Zyprian-Qwx"
ONE_ROUND = {"schedule": "custom", "cards": [1]}
NAMES = ("Anna", "Ute", "Kevin")
DAY = timedelta(days=1)
NOW = datetime.now(UTC)
LATER = NOW + KEPT_FOR + DAY


def telling_game(phone):
    fine = {"seat": 0, "points": -10, "reason": CANARY, "round": None}
    said = {"remark": CANARY, "place": CANARY, "adjustments": [fine]}
    game = phone.play(CANARY, "Ute", "Kevin", **said)
    phone.save_round(game, 1, *([0, 1, 1], [0, 1, 0]), seen=1, note=CANARY)
    lost = phone.game_body(CANARY, "Ute", "Kevin", **ONE_ROUND, **said)
    assert set_aside(phone, phone.game_path(game), lost).status_code == 201
    return game


def telling_towers(phone):
    game = towers_table.play(phone, CANARY, "Ute", remark=CANARY)
    lost = towers_table.body(phone, CANARY, "Ute", remark=CANARY)
    assert set_aside(phone, towers_table.path(phone, game), lost).status_code == 201
    return game


def set_aside(phone, path, lost):
    version = f"{path}/history/{phone.person('a version')['id']}"
    return phone.put(version, lost, seen=None)


def fill(phone):
    """Create a group, play, merge, create links and codes, open all statistics."""
    for name in (CANARY, "Ute", "Uta"):
        phone.play("Anna", name, "Kevin")
    into = phone.person("Ute")["id"]
    uta = phone.person("Uta")["id"]
    assert post(phone, f"/players/{uta}/merge", into=into).status_code == 303
    telling_game(phone)
    telling_towers(phone)
    Director(phone).enter("Anna", "Kevin")
    sealed = phone.start_game(*NAMES, bid_mode="hidden")
    own_phone(phone, "Anna").bid(sealed, 1, 0, 1)
    post(phone, "/people/name", name=CANARY)
    link_for(phone, "player", name=CANARY)
    join(let_in(phone, "viewer"), wrong(code_for(phone), 1))
    for page in ("seasons/1", "records", "players/" + into):
        assert phone.get(f"/{page}").status_code == 200


def erased(app, at):
    with app.app_context():
        return dict(erase(db.session(), at))


def two_deleted(phone):
    for bids in ([0, 1, 1], [1, 0, 0]):
        phone.play(*NAMES, rounds=[(bids, [0, 1, 0])])
    game, towers = telling_game(phone), telling_towers(phone)
    phone.change_game(game, deleted=True)
    post(phone, f"/towers/{towers}/delete")
    # The player stays in the group; only the games may go on telling the name.
    forgotten = f"/players/{phone.people[CANARY]}/forget"
    assert post(phone, forgotten).status_code == 303
    return phone
