"""S32: actions in one group never affect another with the same ids."""

import json
import re
from uuid import uuid4

import pytest

from tests.services.filled import NAMES, ONE_ROUND, set_aside
from tests.support import towers_table
from tests.support.invitations import join, let_in, link_for, post
from tests.support.phone import OURS, Phone
from tests.web.addresses import filled, known_in, routes
from tests.web.test_persons import backed_up, forgotten_again

LAST = ("/move", "/leave", "<uuid:gid>/delete", "/bring-back", "/owner")
"""What ends a group, restores it and gives it away, in this order."""

KEYS = {"settings": "s" * 32, "towers": "t" * 32}


def play(phone, game):
    phone.save_game(game, phone.game_body(*NAMES), seen=None)
    phone.save_round(game, 1, [1, 0, 1], [1, 0, 0])
    body = phone.game_body(*NAMES, remark="late")
    phone.save_game(game, body, seen="g2", key=KEYS["settings"])
    towers = towers_table.body(phone, *NAMES)
    towers_table.save(phone, towers_table.twin(game), towers, key=KEYS["towers"])
    set_aside(phone, phone.game_path(game), phone.game_body(*NAMES))
    other = phone.person("over")["id"]
    phone.save_game(
        other, phone.game_body("Uta", "Otto", "Bert", **ONE_ROUND), seen=None
    )
    into = phone.person("Bert")["id"]
    post(phone, f"/players/{phone.person('Uta')['id']}/merge", into=into)


@pytest.fixture
def ours(either_phone):
    either_phone.create_group()
    either_phone.game = str(uuid4())
    play(either_phone, either_phone.game)
    link_for(either_phone, "player", name="for Ute")
    return either_phone


@pytest.fixture
def theirs(ours):
    """Another group with the same ids, whose owner is a spectator in ours.

    Each of the two phones is in both groups.
    """
    other = Phone(let_in(ours, "viewer").client)
    other.people = ours.people
    other.create_group()
    play(other, ours.game)
    join(Phone(ours.client), link_for(other, "scorekeeper"))
    return other


def told(phone):
    """Return all that a group's owner can read, and the replayed responses."""
    pages = ("everything.json", "people", "invites", "deleted", "seasons/1", "records")
    shown = {page: phone.get(f"/{page}").text for page in pages}
    # Where games may be moved to: an owner of more groups has more choice.
    shown["people"] = re.sub(r"(?s)\s*<details.*?</details>\s*", "", shown["people"])
    twin = towers_table.twin(phone.game)
    for path in (phone.game_path(phone.game), towers_table.path(phone, twin)):
        for each in (path, f"{path}/history"):
            shown[each] = phone.client.get(each).text
    body = phone.game_body(*NAMES, remark="late")
    again = phone.save_game(phone.game, body, seen="g2", key=KEYS["settings"])
    towers = towers_table.body(phone, *NAMES)
    replayed = towers_table.save(phone, twin, towers, key=KEYS["towers"])
    assert all(each.headers["Idempotent-Replay"] for each in (again, replayed))
    return shown | {"again": again.text, "towers again": replayed.text}


def forms(ours):
    """Return forms for any URL; *into* is a player for some, a group for others."""
    ute = ours.person("Ute")["id"]
    form = {"seen": "2", "season": "1", "role": "player", "lasts": "day", "name": "Zoë"}
    form |= {"player": ute, "claim": ours.claim, "game": ours.game}
    return [{**form, "into": into} for into in (ours.person("Anna")["id"], ours.group)]


def place_of(rule):
    return [rule.endswith(each) for each in reversed(LAST)], rule


def sent(app, ours, theirs):
    """Send every form, as the owner of the other group; return how often."""
    count = 0
    values = {**known_in(ours, ours.game), "gid": theirs.group}
    rules = [rule for method, rule in routes(app) if method == "POST"]
    rules = [rule for rule in rules if rule.startswith("/g/")]
    for rule in sorted(rules, key=place_of):
        for number in range(1, 5):
            path = filled(rule, {**values, "device": str(number), "merge": str(number)})
            for form in forms(ours):
                theirs.client.post(path, data=form, headers=OURS)
                count += 1
    return count


def saved(ours, theirs):
    gone = theirs.game_body(*NAMES, deleted=True)
    seen = theirs.get_game(ours.game).json["revision"]
    theirs.save_round(ours.game, 2, [1, 1, 1])
    assert theirs.save_game(ours.game, gone, seen=f"g{seen + 1}").status_code == 200
    towers = {**towers_table.body(theirs, "Anna", "Zoë"), "deleted": True}
    twin = towers_table.twin(ours.game)
    assert towers_table.save(theirs, twin, towers, seen=1).status_code == 200


def forget_everybody(phone):
    for each in phone.told()["players"]:
        assert post(phone, f"/players/{each['id']}/forget").status_code == 303


def test_s32_no_write_in_a_group_changes_anything_in_another(either_app, ours, theirs):
    before = told(ours)

    saved(ours, theirs)
    forget_everybody(theirs)
    assert sent(either_app, ours, theirs) > 200

    assert told(ours) == before
    assert json.loads(before["everything.json"])["players"]


def test_s32_nor_does_a_restore_after_it(either_app, ours, theirs, tmp_path):
    before = told(ours)
    put_back = backed_up(either_app, tmp_path / "backups")
    forget_everybody(theirs)
    put_back()

    assert forgotten_again(either_app) > 0
    assert told(ours) == before
