"""Joining late, leaving early and changing seats, over the JSON API."""

import pytest

from tests.support.invitations import let_in

FOUR = ("Thomas", "Ute", "Kevin", "Anna")
EVA = {"seat": 4, "round": 3, "start_total": -10}


def problems(answer):
    return [(each["field"], each["problem"]) for each in answer.json["objections"]]


def rounds_of(phone, game):
    """Return every round by the names of its players."""
    state = phone.get_game(game).json
    names = [player["name"] for player in state["players"]]
    return {
        each["number"]: {
            "bids": dict(zip(names, each["bids"], strict=True)),
            "tricks": each["tricks"] and dict(zip(names, each["tricks"], strict=True)),
            "dealer": None if each["dealer"] is None else names[each["dealer"]],
            "named_by": None if "named_by" not in each else names[each["named_by"]],
            "winners": [names[seat] for seat in each["winners"]],
            "changes": [(names[c["seat"]], c["by"]) for c in each["bid_changes"]],
        }
        for each in state["rounds"]
    }


@pytest.fixture
def played(either_phone):
    """A game of four with two rounds closed and the third begun."""
    game = either_phone.start_game(*FOUR, edition=["cloud", "werewolf", "vampire"])
    trumps = {"trump": "red", "named_by": 2, "later_trump": "none"}
    change = [{"seat": 3, "by": -1}]
    either_phone.save_round(game, 1, [0, 1, 0, 1], [0, 1, 0, 0], bid_changes=change)
    either_phone.save_round(game, 2, [1, 0, 1, 0], [1, 1, 0, 0], dealer=2, **trumps)
    either_phone.save_round(game, 3, [2, None, None, None], winners=[1, 3])
    return game


def seat_anew(phone, game, *names, **settings):
    state = phone.get_game(game).json
    settings = {"seating": state["seating"] + 1, "edition": ["cloud"], **settings}
    body = phone.game_body(*names, **settings)
    return phone.save_game(game, body, seen=state["revision"])


def test_a_corrected_order_moves_everything_with_its_people(either_phone, played):
    before = rounds_of(either_phone, played)

    moved = seat_anew(either_phone, played, "Anna", "Ute", "Kevin", "Thomas")

    assert moved.status_code == 200
    assert moved.json["seating"] == 1
    assert [each["revision"] for each in moved.json["rounds"]] == [2, 2, 2]
    assert rounds_of(either_phone, played) == before
    path = f"{either_phone.game_path(played)}/rounds/2/history"
    told = either_phone.client.get(path).json["states"]
    assert [each["revision"] for each in told] == [2, 1]
    for each in told:
        assert each["body"]["bids"] == [0, 0, 1, 1]
        assert each["body"]["seating"] == 1


def test_a_latecomer_sits_down_between_two(either_phone, played):
    before = rounds_of(either_phone, played)
    late = {**EVA, "seat": 1}

    names = ("Thomas", "Eva", "Ute", "Kevin", "Anna")
    joined = seat_anew(either_phone, played, *names, joined=[late])

    assert joined.status_code == 200
    assert joined.json["joined"] == [late]
    assert joined.json["cards"] == list(range(1, 13))
    after = rounds_of(either_phone, played)
    for number, was in before.items():
        assert after[number]["bids"] == {**was["bids"], "Eva": None}
        of_seats = ("dealer", "named_by", "winners", "changes")
        assert {k: after[number][k] for k in of_seats} == {k: was[k] for k in of_seats}
    assert before[2]["named_by"] == "Kevin"


def test_a_join_can_be_undone_until_the_latecomer_bids(either_phone, played):
    names = (*FOUR, "Eva")
    before = rounds_of(either_phone, played)
    seat_anew(either_phone, played, *names, joined=[EVA])

    undone = seat_anew(either_phone, played, *FOUR)

    assert undone.status_code == 200
    assert (undone.json["seating"], undone.json["cards"][-1]) == (2, 15)
    assert rounds_of(either_phone, played) == before

    seat_anew(either_phone, played, *names, joined=[EVA])
    bids = [2, None, None, None, 0]
    bid = either_phone.save_round(played, 3, bids, seen=4, seating=3)
    assert bid.status_code == 200, bid.text
    refused = seat_anew(either_phone, played, *FOUR)
    assert refused.status_code == 409
    assert problems(refused) == [("players", "seats_fixed")]
    assert [each["name"] for each in refused.json["current"]["players"]] == [*names]
    assert refused.json["current"]["seating"] == 3


OTHER_MOVES = [
    (("Ute", "Thomas", "Kevin", "Anna"), {"seating": 0}, "seats_fixed"),
    (("Ute", "Thomas", "Kevin", "Anna"), {"seating": 2}, "seats_changed"),
    (("Thomas", "Ute", "Kevin"), {}, "seats_fixed"),
    ((*FOUR, "Eva"), {}, "seats_fixed"),
    (("Thomas", "Ute", "Kevin", "Eva"), {}, "seats_fixed"),
    ((*FOUR, "Eva"), {"joined": [{**EVA, "round": 2}], "seating": 0}, "seats_fixed"),
]


def test_players_cannot_be_moved_in_any_other_way(either_phone, played):
    for names, settings, problem in OTHER_MOVES:
        before = either_phone.get_game(played).json

        refused = seat_anew(either_phone, played, *names, **settings)

        assert refused.status_code == 409
        assert [found for _, found in problems(refused)] == [problem]
        assert refused.json["current"] == before
        assert refused.headers["ETag"] == f'"g{before["revision"]}"'
        assert either_phone.get_game(played).json == before


def test_r08_the_stale_phone_is_shown_the_table_and_nothing_moves(either_phone, played):
    other = let_in(either_phone, "scorekeeper")
    seat_anew(either_phone, played, "Anna", "Ute", "Kevin", "Thomas")
    before = either_phone.get_game(played).json

    stale = other.save_round(played, 3, [2, 1, None, None], seen=1)
    for answer in (stale, other.save_round(played, 4, [2, 1, None, None])):
        assert answer.status_code == 409
        assert problems(answer) == [("seating", "seats_changed")]
        assert answer.json["current"] == before
    assert either_phone.get_game(played).json == before


def test_a_leaver_has_no_bids_and_the_round_closes_without(either_phone, played):
    gone = [{"seat": 1, "after_round": 2}]
    body = either_phone.game_body(*FOUR, edition=["cloud"], left=gone)
    left = either_phone.save_game(played, body, seen="g4")
    whole = {"seen": 1, "accepted": ["tricks_sum"]}
    bidding = either_phone.save_round(played, 3, [2, 1, 0, 0], **whole)
    bids = [2, None, 0, 0]
    closed = either_phone.save_round(played, 3, bids, [2, None, 1, 0], seen=1)

    assert left.json["left"] == gone
    assert bidding.status_code == 422
    assert problems(bidding) == [("bids/1", "not_at_table")]
    assert "Ute" in bidding.json["detail"]
    assert closed.status_code == 200
    assert either_phone.told()["games"][0]["rounds_played"] == 3
