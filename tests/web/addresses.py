"""Every URL of Scorepad, filled in with ids of a real group."""

import re
from contextlib import suppress
from uuid import uuid4

from tests.support import towers_table
from tests.support.director import Director
from tests.support.invitations import link_for, post

PART = re.compile(r"<(?:[^<>]+:)?(\w+)>")
ONLY_WHERE_SET = {"/https/scorepad.crt", "/.well-known/security.txt"}


ONLY_WITH_A_RESULT = frozenset(
    {
        "/g/<uuid:gid>/evenings/<day>/picture.png",
        "/g/<uuid:gid>/games/<uuid:uuid>/game.ics",
        "/g/<uuid:gid>/games/<uuid:uuid>/picture/<language:lang>.png",
        "/g/<uuid:gid>/tournaments/<uuid:tid>/print/<any(results,ranking,certificates,seats,tables,badges,sheets):kind>.pdf",
    }
)


class QuickRenderer:
    """Returns a constant for every sheet, for tests that do not read it."""

    def render(self, _job):
        return b"%PDF-"


def group_with_games(phone):
    """Create a group with a game of Wizard and one of towers; return URL values."""
    game = phone.start_game("Anna", "Ute", "Kevin")
    assert phone.save_round(game, 1, [1, 0, 1], [1, 0, 0]).status_code == 201
    towers_table.save(phone, towers_table.twin(game), towers_table.body(phone))
    day = phone.get_game(game).json["played_on"]
    tournament = Director(phone).path.rpartition("/")[2]
    return {**known_in(phone, game), "day": day, "tid": tournament}


def known_in(phone, game):
    return {
        "gid": phone.group,
        "uuid": game,
        "player": phone.person("Ute")["id"],
        "invite_id": str(uuid4()),
        "version": str(uuid4()),
        "game": game,
        "tid": str(uuid4()),
        "word": "towers",
        "lang": "en",
        "tree": phone.client.application.config["STATIC_TREE"],
        "filename": "icon.svg",
        **dict.fromkeys(("number", "device", "merge"), "1"),
        "seat": "0",
        "part": "race",
        "day": "2026-11-21",
        "at": "0",
        "kind": "badges",
    }


def filled(rule, values):
    if "word>" in rule or "/towers/" in rule:
        with suppress(ValueError):  # no id at all
            values = {**values, "uuid": towers_table.twin(values["uuid"])}
    if "<uuid:tid>" in rule and values["part"] == "race":
        values = {**values, "part": "players"}
    return PART.sub(lambda part: values[part[1]], rule)


def routes(app):
    for rule in app.url_map.iter_rules():
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            yield method, rule.rule


def read(app, values):
    """Return the URLs that can be read, without a certificate of our own."""
    left_out = ONLY_WHERE_SET | ONLY_WITH_A_RESULT
    rules = [rule for method, rule in routes(app) if method == "GET"]
    return [filled(rule, values) for rule in rules if rule not in left_out]


def group_that_says(phone, text):
    """Type a text into every field; return what fills an address of that group."""
    names = [f"{text}{seat}" for seat in range(3)]
    facts = {
        "schedule": "custom",
        "cards": [1, 1],
        "place": text,
        "remark": text,
        "adjustments": [{"seat": 0, "points": -10, "reason": text}],
    }
    game = phone.start_game(*names, **facts)
    for number in (1, 2):
        done = phone.save_round(game, number, [1, 1, 1], [1, 0, 0], note=text)
        assert done.status_code == 201
    over = phone.game_body(*names, **facts, finished=True)
    assert phone.save_game(game, over, seen="g3").status_code == 200
    towers = towers_table.body(phone, *names[:2], place=text, remark=text)
    assert towers_table.save(phone, towers_table.twin(game), towers).status_code == 201
    forms = {
        "/people/name": {"name": text},
        "/seasons/1/dates": {"name": text, "starts_on": "2026-01-01"},
        "/me": {"player": phone.people[names[0]]},
    }
    for path, form in forms.items():
        assert post(phone, path, **form).status_code == 303
    link_for(phone, "player", name=text)
    phone.people["Ute"] = phone.people[names[1]]
    director = Director(phone, name=text)
    # Known people may have a semicolon in their names.
    assert director.post("/players", known=names).status_code == 303
    director.enter(f"Guest; {text} club")
    director.next_game([30, 20, 10, 0])
    assert director.fine(1, reason=text).status_code == 303
    return {**known_in(phone, game), "tid": director.path.rpartition("/")[2]}
