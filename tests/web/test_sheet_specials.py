"""The sheet on the screen: special cards, points beside, and who came late or left."""

import re

import pytest

from tests.web.test_sheet import Desk, desk_of

EDITION = (
    *("dragon", "fairy", "bomb", "werewolf", "juggler", "cloud", "shapeshifter"),
    *("witch", "vampire"),
)
PENALTY = {"seat": 1, "points": -20, "reason": "Misplay", "round": 2}


@pytest.fixture
def desk(phone):
    return desk_of(phone, edition=EDITION, adjustments=[PENALTY])


GONE = {"seat": 0, "after_round": 1}
LATE = {"seat": 4, "round": 2, "start_total": -10}


@pytest.fixture
def guests(phone):
    """Five people, of whom one comes in round 2 and another leaves before it."""
    names = ("Thomas", "Ute", "Kevin", "Anna", "Eva")
    game = phone.start_game(*names, joined=[LATE], left=[GONE])
    phone.save_round(game, 1, [0, 1, 0, 0, None], [0, 1, 0, 0, None])
    return Desk(phone, game)


def test_a_bid_changed_by_a_cloud_is_stored_and_shown(desk):
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
]
NO_GUESTS = [
    ({"j4": "16"}, "j4"),
    ({"j4": "2", "s4": ""}, "s4"),
    ({"l4": "1"}, "l4"),
    ({"l1": "5", "l2": "5", "l3": "5"}, "j4"),
    ({"l1": "99"}, "l1"),
]


def test_impossible_effects_and_latecomers_are_refused_with_reasons(desk, guests):
    wrong = [(typed, f'data-problem="{kind}"') for typed, kind in IMPOSSIBLE]
    absent = [(typed, f'id="{box}-problem"') for typed, box in NO_GUESTS]
    for own, tried in ((desk, wrong), (guests, absent)):
        before, boxes = own.stored(), own.boxes()
        for typed, said in tried:
            answer = own.send({**boxes, **typed})

            assert answer.status_code == 422
            assert said in answer.text
        assert own.stored() == before


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


def test_a_sheet_has_lines_for_as_many_corrections_as_a_game_may_have(phone):
    desk = desk_of(phone, adjustments=[PENALTY] * 200)

    assert desk.send(**{"x200-seat": "0", "x200-points": "10"}).status_code == 303
    assert "x199-seat" in desk.boxes()
    assert "x200-seat" not in desk.boxes()


def test_a_round_has_boxes_for_as_many_changed_bids_as_it_may_have(desk):
    changes = [{"seat": 0, "by": (-1) ** at} for at in range(60)]
    row = {"bids": [1, 0, 0], "tricks": [1, 0, 1], "bid_changes": changes}
    seen = desk.rounds()[2]["revision"]
    assert desk.phone.save_round(desk.game, 2, **row, seen=seen).status_code == 200

    assert desk.send(**{"r2-c60": "0+1"}).status_code == 303
    assert len(desk.rounds()[2]["bid_changes"]) == 60
    assert "r2-c60" not in desk.boxes()


def test_who_named_trump_and_what_it_became_is_kept_and_changed(phone):
    desk = desk_of(phone, edition=EDITION)
    assert desk.send(**{"r2-by": "1", "r2-then": "red"}).status_code == 303
    written = desk.rounds()[2]
    assert (written["named_by"], written["later_trump"]) == (1, "red")
    assert (desk.boxes()["r2-by"], desk.boxes()["r2-then"]) == ("1", "red")

    old = {k: v for k, v in desk.boxes().items() if not k.endswith(("-by", "-then"))}
    desk.send(old, place="Ulm")
    assert desk.rounds()[2] == {**written, "revision": desk.rounds()[2]["revision"]}

    desk.send(**{"r2-by": "", "r2-then": ""})
    assert not {"named_by", "later_trump"} & desk.rounds()[2].keys()
    assert "r1-by" not in desk_of(phone).boxes()


def test_an_absent_player_has_a_dash_and_no_box(guests):
    before, page, boxes = guests.stored(), guests.open().text, guests.boxes()

    assert "r1-b4" not in boxes
    assert "r2-t0" not in boxes
    assert {"r1-b0", "r1-t0", "r2-b4", "r2-t4"} <= boxes.keys()
    assert len(re.findall(r'class="away"', page)) == 1 + 14
    assert guests.send().status_code == 303
    after = guests.stored()
    for key in ("joined", "left", "cards", "players", "rounds", "seating"):
        assert after[key] == before[key]


def test_a_round_closes_without_a_player_who_left(guests):
    typed = {"b1": "1", "t1": "1", "b2": "0", "t2": "1", "b3": "0", "t3": "0"}
    row = {f"r2_{name}": value for name, value in typed.items()}

    assert guests.send(**row, r2_b4="0", r2_t4="0").status_code == 303
    assert guests.rounds()[2]["bids"] == [None, 1, 0, 0, 0]
    assert ">10</span>" in guests.open().text


def test_coming_and_going_is_typed_beside_the_sheet(guests):
    boxes = guests.boxes()
    # i03: a round of very many digits is no round
    typed = {"j4": "3", "s4": "20", "l0": "2", f"r{'9' * 5000}-b0": "1"}

    assert guests.send(**typed).status_code == 303
    assert guests.stored()["joined"] == [{"seat": 4, "round": 3, "start_total": 20}]
    assert guests.stored()["left"] == [{"seat": 0, "after_round": 2}]
    assert {"r2-b0", "r3-b4"} <= guests.boxes().keys()
    answer = guests.send({**boxes, "place": "Garden"})
    assert answer.status_code == 409
    assert "stored: 3" in answer.text
