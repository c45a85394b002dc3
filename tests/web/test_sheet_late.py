"""The sheet on the screen where somebody came late or left early."""

import re

import pytest

from tests.web.test_sheet import Desk

GONE = {"seat": 0, "after_round": 1}
LATE = {"seat": 4, "round": 2, "start_total": -10}


@pytest.fixture
def desk(phone):
    """Five people, of whom one comes in round 2 and another leaves before it."""
    names = ("Thomas", "Ute", "Kevin", "Anna", "Eva")
    game = phone.start_game(*names, joined=[LATE], left=[GONE])
    phone.save_round(game, 1, [0, 1, 0, 0, None], [0, 1, 0, 0, None])
    return Desk(phone, game)


def test_who_is_not_there_has_a_dash_and_no_box_and_stays_away(desk):
    before, page, boxes = desk.stored(), desk.open().text, desk.boxes()

    assert "r1-b4" not in boxes
    assert "r2-t0" not in boxes
    assert {"r1-b0", "r1-t0", "r2-b4", "r2-t4"} <= boxes.keys()
    assert len(re.findall(r'class="away"', page)) == 1 + 14
    assert desk.send().status_code == 303
    after = desk.stored()
    for key in ("joined", "left", "cards", "players", "rounds", "seating"):
        assert after[key] == before[key]


def test_a_round_closes_without_whoever_left(desk):
    typed = {"b1": "1", "t1": "1", "b2": "0", "t2": "1", "b3": "0", "t3": "0"}
    row = {f"r2_{name}": value for name, value in typed.items()}

    assert desk.send(**row, r2_b4="0", r2_t4="0").status_code == 303
    assert desk.rounds()[2]["bids"] == [None, 1, 0, 0, 0]
    assert ">10</span>" in desk.open().text


def test_coming_and_going_is_typed_beside_the_sheet(desk):
    boxes = desk.boxes()
    # i03: a round of very many digits is no round
    typed = {"j4": "3", "s4": "20", "l0": "2", f"r{'9' * 5000}-b0": "1"}

    assert desk.send(**typed).status_code == 303
    assert desk.stored()["joined"] == [{"seat": 4, "round": 3, "start_total": 20}]
    assert desk.stored()["left"] == [{"seat": 0, "after_round": 2}]
    assert {"r2-b0", "r3-b4"} <= desk.boxes().keys()
    answer = desk.send({**boxes, "place": "Garden"})
    assert answer.status_code == 409
    assert "stored: 3" in answer.text


IMPOSSIBLE = [
    ({"j4": "16"}, "j4"),
    ({"j4": "2", "s4": ""}, "s4"),
    ({"l4": "1"}, "l4"),
    ({"l1": "5", "l2": "5", "l3": "5"}, "j4"),
    ({"l1": "99"}, "l1"),
]


def test_what_cannot_be_is_refused_at_its_box(desk):
    before, boxes = desk.stored(), desk.boxes()
    for typed, box in IMPOSSIBLE:
        answer = desk.send({**boxes, **typed})

        assert answer.status_code == 422
        assert f'id="{box}-problem"' in answer.text
    assert desk.stored() == before
