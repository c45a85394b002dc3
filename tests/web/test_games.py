"""The page of one game: the result, the race, and the story."""

import pytest

from tests.support.invitations import post

THREE = ("Thomas", "Ute", "Kevin")


@pytest.fixture
def overtaken(phone):
    """Thomas leads after round 1 with 30 to 20, Ute from round 2 on."""
    rounds = [([1, 0, 1], [1, 0, 0]), ([0, 2, 2], [0, 2, 0]), ([0, 3, 3], [0, 3, 0])]
    return phone.play(*THREE, rounds=rounds)


def test_the_winner_is_first_and_the_story_says_when_it_was_decided(phone, overtaken):
    text = phone.get(f"/games/{overtaken}").text

    assert "<b><bdi>Ute</bdi></b> wins with 110." in text
    order = [text.index(f"<bdi>{name}</bdi></a>") for name in ("Ute", "Thomas")]
    assert order == sorted(order)
    assert text.count("3 of 3 bids met") == 2
    assert "0 of 3 bids met" in text
    assert "−60" in text
    assert "The lead changed 1 time, in round 2." in text
    assert (
        "It was decided in round 2: after that only <b><bdi>Ute</bdi></b> led." in text
    )
    assert "bids above tricks in 3 of 3 rounds" in text
    assert "Everyone met their bid" not in text


def test_an_unfinished_game_says_how_far_it_is_and_leads_back_to_the_table(phone):
    rounds = [([0, 0, 0], [1, 0, 0]), ([0, 0, 2], [2, 0, 0])]
    game = phone.play(*THREE, rounds=rounds, finished=False)

    text = phone.get(f"/games/{game}").text

    assert "2 of 3 rounds played." in text
    assert "It was decided" not in text
    assert f"/play/en#{phone.group}/{game}" in text


def test_a_game_moves_to_another_season_and_is_ranked_there(phone, overtaken):
    begin = {"name": "Winter", "starts_on": "2030-01-01"}
    post(phone, "/seasons", **begin)
    before = phone.get_game(overtaken).json["revision"]

    assert "Move to another season" in phone.get(f"/games/{overtaken}").text
    assert post(phone, f"/games/{overtaken}/season", season=2).status_code == 303

    first, second = (
        phone.get(f"/seasons/{number}?by=average").text for number in (1, 2)
    )
    assert overtaken not in first
    assert overtaken in second
    assert "110.0" in second
    assert phone.get_game(overtaken).json["season"] == 2
    assert phone.get_game(overtaken).json["revision"] == before + 1
