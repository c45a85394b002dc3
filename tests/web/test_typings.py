"""Paper sheets of a tournament that are typed in twice, on two devices."""

import re

import pytest

from scorepad.services.tournament_files import parse_tournament
from scorepad.web import sheet_form
from tests.support.director import Director
from tests.support.invitations import let_in
from tests.support.phone import OURS
from tests.web.test_sheet import Desk, problems

ALL_BID_NOTHING = {
    f"r{number}-b{seat}": "0" for number in range(1, 11) for seat in range(4)
}
CARDS = (1, 3, 5, 7, 9, 11, 12, 13, 14, 15)
TWICE = 'name="twice" value="y" checked'


def sheet(*, winner=0):
    """Return the boxes of a sheet on which *winner* takes all tricks of all rounds."""
    tricks = {
        f"r{number}-t{seat}": str(cards if seat == winner else 0)
        for number, cards in enumerate(CARDS, 1)
        for seat in range(4)
    }
    return {**ALL_BID_NOTHING, **tricks}


@pytest.fixture
def director(either_phone):
    """Directs a tournament of one table, which has begun; typed in twice."""
    director = Director(either_phone, ("Anna", "Kevin", "Thomas", "Ute"))
    director.next_game()
    assert director.post("/typing", twice="y").status_code == 303
    return director


@pytest.fixture
def first(director):
    return Desk(director.phone, *director.games())


@pytest.fixture
def second(first):
    return Desk(let_in(first.phone, "scorekeeper"), first.game)


def type_in(desk, boxes, **more):
    return desk.send({**desk.boxes(), **boxes, **more})


def card_of(desk, director):
    return desk.phone.client.get(director.path).text


def test_the_first_typing_is_kept_aside_and_another_device_has_to_type_the_second(
    director, first, second
):
    boxes = {**first.boxes(), **sheet()}
    answer = type_in(first, sheet(), r3_note="Secret")
    again = first.send(boxes)
    by_player = Desk(let_in(first.phone, "player"), first.game).send(boxes)

    assert answer.status_code == 303
    assert answer.headers["Location"] == director.path
    assert (again.status_code, by_player.status_code) == (422, 403)
    assert "Another device must type it in now." in again.text
    assert first.stored()["rounds"] == []
    assert not first.stored()["finished"]
    assert "by this device" in card_of(first, director)
    assert "only one device" in card_of(first, director)
    assert "/sheet" not in card_of(first, director)
    assert "typed in once" in card_of(second, director)
    assert "/discard" in card_of(second, director)
    for desk in (first, second):
        assert "Secret" not in desk.open().text
        assert desk.boxes()["r1-b0"] == desk.boxes()["r1-t0"] == ""
    file = parse_tournament(director.page("/tournament.json").data)
    assert (file.tournament.typed_twice, file.tournament.typings) == (True, ())


def test_an_equal_second_typing_saves_the_game_in_the_name_of_its_device(
    director, first, second
):
    type_in(first, sheet())

    answer = type_in(second, sheet())

    assert "/sheet?saved=" in answer.headers["Location"]
    assert first.stored()["finished"]
    assert first.rounds()[10]["tricks"] == [CARDS[9], 0, 0, 0]
    assert "typed in once" not in card_of(first, director)
    assert "finished" in card_of(first, director)
    path = f"{second.phone.game_path(first.game)}/rounds/1/history"
    (state,) = second.phone.client.get(path).json["states"]
    assert state["device"]["you"]
    assert first.send(r1_b0="1").status_code == 303, "one device corrects it"
    assert first.rounds()[1]["bids"] == [1, 0, 0, 0]


def radios(page):
    """Return the values of each choice."""
    found = {}
    for name, value in re.findall(r'type="radio" name="([^"]+)" value="([^"]*)"', page):
        found.setdefault(name, []).append(value)
    return found


def sent_along(page):
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))


def test_differences_are_shown_side_by_side_and_the_choice_is_saved(first, second):
    type_in(first, {**sheet(), "r1-trump": "red", "r2-b1": "1"})

    differ = type_in(second, {**sheet(), "r1-trump": "blue", "r2-b3": "1"})

    assert differ.status_code == 409
    assert first.stored()["rounds"] == []
    choices = radios(differ.text)
    assert choices == {
        "r1-trump": ["red", "blue"],
        "r2-b1": ["1", "0"],
        "r2-b3": ["0", "1"],
    }
    assert re.findall(r"<h2>(.*?)</h2>", differ.text) == ["Round 1", "Round 2"]
    chosen = {"r1-trump": "red", "r2-b1": "1", "r2-b3": "1"}
    answer = second.send({**sent_along(differ.text), **chosen})
    assert "saved=" in answer.headers["Location"]
    assert first.rounds()[1]["trump"] == "red"
    assert first.rounds()[2]["bids"] == [0, 1, 0, 1]
    assert first.stored()["finished"]


def test_a_choice_that_breaks_a_rule_gets_the_sentences_of_the_form(first, second):
    type_in(first, sheet(winner=0))
    differ = type_in(second, sheet(winner=1))
    mixed = {name: both[0] for name, both in radios(differ.text).items()}

    answer = second.send({**sent_along(differ.text), **mixed, "r1-t1": CARDS[0]})

    assert answer.status_code == 422
    assert "tricks_sum" in problems(answer)
    assert first.stored()["rounds"] == []
    assert second.send({**sent_along(differ.text), **mixed}).status_code == 303


def test_totals_and_settings_are_compared_too(director, first, second):
    ended = {"ended": "1", "holds": "totals"}
    row = {"r1-b0": "0", "r1-b1": "0", "r1-b2": "0", "r1-b3": "1"}
    right = {"r1-w0": "20", "r1-w1": "20", "r1-w2": "20", "r1-w3": "30"}
    fine = {"x0-seat": "1", "x0-points": "-20", "x0-why": "late"}
    first.send({**first.boxes(holds="totals"), **row, **right, **ended, **fine})
    page = card_of(second, director)
    assert "holds=totals" in page

    differ = second.send({**second.boxes(holds="totals"), **row, **right, **ended})

    assert radios(differ.text) == {
        "x0-seat": ["1", ""],
        "x0-points": ["-20", ""],
        "x0-why": ["late", ""],
    }
    assert "−20" in differ.text


@pytest.mark.parametrize(
    "wrong", [{"r1-t0": "x"}, {"r1-t0": "0"}, {"r9-b0": ""}, {"ended": "11"}]
)
def test_a_wrong_or_unfinished_sheet_is_not_kept_aside(director, first, second, wrong):
    answer = type_in(first, {**sheet(), **wrong})

    assert answer.status_code == 422
    assert 'id="problems"' in answer.text
    assert "typed in once" not in card_of(second, director)
    nine = {n: v for n, v in sheet().items() if not n.startswith("r10-")}
    assert "Type in all rounds" in type_in(first, nine).text
    assert type_in(first, nine, ended="9").status_code == 303
    assert type_in(second, {**sheet(), **wrong}).status_code == 422
    assert first.stored()["rounds"] == []


def test_a_first_typing_can_be_discarded(director, first, second):
    type_in(first, sheet(winner=1))

    assert director.post(f"/typings/{first.game}/discard").status_code == 303

    assert "typed in once" not in card_of(second, director)
    assert type_in(second, sheet()).headers["Location"] == director.path
    assert type_in(first, sheet()).status_code == 303
    assert first.rounds()[1]["tricks"] == [CARDS[0], 0, 0, 0]


def test_without_the_setting_one_typing_saves_the_game(director, first):
    assert TWICE in director.page("/settings").text
    assert director.set_rules(games=2).status_code == 422
    assert TWICE in director.page("/settings").text
    director.post("/typing")
    assert TWICE not in director.page("/settings").text

    assert "saved=" in type_in(first, sheet()).headers["Location"]
    assert first.stored()["finished"]


def test_rounds_that_a_phone_scored_meanwhile_are_not_overwritten(
    director, first, second
):
    type_in(first, sheet())
    opened = second.boxes()
    table, _ = director.scan(1)
    took_all = [CARDS[0], 0, 0, 0]
    assert table.save_round(first.game, 1, took_all, took_all).status_code == 201
    assert "only one device" not in card_of(first, director)

    answer = second.send({**opened, **sheet()})

    assert answer.status_code == 409
    assert f"stored: {CARDS[0]}" in answer.text
    assert first.rounds()[1]["bids"] == took_all
    assert second.boxes()["r1-b0"] == str(CARDS[0])


def test_the_phone_of_a_table_is_the_second_device_of_its_sheet(director, first):
    type_in(first, sheet(winner=1))
    table, _ = director.scan(1)
    desk = Desk(table, first.game)
    assert "discard" not in table.client.get(director.path).text
    path = f"{director.path}/typings/{first.game}/discard"
    assert table.client.post(path, headers=OURS).status_code == 403

    differ = type_in(desk, sheet(winner=0))

    assert differ.status_code == 409
    assert first.stored()["rounds"] == []
    assert "saved=" in type_in(desk, sheet(winner=1)).headers["Location"]
    assert first.rounds()[1]["tricks"] == [0, CARDS[0], 0, 0]
    assert "saved=" in type_in(desk, sheet()).headers["Location"], "none waits"
    assert first.rounds()[1]["tricks"] == [CARDS[0], 0, 0, 0]


def test_every_box_of_a_sheet_has_a_name_beside_which_typings_differ(app):
    boxes = {*sheet_form.OF_GAME, *sheet_form.OF_ROUND, *sheet_form.OF_CORRECTION}
    with app.test_request_context():
        named = app.jinja_env.get_template("sheet/labels.html").module.labels
    assert boxes <= {name for name, label in named.items() if label}
