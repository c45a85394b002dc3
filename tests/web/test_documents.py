"""The pages of games that are stored as documents: Wandering Towers in its season."""

import json
from io import BytesIO

import pytest

from tests.support.phone import OURS
from tests.support.towers_table import FILLED, all_done, cast, of, play

TABLE = ("Ute", "Kevin", "Anna", "Thomas")


@pytest.fixture
def season(phone):
    """A game of two, which Ute won, and one of teams, which Kevin and Thomas won."""
    spells = of(0, FILLED, cast(), *[FILLED] * 5)
    home = all_done(0, home=5, filled=0)
    play(phone, start=1, rounds=9, events=[*spells, *home], finished=True, last_turn=0)
    team = [*all_done(1, home=4, filled=5), *all_done(3, home=4, filled=5)]
    play(phone, *TABLE, teams=True, rounds=12, events=team, finished=True)
    return phone


def page(phone, path, language="en"):
    headers = {"Accept-Language": language}
    answer = phone.client.get(f"/g/{phone.group}{path}", headers=headers)
    assert answer.status_code == 200, answer.text
    return " ".join(answer.text.split())


def test_the_season_tells_who_won_at_which_table_from_which_seat(season):
    text = page(season, "/seasons/1/towers")

    assert '<th scope="row" class="text">2</th> <td>1</td> <td>Ø 9</td>' in text
    # Kevin began and lost; Ute came second and won.
    assert "<td>Ø 9</td> <td>0%</td><td>100%</td>" in text
    assert "<bdi>Kevin</bdi>, <bdi>Thomas</bdi></th><td>1 of 1</td>" in text
    assert "<bdi>Anna</bdi>, <bdi>Ute</bdi></th><td>0 of 1</td>" in text


def test_wizard_stands_as_if_nothing_else_had_been_played(phone):
    game = phone.start_game(*TABLE, finished=True)
    before = page(phone, "/seasons/1").split('id="game-towers"', maxsplit=1)[0]
    play(phone)
    after, _, others = page(phone, "/seasons/1").partition('id="game-towers"')

    assert game in before
    assert others
    assert after.startswith(before.split('<p class="actions only-narrow-page"')[0])


@pytest.mark.parametrize("dated", [True, False])
def test_what_comes_from_a_file_twice_is_one_game(phone, dated):
    game = play(phone)
    text = phone.client.get(f"/g/{phone.group}/towers/{game}/game.json").data
    if not dated:
        undated = json.loads(text)
        del undated["played_on"]
        text = json.dumps(undated).encode()

    for _ in range(2):
        sent = {"file": (BytesIO(text), "game.json"), "time_zone": "Europe/Berlin"}
        came = phone.client.post("/type-in/file", data=sent, headers=OURS)
        assert came.headers["Location"] == f"/g/{phone.group}/towers/{game}"
    changed = json.dumps({**json.loads(text), "remark": "another"}).encode()
    sent = {"file": (BytesIO(changed), "game.json"), "time_zone": "Europe/Berlin"}
    other = phone.client.post("/type-in/file", data=sent, headers=OURS)

    assert game not in other.headers["Location"]
