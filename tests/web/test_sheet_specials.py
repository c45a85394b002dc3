"""The sheet on the screen: bids that a Cloud moved, bombs, and points beside."""

import pytest

from tests.web.test_sheet import Desk, problems

EDITION = (
    *("dragon", "fairy", "bomb", "werewolf", "juggler", "cloud", "shapeshifter"),
    *("witch", "vampire"),
)
PENALTY = {"seat": 1, "points": -20, "reason": "Misplay", "round": 2}


def desk_with(phone, edition=EDITION, **settings):
    """Two rounds of a game of three are played."""
    names = ("Thomas", "Ute", "Kevin")
    shape = {"schedule": "first5", "edition": list(edition), **settings}
    game = phone.start_game(*names, **shape)
    phone.save_round(game, 1, [0, 1, 1], [0, 0, 1])
    phone.save_round(game, 2, [2, 0, 0], [1, 0, 1])
    return Desk(phone, game)


@pytest.fixture
def desk(phone):
    return desk_with(phone, adjustments=[PENALTY])


def test_a_bid_that_a_cloud_moved_is_booked_and_shown(desk):
    assert desk.send(**{"r2-c0": "0-1"}).status_code == 303
    assert desk.rounds()[2]["bid_changes"] == [{"seat": 0, "by": -1}]
    assert "</span>2→1</small>" in desk.open().text
    assert desk.boxes()["r2-c0"] == "0-1"


IMPOSSIBLE = [
    ({"r1-c0": "0-1"}, "bid_change_range"),
    ({"r1-c0": "7+1"}, "shape"),
    ({"r1-c0": "none"}, "shape"),
    ({"r3-b0": "1", "r3-c0": "0+1"}, "bid_change_early"),
    ({"r1-void": "2"}, "void_range"),
    ({"x1-points": "-20"}, "shape"),
    ({"x1-seat": "0", "x1-points": "ten"}, "shape"),
    ({"x1-seat": "0", "x1-why": "Misplay"}, "shape"),
    ({"x1-seat": "0", "x1-points": "-20", "x1-round": "99"}, "shape"),
    ({"x1-seat": "0", "x1-points": "-20", "x1-why": "x" * 201}, "shape"),
]


def test_what_no_card_does_and_half_a_correction_are_refused_with_the_reason(desk):
    before, boxes = desk.stored(), desk.boxes()
    for typed, said in IMPOSSIBLE:
        answer = desk.send({**boxes, **typed})

        assert answer.status_code == 422
        assert said in problems(answer)
    assert desk.stored() == before


def test_points_beside_the_rounds_are_written_changed_and_taken_away(desk):
    assert "* −20" in desk.open().text
    new = {"x1-seat": "0", "x1-points": "+10", "x1-round": "", "x1-why": "Cards"}

    assert desk.send(**{"x0-points": "−10", **new}).status_code == 303
    assert desk.stored()["adjustments"] == [
        {**PENALTY, "points": -10},
        {"seat": 0, "points": 10, "reason": "Cards", "round": None},
    ]

    assert desk.send(**{"x0-points": "", "x0-why": ""}).status_code == 303
    assert [each["seat"] for each in desk.stored()["adjustments"]] == [0]


def test_who_named_trump_and_what_it_became_is_kept_and_changed(phone):
    desk = desk_with(phone)
    assert desk.send(**{"r2-by": "1", "r2-then": "red"}).status_code == 303
    written = desk.rounds()[2]
    assert (written["named_by"], written["later_trump"]) == (1, "red")
    assert (desk.boxes()["r2-by"], desk.boxes()["r2-then"]) == ("1", "red")

    old = {k: v for k, v in desk.boxes().items() if not k.endswith(("-by", "-then"))}
    desk.send(old, place="Ulm")
    assert desk.rounds()[2] == {**written, "revision": desk.rounds()[2]["revision"]}

    desk.send(**{"r2-by": "", "r2-then": ""})
    assert not {"named_by", "later_trump"} & desk.rounds()[2].keys()
    assert "r1-by" not in desk_with(phone, ()).boxes()
