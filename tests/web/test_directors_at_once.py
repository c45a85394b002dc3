"""Two directors who change a tournament at the same moment."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from threading import Barrier

import pytest
from sqlalchemy import func, select

from scorepad.db.engine import db
from scorepad.db.tables import GameRow
from scorepad.services import draws
from tests.support.director import Director
from tests.support.phone import OURS

PEOPLE = [f"Player {number}" for number in range(1, 9)]
AT_ONCE = 6


@pytest.fixture
def director(either_phone):
    to = Director(either_phone)
    to.enter(*PEOPLE)
    return to


def sent_at_once(director, posts):
    """Send each path and form from a browser of its own; return the statuses."""
    start = Barrier(len(posts))
    cookie = director.phone.client.get_cookie("s").value

    def send(post):
        browser = director.phone.client.application.test_client()
        browser.set_cookie("s", cookie)
        start.wait(timeout=30)
        path, form = post
        return browser.post(director.path + path, data=form, headers=OURS).status_code

    with ThreadPoolExecutor(len(posts)) as directors:
        return sorted(directors.map(send, posts))


def numbers_at_tables(director):
    rows = director.page().text.split("<b>Table ")[1:]
    return [re.findall(r"<span>(\d+)</span> <bdi>", row) for row in rows]


def test_directors_who_draw_at_once_get_one_draw(director):
    statuses = sent_at_once(director, [("/draw", {})] * AT_ONCE)

    assert 303 in statuses
    assert set(statuses) <= {303, 422}
    text = director.page().text
    assert text.count('class="part-of-season"') == 1
    assert sorted(chain(*numbers_at_tables(director)), key=int) == [*"12345678"]


def test_of_directors_who_begin_at_once_one_does_and_each_table_has_one_game(director):
    director.draw()

    statuses = sent_at_once(director, [("/begin", {"minutes": 0})] * AT_ONCE)

    assert statuses == [303] + [422] * (AT_ONCE - 1)
    with director.phone.client.application.app_context():
        stored = db.session.scalar(select(func.count()).select_from(GameRow))
    assert stored == len(director.games()) == 2


def test_people_swapped_at_once_with_the_begin_sit_where_their_game_says(director):
    director.draw()
    one, other = numbers_at_tables(director)
    swaps = [("/swap", {"one": a, "other": b}) for a, b in zip(one, other, strict=True)]

    statuses = sent_at_once(director, [*swaps, ("/begin", {"minutes": 0})])

    assert set(statuses) <= {303, 422}
    seated = numbers_at_tables(director)
    assert sorted(chain(*seated), key=int) == [*"12345678"]
    for numbers, game in zip(seated, director.games(), strict=True):
        people = director.phone.get_game(game).json["players"]
        names = [each["name"] for each in people]
        assert names == [f"Player {number}" for number in numbers]


def test_a_draw_changes_nothing_if_a_player_is_entered_meanwhile(director, monkeypatch):
    draw = draws.draw

    def draw_and_enter(*about):
        sent = {"players": "Late Linda"}
        assert sent_at_once(director, [("/players", sent)]) == [303]
        return draw(*about)

    monkeypatch.setattr(draws, "draw", draw_and_enter)
    answer = director.post("/draw")

    assert answer.status_code == 422
    assert "changed elsewhere" in answer.text
    assert "Late Linda" in director.page("/players").text
    assert numbers_at_tables(director) == []
    monkeypatch.undo()
    director.draw()
    assert len([*chain(*numbers_at_tables(director))]) == 9
