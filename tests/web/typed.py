"""A group in which one text stands wherever people can type one."""

from tests.support import towers_table
from tests.support.director import Director
from tests.support.invitations import link_for, post
from tests.web.addresses import known_in


def group_that_says(phone, text):
    """Type it into every field; what fills an address of that group."""
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
    director.next_game()
    director.finish(director.games()[0], [30, 20, 10, 0])
    assert director.fine(1, reason=text).status_code == 303
    return {**known_in(phone, game), "tid": director.path.rpartition("/")[2]}
