"""P01: everything that is stored of a person, and nothing of others."""

import pytest

from tests.support.invitations import let_in, post
from tests.support.towers_table import FILLED, HOME, cast, of
from tests.support.towers_table import play as play_towers
from tests.web.test_persons import CANARY, ONE_ROUND, address, data_of, play


@pytest.fixture
def group(phone):
    """Two games, one of them won by a player with a unique name."""
    for bids in ([1, 1, 0], [0, 0, 0]):
        play(phone, bids, CANARY, "Ute", "Kevin")
    return phone


def test_p01_a_person_gets_everything_and_nobody_elses_name(group):
    answer = data_of(group, CANARY)

    told = answer.json
    assert told["name"] == CANARY
    assert [game["rounds"][0]["bid"] for game in told["games"]] == [1, 0]
    assert [game["total"] for game in told["games"]] == [30, -10]
    assert [game["rank"] for game in told["games"]] == [1, 3]
    assert not {"Ute", "Kevin"} & set(answer.text.split('"'))
    assert answer.headers["Cache-Control"] == "no-store"


def test_p01_a_person_gets_only_ones_own_fines(phone):
    fines = [
        {"seat": 0, "points": -10, "reason": "came late"},
        {"seat": 1, "points": -20, "reason": "looked at what Kevin had"},
    ]
    phone.start_game(CANARY, "Ute", "Kevin", **ONE_ROUND, adjustments=fines)

    answer = data_of(phone, CANARY)

    (game,) = answer.json["games"]
    assert game["adjustments"] == [{"points": -10, "reason": "came late"}]
    assert "Kevin" not in answer.text


def test_p01_towers_are_told_with_all_that_happened_to_the_seat(phone):
    names = ("Ute", "Kevin", CANARY, "Anna")
    own = of(2, FILLED, HOME, cast())
    said = {"events": [*of(0, FILLED, cast()), *own], "teams": True}
    play_towers(phone, *names, **said, remark="Ute was late")
    play_towers(phone, CANARY, "Kevin")

    answer = data_of(phone, CANARY)

    together, won = answer.json["other_games"]
    assert (together["seat"], together["seats"]) == (2, 4)
    assert together["events"] == own
    assert (together["home"], together["full"], together["spent"]) == (1, 0, 1)
    assert not together["finished"]
    assert (together["won"], together["rank"]) == (False, None)
    assert (won["finished"], won["won"], won["rank"]) == (True, True, 1)
    assert (won["home"], won["full"], len(won["events"])) == (5, 6, 11)
    assert not {"Ute", "Kevin", "Anna", "Ute was late"} & set(answer.text.split('"'))


def test_p01_late_and_early_people_and_what_is_still_open_are_told(phone):
    names = ("Ute", "Kevin", "Anna", CANARY)
    more = {
        "joined": [{"seat": 3, "round": 2, "start_total": 30}],
        "left": [{"seat": 3, "after_round": 3}],
        "schedule": "custom",
        "cards": [1, 2, 3, 4],
        "bid_mode": "hidden",
    }
    game = phone.start_game(*names, **more)
    phone.save_round(game, 1, [1, 0, 0, None], [1, 0, 0, None])
    late = {"late_bids": [3], "winners": [3, 0]}
    answer = phone.save_round(game, 2, [1, 0, 0, 1], **late)
    assert answer.status_code == 201, answer.text

    (told,) = data_of(phone, CANARY).json["games"]

    assert (told["joined_in_round"], told["start_total"]) == (2, 30)
    assert told["left_after_round"] == 3
    (round_,) = told["rounds"]
    assert (round_["number"], round_["bid"], round_["bid_late"]) == (2, 1, True)
    assert round_["tricks_tapped"] == [1]


def test_p01_names_of_before_are_told(group):
    other = f"{CANARY}a"
    play(group, [1, 1, 0], other, "Ute", "Kevin")
    into = group.person(CANARY)["id"]
    post(group, f"/players/{group.person(other)['id']}/merge", into=into)

    told = data_of(group, CANARY).json

    assert told["also_called"] == [other]
    assert len(told["games"]) == 3


def test_p01_the_persons_own_device_may_have_it_and_others_may_not(group):
    guest = let_in(group, "player")
    assert data_of(group, CANARY, by=guest).status_code == 403

    post(guest, "/me", player=group.person(CANARY)["id"])

    assert data_of(group, CANARY, by=guest).json["devices"]
    assert data_of(group, "Ute", by=guest).status_code == 403
    page = guest.client.get(f"/g/{group.group}/people").text
    assert address(group, CANARY, "data.json") in page


def test_p01_whoever_says_that_they_are_somebody_else_gets_nothing_of_them(group):
    own, thief = let_in(group, "player"), let_in(group, "scorekeeper")
    for each in (own, thief):
        post(each, "/me", player=group.person(CANARY)["id"])

    for each in (own, thief):
        assert data_of(group, CANARY, by=each).status_code == 403
        page = each.client.get(f"/g/{group.group}/people").text
        assert address(group, CANARY, "data.json") not in page
    assert len(data_of(group, CANARY).json["devices"]) == 2
