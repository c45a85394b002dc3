"""Earlier states of a round, who saved them, and versions that lost a conflict."""

from uuid import uuid4

from scorepad.web.middleware.auth import kind_of_device
from tests.support.invitations import newcomer, post

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari"


def history(phone, game, part="/rounds/1", **headers):
    return phone.client.get(f"{phone.game_path(game)}{part}/history", headers=headers)


def set_aside(phone, game, body, part="/rounds/1"):
    path = f"{phone.game_path(game)}{part}/history/{uuid4()}"
    return phone.put(path, body, seen=None)


def test_every_saved_state_is_told_newest_first_and_what_device_wrote_it(either_phone):
    game, other = either_phone.start_game(), newcomer(either_phone)
    other.client.environ_base["HTTP_USER_AGENT"] = IPHONE
    post(other, "/enter", claim=either_phone.claim)
    other.save_round(game, 1, [1, None, None, None])
    either_phone.save_round(game, 1, [1, 0, 0, 0], seen=1)
    either_phone.save_round(game, 2, [0, 0, 0, 0])

    states = history(either_phone, game).json["states"]

    assert [state["revision"] for state in states] == [2, 1]
    assert [state["body"]["bids"][1] for state in states] == [0, None]
    assert all(state["chosen"] and state["saved_at"] for state in states)
    mine, theirs = (state["device"] for state in states)
    assert mine == {"name": None, "kind": None, "you": True}
    assert theirs == {"name": None, "kind": "iphone", "you": False}
    # The settings have a history of their own, without names.
    body = either_phone.game_body(place="Kitchen")
    assert either_phone.save_game(game, body, seen="g4").status_code == 200
    answer = history(either_phone, game, part="")
    places = [state["body"]["place"] for state in answer.json["states"]]
    assert places == ["Kitchen", None]
    assert "Thomas" not in answer.text


NO_STATES = [
    ("/rounds/1", {"bids": [1], "tricks": None, "points": 3}, 422),
    ("/rounds/1", [], 422),
    ("", {"players": "all"}, 422),
    ("/rounds/0", {"bids": [1], "tricks": None}, 404),
    ("/rounds/2", {"bids": [1], "tricks": None}, 404),
]


def test_nothing_else_gets_into_the_history(phone):
    game = phone.start_game()
    phone.save_round(game, 1, [1, 0, 0, 0])

    for part, body, status in NO_STATES:
        assert set_aside(phone, game, body, part=part).status_code == status


ODD = [{"dealer": 11}, {"tricks": [1, 0]}, {"bid_changes": [{"seat": 11, "by": 1}]}]


def test_r11_a_version_set_aside_for_another_table_breaks_no_history(either_phone):
    game = either_phone.start_game("Anna", "Ute", "Kevin")
    either_phone.save_round(game, 1, [1, 0, None])
    moved = either_phone.game_body("Ute", "Anna", "Kevin", seating=1)
    assert either_phone.save_game(game, moved, seen="g2").status_code == 200
    bodies = [{"bids": [1, 0, 0], "tricks": None, **odd} for odd in ODD]
    for body in bodies:
        assert set_aside(either_phone, game, body).status_code == 201

    states = history(either_phone, game).json["states"]

    aside = [state["body"] for state in states if not state["chosen"]]
    assert sorted(aside, key=repr) == sorted(bodies, key=repr)


KINDS = {
    "(iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari": "iphone",
    "(iPad; CPU OS 16_7 like Mac OS X) Mobile Safari": "ipad",
    "(Linux; Android 15; Pixel 9) Mobile Safari": "android_phone",
    "(Linux; Android 15; SM-X910) Chrome Safari": "android_tablet",
    "(X11; CrOS x86_64 14541.0.0) Chrome Safari": "chromebook",
    "(Windows NT 10.0; Win64; x64) Firefox/140.0": "windows",
    "(Macintosh; Intel Mac OS X 10_15_7) Safari": "mac",
    "(X11; Linux x86_64; rv:140.0) Firefox/140.0": "linux",
    "curl/8.14": None,
    "": None,
}


def test_the_kind_of_device_is_read_from_the_browser(app):
    for agent, kind in KINDS.items():
        sent = {"User-Agent": f"Mozilla/5.0 {agent}"}
        with app.test_request_context(headers=sent):
            assert kind_of_device() == kind
